---What people type, as values.
local json = require('svvs.json')

local M = {}

local function parsed(kind, text)
  if kind.name == 'integer' then
    return text:find('^%-?[1-9]%d*$') and json.integer(text) or text == '0' and 0 or nil
  end
  if kind.name == 'number' then return tonumber(text) end
  if kind.name == 'boolean' then return ({ ['true'] = true, ['false'] = false })[text] end
  if kind.name == 'enum' then return vim.tbl_contains(kind.choices, text) and text or nil end
  local is_fine, value = pcall(json.decode, text)
  if is_fine then return value end
end

local EXPECTED = { integer = 'an integer', number = 'a number', boolean = 'true or false' }

---The value that a text typed for a field means: texts as they are, all else as in JSON, and nothing as null.
---@param field svvs.Field
---@param text string
---@return any value nil if it means none
---@return string? problem
function M.value(field, text)
  local kind = field.kind
  if kind.is_nullable and text == '' then return vim.NIL end
  if kind.name == 'string' then return text end
  local value = parsed(kind, vim.trim(text))
  if value ~= nil then return value end
  local expected = EXPECTED[kind.name] or kind.choices and 'one of: ' .. table.concat(kind.choices, ', ') or 'JSON'
  return nil, ('%s must be %s'):format(field.name, expected)
end

return M

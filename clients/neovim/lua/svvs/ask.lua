---Asks people for values, as the schema has them.
local failures = require('svvs.failure')
local json = require('svvs.json')
local schemas = require('svvs.schema')

local M = {}

local ESCAPED = '\27' -- what nobody can type
local NONE = '(none)'

-- Neovim 0.7's `vim.ui.input` gives nil for an empty text as for Escape, so that no text could be emptied.
local function input(options, on_text)
  if vim.fn.has('nvim-0.8') == 1 then return vim.ui.input(options, on_text) end
  local text = vim.fn.input(vim.tbl_extend('force', options, { cancelreturn = ESCAPED }))
  on_text(text ~= ESCAPED and text or nil)
end

local function input_secret(prompt, on_text)
  local text = vim.fn.inputsecret({ prompt = prompt, cancelreturn = ESCAPED })
  on_text(text ~= ESCAPED and text or nil)
end

local function select(choices, prompt, may_be_none, on_text)
  local items = vim.list_slice(choices)
  if may_be_none then table.insert(items, NONE) end
  vim.ui.select(items, { prompt = prompt }, function(item) on_text(item == NONE and '' or item) end)
end

-- What a value looks like for editing.
local function text_of(value)
  if value == nil or value == vim.NIL then return '' end
  return type(value) == 'string' and value or json.encode(value)
end

---Asks for one value. The function is not called if people change their mind or what they typed is wrong.
---@param field svvs.Field
---@param default any the value to begin with
---@param may_be_absent boolean whether nothing means no value
---@param on_value fun(value: any) given nil for no value
function M.value(field, default, may_be_absent, on_value)
  local prompt = field.name .. ': '
  local function take(text)
    if text == nil then return end
    if text == '' and may_be_absent then return on_value(nil) end
    local value, problem = schemas.parse(field, text)
    if problem then return failures.say(problem) end
    on_value(value)
  end
  if field.access == 'write' then
    input_secret(prompt, take)
  elseif field.kind.choices then
    select(field.kind.choices, prompt, may_be_absent or field.kind.is_nullable, take)
  else
    input({ prompt = prompt, default = text_of(default) }, take)
  end
end

---Asks for the fields that are not given, one after the other. What may be left out is left out if left empty.
---@param fields svvs.Field[]
---@param given table the values that need not be asked for
---@param defaults table values to begin with
---@param on_values fun(values: table)
function M.values(fields, given, defaults, on_values)
  local values = vim.tbl_extend('force', {}, given)
  local function ask(index)
    local field = fields[index]
    if not field then return on_values(values) end
    if values[field.name] ~= nil then return ask(index + 1) end
    M.value(field, defaults[field.name], not field.is_required, function(value)
      values[field.name] = value
      ask(index + 1)
    end)
  end
  ask(1)
end

return M

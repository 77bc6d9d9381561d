---The title of a page, and the name of its buffer.
local format = require('svvs.format')
local hints = require('svvs.hints')

local M = {}

-- The parameters of a view in one text, without secrets.
local function params_text(schema, view)
  local parts, is_secret = {}, {}
  for _, field in ipairs(schema:params(view.type)) do
    is_secret[field.name] = field.access == 'write'
  end
  for name, value in pairs(view.params or {}) do
    if not is_secret[name] then table.insert(parts, format.clean(name, 60) .. '=' .. format.inline(value, 60)) end
  end
  table.sort(parts)
  return table.concat(parts, '&')
end

---A buffer name with the type and the parameters of the view, and a number if another buffer has that name.
---@param schema svvs.Schema
---@param view svvs.View
---@return string
function M.free_name(schema, view)
  local params, count = params_text(schema, view), 1
  local name = 'svvs://' .. format.clean(view.type, 60) .. (params ~= '' and '?' .. params or '')
  local free = name
  while vim.fn.bufexists(free) == 1 do
    count = count + 1
    free = ('%s#%d'):format(name, count)
  end
  return free
end

---The title of the view, with the text or the parameters that tell which view of its type it is.
---@param page svvs.Page
---@return string
function M.of(page)
  local schema, view = page.schema, page.view
  local subtitle = not page.is_blank and hints.subtitle(schema, view.type, view.state)
  if subtitle then return schema:title(view.type) .. ' · ' .. subtitle end
  return vim.trim(schema:title(view.type) .. '  ' .. params_text(schema, view))
end

return M

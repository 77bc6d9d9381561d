---The title of a page, and the name of its buffer.
local format = require('svvs.format')
local screens = require('svvs.screen')

local M = {}

-- The parameters of a view in one text, without secrets.
local function params_text(screen, view)
  local parts = {}
  for name, value in pairs(view.params or {}) do
    local field = screens.named(screen.asks, name)
    local text = format.clean(name, 60) .. '=' .. format.inline(value, 60)
    if not (field and field.secret) then table.insert(parts, text) end
  end
  table.sort(parts)
  return table.concat(parts, '&')
end

---A buffer name with the type and the parameters of the view, and a number if another buffer has that name.
---@param screen svvs.Screen
---@param view svvs.View
---@return string
function M.free_name(screen, view)
  local params, count = params_text(screen, view), 1
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
  local screen, view = page.screen, page.view
  local value = screens.subtitle(screen, view.state)
  if value ~= nil and not page.is_blank then
    return screen.title .. ' · ' .. format.text(screen.subtitle, value, 200)
  end
  return vim.trim(screen.title .. '  ' .. params_text(screen, view))
end

return M

---The rows that properties of a page name as the ones to scroll to.
local failures = require('svvs.failure')
local render = require('svvs.render')
local screens = require('svvs.screen')
local scrolling = require('svvs.scroll')

local M = {}

-- The line of a row of an array; nil if the row is not on the page.
local function line_of(lines, name, value)
  for row, line in ipairs(lines) do
    local target = line.target
    if target and target.kind == 'row' and target.name == name and target.value == value then return row end
  end
end

-- Scrolls to the row that a property names, and resets the property. Paints again if the row is not on the page yet.
local function scroll_to(page, field)
  local rows, value = page.view.state[field.name], page.view.state[field.scroll.target]
  local index = screens.target_row(field, page.view.state)
  if not index or page.scrolled[field.name] == value then return end
  local row, limit = line_of(page.lines, field.name, rows[index]), #rows - index + 1
  if not row then
    if limit <= (page.limits[field.name] or render.ROWS) then return end
    page.limits[field.name] = limit
    return page:invalidate()
  end
  page.scrolled[field.name], page.is_placed = value, true
  scrolling.go_to(page.buffer, row, page.lines)
  local properties = screens.scrolled(field)
  if next(properties) then page.view:set(properties, failures.report) end
end

---Scrolls to the rows that properties name, once for each value.
---@param page svvs.Page
function M.scroll(page)
  if not page.view.is_open or not page:window() then return end
  for _, field in ipairs(page.screen.parts) do
    if field.scroll and field.scroll.target then scroll_to(page, field) end
  end
end

---Removes the record of the rows that the page has scrolled to, if the properties no longer name them.
---@param page svvs.Page
function M.forget(page)
  for name, value in pairs(page.scrolled) do
    local scroll = screens.named(page.screen.parts, name).scroll
    if page.view.state[scroll.target] ~= value then page.scrolled[name] = nil end
  end
end

return M

---A view in a buffer, which paints itself from the state.
local act = require('svvs.act')
local corner = require('svvs.corner')
local draw = require('svvs.draw')
local failures = require('svvs.failure')
local format = require('svvs.format')
local hints = require('svvs.hints')
local paint = require('svvs.paint')
local uv = vim.uv or vim.loop

local M = {}
local PAUSE = 30 -- milliseconds from one painting to the next, for what changes all the time

---@class svvs.Page
---@field server svvs.Server
---@field view svvs.View
---@field schema svvs.Schema
---@field buffer integer
---@field title string
---@field lines svvs.Line[]
---@field letters {actions: table<string, string>, properties: table<string, string>}
---@field keys table[]? of what the view can do, as they are mapped
---@field limits table<string, integer> how many rows of an array are shown
---@field refused table<string, string> why a property could not be set
---@field was_shared boolean whether the view is or was in a shared session
---@field ending string? why the view is closed, and what can be done
---@field is_blank boolean whether nothing is shown of the view
---@field origin {page: svvs.Page, property: string?}? what led here
---@field visit fun(server: svvs.Server, type: string, options: table) goes to another view
---@field private values table<string, any> of the properties that lead to other views
local Page = {}
Page.__index = Page

-- The parameters of a view in one text, without those that are secret.
local function text_of(schema, view)
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

-- A name with the parameters, of which there is no other.
local function free_name(schema, view)
  local params, count = text_of(schema, view), 1
  local name = 'svvs://' .. format.clean(view.type, 60) .. (params ~= '' and '?' .. params or '')
  local free = name
  while vim.fn.bufexists(free) == 1 do
    count = count + 1
    free = ('%s#%d'):format(name, count)
  end
  return free
end

---Makes a buffer for an open view.
---@param server svvs.Server
---@param view svvs.View
---@param visit function
---@return svvs.Page
function M.new(server, view, visit)
  local self = setmetatable({ lines = {}, limits = {}, visit = visit }, Page)
  self.buffer = vim.api.nvim_create_buf(true, true)
  local options = { buftype = 'nofile', swapfile = false, undolevels = -1, modifiable = false }
  vim.api.nvim_buf_set_name(self.buffer, free_name(server.schema, view))
  for name, value in pairs(options) do
    vim.bo[self.buffer][name] = value
  end
  self:show(server, view)
  return self
end

---Shows a view from now on.
---@param server svvs.Server
---@param view svvs.View
function Page:show(server, view)
  self.server, self.view, self.schema, self.ending = server, view, server.schema, nil
  self.values, self.refused, self.is_blank = self:leading(), {}, false
  self.title = vim.trim(self.schema:title(view.type) .. '  ' .. text_of(self.schema, view))
  self.letters = paint.letters(self.schema, view.type)
  view:on_change(function(change)
    for _, name in ipairs(change.names) do
      self.refused[name] = nil
    end
    if next(view.stale) then view:get(failures.report) end
    self:invalidate()
    self:follow_properties()
  end)
  self.was_shared = view:is_shared()
  view:on_close(function(reason)
    -- What a view showed that was closed elsewhere may be for nobody's eyes any more.
    self.is_blank = not reason
    local closed = self.was_shared and 'it: closed' or 'it: closed by the server'
    self.ending = 'R reopens ' .. (reason and 'everything: ' .. tostring(reason) or closed)
    self:invalidate()
  end)
  self:paint()
end

-- The values of the properties that lead to other views. Only these are kept, as a state is changed in its place.
function Page:leading()
  local values = {}
  for _, field in ipairs(self.schema:properties(self.view.type)) do
    if field.opens and field.kind.name ~= 'array' then values[field.name] = self.view.state[field.name] end
  end
  return values
end

function Page:paint()
  self.is_due = false
  if not vim.api.nvim_buf_is_loaded(self.buffer) then return end
  local began, lines = uv.hrtime() / 1e6, paint.lines(self)
  draw.lines(self.buffer, self.lines, lines)
  self.lines = lines
  self:show_corner()
  local ended = uv.hrtime() / 1e6
  -- What takes long leaves time for keys all the same.
  self.next_painting = ended + math.max(PAUSE, 3 * (ended - began))
end

---Shows what is under way or wrong, as it is now.
function Page:show_corner()
  if not vim.api.nvim_buf_is_loaded(self.buffer) then return end
  corner.show(self)
  -- While something is asked for, nobody else draws.
  if vim.fn.mode() == 'c' then vim.cmd('redraw') end
end

---Paints when Neovim has read what is there, and not all the time: a burst of changes is painted once.
function Page:invalidate()
  if self.is_due then return end
  self.is_due = true
  local wait = math.max(0, self.next_painting - uv.hrtime() / 1e6)
  vim.defer_fn(function() self:paint() end, math.ceil(wait))
end

---The window that shows the page, rather the current one.
---@return integer?
function Page:window()
  local current = vim.api.nvim_get_current_win()
  if vim.api.nvim_win_get_buf(current) == self.buffer then return current end
  return vim.fn.win_findbuf(self.buffer)[1]
end

---What the cursor is on.
---@return svvs.Target?
function Page:target()
  local line = self.lines[vim.api.nvim_win_get_cursor(0)[1]]
  return line and line.target
end

---Moves the cursor to the next line on which something can be done, or to that before.
---@param step 1|-1
function Page:move(step)
  local row, count = vim.api.nvim_win_get_cursor(0)[1], #self.lines
  for _ = 1, count do
    row = (row + step - 1) % count + 1
    if self.lines[row].is_stop then return vim.api.nvim_win_set_cursor(0, { row, 0 }) end
  end
end

---Moves the cursor to the first row of an array.
---@param name string
function Page:go_to_rows(name)
  for row, line in ipairs(self.lines) do
    local is_first = line.is_stop and line.target.kind == 'row' and line.target.name == name
    if is_first then return vim.api.nvim_win_set_cursor(0, { row, 0 }) end
  end
end

---Shows more rows of an array.
---@param name string
function Page:show_more(name)
  self.limits[name] = (self.limits[name] or paint.ROWS) + paint.MORE
  self:paint()
end

---Goes where something leads, in the window that shows the page, if there is one.
---@param way svvs.Way
function Page:follow(way)
  local window = self:window()
  if not window then return end
  self.visit(self.server, way.type, {
    params = way.params,
    session = self.view.session,
    window = window,
    origin = { page = self, property = way.property },
  })
end

---Follows the properties that lead to other views by a change since the last time.
function Page:follow_properties()
  local before = self.values
  self.values = self:leading()
  for _, way in ipairs(hints.changed(self.schema, self.view.type, before, self.view.state)) do
    self:follow(way)
  end
end

---Calls the action of a view that appears.
function Page:appear() act.appear(self) end

---Sets back the property that led to this page, once: people are where they came from again, or have closed this page.
function Page:come_back()
  local origin = self.origin
  local view = origin and origin.property and origin.page.view
  local field = view and view.is_open and origin.page.schema:property(view.type, origin.property)
  if origin then origin.property = nil end
  local properties = field and hints.returned(field, view.state[field.name])
  if properties and next(properties) then view:set(properties, failures.report) end
end

return M

---Pages: a page shows a view in a buffer, and repaints itself when the state changes.
local actions = require('svvs.action')
local failures = require('svvs.failure')
local format = require('svvs.format')
local forms = require('svvs.form')
local painting = require('svvs.paint')
local progress = require('svvs.progress')
local questions = require('svvs.question')
local render = require('svvs.render')
local screens = require('svvs.screen')
local scrolling = require('svvs.scroll')
local sending = require('svvs.sending')
local status = require('svvs.status')
local targets = require('svvs.target')
local titles = require('svvs.title')
local visits = require('svvs.visit')
local uv = vim.uv or vim.loop

local M = {}
local PAUSE = 30 -- milliseconds between two paintings at least
local REPAINT = 30000 -- milliseconds between two paintings of relative times
local by_buffer = {} ---@type table<integer, svvs.Page>

---@class svvs.Page
---@field server svvs.Server
---@field view svvs.View
---@field screen svvs.Screen
---@field buffer integer
---@field lines svvs.Line[]
---@field keys table[]? the maps for the actions and properties of the view
---@field limits table<string, integer> how many rows of an array, or lines of a text that grows, are shown
---@field streams table<string, svvs.Stream> the texts that grow, as they are shown
---@field followers table<string, integer[]> the windows that show the end of a list or a text
---@field refused table<string, string> why a property could not be set
---@field texts svvs.Texts
---@field drafts table<string, svvs.Draft> those of the parts that can be set
---@field queue svvs.Sending[] what is sent, and what waits for that
---@field asked table<string, svvs.Asked> the questions that the page has announced, by their parts
---@field is_asking boolean? whether the user is choosing the answer to a question
---@field is_appearing boolean? whether the first action of the view is called
---@field is_placed boolean whether the cursor is where the user begins, or where the user has moved it
---@field was_shared boolean whether the view is or was in a shared session
---@field ending string? why the view is closed, and the key that reopens it
---@field is_blank boolean whether the state is hidden
---@field origin {page: svvs.Page, property: string?}? the page and the property that opened this page
---@field offered svvs.Opening[] the files that were offered, and were not opened: one of each part, the last one last
---@field private calls svvs.CallEntry[] the calls in progress
---@field private work table<string, number> when the work that a property indicates began
---@field private scrolled table<string, any> the value that named the row to which an array was scrolled
---@field private width integer the width for which the page was painted
---@field private values table<string, any> of the properties whose changes do something once
local Page = {}
Page.__index = Page

local function now() return uv.hrtime() / 1e6 end

-- Opening and showing pages

local function add_autocommands(page)
  local function on(event, desc, callback)
    vim.api.nvim_create_autocmd(event, { buffer = page.buffer, desc = desc, callback = callback })
  end
  on('BufWinEnter', 'Show each row on one line (svvs)', function()
    vim.cmd('setlocal nowrap nospell cursorline list listchars=extends:…,precedes:…')
    page:fit()
    page:show_status()
  end)
  on('BufEnter', 'Clear the message about another page (svvs)', failures.clear)
  on('BufEnter', 'Ask the question that waits for the page (svvs)', function() questions.follow(page, true) end)
  on('BufEnter', 'Reset the properties that opened other pages (svvs)', function()
    for _, other in pairs(by_buffer) do
      if other.origin and other.origin.page == page then visits.reset_origin(other) end
    end
  end)
  on('WinScrolled', 'Keep the status in sight (svvs)', function()
    page:fit()
    page:show_status()
  end)
  on('VimResized', 'Fit the columns into the window (svvs)', function() page:fit() end)
  on('BufReadCmd', 'Paint the view again (svvs)', function() page:paint() end)
  on('BufWriteCmd', 'Say how a text is sent (svvs)', function()
    failures.say('a text is sent by <CR> in its field', vim.log.levels.WARN)
  end)
  on('BufDelete', 'Wipe the buffer, which has lost its maps (svvs)', function()
    vim.schedule(function() pcall(vim.api.nvim_buf_delete, page.buffer, { force = true }) end)
  end)
  on('BufWipeout', 'Close the view, unless it is shared (svvs)', function()
    by_buffer[page.buffer] = nil
    if page.view.is_open and not page.view:is_shared() then page:close_view() end
    sending.say_unsent(forms.unsent(page))
    visits.reset_origin(page)
  end)
end

---Makes a page for an open view, without showing it in a window.
---@param server svvs.Server
---@param view svvs.View
---@return svvs.Page
function M.add(server, view)
  painting.define_groups()
  local self = setmetatable({ lines = {}, limits = {}, calls = {}, work = {}, queue = {}, next_painting = 0 }, Page)
  self.streams, self.followers = {}, {}
  self.buffer = vim.api.nvim_create_buf(true, true)
  vim.api.nvim_buf_set_name(self.buffer, titles.free_name(screens.named(server.screens, view.type), view))
  local options = { buftype = 'acwrite', swapfile = false, undolevels = -1, modifiable = false }
  for name, value in pairs(options) do
    vim.bo[self.buffer][name] = value
  end
  self:show(server, view)
  by_buffer[self.buffer] = self
  actions.map_general_keys(self)
  add_autocommands(self)
  -- The maps of the user's autocommands for this event override those above.
  vim.bo[self.buffer].filetype = 'svvs'
  return self
end

---The pages, in the order of their buffers.
---@return svvs.Page[]
function M.pages()
  local pages = vim.tbl_values(by_buffer)
  table.sort(pages, function(a, b) return a.buffer < b.buffer end)
  return pages
end

---The page of a buffer.
---@param buffer integer 0 is the current one
---@return svvs.Page?
function M.page(buffer) return by_buffer[buffer == 0 and vim.api.nvim_get_current_buf() or buffer] end

---The open view of a buffer.
---@param buffer integer 0 is the current one
---@return svvs.View?
function M.view(buffer)
  local page = M.page(buffer)
  return page and page.view.is_open and page.view or nil
end

---Shows a view that was opened again in the page that it had, if there is one.
---@param server svvs.Server
---@param view svvs.View
---@return svvs.Page?
function M.show_again(server, view)
  for _, page in ipairs(M.pages()) do
    local old = page.view
    local is_same = old.id == view.id and old.type == view.type and old.session == view.session
    if is_same and not old.is_open and vim.deep_equal(old.params, view.params) then
      page:show(server, view)
      return page
    end
  end
end

---Shows an open view in a window, in the page that it has or in a new one.
---@param server svvs.Server
---@param view svvs.View
---@param window integer? by default the current one
---@return svvs.Page
function M.display(server, view, window)
  local page
  for _, one in pairs(by_buffer) do
    if one.view == view then page = one end
  end
  page = page or M.add(server, view)
  local is_there = window and vim.api.nvim_win_is_valid(window)
  vim.api.nvim_win_set_buf(is_there and window or 0, page.buffer)
  page:paint() -- for the width of this window
  return page
end

---Shows a view from now on, the first one or one that replaces a closed one.
---@param server svvs.Server
---@param view svvs.View
function Page:show(server, view)
  self.server, self.view, self.ending = server, view, nil
  self.screen = screens.named(server.screens, view.type)
  self.values, self.refused, self.is_blank = visits.values(self), {}, false
  self.is_placed, self.scrolled, self.asked, self.offered = false, {}, {}, {}
  forms.begin(self)
  view:on_change(function(change)
    for _, name in ipairs(change.names) do
      self.refused[name] = nil
    end
    forms.serve(self, change.names)
    targets.forget(self)
    self:invalidate()
    progress.watch(self)
    visits.follow_changes(self)
    questions.follow(self)
  end)
  self.was_shared = view:is_shared()
  view:on_close(function(reason)
    -- The state of a view that others have closed may be private, for example after a logout.
    self.is_blank = not reason
    forms.leave(self, reason ~= nil)
    local closed = self.was_shared and 'it: closed' or 'it: closed by the server'
    self.ending = 'R reopens ' .. (reason and 'everything: ' .. tostring(reason) or closed)
    self:invalidate()
    progress.watch(self)
  end)
  actions.map_own_keys(self)
  self:paint()
  progress.watch(self)
  questions.follow(self)
end

---Shows why the server has refused to open the view again. Its former state is no longer shown.
---@param err svvs.Failure
function Page:refuse(err)
  self.ending, self.is_blank = 'R reopens it: ' .. format.clean(tostring(err), 200), true
  self:paint()
end

---The title of the view, with the text or the parameters that tell which view of its type it is.
---@return string
function Page:title() return titles.of(self) end

---Opens another view in place of this page.
---@param way svvs.Opening
function Page:follow(way) visits.follow(self, way) end

---Closes the view.
function Page:close_view()
  forms.leave(self, false)
  self.view:close(failures.report)
end

---Closes the page and its view, and shows the page that opened it.
function Page:leave()
  local origin = self.origin and self.origin.page
  if origin and vim.api.nvim_buf_is_valid(origin.buffer) then
    for _, window in ipairs(vim.fn.win_findbuf(self.buffer)) do
      vim.api.nvim_win_set_buf(window, origin.buffer)
    end
  end
  vim.api.nvim_buf_delete(self.buffer, { force = true })
end

-- Painting

function Page:paint()
  self.is_due = false
  if not vim.api.nvim_buf_is_loaded(self.buffer) then return end
  self.width = self:columns()
  local began, before = now(), self.lines
  self.followers = scrolling.followers(self.buffer, before)
  local lines = render.lines(self, self.width)
  painting.show(self.buffer, before, lines)
  self.lines = lines
  -- Neovim does not quit while there are texts that were not sent.
  vim.bo[self.buffer].modified = #forms.unsent(self) > 0
  scrolling.follow(self.followers, before, lines)
  scrolling.place(self)
  targets.scroll(self)
  self:show_status()
  self:keep_times()
  local ended = now()
  -- A slow painting is followed by a longer pause, so that Neovim can process keys.
  self.next_painting = ended + math.max(PAUSE, 3 * (ended - began))
end

-- The columns of the screen for the lines.
function Page:columns()
  local window = self:window()
  if not window then return self.width or vim.o.columns end
  return vim.api.nvim_win_get_width(window) - vim.fn.getwininfo(window)[1].textoff
end

---Paints soon if the width of the window has changed.
function Page:fit()
  if self:columns() ~= self.width then self:invalidate() end
end

-- Paints again after a while, since times may be relative to now.
function Page:keep_times()
  if self.is_ageing then return end
  self.is_ageing = true
  vim.defer_fn(function()
    self.is_ageing = false
    self:paint()
  end, REPAINT)
end

---Paints soon. Changes that arrive together are painted once.
function Page:invalidate()
  if self.is_due then return end
  self.is_due = true
  local wait = math.max(0, self.next_painting - now())
  vim.defer_fn(function() self:paint() end, math.ceil(wait))
end

---Shows the status in a line in sight.
function Page:show_status() status.show(self) end

-- The cursor

---A window that shows the page, preferably the current one.
---@return integer?
function Page:window()
  local current = vim.api.nvim_get_current_win()
  if vim.api.nvim_win_get_buf(current) == self.buffer then return current end
  return vim.fn.win_findbuf(self.buffer)[1]
end

---The line of the cursor.
---@return svvs.Line?
function Page:line() return self.lines[vim.api.nvim_win_get_cursor(0)[1]] end

---The object on the line of the cursor.
---@return svvs.Target?
function Page:target()
  local line = self:line()
  return line and line.target
end

---Moves the cursor to the next or previous field, table or action.
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
  self.limits[name] = (self.limits[name] or render.ROWS) + render.MORE
  self:paint()
end

return M

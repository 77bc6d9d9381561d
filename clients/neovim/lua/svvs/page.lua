---Pages: a page shows a view in a buffer, and repaints itself when the state changes.
local actions = require('svvs.action')
local calls = require('svvs.call')
local connections = require('svvs.connection')
local failures = require('svvs.failure')
local format = require('svvs.format')
local hints = require('svvs.hints')
local prompts = require('svvs.prompt')
local render = require('svvs.render')
local scrolling = require('svvs.scroll')
local uv = vim.uv or vim.loop

local M = {}
local PAUSE = 30 -- milliseconds between two paintings at least
local DELAY = 300 -- milliseconds until a call in progress is shown
local REPAINT = 30000 -- milliseconds between two paintings of relative times
local statuses = vim.api.nvim_create_namespace('svvs.status')
local by_buffer = {} ---@type table<integer, svvs.Page>
local opening = {} ---@type table<table, {server: svvs.Server, type: string, params: table}> views that are being opened

---@class svvs.Page
---@field server svvs.Server
---@field view svvs.View
---@field schema svvs.Schema
---@field buffer integer
---@field lines svvs.Line[]
---@field letters {actions: table<string, string>, properties: table<string, string>, views: table<string, string>}
---@field keys table[]? the maps for the actions and properties of the view
---@field limits table<string, integer> how many rows of an array are shown
---@field refused table<string, string> why a property could not be set
---@field entered table<string, boolean> the properties that were set on this page
---@field submissions any[] the values of a field that submits by itself, from the one in progress on
---@field setting svvs.Call? the last request that sets a property
---@field is_composing string? the title of the action that Enter calls in the prompt
---@field is_placed boolean whether the cursor is where the user begins, or where the user has moved it
---@field was_shared boolean whether the view is or was in a shared session
---@field ending string? why the view is closed, and the key that reopens it
---@field is_blank boolean whether the state is hidden
---@field origin {page: svvs.Page, property: string?}? the page and the property that opened this page
---@field private calls svvs.CallEntry[] the calls in progress
---@field private work table<string, number> when the work that a property indicates began
---@field private scrolled table<string, any> the value that named the row to which an array was scrolled
---@field private width integer the width for which the page was painted
---@field private values table<string, any> of the properties that open other views
local Page = {}
Page.__index = Page

---@class svvs.CallEntry
---@field title string
---@field call svvs.Call
---@field since number
---@field is_cancellable boolean
---@field is_cancelled boolean?

local function now() return uv.hrtime() / 1e6 end

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

-- A buffer name with the type and the parameters of the view, and a number if another buffer has that name.
local function free_name(schema, view)
  local params, count = params_text(schema, view), 1
  local name = 'svvs://' .. format.clean(view.type, 60) .. (params ~= '' and '?' .. params or '')
  local free = name
  while vim.fn.bufexists(free) == 1 do
    count = count + 1
    free = ('%s#%d'):format(name, count)
  end
  return free
end

-- Opening and showing pages

local function add_autocommands(page)
  local function on(event, desc, callback)
    vim.api.nvim_create_autocmd(event, { buffer = page.buffer, desc = desc, callback = callback })
  end
  on('BufWinEnter', 'Show each row on one line (svvs)', function()
    vim.cmd('setlocal nowrap nospell list listchars=extends:…,precedes:…')
    page:fit()
    page:show_status()
  end)
  on('BufEnter', 'Clear the message about another page (svvs)', function()
    if vim.fn.mode() ~= 'c' then vim.cmd("echo ''") end
  end)
  on('BufEnter', 'Reset the properties that opened other pages (svvs)', function()
    for _, other in pairs(by_buffer) do
      if other.origin and other.origin.page == page then other:reset_origin() end
    end
  end)
  on('WinScrolled', 'Keep the status in sight (svvs)', function()
    page:fit()
    page:show_status()
  end)
  on('VimResized', 'Fit the columns into the window (svvs)', function() page:fit() end)
  on('BufReadCmd', 'Paint the view again (svvs)', function() page:paint() end)
  on('BufDelete', 'Wipe the buffer, which has lost its maps (svvs)', function()
    vim.schedule(function() pcall(vim.api.nvim_buf_delete, page.buffer, { force = true }) end)
  end)
  on('BufWipeout', 'Close the view, unless it is shared (svvs)', function()
    by_buffer[page.buffer] = nil
    if page.view.is_open and not page.view:is_shared() then page.view:close(failures.report) end
    page:reset_origin()
  end)
end

---Makes a page for an open view, without showing it in a window.
---@param server svvs.Server
---@param view svvs.View
---@return svvs.Page
function M.add(server, view)
  render.define_groups()
  local self = setmetatable({ lines = {}, limits = {}, calls = {}, work = {}, next_painting = 0 }, Page)
  self.buffer = vim.api.nvim_create_buf(true, true)
  vim.api.nvim_buf_set_name(self.buffer, free_name(server.schema, view))
  local options = { buftype = 'nofile', swapfile = false, undolevels = -1, modifiable = false }
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

---Opens a view and shows it. The default delivery is `patch`, which sends much less for long arrays.
---@param server svvs.Server
---@param type string
---@param options svvs.OpenOptions?
---@param place {window: integer?, origin: table?}? where to show it, and what has opened it
---@return svvs.Call call its result is the buffer's number
function M.open(server, type, options, place)
  local all = vim.tbl_extend('keep', options or {}, { delivery = 'patch' })
  local shown = connections.new_call('view/open', server.options.timeout, all.callback)
  local window = place and place.window or vim.api.nvim_get_current_win()
  all.callback = nil
  server:open(type, all):finally(function(err, view)
    if err then return shown:settle(err) end
    server.ready:finally(function(trouble)
      trouble = trouble or server.stopping
      if trouble then return shown:settle(trouble) end
      local is_there = vim.api.nvim_win_is_valid(window)
      local before = is_there and M.page(vim.api.nvim_win_get_buf(window)) or nil
      local page = M.display(server, view, window)
      page.origin = place and place.origin or before and { page = before }
      calls.appear(page)
      shown:settle(nil, page.buffer)
    end)
  end)
  return shown
end

---Shows the open view of this type with these parameters, or opens one.
---@param server svvs.Server
---@param type string
---@param options {params: table, session: string?, window: integer?, origin: table?}
function M.visit(server, type, options)
  for _, page in ipairs(M.pages()) do
    local view = page.view
    local is_same = view.is_open and view.type == type and vim.deep_equal(view.params or {}, options.params)
    if is_same and page.server == server then
      page.origin = options.origin or page.origin
      return M.display(server, view, options.window)
    end
  end
  local one = { server = server, type = type, params = options.params }
  for _, other in pairs(opening) do
    -- The user has pressed the key twice.
    if vim.deep_equal({ other.type, other.params }, { type, one.params }) and other.server == server then return end
  end
  opening[one] = one
  M.open(server, type, { params = options.params, session = options.session, callback = failures.report }, options)
    :finally(function() opening[one] = nil end)
end

---Shows a view from now on, the first one or one that replaces a closed one.
---@param server svvs.Server
---@param view svvs.View
function Page:show(server, view)
  self.server, self.view, self.schema, self.ending = server, view, server.schema, nil
  self.values, self.refused, self.is_blank = self:opening_values(), {}, false
  self.entered, self.submissions, self.setting, self.is_placed = {}, {}, nil, false
  self.scrolled = {}
  self.letters = render.letters(self.schema, view.type)
  view:on_change(function(change)
    for _, name in ipairs(change.names) do
      self.refused[name] = nil
    end
    if next(view.stale) then view:get(failures.report) end
    self:forget_targets()
    self:invalidate()
    self:watch_work()
    self:follow_properties()
  end)
  self.was_shared = view:is_shared()
  view:on_close(function(reason)
    -- The state of a view that others have closed may be private, for example after a logout.
    self.is_blank = not reason
    local closed = self.was_shared and 'it: closed' or 'it: closed by the server'
    self.ending = 'R reopens ' .. (reason and 'everything: ' .. tostring(reason) or closed)
    self:invalidate()
    self:watch_work()
  end)
  actions.map_own_keys(self)
  self:paint()
  self:watch_work()
end

---Shows why the server has refused to open the view again. Its former state is no longer shown.
---@param err svvs.Failure
function Page:refuse(err)
  self.ending, self.is_blank = 'R reopens it: ' .. format.clean(tostring(err), 200), true
  self:paint()
end

---The title of the view, with the text or the parameters that tell which view of its type it is.
---@return string
function Page:title()
  local schema, view = self.schema, self.view
  local subtitle = not self.is_blank and hints.subtitle(schema, view.type, view.state)
  if subtitle then return schema:title(view.type) .. ' · ' .. subtitle end
  return vim.trim(schema:title(view.type) .. '  ' .. params_text(schema, view))
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
  local began, before, lines = now(), self.lines, render.lines(self, self.width)
  local followers = scrolling.followers(self.buffer, before)
  render.show(self.buffer, before, lines)
  self.lines = lines
  scrolling.follow(followers, before, lines)
  self:place()
  self:scroll_to_targets()
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

-- Paints again after a while if a line depends on the current time.
function Page:keep_times()
  local is_relative = false
  for _, line in ipairs(self.lines) do
    is_relative = is_relative or line.is_relative
  end
  if not is_relative or self.is_ageing then return end
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

-- The first error whose line is not in sight.
local function hidden_error(page, top, bottom)
  for row, line in ipairs(page.lines) do
    if line.problem and (row < top or row > bottom) then return line.problem end
  end
end

local function status_of(page, top, bottom)
  local text, problem = page:calls_text() or page:work_text(), hidden_error(page, top, bottom)
  if text then return text, 'SvvsBusy' end
  if problem then return problem, 'SvvsError' end
  -- While the first line is out of sight, the user must still see which view this is.
  local title = top > 1 and page:title() or nil
  if page.is_composing then
    local keys = ('Enter: %s · Esc leaves'):format(page.is_composing)
    return title and title .. '   ' .. keys or keys, 'SvvsDescription'
  end
  return title or '? shows the keys', 'SvvsDescription'
end

-- The first line in sight with `width` free columns.
local function row_with_room(page, window, top, bottom, width)
  local room = vim.api.nvim_win_get_width(window) - vim.fn.getwininfo(window)[1].textoff - width
  for row = top, bottom do
    if vim.api.nvim_strwidth(page.lines[row] and page.lines[row].text or '') <= room then return row end
  end
end

---Shows the status at the right end of a line in sight: the calls in progress, or an error whose line is out of sight,
---or the key for help. If no line has room, the status gets a line of its own.
function Page:show_status()
  if not vim.api.nvim_buf_is_loaded(self.buffer) then return end
  local window = self:window()
  vim.api.nvim_buf_clear_namespace(self.buffer, statuses, 0, -1)
  if window then
    local top = math.min(vim.fn.line('w0', window), vim.api.nvim_buf_line_count(self.buffer))
    local bottom = vim.fn.line('w$', window)
    local text, group = status_of(self, top, bottom)
    if text then
      local chunks = { { ' ' .. text .. ' ', group } }
      local row = row_with_room(self, window, top, bottom, vim.api.nvim_strwidth(chunks[1][1]))
      local mark = row and { virt_text = chunks, virt_text_pos = 'right_align' } or { virt_lines = { chunks } }
      vim.api.nvim_buf_set_extmark(self.buffer, statuses, (row or top) - 1, 0, mark)
    end
  end
  -- Neovim does not redraw by itself during a prompt.
  if vim.fn.mode() == 'c' then vim.cmd('redraw') end
end

-- Calls in progress

-- Shows the status again at each full second since a time, while the function returns true.
function Page:tick(since, is_going_on)
  local function tick()
    if not is_going_on() then return end
    self:show_status()
    vim.defer_fn(tick, 1000 - (now() - since) % 1000)
  end
  vim.defer_fn(tick, DELAY)
end

---Shows a call in progress with its time, until it is done.
---@param title string
---@param call svvs.Call
---@param is_cancellable boolean
function Page:add_call(title, call, is_cancellable)
  if call.done then return end
  local entry = { title = title, call = call, since = now(), is_cancellable = is_cancellable }
  table.insert(self.calls, entry)
  self:tick(entry.since, function() return not call.done end)
  call:finally(function()
    self.calls = vim.tbl_filter(function(other) return other ~= entry end, self.calls)
    self:show_status()
  end)
end

function Page:calls_text()
  local parts, hint = {}, ''
  for _, entry in ipairs(self.calls) do
    local time = now() - entry.since
    if time >= DELAY then
      table.insert(parts, ('%s %d s'):format(entry.title, time / 1000) .. (entry.is_cancelled and ', cancelling' or ''))
      hint = entry.is_cancellable and not entry.is_cancelled and ' · x cancels' or ''
    end
  end
  return #parts > 0 and table.concat(parts, ', ') .. hint or nil
end

---Notes since when the work that an action can cancel is in progress.
function Page:watch_work()
  local field = self.view.is_open and hints.cancellable_work(self.schema, self.view.type, self.view.state)
  local since = field and (self.work[field.name] or now())
  local is_new = field and not self.work[field.name]
  self.work = field and { [field.name] = since } or {}
  if is_new then self:tick(since, function() return self.work[field.name] == since end) end
end

-- The work in progress that the user can cancel and that no call of the user has begun.
function Page:work_text()
  local name, since = next(self.work)
  if not name or #self.calls > 0 or now() - since < DELAY then return nil end
  local title = self.schema:property(self.view.type, name).title
  return ('%s %d s · x cancels'):format(title, (now() - since) / 1000)
end

---Cancels the last call in progress that can be cancelled, or else the work that is in progress.
function Page:cancel_call()
  local entry
  for _, one in ipairs(self.calls) do
    if one.is_cancellable then entry = one end
  end
  local work = hints.cancellable_work(self.schema, self.view.type, self.view.state)
  if not entry and self.calls[1] then
    return failures.say(self.calls[1].title .. ' cannot be cancelled', vim.log.levels.WARN)
  end
  if not entry and work and self.view.is_open then return calls.send(self, work.cancel_action, {}) end
  if not entry then return failures.say('no call is in progress here', vim.log.levels.WARN) end
  entry.call:finally(function(err)
    local ending = err and err.kind == 'RequestCancelled' and 'was cancelled' or 'had ended already'
    failures.say(('%s %s'):format(entry.title, ending), vim.log.levels.INFO)
  end)
  entry.call:cancel()
  entry.is_cancelled = true
  self:show_status()
end

-- The cursor

---A window that shows the page, preferably the current one.
---@return integer?
function Page:window()
  local current = vim.api.nvim_get_current_win()
  if vim.api.nvim_win_get_buf(current) == self.buffer then return current end
  return vim.fn.win_findbuf(self.buffer)[1]
end

---The object on the line of the cursor.
---@return svvs.Target?
function Page:target()
  local line = self.lines[vim.api.nvim_win_get_cursor(0)[1]]
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

---Moves the cursor to where the user begins, until the user has pressed a key or it is on a row.
function Page:place()
  local window = self:window()
  if self.is_placed or not window or #self.lines == 0 then return end
  local row = vim.api.nvim_win_get_cursor(window)[1]
  self.is_placed = self.beginning ~= nil and (self.lines[row] or {}).key ~= self.beginning
  if self.is_placed then return end
  self.is_placed = scrolling.begin(window, self.lines)
  self.beginning = self.lines[vim.api.nvim_win_get_cursor(window)[1]].key
end

-- The line of a row of an array; nil if the row is not on the page.
local function line_of(lines, name, value)
  for row, line in ipairs(lines) do
    local target = line.target
    if target and target.kind == 'row' and target.name == name and target.value == value then return row end
  end
end

-- Scrolls to the row that a property names, and resets the property. Paints again if the row is not on the page yet.
function Page:scroll_to_target(field)
  local rows, value = self.view.state[field.name], self.view.state[field.scroll_target.property]
  local index = hints.target_row(field, self.view.state)
  if not index or self.scrolled[field.name] == value then return end
  local row, limit = line_of(self.lines, field.name, rows[index]), #rows - index + 1
  if not row then
    if limit <= (self.limits[field.name] or render.ROWS) then return end
    self.limits[field.name] = limit
    return self:invalidate()
  end
  self.scrolled[field.name], self.is_placed = value, true
  scrolling.go_to(self.buffer, row, self.lines)
  local properties = hints.scrolled(self.schema, self.view.type, field)
  if next(properties) then self.view:set(properties, failures.report) end
end

-- Scrolls to the rows that properties name, once for each value.
function Page:scroll_to_targets()
  if not self.view.is_open or not self:window() then return end
  for _, field in ipairs(self.schema:properties(self.view.type)) do
    if field.scroll_target then self:scroll_to_target(field) end
  end
end

-- Removes the rows that the page has scrolled to, if the properties no longer name them.
function Page:forget_targets()
  for name, value in pairs(self.scrolled) do
    local target = self.schema:property(self.view.type, name).scroll_target
    if self.view.state[target.property] ~= value then self.scrolled[name] = nil end
  end
end

---Shows more rows of an array.
---@param name string
function Page:show_more(name)
  self.limits[name] = (self.limits[name] or render.ROWS) + render.MORE
  self:paint()
end

-- Opening other views

---Opens a view in the window that shows this page, if there is one. A text that the user is typing is not interrupted.
---@param way svvs.Opening
function Page:follow(way)
  prompts.after_conversation(self, function()
    local window = self:window()
    if not window then return end
    M.visit(self.server, way.type, {
      params = way.params,
      session = self.view.session,
      window = window,
      origin = { page = self, property = way.property },
    })
  end)
end

-- The values of the properties that open other views. Only these are copied, because a change modifies the state in
-- place.
function Page:opening_values()
  local values = {}
  for _, field in ipairs(self.schema:properties(self.view.type)) do
    if field.opens and field.kind.name ~= 'array' then values[field.name] = self.view.state[field.name] end
  end
  return values
end

---Opens the views to which a change of the state leads.
function Page:follow_properties()
  local before = self.values
  self.values = self:opening_values()
  for _, way in ipairs(hints.changed(self.schema, self.view.type, before, self.view.state)) do
    self:follow(way)
  end
end

---Resets the property that opened this page, once: when the user has returned from it or has closed it.
function Page:reset_origin()
  local origin = self.origin
  local view = origin and origin.property and origin.page.view
  local field = view and view.is_open and origin.page.schema:property(view.type, origin.property)
  if origin then origin.property = nil end
  local properties = field and hints.returned(field, view.state[field.name])
  if properties and next(properties) then view:set(properties, failures.report) end
end

return M

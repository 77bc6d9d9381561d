---Going from page to page: opening views, following rows, properties and actions to other views and to files, and
---returning.
local calls = require('svvs.call')
local connections = require('svvs.connection')
local failures = require('svvs.failure')
local files = require('svvs.file')
local format = require('svvs.format')
local json = require('svvs.json')
local later = require('svvs.later')
local prompts = require('svvs.prompt')
local progress = require('svvs.progress')
local screens = require('svvs.screen')

local M = {}
local HOLD = 5000 -- milliseconds that keys wait for a view, and then for its first action
local REDRAW = 200 -- milliseconds between two showings of the time
local opening = {} ---@type table<svvs.Call, {server: svvs.Server, type: string, params: table}> while they open

-- Not loaded earlier, because it loads this module.
local function pages() return require('svvs.page') end

-- The key that `getchar` returns for this argument; 0 without one, and for CTRL-C, which raises an error.
local function key_of(how)
  local is_fine, key = pcall(vim.fn.getchar, how)
  return is_fine and key or 0
end

-- Drops the keys that the user has typed ahead.
local function drop_keys()
  local count = 0
  while key_of(0) ~= 0 do
    count = count + 1
  end
  if count > 0 then failures.say(('the view is not open yet: %d keys were dropped'):format(count)) end
end

-- Waits as `vim.wait` does, and shows the time meanwhile. A prompt that opens meanwhile takes no time of the wait.
local function wait(is_over)
  local is_done, why
  for _ = 1, HOLD / REDRAW do
    is_done, why = vim.wait(REDRAW, is_over, 10)
    if is_done or why == -2 then break end
    vim.cmd('redraw')
  end
  return is_done, why
end

---Waits until the views that are being opened are shown: the keys that the user types meanwhile are for the new page.
---Keys that were typed ahead also wait for its first action, which fills the page. CTRL-C ends the wait.
---@param server svvs.Server
function M.hold_keys(server)
  if #vim.api.nvim_list_uis() == 0 or not server.is_running or vim.fn.mode() ~= 'n' then return end
  local is_shown, why = wait(function() return server.ready.done and next(opening) == nil end)
  if why == -1 then return drop_keys() end
  local page = is_shown and pages().page(0)
  if not page then return end
  wait(function() return not page.is_appearing or key_of(1) == 0 end)
  if page.is_due then page:paint() end
end

-- Shows a view that was opened in a window, and calls its first action.
local function show(server, view, window, place)
  local is_there = vim.api.nvim_win_is_valid(window)
  local before = is_there and pages().page(vim.api.nvim_win_get_buf(window)) or nil
  local page = pages().display(server, view, window)
  page.origin = place and place.origin or before and { page = before }
  calls.appear(page)
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
  opening[shown] = { server = server, type = type, params = all.params or {} }
  shown:finally(function() opening[shown] = nil end)
  local from = pages().page(vim.api.nvim_win_get_buf(window))
  local screen = screens.named(server.screens, type)
  if from and screen then progress.add(from, 'opening ' .. screen.title, shown) end
  server:open(type, all):finally(function(err, view)
    if err then return shown:settle(err) end
    server:when_shown(function(trouble)
      trouble = trouble or server.stopping
      if trouble then return shown:settle(trouble) end
      local page = failures.guard(show, server, view, window, place)
      shown:settle(not page and failures.new('NotShown', 'the view could not be shown') or nil, page and page.buffer)
    end)
  end)
  return shown
end

---Shows the open view of this type with these parameters, or opens one.
---@param server svvs.Server
---@param type string
---@param options {params: table, session: string?, window: integer?, origin: table?}
function M.visit(server, type, options)
  for _, page in ipairs(pages().pages()) do
    local view = page.view
    local is_same = view.is_open and view.type == type and vim.deep_equal(view.params or {}, options.params)
    if is_same and page.server == server then
      page.origin = options.origin or page.origin
      return pages().display(server, view, options.window)
    end
  end
  for _, other in pairs(opening) do
    -- The user has pressed the key twice.
    local is_same = vim.deep_equal({ other.type, other.params }, { type, options.params })
    if is_same and other.server == server then return end
  end
  M.open(server, type, { params = options.params, session = options.session, callback = failures.report }, options)
end

-- Forgets the file that a part has offered.
local function withdraw(page, property)
  page.offered = vim.tbl_filter(function(way) return way.property ~= property end, page.offered)
end

---Offers a file that opens only if the user wants that.
---@param page svvs.Page
---@param way svvs.Opening
function M.offer(page, way)
  table.insert(page.offered, way)
  failures.inform('%s (gf on the page opens it)', format.place(way.file, 200))
end

-- Sets the property that has opened something to the value for which it opens nothing.
local function reset(page, property)
  local field = property and page.view.is_open and screens.named(page.screen.parts, property)
  local properties = field and screens.returned(field, page.view.state)
  if properties and next(properties) then page.view:set(properties, failures.report) end
end

-- Opens a file, unless the user is working in another window.
local function open_file(page, way)
  if vim.api.nvim_get_current_buf() ~= page.buffer or vim.fn.mode() ~= 'n' then return M.offer(page, way) end
  if not files.open(way.file) then return end
  withdraw(page, way.property)
  reset(page, way.property)
end

---Opens a view in the window that shows a page, if there is one, or a file. A text that the user is typing is not
---interrupted, and the keys that the user types from then on are for the new page.
---@param page svvs.Page
---@param way svvs.Opening
function M.follow(page, way)
  if way.file then return later.after(function() open_file(page, way) end) end
  later.after(function()
    local window = page:window()
    if not window then return end
    M.visit(page.server, way.type, {
      params = way.params,
      session = page.view.session,
      window = window,
      origin = { page = page, property = way.property },
    })
    later.after(function()
      -- The keys may be for another window.
      if window == vim.api.nvim_get_current_win() then M.hold_keys(page.server) end
    end)
  end)
  local edited = prompts.edited()
  if edited then edited.page:show_status() end
end

---The values of the properties whose changes do something once: they open other views, or are messages of success. Only
---these are copied, because a change modifies the state in place.
---@param page svvs.Page
---@return table<string, any>
function M.values(page)
  local values = {}
  for _, field in ipairs(page.screen.parts) do
    local value, is_watched = page.view.state[field.name], screens.is_watched(field)
    if is_watched and type(value) == 'table' then value = json.decode(json.encode(value)) end
    if is_watched then values[field.name] = value end
  end
  return values
end

---Opens the views to which a change of the state leads, and shows its messages of success. A file opens only during a
---call of the user.
---@param page svvs.Page
function M.follow_changes(page)
  local before = page.values
  page.values = M.values(page)
  for _, part in ipairs(screens.noticed(page.screen, before, page.view.state)) do
    failures.notice(page.view.state[part.name])
    if part.editable then page.view:set({ [part.name] = vim.NIL }, failures.report) end
  end
  for name, value in pairs(before) do
    if not vim.deep_equal(value, page.values[name]) then withdraw(page, name) end
  end
  for _, way in ipairs(screens.changed(page.screen, before, page.view.state)) do
    if way.file and not progress.is_calling(page) then M.offer(page, way) else M.follow(page, way) end
  end
end

---Resets the property that opened this page, once: when the user has returned from it or has closed it.
---@param page svvs.Page
function M.reset_origin(page)
  local origin = page.origin
  if not origin then return end
  local property = origin.property
  origin.property = nil
  reset(origin.page, property)
end

return M

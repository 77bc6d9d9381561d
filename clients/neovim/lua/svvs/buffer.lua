---The pages: which buffer shows which view.
local calls = require('svvs.call')
local draw = require('svvs.draw')
local failures = require('svvs.failure')
local keys = require('svvs.keys')
local pages = require('svvs.page')

local M = {}
local shown = {} ---@type table<integer, svvs.Page>

local function watch(page)
  local function on(event, desc, callback)
    vim.api.nvim_create_autocmd(event, { buffer = page.buffer, desc = desc, callback = callback })
  end
  on('BufWinEnter', 'Show a row on one line (svvs)', function()
    vim.cmd('setlocal nowrap nospell list listchars=extends:…,precedes:…')
    page:show_corner()
  end)
  on('BufEnter', 'Show no message about another page (svvs)', function()
    if vim.fn.mode() ~= 'c' then vim.cmd("echo ''") end
  end)
  on('BufEnter', 'Set back the properties that led to other pages (svvs)', function()
    for _, other in pairs(shown) do
      if other.origin and other.origin.page == page then other:come_back() end
    end
  end)
  on('WinScrolled', 'Keep in sight what is under way (svvs)', function() page:show_corner() end)
  on('BufReadCmd', 'Paint the view again (svvs)', function() page:paint() end)
  on('BufDelete', 'Wipe the buffer, which has lost its maps (svvs)', function()
    vim.schedule(function() pcall(vim.api.nvim_buf_delete, page.buffer, { force = true }) end)
  end)
  on('BufWipeout', 'Close the svvs view, unless others have it', function()
    shown[page.buffer] = nil
    if page.view.is_open and not page.view:is_shared() then page.view:close(failures.report) end
    page:come_back()
  end)
end

---Makes a buffer for an open view, and displays it nowhere.
---@param server svvs.Server
---@param view svvs.View
---@return svvs.Page
function M.add(server, view)
  draw.define_groups()
  local page = pages.new(server, view, M.visit)
  shown[page.buffer] = page
  keys.set_up(page)
  watch(page)
  -- People's own maps come behind these.
  vim.bo[page.buffer].filetype = 'svvs'
  return page
end

---The pages, in the order in which they came.
---@return svvs.Page[]
function M.pages()
  local all = vim.tbl_values(shown)
  table.sort(all, function(a, b) return a.buffer < b.buffer end)
  return all
end

---Shows an open view in a window, in the buffer that it has or in a new one.
---@param server svvs.Server
---@param view svvs.View
---@param window integer? by default the current one
---@return svvs.Page
function M.display(server, view, window)
  local page
  for _, one in pairs(shown) do
    if one.view == view then page = one end
  end
  page = page or M.add(server, view)
  local is_there = window and vim.api.nvim_win_is_valid(window)
  vim.api.nvim_win_set_buf(is_there and window or 0, page.buffer)
  return page
end

---Opens a view in a buffer of the current window. Unless another delivery is asked for, it is sent patches, which for
---long arrays are far smaller.
---@param server svvs.Server
---@param type string
---@param options svvs.OpenOptions?
---@param visit {window: integer?, origin: table?}? where it is shown, and what led there
---@return svvs.Call call its result is the buffer's number
function M.show(server, type, options, visit)
  local opening = vim.tbl_extend('keep', options or {}, { delivery = 'patch' })
  local shows = calls.new('view/open', server.options.timeout, opening.callback)
  local window = visit and visit.window or vim.api.nvim_get_current_win()
  opening.callback = nil
  server:open(type, opening):finally(function(err, view)
    if err then return shows:settle(err) end
    server.ready:finally(function(trouble)
      trouble = trouble or server.stopping
      if trouble then return shows:settle(trouble) end
      local is_there = vim.api.nvim_win_is_valid(window)
      local before = is_there and M.page(vim.api.nvim_win_get_buf(window)) or nil
      local page = M.display(server, view, window)
      page.origin = visit and visit.origin or before and { page = before }
      page:appear()
      shows:settle(nil, page.buffer)
    end)
  end)
  return shows
end

---Goes to a view: to the open one of this type with these parameters, or else to a new one.
---@param server svvs.Server
---@param type string
---@param options {params: table, session: string?, window: integer?, origin: table?}
function M.visit(server, type, options)
  for _, page in ipairs(M.pages()) do
    local view = page.view
    local is_meant = view.is_open and view.type == type and vim.deep_equal(view.params or {}, options.params)
    if is_meant and page.server == server then
      page.origin = options.origin or page.origin
      return M.display(server, view, options.window)
    end
  end
  local opening = { params = options.params, session = options.session, callback = failures.report }
  M.show(server, type, opening, options)
end

---The page of a buffer.
---@param buffer integer 0 is the current one
---@return svvs.Page?
function M.page(buffer) return shown[buffer == 0 and vim.api.nvim_get_current_buf() or buffer] end

---The open view of a buffer.
---@param buffer integer 0 is the current one
---@return svvs.View?
function M.view(buffer)
  local page = M.page(buffer)
  return page and page.view.is_open and page.view or nil
end

---Leaves a page for good: goes back to where it was come from, and closes its view.
---@param page svvs.Page
function M.leave(page)
  local origin = page.origin and page.origin.page
  if origin and vim.api.nvim_buf_is_valid(origin.buffer) then
    for _, window in ipairs(vim.fn.win_findbuf(page.buffer)) do
      vim.api.nvim_win_set_buf(window, origin.buffer)
    end
  end
  vim.api.nvim_buf_delete(page.buffer, { force = true })
end

return M

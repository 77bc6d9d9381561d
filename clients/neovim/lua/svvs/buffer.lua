---Views in buffers: each paints itself from its state, and acting on a line sets a property or calls an action.
local act = require('svvs.act')
local calls = require('svvs.call')
local failures = require('svvs.failure')
local paint = require('svvs.paint')

local M = {}
local shown = {} ---@type table<integer, svvs.Shown>
local marks = vim.api.nvim_create_namespace('svvs')

---@class svvs.Shown
---@field view svvs.View
---@field schema svvs.Schema
---@field buffer integer
---@field lines svvs.Line[]

local LINKS = {
  SvvsTitle = 'Title',
  SvvsDescription = 'Comment',
  SvvsName = 'Identifier',
  SvvsSign = 'Delimiter',
  SvvsValue = 'Constant',
  SvvsAction = 'Function',
  SvvsStale = 'WarningMsg',
}

-- What the cursor of each window that shows the buffer is on.
local function cursors(self)
  local kept = {}
  for _, window in ipairs(vim.fn.win_findbuf(self.buffer)) do
    local position = vim.api.nvim_win_get_cursor(window)
    local line = self.lines[position[1]]
    table.insert(kept, { window = window, position = position, key = line and line.key })
  end
  return kept
end

local function restore(self, kept)
  for _, cursor in ipairs(kept) do
    local row = math.min(cursor.position[1], #self.lines)
    for index, line in ipairs(self.lines) do
      if line.key == cursor.key then row = index end
    end
    vim.api.nvim_win_set_cursor(cursor.window, { row, cursor.position[2] })
  end
end

local function repaint(self)
  self.is_due = false
  if not vim.api.nvim_buf_is_valid(self.buffer) then return end
  local kept, texts = cursors(self), {}
  self.lines = paint.lines(self.schema, self.view)
  for index, line in ipairs(self.lines) do
    texts[index] = line.text
  end
  vim.bo[self.buffer].modifiable = true
  vim.api.nvim_buf_set_lines(self.buffer, 0, -1, true, texts)
  vim.bo[self.buffer].modifiable = false
  vim.bo[self.buffer].modified = false
  for index, line in ipairs(self.lines) do
    for _, mark in ipairs(line.marks) do
      vim.api.nvim_buf_set_extmark(self.buffer, marks, index - 1, mark[1], { end_col = mark[2], hl_group = mark[3] })
    end
  end
  restore(self, kept)
end

-- Paints when Neovim has read what is there: a burst of changes is painted once.
local function invalidate(self)
  if self.is_due then return end
  self.is_due = true
  vim.schedule(function() repaint(self) end)
end

local function set_up(self)
  local buffer = self.buffer
  vim.api.nvim_buf_set_name(buffer, ('svvs://%d/%s/%s'):format(buffer, self.view.type, self.view.id))
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].swapfile = false
  vim.bo[buffer].undolevels = -1
  vim.bo[buffer].modifiable = false
  vim.bo[buffer].filetype = 'svvs'
  for _, key in ipairs({ '<CR>', 'i' }) do
    vim.keymap.set('n', key, function() M.act() end, { buffer = buffer, nowait = true, desc = 'Change or call (svvs)' })
  end
  vim.keymap.set('n', 'R', function() self.view:get(failures.report) end, { buffer = buffer, desc = 'Refresh (svvs)' })
  vim.api.nvim_create_autocmd('BufWipeout', {
    buffer = buffer,
    desc = 'Close the svvs view, unless others have it',
    callback = function()
      shown[buffer] = nil
      if self.view.is_open and not self.view:is_shared() then self.view:close(failures.report) end
    end,
  })
end

---Makes a buffer for an open view, and displays it nowhere.
---@param view svvs.View
---@param schema svvs.Schema
---@return integer buffer
function M.add(view, schema)
  for group, link in pairs(LINKS) do
    vim.api.nvim_set_hl(0, group, { link = link, default = true })
  end
  local buffer = vim.api.nvim_create_buf(true, true)
  local self = { view = view, schema = schema, buffer = buffer, lines = {} }
  shown[buffer] = self
  set_up(self)
  view:on_change(function()
    if next(view.stale) then view:get(failures.report) end
    invalidate(self)
  end)
  view:on_close(function() invalidate(self) end)
  repaint(self)
  return buffer
end

---Shows an open view in the current window, in the buffer that it has or in a new one.
---@param view svvs.View
---@param schema svvs.Schema
---@return integer buffer
function M.display(view, schema)
  local buffer
  for number, one in pairs(shown) do
    if one.view == view then buffer = number end
  end
  buffer = buffer or M.add(view, schema)
  vim.api.nvim_win_set_buf(0, buffer)
  return buffer
end

---Opens a view in a buffer of the current window.
---@param server svvs.Server
---@param type string
---@param options svvs.OpenOptions?
---@return svvs.Call call its result is the buffer's number
function M.show(server, type, options)
  local opening = vim.tbl_extend('force', {}, options or {})
  local shows = calls.new('view/open', server.options.timeout, opening.callback)
  opening.callback = nil
  server:open(type, opening):finally(function(err, view)
    if err then return shows:settle(err) end
    server.ready:finally(function(trouble)
      trouble = trouble or server.stopping
      if trouble then return shows:settle(trouble) end
      shows:settle(nil, M.display(view, server.schema))
    end)
  end)
  return shows
end

---Whether a buffer shows a view, open or not.
---@param buffer integer
---@return boolean
function M.is_shown_in(buffer) return shown[buffer] ~= nil end

---The open view of a buffer.
---@param buffer integer 0 is the current one
---@return svvs.View? view
---@return svvs.Schema? schema
function M.of(buffer)
  local self = shown[buffer == 0 and vim.api.nvim_get_current_buf() or buffer]
  if self and self.view.is_open then return self.view, self.schema end
end

---Acts on the line of the cursor.
function M.act()
  local self = shown[vim.api.nvim_get_current_buf()]
  if not self then return end
  if not self.view.is_open then return failures.say('this view is closed') end
  local line = self.lines[vim.api.nvim_win_get_cursor(0)[1]]
  if line and line.target then act.on(self.view, self.schema, line.target) end
end

return M

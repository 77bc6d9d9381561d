---The server's process: lines in, lines out, and its end.
---
---It stands on libuv and not on `vim.lsp.rpc`, which has the framing for free: that of Neovim 0.7 swallows the answer
---to a cancelled call, keeps quiet to those who wait when the process dies, has large integers spoilt by `vim.json`,
---can log all parameters, passwords too, and has changed its interface since. Nor does it stand on `jobstart`, which
---hands out pieces of lines to be glued together again, and does not tell a signal from an exit status.
local failures = require('svvs.failure')
local uv = vim.uv or vim.loop

---@class svvs.Process
---@field pid integer
---@field is_ended boolean
local Process = {}
Process.__index = Process

local M = {}
local GRACE = 500 -- milliseconds that what a dead process wrote has to arrive
local alive = {} ---@type table<svvs.Process, boolean>

---Starts a process.
---@param command string[]
---@param stop_timeout integer milliseconds that it has to end when it was asked to
---@param events {line: fun(line: string), ended: fun(status: {code: integer, signal: integer, last_words: string?})}
---@param folder string? where it is started; by default where Neovim is
---@return svvs.Process? process
---@return svvs.Failure? failure
function M.start(command, stop_timeout, events, folder)
  local self = setmetatable({ stop_timeout = stop_timeout, events = events, pending = {}, log = '' }, Process)
  self.stdin, self.stdout, self.stderr = uv.new_pipe(false), uv.new_pipe(false), uv.new_pipe(false)
  local options = { args = vim.list_slice(command, 2), cwd = folder, hide = true }
  options.stdio = { self.stdin, self.stdout, self.stderr }
  local handle, pid = uv.spawn(command[1], options, vim.schedule_wrap(function(...) self:_exited(...) end))
  if not handle then
    for _, pipe in ipairs(options.stdio) do
      pipe:close()
    end
    local advice = 'name it by SVVS, such as SVVS="./MyApp serve", or by setup(), or put svvs on the PATH'
    return nil, failures.new('ServerNotFound', ("cannot run '%s' (%s): %s"):format(command[1], pid, advice))
  end
  self.handle, self.pid, self.unread = handle, pid, 2
  alive[self] = true
  self.stdout:read_start(vim.schedule_wrap(function(_, data) self:_read(data) end))
  self.stderr:read_start(vim.schedule_wrap(function(_, data) self:_log(data) end))
  return self
end

---Writes a line; without effect once the input is closed.
---@param line string
function Process:write(line)
  if not self.is_hung_up then self.stdin:write(line .. '\n') end
end

---Closes the process's input, once all is written.
function Process:hang_up()
  local stdin = self.stdin
  if self.is_hung_up then return end
  self.is_hung_up = true
  stdin:shutdown(function()
    if not stdin:is_closing() then stdin:close() end
  end)
end

---Asks the process to end, and kills it if it does not in time.
function Process:stop()
  self:hang_up()
  self:_signal('sigterm')
  self:kill_late()
end

---Kills the process if it has not ended in time.
function Process:kill_late()
  vim.defer_fn(function() self:_signal('sigkill') end, self.stop_timeout)
end

function Process:_signal(name)
  if not self.exit then self.handle:kill(name) end
end

function Process:_read(data)
  if not data then
    self:hang_up() -- Without its output there is no conversation.
    self:kill_late()
    return self:_drained()
  end
  local from = 1
  for at in data:gmatch('()\n') do
    table.insert(self.pending, data:sub(from, at - 1))
    local line = table.concat(self.pending)
    self.pending, from = {}, at + 1
    if line:find('%S') then self.events.line(line) end
  end
  if from > #data then return end
  table.insert(self.pending, data:sub(from))
  -- What does not begin like a message is not waited for to its end, which may never come.
  local first = self.pending[1]
  if not first:find('^%s*[{[]') and first:find('%S') then self.events.line(first) end
end

-- Keeps the end of what the process writes for people, and the line that says why it crashed, which a long backtrace
-- follows.
function Process:_log(data)
  if not data then return self:_drained() end
  local log = self.log .. data
  self.crash = self.crash or log:match('([^\r\n]*Fatal error:[^\r\n]*)[\r\n]')
  self.log = log:sub(-4096)
end

function Process:_last_words()
  return self.crash or self.log:match('[^\r\n]*Fatal error:[^\r\n]*') or self.log:match('([^\n]+)%s*$')
end

function Process:_drained()
  self.unread = self.unread - 1
  if self.exit and self.unread == 0 then self:_finish() end
end

function Process:_exited(code, signal)
  self.exit = { code = code, signal = signal }
  if self.unread == 0 then return self:_finish() end
  -- Its last words may still be in the pipes. A process that it left behind may hold the pipes open.
  vim.defer_fn(function() self:_finish() end, GRACE)
end

function Process:_finish()
  if self.is_ended then return end
  self.is_ended, self.is_hung_up = true, true
  alive[self] = nil
  for _, handle in ipairs({ self.stdin, self.stdout, self.stderr, self.handle }) do
    if not handle:is_closing() then handle:close() end
  end
  self.events.ended({ code = self.exit.code, signal = self.exit.signal, last_words = self:_last_words() })
end

-- A server must not outlive Neovim, whatever the server is up to.
local function end_all()
  for process in pairs(alive) do
    process:stop()
  end
  for process in pairs(alive) do
    vim.wait(process.stop_timeout, function() return process.exit ~= nil end, 5)
    process:_signal('sigkill')
  end
end

vim.api.nvim_create_autocmd('VimLeavePre', {
  group = vim.api.nvim_create_augroup('svvs_process', {}),
  desc = 'End the svvs servers',
  callback = end_all,
})

return M

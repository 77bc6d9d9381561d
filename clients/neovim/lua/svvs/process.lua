---The server's process: its command line, the lines that it reads and writes, and its end.
---
---It uses libuv and not `vim.lsp.rpc`, which includes the framing: in Neovim 0.7 `vim.lsp.rpc` drops the reply to a
---cancelled call, does not notify waiting calls when the process dies, rounds large integers and can log passwords, and
---its interface has changed since. `jobstart` splits lines and does not distinguish a signal from an exit status.
local failures = require('svvs.failure')
local later = require('svvs.later')
local uv = vim.uv or vim.loop

local M = {}

---The words of a command line, split as a shell does. Nothing is expanded.
---@param line string
---@return string[]? words nil if a quote is not closed, or the line ends with a backslash
function M.split_command(line)
  local words, word, quote, at = {}, nil, nil, 1
  while at <= #line do
    local char = line:sub(at, at)
    local is_escape = char == '\\' and (not quote or quote == '"' and line:find('^["\\$`]', at + 1))
    if is_escape then
      at = at + 1
      if at > #line then return nil end
      word = (word or '') .. line:sub(at, at)
    elseif char == quote then
      quote = nil
    elseif quote or not char:find('[%s\'"]') then
      word = (word or '') .. char
    elseif char:find('%s') then
      words[#words + 1], word = word, nil
    else
      quote, word = char, word or ''
    end
    at = at + 1
  end
  if quote then return nil end
  words[#words + 1] = word
  return words
end

---@class svvs.Process
---@field pid integer
---@field is_ended boolean
local Process = {}
Process.__index = Process

local GRACE = 500 -- milliseconds for the last output of a dead process to arrive
local alive = {} ---@type table<svvs.Process, boolean>

---Starts a process.
---@param command string[]
---@param stop_timeout integer milliseconds to end after a request to stop
---@param events {line: fun(line: string), ended: fun(status: {code: integer, signal: integer, last_words: string?})}
---@param folder string? its working directory; by default that of Neovim
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
  self.stdout:read_start(vim.schedule_wrap(function(_, data) later.run(self._read, self, data) end))
  self.stderr:read_start(vim.schedule_wrap(function(_, data) self:_log(data) end))
  return self
end

---Writes a line. Does nothing when the process's input is closed.
---@param line string
function Process:write(line)
  if not self.is_hung_up then self.stdin:write(line .. '\n') end
end

---Closes the process's input after everything has been written.
function Process:hang_up()
  local stdin = self.stdin
  if self.is_hung_up then return end
  self.is_hung_up = true
  stdin:shutdown(function()
    if not stdin:is_closing() then stdin:close() end
  end)
end

---Asks the process to end, and kills it after the timeout.
function Process:stop()
  self:hang_up()
  self:_signal('sigterm')
  self:kill_late()
end

---Kills the process if it has not ended within the timeout.
function Process:kill_late()
  vim.defer_fn(function() self:_signal('sigkill') end, self.stop_timeout)
end

function Process:_signal(name)
  if not self.exit then self.handle:kill(name) end
end

function Process:_read(data)
  if not data then
    self:hang_up() -- A process that has closed its output cannot reply.
    self:kill_late()
    return self:_drained()
  end
  local from = 1
  for at in data:gmatch('()\n') do
    table.insert(self.pending, data:sub(from, at - 1))
    local line = table.concat(self.pending)
    self.pending, from = {}, at + 1
    local next_line = data:find('%S', from)
    if line:find('%S') then self.events.line(line, next_line ~= nil and data:find('\n', next_line, true) ~= nil) end
  end
  if from > #data then return end
  table.insert(self.pending, data:sub(from))
  -- Output that does not begin like a message is a fault; its line may never end.
  local first = self.pending[1]
  if first:find('^%s*[^%s{]') then self.events.line(first) end
end

-- Keeps the end of stderr, and the line with the reason of a crash, which a long backtrace may follow.
function Process:_log(data)
  if not data then return self:_drained() end
  local log = self.log .. data
  self.crash = self.crash or log:match('([^\r\n]*Fatal error:[^\r\n]*)[\r\n]')
  self.log = log:sub(-4096)
end

-- The reason of a crash, and the last line that is not the notice of a wait for a shared server.
function Process:_last_words()
  local last = self.log:gsub('[^\n]*: waiting for [^\n]*, which [^\n]*', ''):match('([^\n]*%S)%s*$')
  if self.crash and self.crash ~= last then return self.crash .. '; ' .. last end
  return last
end

function Process:_drained()
  self.unread = self.unread - 1
  if self.exit and self.unread == 0 then self:_finish() end
end

function Process:_exited(code, signal)
  self.exit = { code = code, signal = signal }
  if self.unread == 0 then return self:_finish() end
  -- Its last output may still be in the pipes. A child process of it may keep the pipes open.
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

-- Servers must not outlive Neovim.
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

---A running server: its process, the connection to it, and its start and end.
local connections = require('svvs.connection')
local failures = require('svvs.failure')
local processes = require('svvs.process')
local screens = require('svvs.screen')
local views = require('svvs.view')
local uv = vim.uv or vim.loop

---@class svvs.Server
---@field ready svvs.Call done when the server has replied to `initialize` and `rpc.discover`; its result is `info`
---@field info table? the result of `initialize`: `serverInfo`, `limits`, `viewTypes`, `schemaHash`, `capabilities`
---@field screens svvs.Screen[]? what its views show; nil if the server does not send any
---@field pid integer
---@field is_running boolean
---@field announces boolean? whether an unexpected end is reported to people
---@field connection svvs.Connection
---@field stopping svvs.Failure? the reason after a request to stop, until the end
---@field reason svvs.Failure? why it has ended, or is ending
local Server = {}
Server.__index = Server

local M = { PROTOCOL = 2 }

---@class svvs.Options
---@field command string[]|string|nil the server's executable and its arguments, or a command line
---@field attach string|boolean|nil attaches to the shared server with this name or path; true: with the app's name
---@field timeout integer? milliseconds that the server has to reply to a request other than an action; also the default
---  timeout of `Call:wait` (60,000)
---@field stop_timeout integer? milliseconds that the server has to end after a request to stop (10,000)
---@field on_exit fun(reason: svvs.Failure)? called once, when the server has ended
---@field folder string? its working directory; by default that of Neovim

---Starts a server. Views can be opened immediately; if the start fails, so do they.
---@param options svvs.Options with all defaults
---@return svvs.Server? server
---@return svvs.Failure? failure
function M.start(options)
  options.folder = options.folder or uv.cwd()
  local self = setmetatable({ options = options, is_running = true }, Server)
  local err = self:_launch()
  if err then return nil, err end
  self.ready = connections.new_call('initialize', options.timeout)
  self.stopped = connections.new_call('shutdown', options.timeout)
  self.connection = connections.new({
    write = function(line) self.process:write(line) end,
    fault = function(fault) self:_abort(fault) end,
    timeout = options.timeout,
  })
  self:_initialize()
  return self
end

-- Starts the process, and returns the failure of that.
function Server:_launch()
  local process, err = processes.start(self.options.command, self.options.stop_timeout, {
    line = function(line, has_more) self.connection:receive(line, has_more) end,
    ended = function(status) self:_ended(status) end,
  }, self.options.folder)
  if not process then return err end
  self.process, self.pid = process, process.pid
end

function Server:_initialize_params()
  return {
    protocolVersion = M.PROTOCOL,
    -- A shared server must survive Neovim.
    processId = not self.options.attach and vim.fn.getpid() or nil,
    clientInfo = { name = 'svvs.nvim', version = require('svvs').version },
    capabilities = { cause = true, append = true },
  }
end

function Server:_initialize()
  self.connection:ask('initialize', self:_initialize_params(), function(err, info)
    local version = type(info) == 'table' and info.protocolVersion
    if err then
      self:_abort(err)
    elseif version ~= M.PROTOCOL then
      local message = 'the server speaks version %s of the protocol, and this plugin version %d: update the older one'
      self:_abort(failures.new('ProtocolVersionMismatch', message:format(tostring(version), M.PROTOCOL)))
    else
      self.info = info
    end
  end)
  self.connection:notify('initialized')
  self.connection:ask('rpc.discover', nil, function(err, found)
    if err then return self:_abort(err) end
    self.screens = found
    self.ready:settle(nil, self.info)
  end, screens.read)
end

---Calls the function when pages can show the views of the server.
---@param callback fun(err: svvs.Failure?) with the failure if they cannot
function Server:when_shown(callback)
  self.ready:finally(function(err)
    local message = 'the server describes no screens (x-screens), so its views cannot be shown: update the server'
    callback(err or not self.screens and failures.new('NoScreens', message) or nil)
  end)
end

-- Ends the connection. The first reason counts.
function Server:_conclude(reason)
  if self.reason then return end
  reason.is_end = true
  self.reason = reason
  if self.announces and reason.kind ~= 'Stopped' then
    local report = self.ready.done and failures.say or failures.report_start
    report(reason)
  end
  self.connection:fail(reason)
  self.ready:settle(reason)
end

-- Ends the connection and the process.
function Server:_abort(reason)
  if self.reason then return end
  self:_conclude(reason)
  self.process:stop()
end

-- The name of a signal, such as SIGKILL. If it has two, such as SIGABRT and SIGIOT, it is the first one.
local function name_of(signal)
  local names = vim.tbl_filter(function(name)
    return uv.constants[name] == signal and vim.startswith(name, 'SIG')
  end, vim.tbl_keys(uv.constants))
  table.sort(names)
  return names[1] or 'signal ' .. signal
end

-- Why a server has ended by itself. At the end of Neovim that is expected.
local function cause_of_end(status)
  if vim.v.exiting ~= vim.NIL then return failures.new('Stopped', 'Neovim ended') end
  local how = 'has ended with status ' .. status.code
  if status.signal ~= 0 then how = 'was ended by ' .. name_of(status.signal) end
  local words = status.last_words and ': ' .. status.last_words or ''
  return failures.new('ServerDied', ('the server %s%s'):format(how, words))
end

-- Attaches again if the process was killed while it was in a shared session.
function Server:_rejoin(status)
  local session = views.shared_session(self.connection)
  local is_cut = status.signal ~= 0 and not self.reason and not self.stopping and vim.v.exiting == vim.NIL
  if not is_cut or not session then return false end
  local unanswered = self.connection:unanswered()
  if self:_launch() then return false end
  self.connection:ask('initialize', self:_initialize_params())
  views.rejoin(session, unanswered, function(err)
    -- After a second cut, the server does not know this join, which a later one replaced.
    if not err or err.kind == 'Unanswered' or err.is_end then return end
    local message = 'the connection was cut, and the session %s has ended: %s'
    self:_abort(failures.new('ServerDied', message:format(session.id, tostring(err))))
  end)
  return true
end

function Server:_ended(status)
  if self:_rejoin(status) then return end
  self:_conclude(self.stopping or cause_of_end(status))
  self.is_running = false
  self.stopped:settle(nil, status)
  if self.options.on_exit then failures.guard(self.options.on_exit, self.reason) end
end

---Ends the server: it cancels its calls and closes its views. It is killed after the timeout.
---@param callback fun(err: svvs.Failure?, status: table?)? called when the process has ended
---@return svvs.Call call its result is `{code, signal, last_words}`
function Server:stop(callback)
  if callback then self.stopped:finally(callback) end
  if self.reason or self.stopping then return self.stopped end
  self.stopping = failures.new('Stopped', 'the server was stopped')
  self.stopping.is_end = true
  self.connection:request('shutdown', nil, function()
    self.connection:notify('exit')
    self:_conclude(self.stopping)
    self.process:hang_up()
  end)
  self.process:kill_late()
  return self.stopped
end

---See `svvs.Connection:open`.
function Server:open(type, options) return self.connection:open(type, options) end

---See `svvs.Connection:open_session`.
function Server:open_session(id, callback) return self.connection:open_session(id, callback) end

---See `svvs.Connection:close_session`.
function Server:close_session(id, callback) return self.connection:close_session(id, callback) end

---See `svvs.view`.
function Server:share(id, options) return views.share(self.connection, id, options) end

---See `svvs.view`.
function Server:join(id, options) return views.join(self.connection, id, options) end

---Requests the list of the shared sessions.
---@param callback fun(err: svvs.Failure?, sessions: table[]?)?
---@return svvs.Call
function Server:sessions(callback)
  return self.connection:ask('session/list', nil, callback, function(result) return result.sessions end)
end

---See `svvs.Connection:request`.
function Server:request(method, params, callback) return self.connection:request(method, params, callback) end

---The open views.
---@return svvs.View[]
function Server:views() return self.connection:open_views() end

return M

---A running server: its process, the conversation with it, and what it says of itself.
local calls = require('svvs.call')
local connections = require('svvs.connection')
local failures = require('svvs.failure')
local processes = require('svvs.process')
local schemas = require('svvs.schema')
local sessions = require('svvs.session')
local uv = vim.uv or vim.loop

---@class svvs.Server
---@field ready svvs.Call done when the server has introduced itself; its result is `info`
---@field info table? what the server says of itself: `serverInfo`, `limits`, `viewTypes`, `schemaHash`, `capabilities`
---@field schema svvs.Schema? what its views are made of
---@field pid integer
---@field is_running boolean
---@field announces boolean? whether it is said to people if it ends unasked
---@field connection svvs.Connection
---@field stopping svvs.Failure? why it will end, once it was asked to
---@field reason svvs.Failure? why it has ended, or is about to
local Server = {}
Server.__index = Server

local M = { PROTOCOL = 1 }

---@class svvs.Options
---@field command string[]|string|nil the server's executable and its arguments, or a command line
---@field attach string|boolean|nil attaches to the shared server of that name or at that path; true: named as the app
---@field timeout integer? milliseconds that the server has to reply to what is no action, and that `Call:wait` waits by
---  default (60,000)
---@field stop_timeout integer? milliseconds that the server has to end when it was asked to (10,000)
---@field on_exit fun(reason: svvs.Failure)? called once, when the server has ended
---@field folder string? where it is started; by default where Neovim is

---Starts a server. Views may be opened at once; what fails in between fails them.
---@param options svvs.Options complete ones
---@return svvs.Server? server
---@return svvs.Failure? failure
function M.start(options)
  options.folder = options.folder or uv.cwd()
  local self = setmetatable({ options = options, is_running = true }, Server)
  local err = self:_launch()
  if err then return nil, err end
  self.ready = calls.new('initialize', options.timeout)
  self.stopped = calls.new('shutdown', options.timeout)
  self.connection = connections.new({
    write = function(line) self.process:write(line) end,
    fault = function(fault) self:_abort(fault) end,
    timeout = options.timeout,
  })
  self:_introduce()
  return self
end

-- Starts the process, and returns why that failed.
function Server:_launch()
  local process, err = processes.start(self.options.command, self.options.stop_timeout, {
    line = function(line) self.connection:receive(line) end,
    ended = function(status) self:_ended(status) end,
  }, self.options.folder)
  if not process then return err end
  self.process, self.pid = process, process.pid
end

function Server:_introduction()
  return {
    protocolVersion = M.PROTOCOL,
    -- What is shared goes on when Neovim is killed.
    processId = not self.options.attach and vim.fn.getpid() or nil,
    clientInfo = { name = 'svvs.nvim', version = require('svvs').version },
    capabilities = { cause = true },
  }
end

function Server:_introduce()
  self.connection:ask('initialize', self:_introduction(), function(err, info)
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
  self.connection:ask('rpc.discover', nil, function(err, schema)
    if err then return self:_abort(err) end
    self.schema = schema
    self.ready:settle(nil, self.info)
  end, function(_, line) return schemas.new(line) end)
end

-- Ends the connection, for the first reason that there is.
function Server:_conclude(reason)
  if self.reason then return end
  reason.is_end = true
  self.reason = reason
  if self.announces and reason.kind ~= 'Stopped' then failures.say(reason) end
  self.connection:fail(reason)
  self.ready:settle(reason)
end

-- Gives the server up.
function Server:_abort(reason)
  if self.reason then return end
  self:_conclude(reason)
  self.process:stop()
end

-- Why a server has ended that nobody gave up. The end of Neovim ends it too: that is no news.
local function cause_of_death(status)
  if vim.v.exiting ~= vim.NIL then return failures.new('Stopped', 'Neovim ended') end
  local how = status.signal ~= 0 and 'killed by signal ' .. status.signal or 'exit status ' .. status.code
  local words = status.last_words and ': ' .. status.last_words or ''
  return failures.new('ServerDied', ('the server died (%s)%s'):format(how, words))
end

-- Attaches again, if the process was killed and was in a shared session. What is sent meanwhile comes behind that.
function Server:_rejoin(status)
  local session = sessions.shared_of(self.connection)
  local is_cut = status.signal ~= 0 and not self.reason and not self.stopping and vim.v.exiting == vim.NIL
  if not is_cut or not session then return false end
  local unanswered = self.connection:unanswered()
  if self:_launch() then return false end
  self.connection:ask('initialize', self:_introduction())
  sessions.rejoin(session, unanswered, function(err)
    -- Cut off again, this is unknown to the server when another has succeeded.
    if not err or err.kind == 'Unanswered' or err.is_end then return end
    local message = 'the connection was cut, and the session %s is gone: %s'
    self:_abort(failures.new('ServerDied', message:format(session.id, tostring(err))))
  end)
  return true
end

function Server:_ended(status)
  if self:_rejoin(status) then return end
  self:_conclude(self.stopping or cause_of_death(status))
  self.is_running = false
  self.stopped:settle(nil, status)
  if self.options.on_exit then failures.guard(self.options.on_exit, self.reason) end
end

---Ends the server: its calls are cancelled, its views closed. One that does not end in time is killed.
---@param callback fun(err: svvs.Failure?, status: table?)? called when the process is gone
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

---See `svvs.session`.
function Server:share(id, options) return sessions.share(self.connection, id, options) end

---See `svvs.session`.
function Server:join(id, options) return sessions.join(self.connection, id, options) end

---The shared sessions of the process, as the server lists them.
---@param callback fun(err: svvs.Failure?, sessions: table[]?)?
---@return svvs.Call
function Server:sessions(callback)
  return self.connection:ask('session/list', nil, callback, function(result) return result.sessions end)
end

---See `svvs.Connection:request`.
function Server:request(method, params, callback) return self.connection:request(method, params, callback) end

---The open views.
---@return svvs.View[]
function Server:views()
  local views = vim.tbl_values(self.connection.views)
  table.sort(views, function(a, b) return a.id < b.id end)
  return views
end

return M

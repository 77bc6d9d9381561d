---The protocol: requests and their replies, and the state of each open view. It reads and writes lines, and knows no
---process.
local calls = require('svvs.call')
local failures = require('svvs.failure')
local json = require('svvs.json')
local sessions = require('svvs.session')
local states = require('svvs.state')
local views = require('svvs.view')
local uv = vim.uv or vim.loop

---@class svvs.Connection
---@field views table<string, svvs.View> the open views by their ids
---@field sessions table<string, svvs.Session> the shared sessions by their ids
---@field end_failure svvs.Failure? why the connection has ended
---@field private options svvs.ConnectionOptions
---@field private under_way table<integer, svvs.Call>
---@field private last_id integer
local Connection = {}
Connection.__index = Connection

---@class svvs.ConnectionOptions
---@field write fun(line: string)
---@field fault fun(failure: svvs.Failure) the server broke the protocol, or did not reply in time; is to call `fail`
---@field timeout integer milliseconds that the server has to reply to what is no action, and that `Call:wait` waits

local M = {}

---@param options svvs.ConnectionOptions
---@return svvs.Connection
function M.new(options)
  return setmetatable({ options = options, views = {}, sessions = {}, under_way = {}, last_id = 0 }, Connection)
end

local function encode(message)
  message.jsonrpc, message.params = '2.0', json.object(message.params or {})
  local is_fine, line = pcall(json.encode, message)
  if is_fine then return line end
  return nil, failures.new('BadValue', ('%s cannot be sent: %s'):format(message.method, line))
end

---Sends a request, which may take as long as it likes. Its callback comes when all that it changed is in the state.
---@param method string
---@param params table?
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function Connection:request(method, params, callback)
  if self.end_failure then return calls.failed(method, self.end_failure, callback) end
  local id = self.last_id + 1
  local line, err = encode({ id = id, method = method, params = params })
  if err then return calls.failed(method, err, callback) end
  local call = calls.new(method, self.options.timeout, callback)
  call.canceller = function() self:notify('$/cancelRequest', { id = id }) end
  self.last_id, self.under_way[id] = id, call
  self.options.write(line)
  return call
end

---Sends a request to which the server replies at once; one that does not in time is given up.
---@param method string
---@param params table?
---@param callback fun(err: svvs.Failure?, result: any)?
---@param take (fun(result: any, line: string): any)? makes of the result that of the call; what it raises is a fault
---@return svvs.Call
function Connection:ask(method, params, callback, take)
  local call = self:request(method, params, callback)
  call.take = take
  if not call.done then self:_watch(call) end
  return call
end

-- The timer goes off twice, since what arrived while Neovim was busy is read between the two.
function Connection:_watch(call)
  local timeout, timer, is_second = self.options.timeout, uv.new_timer(), false
  timer:start(timeout, 200, vim.schedule_wrap(function()
    if is_second and not call.done then
      local message = 'the server did not reply to %s within %g s, and was ended'
      self.options.fault(failures.new('TimedOut', message:format(call.method, timeout / 1000)))
    end
    is_second = true
  end))
  call:finally(function() timer:close() end)
end

---Sends a notification, to which there is no reply.
---@param method string
---@param params table?
---@return svvs.Failure? failure if it cannot be sent
function Connection:notify(method, params)
  if self.end_failure then return self.end_failure end
  local line, err = encode({ method = method, params = params })
  if line then self.options.write(line) end
  return err
end

---@class svvs.OpenOptions
---@field params table? the parameters of the view
---@field view string? its id; by default the server's choice
---@field delivery 'properties'|'patch'|'signal'|nil how changes are sent
---@field session string? the session that it belongs to
---@field callback fun(err: svvs.Failure?, view: svvs.View?)?

---Opens a view.
---@param type string
---@param options svvs.OpenOptions?
---@return svvs.Call call its result is a `svvs.View`
function Connection:open(type, options)
  options = options or {}
  local params = { type = type, view = options.view, session = options.session, delivery = options.delivery }
  params.params = options.params and json.object(options.params)
  return self:ask('view/open', params, options.callback, function(snapshot)
    -- What comes next in the same read may be changes of it already.
    local view = views.new(self, params, snapshot)
    self.views[view.id] = view
    return view
  end)
end

---Opens a session: views that are closed together.
---@param id string? by default the server's choice
---@param callback fun(err: svvs.Failure?, session: svvs.Session?)?
---@return svvs.Call call its result is a `svvs.Session`
function Connection:open_session(id, callback)
  return self:ask('session/open', { session = id }, callback, function(result)
    return sessions.new(self, assert(result.session, 'no session'))
  end)
end

---Takes a line that the server wrote. After the end, nobody does.
---@param line string
function Connection:receive(line)
  if self.end_failure then return end
  local is_fine, message = pcall(json.decode, line)
  if not is_fine or type(message) ~= 'table' or message.jsonrpc ~= '2.0' then return self:fault('no message', line) end
  if message.method == 'state/changed' then
    self:_fold(message.params, line)
  elseif message.method == 'session/changed' then
    local is_taken, problem = pcall(sessions.change, self, message.params)
    if not is_taken then self:fault(problem, line) end
  elseif message.method == nil then
    self:settle(message, line)
  elseif message.id ~= nil then
    -- Servers request nothing: this is another program, such as one that repeats what it is sent.
    self:fault('a request', line)
  end
end

---Gives up a server that broke the protocol.
---@param problem string what is wrong with what it wrote
---@param text string what it wrote
function Connection:fault(problem, text)
  if self.end_failure then return end
  local excerpt = #text > 60 and text:sub(1, 60) .. '…' or text
  local message = ('the server broke the protocol, and was ended: %s: %s'):format(problem, vim.inspect(excerpt))
  self.options.fault(failures.new('BadMessage', message))
end

-- Whether a reply has a result, or an error that is one.
local function is_reply(message)
  local err = message.error
  if err == nil then return message.result ~= nil end
  return type(err) == 'table' and type(err.message) == 'string'
end

---Takes a reply.
---@param message table
---@param line string
function Connection:settle(message, line)
  if not is_reply(message) then return self:fault('no reply', line) end
  local id, err, result = message.id, nil, message.result
  local call = self.under_way[id]
  if message.error then
    err = failures.of_response(message.error)
    -- An error without an id is the reply to something that the server could not read.
    if not call then return failures.say(err) end
  elseif not call then
    return self:fault('a reply to nothing', line)
  elseif call.take then
    local is_fine
    is_fine, result = pcall(call.take, result, line)
    if not is_fine then return self:fault(result, line) end
  end
  self.under_way[id] = nil
  call:settle(err, result)
end

-- Folds one commit into all views that it concerns. Their listeners are called when all have it.
function Connection:_fold(params, line)
  local changed = {}
  local is_fine, problem = pcall(function()
    for _, entry in ipairs(params.views) do
      local view = self.views[entry.view]
      if view then table.insert(changed, { view, states.fold(view, params.commit, entry) }) end
    end
  end)
  if not is_fine then return self:fault(problem, line) end
  for _, change in ipairs(changed) do
    change[1]:_changed({ commit = params.commit, names = change[2], causes = params.cause or {} })
  end
end

---Forgets views that are closed.
---@param is_meant fun(view: svvs.View): boolean
function Connection:forget(is_meant)
  for id, view in pairs(self.views) do
    if is_meant(view) then
      self.views[id] = nil
      view:_closed()
    end
  end
end

---The ids of the requests under way.
---@return integer[]
function Connection:unanswered() return vim.tbl_keys(self.under_way) end

---Gives up a request that was cut off, and of which no more is known.
---@param id integer
function Connection:abandon(id)
  local call = self.under_way[id]
  self.under_way[id] = nil
  call:settle(failures.new('Unanswered', 'the connection was cut before there was a reply to ' .. call.method))
end

---The method of a request under way.
---@param id integer
---@return string
function Connection:method_of(id) return self.under_way[id].method end

---Ends the connection: fails every call, and closes every view.
---@param err svvs.Failure
function Connection:fail(err)
  if self.end_failure then return end
  self.end_failure = err
  local under_way = self.under_way
  self.under_way = {}
  for _, call in pairs(under_way) do
    call:settle(err)
  end
  self:forget(function() return true end)
end

return M

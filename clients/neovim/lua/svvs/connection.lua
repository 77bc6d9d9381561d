---The protocol over one connection: requests, replies and notifications as lines of JSON, and the open views. It is
---independent of processes.
local failures = require('svvs.failure')
local format = require('svvs.format')
local json = require('svvs.json')
local states = require('svvs.state')
local views = require('svvs.view')
local uv = vim.uv or vim.loop

local M = {}

---A request, until its reply has arrived.
---@class svvs.Call
---@field method string
---@field done boolean
---@field private timeout integer the default timeout of `wait`, in milliseconds
---@field private result any
---@field private failure svvs.Failure?
---@field private listeners function[]
---@field package canceller function?
---@field package take (fun(result: any): any)? makes the result of the call from that of the server
local Call = {}
Call.__index = Call

---@param method string
---@param timeout integer
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function M.new_call(method, timeout, callback)
  return setmetatable({ method = method, timeout = timeout, done = false, listeners = { callback } }, Call)
end

---A call that failed before it was sent.
---@param method string
---@param err svvs.Failure
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function M.failed_call(method, err, callback)
  local call = M.new_call(method, 0, callback)
  call:settle(err)
  return call
end

---Waits for the reply while Neovim processes other events. By then the state contains the changes of the call. A
---timeout cancels the call.
---@param timeout integer? in milliseconds
---@return any result nil if the call failed; null is `vim.NIL`
---@return svvs.Failure? failure
function Call:wait(timeout)
  timeout = timeout or self.timeout
  local _, reason = vim.wait(timeout, function() return self.done end, 5)
  if self.done then return self.result, self.failure end
  local is_interrupted = reason == -2
  if is_interrupted then return nil, failures.new('Interrupted', 'interrupted while waiting for ' .. self.method) end
  self:cancel()
  return nil, self:timed_out(timeout)
end

---@param timeout integer in milliseconds
---@return svvs.Failure
function Call:timed_out(timeout)
  return failures.new('TimedOut', ('no reply to %s within %g s'):format(self.method, timeout / 1000))
end

---Asks the server to end the call early; the server still replies. Does nothing if the call is done.
function Call:cancel()
  if not self.done and self.canceller then self.canceller() end
end

---Calls the listener when the call is done; immediately if it is done already.
---@param listener fun(err: svvs.Failure?, result: any)
function Call:finally(listener)
  if self.done then return failures.guard(listener, self.failure, self.result) end
  table.insert(self.listeners, listener)
end

---Ends the call. Only the client itself uses this.
---@param err svvs.Failure?
---@param result any
function Call:settle(err, result)
  if self.done then return end
  self.done, self.failure, self.result = true, err, result
  for _, listener in ipairs(self.listeners) do
    failures.guard(listener, err, result)
  end
end

---@class svvs.Connection
---@field views table<string, svvs.View> the open views by their ids
---@field sessions table<string, svvs.Session> the shared sessions by their ids
---@field end_failure svvs.Failure? why the connection has ended
---@field private options svvs.ConnectionOptions
---@field private calls table<integer, svvs.Call> the calls in progress by their ids
---@field private last_id integer
---@field private waiting table? a change that is not folded yet
local Connection = { failed_call = M.failed_call }
Connection.__index = Connection

---@class svvs.ConnectionOptions
---@field write fun(line: string)
---@field fault fun(failure: svvs.Failure) called when the server breaks the protocol; must call `fail`
---@field timeout integer milliseconds that the server has to reply to a request other than an action; also the default
---  timeout of `Call:wait`

---@param options svvs.ConnectionOptions
---@return svvs.Connection
function M.new(options)
  return setmetatable({ options = options, views = {}, sessions = {}, calls = {}, last_id = 0 }, Connection)
end

local function encode(message)
  message.jsonrpc, message.params = '2.0', json.object(message.params or {})
  local is_fine, line = pcall(json.encode, message)
  if is_fine then return line end
  return nil, failures.new('BadValue', ('%s cannot be sent: %s'):format(message.method, line))
end

---Sends a request without a timeout. The callback is called when the state contains all changes of the request.
---@param method string
---@param params table?
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function Connection:request(method, params, callback)
  if self.end_failure then return M.failed_call(method, self.end_failure, callback) end
  local id = self.last_id + 1
  local line, err = encode({ id = id, method = method, params = params })
  if err then return M.failed_call(method, err, callback) end
  local call = M.new_call(method, self.options.timeout, callback)
  call.canceller = function() self:notify('$/cancelRequest', { id = id }) end
  self.last_id, self.calls[id] = id, call
  self.options.write(line)
  return call
end

---Sends a request to which the server replies immediately. After the timeout the request is cancelled, and its reply is
---applied to the state, but not returned.
---@param method string
---@param params table?
---@param callback fun(err: svvs.Failure?, result: any)?
---@param take (fun(result: any): any)? makes the result of the call; an error in it is the server's fault
---@return svvs.Call
function Connection:ask(method, params, callback, take)
  local call = self:request(method, params, callback)
  call.take = take
  if not call.done then self:_start_timeout(call) end
  return call
end

-- The timer fires twice: between the two, Neovim reads what arrived while it was busy.
function Connection:_start_timeout(call)
  local timeout, timer, is_second = self.options.timeout, uv.new_timer(), false
  timer:start(timeout, 200, vim.schedule_wrap(function()
    if is_second then
      call:cancel()
      call:settle(call:timed_out(timeout))
    end
    is_second = true
  end))
  call:finally(function() timer:close() end)
end

---Sends a notification.
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
---@field view string? its id; by default the server chooses one
---@field delivery 'properties'|'patch'|nil how changes are sent
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
  local call
  call = self:ask('view/open', params, options.callback, function(snapshot)
    -- The next message of the same read may be a change of the view.
    local view = views.new(self, params, snapshot)
    self.views[view.id] = view
    if call.done then view:close() end -- the timeout has passed
    return view
  end)
  return call
end

---The open views, sorted by their ids.
---@return svvs.View[]
function Connection:open_views()
  local open = vim.tbl_values(self.views)
  table.sort(open, function(a, b) return a.id < b.id end)
  return open
end

---Opens a session: a set of views that are closed together.
---@param id string? by default the server chooses one
---@param callback fun(err: svvs.Failure?, session: svvs.Session?)?
---@return svvs.Call call its result is a `svvs.Session`
function Connection:open_session(id, callback)
  return self:ask('session/open', { session = id }, callback, function(result)
    return views.new_session(self, assert(result.session, 'a reply without a session'))
  end)
end

---Closes a session with all its views.
---@param id string `default` is the session of the views that were opened without one
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function Connection:close_session(id, callback)
  return self:ask('session/close', { session = id }, callback, function(result)
    self.sessions[id] = nil
    self:forget(function(view) return (view.session or 'default') == id end)
    return result
  end)
end

local function is_growth(step)
  return type(step) == 'table' and step.op == 'append' and type(step.path) == 'string' and type(step.value) == 'string'
end

-- The only view of a change, if all that changes is texts that grow: two other changes are not the same as one.
local function growing(params)
  local entry = type(params) == 'table' and type(params.views) == 'table' and #params.views == 1 and params.views[1]
  local patch = type(entry) == 'table' and type(entry.patch) == 'table' and entry.patch or {}
  return #patch > 0 and #vim.tbl_filter(is_growth, patch) == #patch and entry or nil
end

-- Takes the steps of a change into the change that waits. Those that add to the same text become one.
local function take(waiting, patch)
  for _, step in ipairs(patch) do
    local before = waiting.texts[step.path]
    if before then
      table.insert(before.pieces, step.value)
    else
      table.insert(waiting.patch, step)
      waiting.texts[step.path], step.pieces = step, { step.value }
    end
  end
end

-- Keeps a change in which only texts grow until the other lines of the read are handled: to add to a long text is to
-- copy it, and a fast server writes hundreds of changes at a time.
function Connection:_keep(params, line)
  local waiting, entry = self.waiting, growing(params)
  if not entry then return false end
  local is_next = waiting and waiting.view == entry.view and waiting.params.commit == entry.from
  if not is_next then
    self:_fold_waiting()
    waiting = { view = entry.view, params = params, line = line, patch = {}, texts = {} }
    self.waiting = waiting
  else
    waiting.params.commit = params.commit
    waiting.params.cause = vim.list_extend(waiting.params.cause or {}, params.cause or {})
  end
  take(waiting, entry.patch)
  return true
end

-- Folds the change that waits.
function Connection:_fold_waiting()
  local waiting = self.waiting
  self.waiting = nil
  if not waiting then return end
  for _, step in ipairs(waiting.patch) do
    step.value = table.concat(step.pieces)
  end
  waiting.params.views[1].patch = waiting.patch
  self:_fold_changes(waiting.params, waiting.line)
end

---Handles a line that the server wrote. After the end of the connection it is ignored.
---@param line string
---@param has_more boolean? whether another line was read with it
function Connection:receive(line, has_more)
  if self.end_failure then return end
  local is_fine, message = pcall(json.decode, line)
  local is_message = is_fine and type(message) == 'table' and message.jsonrpc == '2.0'
  local is_kept = is_message and message.method == 'state/changed' and self:_keep(message.params, line)
  if is_kept and has_more then return end
  self:_fold_waiting()
  if is_kept or self.end_failure then return end
  if not is_message then return self:fault(nil, line) end
  if message.method == 'state/changed' then
    self:_fold_changes(message.params, line)
  elseif message.method == 'session/changed' then
    local is_applied, problem = pcall(views.session_changed, self, message.params)
    if not is_applied then self:fault(problem, line) end
  elseif message.method == nil then
    self:settle(message, line)
  elseif message.id ~= nil then
    -- Servers send no requests: this is another program, for example one that repeats its input.
    self:fault('a request', line)
  end
end

---Ends the connection to a server that broke the protocol.
---@param problem string? what is wrong; nil if the text is not a message at all
---@param text string what the server wrote
function Connection:fault(problem, text)
  if self.end_failure then return end
  local what = 'the server wrote a line that is not a message of the protocol'
  if problem then what = 'the server broke the protocol, and was ended: ' .. problem end
  if not json.is_utf8(text) then
    text = text:sub(1, 60):gsub('[\128-\255]', function(byte) return ('\\x%02x'):format(byte:byte()) end)
  end
  local message = ('%s: "%s"'):format(what, format.clean(text, 60))
  self.options.fault(failures.new('BadMessage', message))
end

-- Whether a reply has a result, or a well-formed error.
local function is_reply(message)
  local err = message.error
  if err == nil then return message.result ~= nil end
  return type(err) == 'table' and type(err.message) == 'string'
end

---Handles a reply.
---@param message table
---@param line string
function Connection:settle(message, line)
  if not is_reply(message) then return self:fault('not a reply', line) end
  local id, err, result = message.id, nil, message.result
  local call = self.calls[id]
  if message.error then
    err = failures.of_response(message.error)
    -- An error without an id is the reply to a message that the server could not parse.
    if not call then return failures.say(err) end
  elseif not call then
    return self:fault('an unexpected reply', line)
  elseif call.take then
    local is_fine
    is_fine, result = pcall(call.take, result)
    if not is_fine then return self:fault(result, line) end
  end
  self.calls[id] = nil
  call:settle(err, result)
end

-- Folds the changes of one commit into all views that they concern, and only then calls the listeners.
function Connection:_fold_changes(params, line)
  local changed = {}
  local is_fine, problem = pcall(function()
    for _, entry in ipairs(params.views) do
      local view = self.views[entry.view]
      if view then
        local names, appended = states.fold_change(view, params.commit, entry)
        table.insert(changed, { view, names, appended })
      end
    end
  end)
  if not is_fine then return self:fault(problem, line) end
  for _, change in ipairs(changed) do
    local view, names, appended = unpack(change)
    view:_changed({ commit = params.commit, names = names, appended = appended, causes = params.cause or {} })
  end
end

---Removes closed views and notifies their listeners.
---@param is_closed fun(view: svvs.View): boolean
function Connection:forget(is_closed)
  for id, view in pairs(self.views) do
    if is_closed(view) then
      self.views[id] = nil
      view:_closed()
    end
  end
end

---The ids of the requests without a reply.
---@return integer[]
function Connection:unanswered() return vim.tbl_keys(self.calls) end

---Fails a request whose reply was lost in a cut.
---@param id integer
function Connection:abandon(id)
  local call = self.calls[id]
  self.calls[id] = nil
  call:settle(failures.new('Unanswered', 'the connection was cut before there was a reply to ' .. call.method))
end

---The method of a request without a reply.
---@param id integer
---@return string
function Connection:method_of(id) return self.calls[id].method end

---Ends the connection: closes every view, and then fails every call, so that what waits for a call is not sent.
---@param err svvs.Failure
function Connection:fail(err)
  self.end_failure = err
  self:forget(function() return true end)
  local calls = self.calls
  self.calls = {}
  for _, call in pairs(calls) do
    call:settle(err)
  end
end

return M

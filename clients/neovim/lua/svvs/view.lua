---Open views, and the sessions that they belong to.
local failures = require('svvs.failure')
local json = require('svvs.json')
local states = require('svvs.state')

local M = {}

---@class svvs.View: svvs.Held
---@field id string
---@field type string
---@field params table the parameters of the view, by name
---@field session string?
---@field is_open boolean
---@field private connection svvs.Connection
---@field private change_listeners function[]
---@field private close_listeners function[]
local View = {}
View.__index = View

---@class svvs.Change
---@field commit integer
---@field names string[] the changed properties
---@field appended table<string, string> what was added to the end of the texts among them that have only grown, by name
---@field causes {id: any, method: string, view: string?}[] the calls that made the change

---@param connection svvs.Connection
---@param about {type: string, params: table?, session: string?}
---@param snapshot table
---@return svvs.View
function M.new(connection, about, snapshot)
  local self = { connection = connection, type = about.type, session = about.session, is_open = true }
  self.params = about.params or {}
  self.change_listeners, self.close_listeners = {}, {}
  states.take_snapshot(self, snapshot)
  self.id = snapshot.view
  return setmetatable(self, View)
end

-- The failure of any request for the view; nil while it is open.
function View:_end_failure()
  if self.is_open then return nil end
  return self.connection.end_failure or failures.new('ViewClosed', ('the view %s is closed'):format(self.id))
end

function View:_ask(method, params, callback, take)
  local err = self:_end_failure()
  if err then return self.connection.failed_call(method, err, callback) end
  params.view = self.id
  return self.connection:ask(method, params, callback, take)
end

---@class svvs.CallOptions
---@field callback fun(err: svvs.Failure?, result: any)? called when the action has settled
---@field ifCommit integer? refuses the action (`ContentModified`) if the view has changed since this commit

---Calls an action.
---@param action string
---@param arguments table? by name; null is `vim.NIL`
---@param options svvs.CallOptions|fun(err: svvs.Failure?, result: any)|nil options, or the callback alone
---@return svvs.Call
function View:call(action, arguments, options)
  if type(options) == 'function' then options = { callback = options } end
  options = options or {}
  local err = self:_end_failure()
  if err then return self.connection.failed_call(action, err, options.callback) end
  local params = vim.tbl_extend('force', arguments or {}, { view = self.id, ifCommit = options.ifCommit })
  return self.connection:request(action, params, options.callback)
end

---Calls an action as a notification: there is no reply, not even a refusal.
---@param action string
---@param arguments table?
---@return svvs.Failure? failure if it could not be sent
function View:notify(action, arguments)
  local params = vim.tbl_extend('force', arguments or {}, { view = self.id })
  return self:_end_failure() or self.connection:notify(action, params)
end

---Sets properties: all of them or, if the server refuses one, none.
---@param properties table values by name; null is `vim.NIL`
---@param callback fun(err: svvs.Failure?, result: any)?
---@param has_no_timeout boolean?
---@return svvs.Call
function View:set(properties, callback, has_no_timeout)
  local params = { properties = json.object(properties) }
  if not has_no_timeout then return self:_ask('view/set', params, callback) end
  return self:call('view/set', params, callback)
end

---Requests a new snapshot. When the reply arrives, `state` is that snapshot and the change listeners are called.
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function View:get(callback)
  return self:_ask('view/get', {}, callback, function(snapshot)
    states.take_snapshot(self, snapshot)
    self:_refreshed()
    return snapshot
  end)
end

-- Notifies the listeners of a new snapshot.
function View:_refreshed()
  local names = vim.tbl_keys(self.state)
  table.sort(names)
  self:_changed({ commit = self.commit, names = names, appended = {}, causes = {} })
end

---Closes the view. The server first cancels its calls and replies to them.
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function View:close(callback)
  return self:_ask('view/close', {}, callback, function(result)
    self.connection:forget(function(view) return view == self end)
    return result
  end)
end

---A copy of the state, which later changes do not affect.
---@return table
function View:copy() return json.decode(json.encode(self.state)) end

---Whether the view belongs to a shared session.
---@return boolean
function View:is_shared() return self.connection.sessions[self.session or false] ~= nil end

---Calls the listener after each commit that changed the view.
---@param listener fun(change: svvs.Change, view: svvs.View)
---@return fun() stop
function View:on_change(listener)
  table.insert(self.change_listeners, listener)
  return function()
    self.change_listeners = vim.tbl_filter(function(other) return other ~= listener end, self.change_listeners)
  end
end

---Calls the listener when the view is closed, by this client or by others.
---@param listener fun(reason: svvs.Failure?) with a reason if the server has ended
function View:on_close(listener)
  if not self.is_open then return listener(self.connection.end_failure) end
  table.insert(self.close_listeners, listener)
end

function View:_changed(change)
  for _, listener in ipairs(self.change_listeners) do
    failures.guard(listener, change, self)
  end
end

function View:_closed()
  self.is_open = false
  for _, listener in ipairs(self.close_listeners) do
    failures.guard(listener, self.connection.end_failure)
  end
end

---A set of views that are closed together. Other front ends can join a shared session; a client whose connection was
---cut joins it again and loses no call.
---@class svvs.Session
---@field id string
---@field private connection svvs.Connection
---@field private delivery string? of the views of a shared session
---@field private on_open fun(view: svvs.View)?
---@field private token string? proves membership when a shared session is joined again
local Session = {}
Session.__index = Session

---@class svvs.SharedOptions
---@field keep number? seconds that a new session outlives its last front end (0)
---@field delivery 'properties'|'patch'|nil how changes of the views of other front ends are sent
---@field on_open fun(view: svvs.View)? called with a view that another front end has opened
---@field callback fun(err: svvs.Failure?, session: svvs.Session?)?

---@param connection svvs.Connection
---@param id string
---@param options svvs.SharedOptions?
---@return svvs.Session
function M.new_session(connection, id, options)
  options = options or {}
  local self = { connection = connection, id = id, delivery = options.delivery, on_open = options.on_open }
  return setmetatable(self, Session)
end

---Opens a view in the session.
---@param type string
---@param options svvs.OpenOptions?
---@return svvs.Call call its result is a `svvs.View`
function Session:open(type, options)
  return self.connection:open(type, vim.tbl_extend('force', options or {}, { session = self.id }))
end

---Closes the session with all its views.
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function Session:close(callback) return self.connection:close_session(self.id, callback) end

---The open views of the session.
---@return svvs.View[]
function Session:views()
  return vim.tbl_filter(function(view) return view.session == self.id end, self.connection:open_views())
end

function Session:_hold(result)
  self.token = assert(result.token, 'no token')
  self.connection.sessions[self.id] = self
  return self
end

---Opens a session that other front ends can join.
---@param connection svvs.Connection
---@param id string
---@param options svvs.SharedOptions?
---@return svvs.Call call its result is a `svvs.Session`
function M.share(connection, id, options)
  local self = M.new_session(connection, id, options)
  local params = { session = id, shared = true, keep = options and options.keep }
  return connection:ask('session/open', params, options and options.callback, function(result)
    return self:_hold(result)
  end)
end

---Joins a session that another front end has opened.
---@param connection svvs.Connection
---@param id string
---@param options svvs.SharedOptions?
---@return svvs.Call call its result is a `svvs.Session`
function M.join(connection, id, options)
  local self = M.new_session(connection, id, options)
  local params = { session = id, delivery = self.delivery }
  return connection:ask('session/join', params, options and options.callback, function(result)
    self:_take_snapshots(result)
    return self
  end)
end

---The shared session of a connection, if there is exactly one.
---@param connection svvs.Connection
---@return svvs.Session?
function M.shared_session(connection)
  local id, session = next(connection.sessions)
  return id and next(connection.sessions, id) == nil and session or nil
end

-- Adds a view that another front end has opened.
function Session:_add(entry)
  local about = { type = entry.type, params = entry.params, session = self.id }
  local view = M.new(self.connection, about, entry)
  self.connection.views[view.id] = view
  return view
end

function Session:_announce(view)
  if self.on_open then failures.guard(self.on_open, view) end
end

-- Takes the snapshots of all views of the session. Returns the views that were open here already.
function Session:_take_snapshots(result)
  local connection, kept = self.connection, {}
  self:_hold(result)
  for _, entry in ipairs(result.views) do
    entry.commit = result.commit
    local held = connection.views[entry.view]
    if held and held.session == self.id and held.type == entry.type then
      kept[states.take_snapshot(held, entry)] = true
    else
      -- Another view may have the same id by now.
      connection:forget(function(view) return view == held end)
      self:_add(entry)
    end
  end
  return kept
end

---Applies a `session/changed`. Raises an error if it is malformed.
---@param connection svvs.Connection
---@param params table
function M.session_changed(connection, params)
  local self, opened = connection.sessions[params.session], {}
  connection:forget(function(view) return vim.tbl_contains(params.closed, view.id) end)
  -- In a session that is not shared, the server reports only the views that it has closed by itself.
  if not self then return end
  for index, entry in ipairs(params.opened) do
    opened[index] = self:_add(entry)
  end
  for _, view in ipairs(opened) do
    self:_announce(view)
  end
  if params.connections == 0 then connection.sessions[self.id] = nil end
end

-- The result of a join contains each state once, in `views`: copies it into the replies that are snapshots.
local function complete_answers(result)
  local states_by_view = {}
  for _, entry in ipairs(result.views) do
    states_by_view[entry.view] = entry.state
  end
  for _, answer in ipairs(result.answers) do
    local snapshot = answer.result
    local state = type(snapshot) == 'table' and states_by_view[snapshot.view]
    if state then
      snapshot.commit, snapshot.state = result.commit, state
    end
  end
end

-- Continues after a cut: takes the snapshots, then settles the calls that were in progress.
function Session:_resume(result)
  local connection, later = self.connection, {}
  complete_answers(result)
  for _, answer in ipairs(result.answers) do
    -- A reply to `view/open` adds a view of this client, which is not announced.
    if connection:method_of(answer.id) == 'view/open' then
      connection:settle(answer, 'an answer')
    else
      table.insert(later, answer)
    end
  end
  local before = vim.tbl_extend('force', {}, connection.views)
  local kept = self:_take_snapshots(result)
  -- The other views were closed meanwhile, or did not belong to a shared session.
  connection:forget(function(view) return before[view.id] == view and not kept[view] end)
  for id, view in pairs(connection.views) do
    if before[id] == view then view:_refreshed() else self:_announce(view) end
  end
  for _, answer in ipairs(later) do
    connection:settle(answer, 'an answer')
  end
  for _, id in ipairs(result.unknown) do
    connection:abandon(id)
  end
end

---Joins a session again, over the connection that replaces one that was cut.
---@param self svvs.Session
---@param unanswered integer[] the ids of the requests without a reply
---@param callback fun(err: svvs.Failure?)
function M.rejoin(self, unanswered, callback)
  local params = { session = self.id, token = self.token, unanswered = unanswered, delivery = self.delivery }
  self.connection:ask('session/join', params, callback, function(result)
    self:_resume(result)
    return self
  end)
end

return M

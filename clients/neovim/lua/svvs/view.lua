---An open view, as a program sees it.
local calls = require('svvs.call')
local failures = require('svvs.failure')
local json = require('svvs.json')
local states = require('svvs.state')

---@class svvs.View: svvs.Held
---@field id string
---@field type string
---@field params table of the view, by name
---@field session string?
---@field is_open boolean
---@field private connection svvs.Connection
---@field private change_listeners function[]
---@field private close_listeners function[]
local View = {}
View.__index = View

local M = {}

---@class svvs.Change
---@field commit integer
---@field names string[] the properties that have changed, or are stale now
---@field causes {id: any, method: string, view: string?}[] the calls that made the change

---@param connection svvs.Connection
---@param about {type: string, params: table?, session: string?}
---@param snapshot table
---@return svvs.View
function M.new(connection, about, snapshot)
  local self = { connection = connection, type = about.type, session = about.session, is_open = true }
  self.params = about.params or {}
  self.change_listeners, self.close_listeners = {}, {}
  states.adopt(self, snapshot)
  self.id = snapshot.view
  return setmetatable(self, View)
end

-- Why nothing can be asked of the view; nil while it is open.
function View:_end_failure()
  if self.is_open then return nil end
  return self.connection.end_failure or failures.new('ViewClosed', ('the view %s is closed'):format(self.id))
end

function View:_ask(method, params, callback, take)
  local err = self:_end_failure()
  if err then return calls.failed(method, err, callback) end
  params.view = self.id
  return self.connection:ask(method, params, callback, take)
end

---@class svvs.CallOptions
---@field callback fun(err: svvs.Failure?, result: any)? called when the action has settled
---@field ifCommit integer? refuses the action (`ContentModified`) if the view has changed since

---Calls an action.
---@param action string
---@param arguments table? by name; null is `vim.NIL`
---@param options svvs.CallOptions|fun(err: svvs.Failure?, result: any)|nil options, or just the callback
---@return svvs.Call
function View:call(action, arguments, options)
  if type(options) == 'function' then options = { callback = options } end
  options = options or {}
  local err = self:_end_failure()
  if err then return calls.failed(action, err, options.callback) end
  local params = vim.tbl_extend('force', arguments or {}, { view = self.id, ifCommit = options.ifCommit })
  return self.connection:request(action, params, options.callback)
end

---Calls an action without a reply, not even if it is refused.
---@param action string
---@param arguments table?
---@return svvs.Failure? failure if it could not be sent
function View:notify(action, arguments)
  local params = vim.tbl_extend('force', arguments or {}, { view = self.id })
  return self:_end_failure() or self.connection:notify(action, params)
end

---Sets properties: all of them or, if one is refused, none.
---@param properties table values by name; null is `vim.NIL`
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function View:set(properties, callback)
  return self:_ask('view/set', { properties = json.object(properties) }, callback)
end

---Asks for a fresh snapshot. It is in `state` when the reply is there, and listeners are called.
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function View:get(callback)
  return self:_ask('view/get', {}, callback, function(snapshot)
    states.adopt(self, snapshot)
    self:_refreshed()
    return snapshot
  end)
end

-- Says that there is a fresh snapshot.
function View:_refreshed()
  local names = vim.tbl_keys(self.state)
  table.sort(names)
  self:_changed({ commit = self.commit, names = names, causes = {} })
end

---Closes the view: its calls are cancelled and answered first.
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function View:close(callback)
  return self:_ask('view/close', {}, callback, function(result)
    self.connection:forget(function(view) return view == self end)
    return result
  end)
end

---A copy of the state, which stays as it is.
---@return table
function View:copy() return json.decode(json.encode(self.state)) end

---Whether the view is in a shared session.
---@return boolean
function View:is_shared() return self.connection.sessions[self.session or false] ~= nil end

---Has the function called after each commit that changed the view.
---@param listener fun(change: svvs.Change, view: svvs.View)
---@return fun() stop
function View:on_change(listener)
  table.insert(self.change_listeners, listener)
  return function()
    self.change_listeners = vim.tbl_filter(function(other) return other ~= listener end, self.change_listeners)
  end
end

---Has the function called when the view is closed, by whatever.
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

return M

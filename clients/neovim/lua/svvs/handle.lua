---An open view, as a program sees it.
local report = require('svvs.report')
local states = require('svvs.state')

---@class svvs.View: svvs.Held
---@field id string
---@field type string
---@field is_open boolean
---@field commit integer the commit that the state is of
---@field state table the values by name; it changes in place. Null is `vim.NIL`.
---@field stale table<string, boolean> with the delivery `signal`, the names whose values `get` would renew
---@field package connection svvs.Connection
local View = {}
View.__index = View

local M = {}

---@class svvs.Change
---@field commit integer
---@field names string[] the properties that have changed, or are stale now
---@field causes {id: any, method: string, view: string?}[] the calls that made the change, if `cause` was asked for

---@param connection svvs.Connection
---@param type string
---@param session string?
---@param snapshot table
---@return svvs.View
function M.new(connection, type, session, snapshot)
  local fields = { connection = connection, type = type, session = session, id = snapshot.view, is_open = true }
  fields.change_listeners, fields.end_listeners = {}, {}
  return setmetatable(states.adopt(fields, snapshot), View)
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
  local params = vim.tbl_extend('force', arguments or {}, { view = self.id, ifCommit = options.ifCommit })
  return self.connection:request(action, params, options.callback)
end

---Calls an action that nobody waits for: it is never answered, not even if it is refused.
---@param action string
---@param arguments table?
---@return svvs.Failure? failure if it could not be sent
function View:notify(action, arguments)
  return self.connection:notify(action, vim.tbl_extend('force', arguments or {}, { view = self.id }))
end

---Sets properties: all of them or, if one is refused, none.
---@param properties table values by name; null is `vim.NIL`
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function View:set(properties, callback)
  if next(properties) == nil then properties = vim.empty_dict() end
  return self.connection:ask('view/set', { view = self.id, properties = properties }, callback)
end

---Asks for a fresh snapshot. It is in `state` when the call is answered, and listeners are told.
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function View:get(callback)
  return self.connection:ask('view/get', { view = self.id }, callback, function(snapshot)
    if not self.is_open or not self.connection:is_snapshot(snapshot) then return snapshot end
    states.adopt(self, snapshot)
    local names = vim.tbl_keys(snapshot.state)
    table.sort(names)
    self:_tell({ commit = snapshot.commit, names = names, causes = {} })
    return snapshot
  end)
end

---Closes the view: its calls are cancelled and answered first.
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function View:close(callback)
  return self.connection:ask('view/close', { view = self.id }, callback, function(result)
    self.connection:forget(function(view) return view == self end)
    return result
  end)
end

---A copy of the state, which stays as it is.
---@return table
function View:copy() return states.copy(self.state) end

---Has the function called after each step that changed the view.
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
  table.insert(self.end_listeners, listener)
end

function View:_tell(change)
  for _, listener in ipairs(self.change_listeners) do
    report.guard(listener, change, self)
  end
end

function View:_end()
  self.is_open = false
  for _, listener in ipairs(self.end_listeners) do
    report.guard(listener, self.connection.end_failure)
  end
end

return M

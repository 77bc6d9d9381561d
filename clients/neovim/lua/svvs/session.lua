---A session: a set of views that are closed together, such as those of a tab page. One that is shared can be joined by
---the other front ends of the process; who is cut off from it joins it again, and loses no call.
local failures = require('svvs.failure')
local states = require('svvs.state')
local views = require('svvs.view')

---@class svvs.Session
---@field id string
---@field private connection svvs.Connection
---@field private delivery string? of the views of a shared session
---@field private on_open fun(view: svvs.View)?
---@field private token string? what a shared session is joined with again
local Session = {}
Session.__index = Session

local M = {}

---@param connection svvs.Connection
---@param id string
---@return svvs.Session
function M.new(connection, id) return setmetatable({ connection = connection, id = id }, Session) end

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
function Session:close(callback)
  return self.connection:ask('session/close', { session = self.id }, callback, function(result)
    self:_forget()
    return result
  end)
end

function Session:_forget()
  self.connection.sessions[self.id] = nil
  self.connection:forget(function(view) return view.session == self.id end)
end

---The open views of the session.
---@return svvs.View[]
function Session:views()
  local own = vim.tbl_filter(function(view) return view.session == self.id end, vim.tbl_values(self.connection.views))
  table.sort(own, function(a, b) return a.id < b.id end)
  return own
end

---@class svvs.SharedOptions
---@field keep number? seconds that a session that is opened outlives its last front end (0)
---@field delivery 'properties'|'patch'|'signal'|nil how changes of views are sent that others have opened
---@field on_open fun(view: svvs.View)? called with a view that another front end has opened
---@field callback fun(err: svvs.Failure?, session: svvs.Session?)?

local function shared(connection, id, options)
  local self = M.new(connection, id)
  self.delivery, self.on_open = options.delivery, options.on_open
  return self
end

function Session:_hold(result)
  self.token = assert(result.token, 'no token')
  self.connection.sessions[self.id] = self
  return self
end

---Opens a session that other front ends may join.
---@param connection svvs.Connection
---@param id string
---@param options svvs.SharedOptions?
---@return svvs.Call call its result is a `svvs.Session`
function M.share(connection, id, options)
  local self = shared(connection, id, options or {})
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
  local self = shared(connection, id, options or {})
  local params = { session = id, delivery = self.delivery }
  return connection:ask('session/join', params, options and options.callback, function(result)
    self:_take(result)
    return self
  end)
end

---The shared session of a connection, if there is just one.
---@param connection svvs.Connection
---@return svvs.Session?
function M.shared_of(connection)
  local id, session = next(connection.sessions)
  return id and next(connection.sessions, id) == nil and session or nil
end

-- Holds a view that another has opened.
function Session:_add(entry)
  local about = { type = entry.type, params = entry.params, session = self.id }
  local view = views.new(self.connection, about, entry)
  self.connection.views[view.id] = view
  return view
end

function Session:_announce(view)
  if self.on_open then failures.guard(self.on_open, view) end
end

-- Takes all views of the session, with their states. Of those that were held already it returns which are still there.
function Session:_take(result)
  local connection, kept = self.connection, {}
  self:_hold(result)
  for _, entry in ipairs(result.views) do
    entry.commit = result.commit
    local held = connection.views[entry.view]
    if held and held.session == self.id and held.type == entry.type then
      kept[states.adopt(held, entry)] = true
    else
      -- The name may have been taken for another view meanwhile.
      connection:forget(function(view) return view == held end)
      self:_add(entry)
    end
  end
  return kept
end

---Takes a `session/changed`. Raises what is wrong with it.
---@param connection svvs.Connection
---@param params table
function M.change(connection, params)
  local self, opened = connection.sessions[params.session], {}
  connection:forget(function(view) return vim.tbl_contains(params.closed, view.id) end)
  -- In a session that is not shared, the server has closed views by itself.
  if not self then return end
  for index, entry in ipairs(params.opened) do
    opened[index] = self:_add(entry)
  end
  for _, view in ipairs(opened) do
    self:_announce(view)
  end
  if params.connections == 0 then self:_forget() end
end

-- Adds the states of views to the answers that are snapshots. The result of a join has each state once, in its views.
local function complete(result)
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

-- Goes on where the connection was cut.
function Session:_resume(result)
  local connection, later = self.connection, {}
  complete(result)
  for _, answer in ipairs(result.answers) do
    -- The view of this one is ours, and no news.
    if connection:method_of(answer.id) == 'view/open' then
      connection:settle(answer, 'an answer')
    else
      table.insert(later, answer)
    end
  end
  local before = vim.tbl_extend('force', {}, connection.views)
  local kept = self:_take(result)
  -- Some were closed meanwhile, or were in no shared session.
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

---Joins a session again, over a connection that was cut and is there again.
---@param self svvs.Session
---@param unanswered integer[] the ids of the requests that were cut off
---@param callback fun(err: svvs.Failure?)
function M.rejoin(self, unanswered, callback)
  local params = { session = self.id, token = self.token, unanswered = unanswered, delivery = self.delivery }
  self.connection:ask('session/join', params, callback, function(result)
    self:_resume(result)
    return self
  end)
end

return M

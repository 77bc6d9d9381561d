---A session: a set of views that are closed together, such as those of a tab page.

---@class svvs.Session
---@field id string
---@field private connection svvs.Connection
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
    self.connection:forget(function(view) return view.session == self.id end)
    return result
  end)
end

return M

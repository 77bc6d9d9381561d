---What went wrong, as a value: `tostring(failure)` is one line for people, `failure.kind` is for programs.

---@class svvs.Failure
---@field kind string the server's `data.kind`, or `ServerNotFound`, `ServerDied`, `TimedOut`, `BadMessage`,
---  `WrongVersion`, `BadValue`, `ViewClosed`, `Stopped`, `Interrupted`
---@field message string
---@field code integer? the code of an error of the server
---@field data table? what else the server said
---@field is_end boolean? whether it is why the server has ended
local Failure = {}
Failure.__index = Failure
Failure.__tostring = function(self) return (self.message:gsub('%s*[\r\n]+%s*', ' ')) end

local M = {}

---@param kind string
---@param message string
---@return svvs.Failure
function M.new(kind, message) return setmetatable({ kind = kind, message = message }, Failure) end

---The failure that an error response tells of.
---@param err table
---@return svvs.Failure
function M.of_response(err)
  local data = type(err.data) == 'table' and err.data or {}
  local failure = M.new(type(data.kind) == 'string' and data.kind or 'UnknownError', err.message)
  failure.code, failure.data = err.code, data
  return failure
end

return M

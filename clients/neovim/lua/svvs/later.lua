---Functions that wait until the user has answered, and until all messages of a read are handled: until then, the state
---may be incomplete, and the keys of the user are meant for what is on the screen.
local failures = require('svvs.failure')

local M = {}
local depth, waiting = 0, {}

---Runs a function that asks the user, or that handles messages, and then those that have waited for its end. Errors in
---them are reported.
---@param body fun(...)
function M.run(body, ...)
  depth = depth + 1
  failures.guard(body, ...)
  while depth == 1 and waiting[1] do
    failures.guard(table.remove(waiting, 1))
  end
  depth = depth - 1
end

---Runs a function after those that are running.
---@param body fun()
function M.after(body)
  if depth == 0 then return M.run(body) end
  table.insert(waiting, body)
end

---Whether a function waits.
---@return boolean
function M.is_waiting() return waiting[1] ~= nil end

return M

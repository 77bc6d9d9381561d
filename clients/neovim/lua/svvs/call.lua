---A request under way.
local failures = require('svvs.failure')

---@class svvs.Call
---@field method string
---@field done boolean
---@field private timeout integer how long `wait` waits by default, in milliseconds
---@field private result any
---@field private failure svvs.Failure?
---@field private listeners function[]
---@field package canceller function?
---@field package take (fun(result: any, line: string): any)? makes of the server's result that of the call
local Call = {}
Call.__index = Call

local M = {}

---@param method string
---@param timeout integer
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function M.new(method, timeout, callback)
  return setmetatable({ method = method, timeout = timeout, done = false, listeners = { callback } }, Call)
end

---A call that has failed before it was sent.
---@param method string
---@param err svvs.Failure
---@param callback fun(err: svvs.Failure?, result: any)?
---@return svvs.Call
function M.failed(method, err, callback)
  local call = M.new(method, 0, callback)
  call:settle(err)
  return call
end

---Waits for the reply, while Neovim goes on with everything else. What the call changed is in the state by then. A
---time-out ends the waiting, not the call.
---@param timeout integer? in milliseconds
---@return any result nil if the call failed; null is `vim.NIL`
---@return svvs.Failure? failure
function Call:wait(timeout)
  timeout = timeout or self.timeout
  local _, reason = vim.wait(timeout, function() return self.done end, 5)
  if self.done then return self.result, self.failure end
  local is_interrupted = reason == -2
  if is_interrupted then return nil, failures.new('Interrupted', 'interrupted while waiting for ' .. self.method) end
  return nil, failures.new('TimedOut', ('no reply to %s within %g s'):format(self.method, timeout / 1000))
end

---Asks the server to end the call early. There is a reply all the same; a call that is done stays so.
function Call:cancel()
  if not self.done and self.canceller then self.canceller() end
end

---Calls the function once the call is done, at once if it is.
---@param listener fun(err: svvs.Failure?, result: any)
function Call:finally(listener)
  if self.done then return listener(self.failure, self.result) end
  table.insert(self.listeners, listener)
end

---Ends the call; for the client's own use.
---@param err svvs.Failure?
---@param result any
function Call:settle(err, result)
  if self.done then return end
  self.done, self.failure, self.result = true, err, result
  for _, listener in ipairs(self.listeners) do
    failures.guard(listener, err, result)
  end
end

return M

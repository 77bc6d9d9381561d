---Answers in their order to changes: while a change that was missed is being fetched, no answer is told, so that who is
---told of the end of a call finds in the state what it changed.

---@class svvs.Fence
---@field private awaited table<svvs.Call, boolean> the calls that fetch what was missed
---@field private held {call: svvs.Call, answer: table}[] what is told after them
local Fence = {}
Fence.__index = Fence

local M = {}

---@return svvs.Fence
function M.new() return setmetatable({ awaited = {}, held = {} }, Fence) end

---Has everybody wait for the answer to a call.
---@param call svvs.Call
function Fence:await(call) self.awaited[call] = true end

---Answers a call, or keeps the answer until what was missed is there.
---@param call svvs.Call
---@param ... any what the call is settled with
function Fence:settle(call, ...)
  if next(self.awaited) and not self.awaited[call] then
    return table.insert(self.held, { call = call, answer = { n = select('#', ...), ... } })
  end
  self.awaited[call] = nil
  call:settle(...)
  while #self.held > 0 and not next(self.awaited) do
    local first = table.remove(self.held, 1)
    first.call:settle(unpack(first.answer, 1, first.answer.n))
  end
end

---Fails the calls whose answers are kept: what they changed will never be there.
---@param err svvs.Failure
function Fence:fail(err)
  local held = self.held
  self.awaited, self.held = {}, {}
  for _, one in ipairs(held) do
    one.call:settle(err)
  end
end

return M

---What people are told: one line each.
local M = {}

---@param what any a failure, or anything that `tostring` takes
---@param level integer? by default `vim.log.levels.ERROR`
function M.say(what, level)
  local text = tostring(what):gsub('%s*[\r\n]+%s*', ' ')
  vim.notify('svvs: ' .. text, level or vim.log.levels.ERROR, { title = 'svvs' })
end

---Calls a function of the user's; if it raises, this is said, and the client goes on.
---@param listener function
function M.guard(listener, ...)
  local is_fine, message = pcall(listener, ...)
  if not is_fine then M.say(message) end
end

---For a callback of `svvs.Call`: says why the call failed, unless it was cancelled, or the server has ended: that is
---said once, and not for each call.
---@param err svvs.Failure?
function M.failure(err)
  if err and err.kind ~= 'RequestCancelled' and not err.is_end then M.say(err) end
end

return M

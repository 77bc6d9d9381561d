---Watches calls that nobody waits for.
local uv = vim.uv or vim.loop

local M = {}

---Has the server given up if it falls silent during the call of an action. That may take as long as it likes: from
---time to time something else is asked, which must be answered at once.
---@param view svvs.View
---@param call svvs.Call
function M.watch(view, call)
  local connection, timer, probe = view.connection, uv.new_timer(), nil
  local timeout = connection.options.timeout
  timer:start(timeout, timeout, vim.schedule_wrap(function()
    if call.done or probe and not probe.done then return end
    probe = connection:ask('view/get', { view = view.id })
  end))
  call:finally(function() timer:close() end)
end

return M

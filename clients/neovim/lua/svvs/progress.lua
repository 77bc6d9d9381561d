---The calls under way that people have begun, with their time.
local failures = require('svvs.failure')
local uv = vim.uv or vim.loop

local M = {}
local DELAY = 300 -- milliseconds until a call is shown
local under_way = setmetatable({}, { __mode = 'k' }) ---@type table<svvs.View, {title: string, call: svvs.Call}[]>

local function now() return uv.hrtime() / 1e6 end

-- Shows the time again whenever a second is over.
local function tick(view, entry, on_tick)
  if entry.call.done then return end
  on_tick()
  vim.defer_fn(function() tick(view, entry, on_tick) end, 1000 - (now() - entry.since) % 1000)
end

---Follows a call to its end.
---@param view svvs.View
---@param title string of the action
---@param call svvs.Call
---@param on_tick fun() called when the text has changed
function M.add(view, title, call, on_tick)
  if call.done then return end
  local entry = { title = title, call = call, since = now(), on_tick = on_tick }
  under_way[view] = under_way[view] or {}
  table.insert(under_way[view], entry)
  call:finally(function()
    under_way[view] = vim.tbl_filter(function(other) return other ~= entry end, under_way[view])
    on_tick()
  end)
  vim.defer_fn(function() tick(view, entry, on_tick) end, DELAY)
end

---What is under way of a view.
---@param view svvs.View
---@return string? text
function M.text(view)
  local parts, hint = {}, ''
  for _, entry in ipairs(under_way[view] or {}) do
    local time = now() - entry.since
    if time >= DELAY then
      table.insert(parts, ('%s %d s'):format(entry.title, time / 1000) .. (entry.is_cancelled and ', cancelling' or ''))
      hint = entry.is_cancelled and '' or ' · x cancels'
    end
  end
  return #parts > 0 and table.concat(parts, ', ') .. hint or nil
end

---Cancels the call of a view that was begun last.
---@param view svvs.View
function M.cancel(view)
  local entries = under_way[view] or {}
  local entry = entries[#entries]
  if not entry then return failures.say('nothing is under way here', vim.log.levels.WARN) end
  entry.call:finally(function(err)
    local ending = err and err.kind == 'RequestCancelled' and 'was cancelled' or 'had ended already'
    failures.say(('%s %s'):format(entry.title, ending), vim.log.levels.INFO)
  end)
  entry.call:cancel()
  entry.is_cancelled = true
  entry.on_tick()
end

return M

---The calls in progress on a page, and other work that the user can cancel.
local failures = require('svvs.failure')
local screens = require('svvs.screen')
local uv = vim.uv or vim.loop

local M = {}
local DELAY = 300 -- milliseconds until a call in progress is shown
local LATE = 20 -- milliseconds after a full second: a timer can fire early, when the time still has the old second

---@class svvs.CallEntry
---@field title string
---@field call svvs.Call
---@field since number
---@field is_cancellable boolean? nil for a request that is not an action
---@field is_cancelled boolean?

local function now() return uv.hrtime() / 1e6 end

-- Shows the status again at each full second since a time, while the function returns true.
local function tick_from(page, since, is_going_on)
  local function tick()
    if not is_going_on() then return end
    page:show_status()
    vim.defer_fn(tick, 1000 + LATE - (now() - since) % 1000)
  end
  vim.defer_fn(tick, DELAY + LATE)
end

---Shows a call in progress with its time, until it is done.
---@param page svvs.Page
---@param title string
---@param call svvs.Call
---@param is_cancellable boolean? nil for a request that is not an action
function M.add(page, title, call, is_cancellable)
  if call.done then return end
  local entry = { title = title, call = call, since = now(), is_cancellable = is_cancellable }
  table.insert(page.calls, entry)
  tick_from(page, entry.since, function() return not call.done end)
  call:finally(function()
    page.calls = vim.tbl_filter(function(other) return other ~= entry end, page.calls)
    page:show_status()
  end)
end

-- The calls of actions in progress.
local function actions_of(page)
  return vim.tbl_filter(function(entry) return entry.is_cancellable ~= nil end, page.calls)
end

---Whether a call of the user is in progress: not only that of a view that appears.
---@param page svvs.Page
function M.is_calling(page) return #actions_of(page) > (page.is_appearing and 1 or 0) end

-- The last call in progress that can be cancelled, and that the user has not cancelled yet.
local function call_to_cancel(page)
  for index = #page.calls, 1, -1 do
    local entry = page.calls[index]
    if entry.is_cancellable and not entry.is_cancelled then return entry end
  end
end

-- The calls in progress with their times.
local function calls_text(page)
  local parts = {}
  for _, entry in ipairs(page.calls) do
    local time = now() - entry.since
    if time >= DELAY then
      table.insert(parts, ('%s %d s'):format(entry.title, time / 1000) .. (entry.is_cancelled and ', cancelling' or ''))
    end
  end
  return #parts > 0 and table.concat(parts, ', ') .. (call_to_cancel(page) and ' · x cancels' or '') or nil
end

---Records when the work that an action can cancel began.
---@param page svvs.Page
function M.watch(page)
  local field = page.view.is_open and screens.cancellable(page.screen, page.view.state)
  local since = field and (page.work[field.name] or now())
  local is_new = field and not page.work[field.name]
  page.work = field and { [field.name] = since } or {}
  if is_new then tick_from(page, since, function() return page.work[field.name] == since end) end
end

---The work in progress that the user can cancel and that no call of the user has begun, with its time.
---@param page svvs.Page
---@return string?
function M.work_text(page)
  local name, since = next(page.work)
  if not name or #actions_of(page) > 0 or now() - since < DELAY then return nil end
  local title = screens.named(page.screen.parts, name).title
  return ('%s %d s · x cancels'):format(title, (now() - since) / 1000)
end

---The calls in progress, or else other work, with their times; nil if there is nothing to show.
---@param page svvs.Page
---@return string?
function M.text(page) return calls_text(page) or M.work_text(page) end

---Cancels the last call in progress that can be cancelled, or else the work that is in progress.
---@param page svvs.Page
---@param call fun(page: svvs.Page, action: string) calls an action
function M.cancel(page, call)
  local entry, work = call_to_cancel(page), screens.cancellable(page.screen, page.view.state)
  local first = actions_of(page)[1] or not work and page.calls[1]
  if not entry and first then
    local reason = first.is_cancelled and 'the server has not ended %s yet' or '%s cannot be cancelled'
    return failures.say(reason:format(first.title), vim.log.levels.WARN)
  end
  if not entry and work and page.view.is_open then return call(page, work.cancel) end
  if not entry then return failures.say('no call is in progress here', vim.log.levels.WARN) end
  entry.call:finally(function(err)
    local ending = err and err.kind == 'RequestCancelled' and 'was cancelled' or 'had ended already'
    failures.say(('%s %s'):format(entry.title, ending), vim.log.levels.INFO)
  end)
  entry.call:cancel()
  entry.is_cancelled = true
  page:show_status()
end

return M

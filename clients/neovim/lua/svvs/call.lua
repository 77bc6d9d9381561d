---Calls of actions from a page: the arguments that they are passed, and the views that they open.
local failures = require('svvs.failure')
local progress = require('svvs.progress')
local prompts = require('svvs.prompt')
local screens = require('svvs.screen')

local M = {}

---Calls an action with these arguments.
---@param page svvs.Page
---@param name string of the action
---@param arguments table
---@param on_end fun(err: svvs.Failure?)? called when the call has ended, or if the view is closed
function M.send(page, name, arguments, on_end)
  local view, action = page.view, screens.named(page.screen.actions, name)
  if not view.is_open then
    local failure = failures.new('ViewClosed', action.title .. ' was not called: this view is closed')
    if on_end then on_end(failure) end
    return failures.say(failure)
  end
  local call = view:call(name, arguments, function(err)
    failures.report(err)
    local opening = screens.settled(action, arguments, view.state, err)
    if opening then page:follow(opening) end
    if on_end then on_end(err) end
  end)
  local is_loading = action.notOffered and name == page.screen.onAppear
  progress.add(page, is_loading and 'loading' or action.title, call, not action.notCancellable)
end

-- Asks for the secret fields that the action takes and that were not entered on this page, and sets them.
local function enter_secrets(page, action, given, on_entered, on_cancel)
  local fields, secrets = screens.missing_secrets(page.screen, action, given, page.entered), {}
  local function ask(index)
    if fields[index] then
      local question = { may_be_kept = true, page = page, on_cancel = on_cancel }
      return prompts.value(fields[index], question, function(value)
        secrets[fields[index].name] = value
        ask(index + 1)
      end)
    end
    if next(secrets) == nil then return on_entered() end
    local setting = page.view:set(secrets, function(err)
      if err then
        failures.report(err)
        return on_cancel()
      end
      for name in pairs(secrets) do
        page.entered[name] = true
      end
      page:invalidate()
      on_entered()
    end)
    progress.add(page, action.title, setting)
  end
  ask(1)
end

---Calls the function unless the action has a question, and the user does not confirm it.
---@param page svvs.Page
---@param action svvs.Action
---@param arguments table
---@param run fun()
---@param on_cancel fun()?
function M.if_confirmed(page, action, arguments, run, on_cancel)
  local question, subject = screens.confirmation(page.screen, action, arguments, page.view.state)
  if not question then return run() end
  prompts.confirm(question, subject, function(is_confirmed)
    if is_confirmed then return run() end
    failures.say(action.title .. ' was not called', vim.log.levels.INFO)
    if on_cancel then on_cancel() end
  end)
end

---Calls an action, asks for the required arguments that have no value, and for the confirmation.
---@param page svvs.Page
---@param name string of the action
---@param given table? the values of arguments
---@param asks_all boolean? asks for the optional arguments, too
---@param on_end fun()? called when the call has ended, or if there is none
function M.call(page, name, given, asks_all, on_end)
  local action = screens.named(page.screen.actions, name)
  given, on_end = given or {}, on_end or function() end
  local fields = screens.asked(action.asks, given, asks_all)
  local function question(field)
    local state = page.view.state
    return { default = state[field.name], candidates = screens.candidates(page.screen, field, state), page = page }
  end
  prompts.values(fields, given, question, function(arguments)
    M.if_confirmed(page, action, arguments, function()
      local function send() M.send(page, name, arguments, on_end) end
      if asks_all then send() else enter_secrets(page, action, arguments, send, on_end) end
    end, on_end)
  end, on_end)
end

---Calls an action for the line of the cursor: a row supplies arguments.
---@param page svvs.Page
---@param name string of the action
---@param target svvs.Target?
---@param asks_all boolean?
function M.call_on(page, name, target, asks_all)
  local screen = page.screen
  local part = target and target.kind == 'row' and screens.named(screen.parts, target.name)
  M.call(page, name, part and screens.row_arguments(screens.named(screen.actions, name), part, target.value), asks_all)
end

---Calls the action of a view that appears.
---@param page svvs.Page
---@param on_end fun()?
function M.appear(page, on_end)
  if page.screen.onAppear then M.send(page, page.screen.onAppear, {}, on_end) end
end

return M

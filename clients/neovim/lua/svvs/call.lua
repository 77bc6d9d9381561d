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
  progress.add(page, action.title, call, not action.notCancellable)
end

-- Asks for the secret fields that the action takes and that were not entered on this page, and sets them.
local function enter_secrets(page, action, given, on_entered)
  local fields, secrets = screens.missing_secrets(page.screen, action, given, page.entered), {}
  local function ask(index)
    if fields[index] then
      return prompts.value(fields[index], { may_be_kept = true }, function(value)
        secrets[fields[index].name] = value
        ask(index + 1)
      end)
    end
    if next(secrets) == nil then return on_entered() end
    page.view:set(secrets, function(err)
      if err then return failures.report(err) end
      for name in pairs(secrets) do
        page.entered[name] = true
      end
      page:invalidate()
      on_entered()
    end)
  end
  ask(1)
end

-- Calls the function unless the action has a question, and the user does not confirm it.
local function if_confirmed(page, action, arguments, run)
  local question, subject = screens.confirmation(page.screen, action, arguments, page.view.state)
  if not question then return run() end
  prompts.confirm(question, subject, function(is_confirmed)
    if is_confirmed then return run() end
    failures.say(action.title .. ' was not called', vim.log.levels.INFO)
  end)
end

---Calls an action, asks for the required arguments that have no value, and for the confirmation.
---@param page svvs.Page
---@param name string of the action
---@param given table? the values of arguments
---@param asks_all boolean? asks for the optional arguments, too
function M.call(page, name, given, asks_all)
  local action = screens.named(page.screen.actions, name)
  given = given or {}
  local fields = screens.asked(action.asks, given, asks_all)
  local function question(field)
    return { default = page.view.state[field.name], candidates = screens.candidates(field, page.view.state) }
  end
  prompts.values(fields, given, question, function(arguments)
    if_confirmed(page, action, arguments, function()
      if asks_all then return M.send(page, name, arguments) end
      enter_secrets(page, action, arguments, function() M.send(page, name, arguments) end)
    end)
  end)
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
function M.appear(page)
  if page.screen.onAppear then M.send(page, page.screen.onAppear, {}) end
end

return M

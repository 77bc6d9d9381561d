---Calls of actions from a page: the arguments that they are passed, and the views that they open.
local rules = require('svvs.arguments')
local failures = require('svvs.failure')
local hints = require('svvs.hints')
local progress = require('svvs.progress')
local prompts = require('svvs.prompt')

local M = {}

---Calls an action with these arguments.
---@param page svvs.Page
---@param action string
---@param arguments table
---@param on_end fun(err: svvs.Failure?)? called when the call has ended, or if the view is closed
function M.send(page, action, arguments, on_end)
  local schema, view = page.schema, page.view
  local title = schema:action_title(view.type, action)
  if not view.is_open then
    local failure = failures.new('ViewClosed', title .. ' was not called: this view is closed')
    if on_end then on_end(failure) end
    return failures.say(failure)
  end
  local call = view:call(action, arguments, function(err)
    failures.report(err)
    local opening = hints.settled(schema, view.type, action, arguments, view.state, err)
    if opening then page:follow(opening) end
    if on_end then on_end(err) end
  end)
  progress.add(page, title, call, schema:is_cancellable(view.type, action))
end

-- Asks for the secret fields that the action takes and that were not entered on this page, and sets them.
local function enter_secrets(page, action, given, on_entered)
  local fields, secrets = rules.missing_secrets(page.schema, page.view.type, action, given, page.entered), {}
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

---Calls an action, and asks for the required arguments that have no value.
---@param page svvs.Page
---@param action string
---@param given table? the values of arguments
---@param asks_all boolean? asks for the optional arguments, too
function M.call(page, action, given, asks_all)
  given = given or {}
  local fields = rules.asked(page.schema:arguments(page.view.type, action), given, asks_all)
  local function question(field)
    return { default = page.view.state[field.name], candidates = rules.candidates(field, page.view.state) }
  end
  prompts.values(fields, given, question, function(arguments)
    if asks_all then return M.send(page, action, arguments) end
    enter_secrets(page, action, arguments, function() M.send(page, action, arguments) end)
  end)
end

---Calls an action for the line of the cursor: a row supplies arguments.
---@param page svvs.Page
---@param action string
---@param target svvs.Target?
---@param asks_all boolean?
function M.call_on(page, action, target, asks_all)
  local is_row = target and target.kind == 'row'
  local given = is_row and rules.given(page.schema, page.view.type, action, target.name, target.value)
  M.call(page, action, given or nil, asks_all)
end

---Calls the action of a view that appears.
---@param page svvs.Page
function M.appear(page)
  local action = page.schema:on_appear(page.view.type)
  if action then M.send(page, action, {}) end
end

return M

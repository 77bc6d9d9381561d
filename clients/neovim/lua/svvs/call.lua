---Calls of actions from a page: the arguments that they are passed, and the views that they open.
local failures = require('svvs.failure')
local format = require('svvs.format')
local progress = require('svvs.progress')
local prompts = require('svvs.prompt')
local screens = require('svvs.screen')
local sending = require('svvs.sending')

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

-- Asks the question of an action, if it has one.
local function is_confirmed(page, action, arguments)
  local question, subject, field = screens.confirmation(page.screen, action, arguments, page.view.state)
  if not question or prompts.confirm(question, subject, field) then return true end
  failures.say(action.title .. ' was not called', vim.log.levels.INFO)
end

-- Asks for the secret fields that the action takes and that the user has not entered, and sets them.
local function enter_secrets(page, action, given)
  local function is_entered(name) return page.drafts[name]:shown() ~= '' end
  for _, part in ipairs(screens.missing_secrets(page.screen, action, given, is_entered)) do
    local draft = page.drafts[part.name]
    if not prompts.field(page, part, function(text) draft:edit(text) end) then return false end
    sending.send_typed(page, part)
  end
  return true
end

-- Sends all typed texts, except those that other actions submit. Returns those that this one submits, or nil after
-- reporting a text that is not a value; and whether there are any.
local function send_texts(page, action, entered)
  local submitted, is_any = {}, false
  local parts = vim.tbl_filter(function(part)
    return page.drafts[part.name] and (not part.submits or part.submits == action.name)
  end, page.screen.parts)
  for _, part in ipairs(parts) do
    local typed = page.drafts[part.name].typed
    local _, problem = prompts.parse(part, typed or '')
    if typed and problem then return failures.say(problem) end
  end
  for _, part in ipairs(parts) do
    local draft, is_submitted = page.drafts[part.name], part.submits == action.name
    local text = (draft.typed or part == entered) and draft:enter()
    local one = text and sending.send(page, part, text, is_submitted)
    if one and is_submitted then table.insert(submitted, one) end
    is_any = is_any or one
  end
  return submitted, is_any
end

---Calls an action, asks for the required arguments that have no value, and for the confirmation. First sends what is
---typed.
---@param page svvs.Page
---@param name string of the action
---@param given table? the values of arguments
---@param asks_all boolean? asks for the optional arguments, too
---@param entered svvs.Part? the field that submits to the action, and whose text the user has entered
function M.call(page, name, given, asks_all, entered)
  local screen, action = page.screen, screens.named(page.screen.actions, name)
  given = given or {}
  local fields = screens.asked(action.asks, given, asks_all)
  local arguments = prompts.values(fields, given, function(field)
    local state, part = page.view.state, field.from and screens.named(screen.parts, field.from.property)
    local candidates = screens.candidates(screen, field, state)
    local none = part and #candidates == 0 and 'no ' .. format.within(part.title) or nil
    return { default = state[field.name], candidates = candidates, none = none, page = page }
  end)
  if not arguments or not is_confirmed(page, action, arguments) then return end
  if not asks_all and not enter_secrets(page, action, arguments) then return end
  if screens.cancels(screen, name) then return M.send(page, name, arguments) end
  local texts, has_sent = send_texts(page, action, entered)
  if not texts or entered and #texts == 0 then return end
  local holds = has_sent or #screens.texts_of(screen, action) > 0
  if not holds and not sending.is_setting(page) then return M.send(page, name, arguments) end
  local function run(done, err)
    local function finish(failure)
      for _, one in ipairs(texts) do
        sending.finish(page, one, failure and 'refused' or 'called')
      end
      if holds or failure then done() end
    end
    if err then return finish(err) end
    M.send(page, name, arguments, finish)
    if not holds then done() end
  end
  sending.add(page, { is_call = true, holds = holds, texts = texts, run = run })
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

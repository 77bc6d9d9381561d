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
---@return svvs.Call
function M.send(page, name, arguments)
  local view, action = page.view, screens.named(page.screen.actions, name)
  local call = view:call(name, arguments, function(err)
    local is_late = err and err.kind == 'ContentModified' and screens.answers(page.screen, name)
    if is_late then failures.inform('answered elsewhere') else failures.report(err) end
    local opening = screens.settled(action, arguments, view.state, err)
    if opening then page:follow(opening) end
  end)
  local is_loading = action.notOffered and name == page.screen.onAppear
  progress.add(page, is_loading and 'loading' or action.title, call, not action.notCancellable)
  return call
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

-- Sends all typed texts, except the messages of other actions. Returns them; nil after reporting a text that is not a
-- value, and if the text that was entered is on its way already.
local function send_texts(page, action, entered)
  local texts = {}
  local parts = vim.tbl_filter(function(part)
    local draft = page.drafts[part.name]
    return draft and (part.submits == action.name or not draft:is_message())
  end, page.screen.parts)
  for _, part in ipairs(parts) do
    local typed = page.drafts[part.name].typed
    local _, problem = prompts.parse(part, typed or '')
    if typed and problem then return failures.say(problem) end
  end
  if entered and not page.drafts[entered.name]:is_ready() then return nil end
  for _, part in ipairs(parts) do
    local draft = page.drafts[part.name]
    local text = (draft.typed or part == entered) and draft:enter()
    table.insert(texts, text and sending.send(page, part, text, part.submits == action.name) or nil)
  end
  return texts
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
  if not page.view.is_open then return failures.say(action.title .. ' was not called: this view is closed') end
  if screens.cancels(screen, name) then return M.send(page, name, arguments) end
  local sent = send_texts(page, action, entered)
  if not sent then return end
  local texts = vim.list_extend(sending.pending(page), sent)
  local holds = #sent > 0 or #screens.texts_of(screen, action) > 0
  if not holds and #texts == 0 then return M.send(page, name, arguments) end
  local function begin() return M.send(page, name, arguments) end
  sending.add(page, { is_call = true, holds = holds, texts = texts, begin = begin })
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
  local name = page.screen.onAppear
  if not name then return end
  page.is_appearing = true
  M.send(page, name, {}):finally(function() page.is_appearing = false end)
end

return M

---Fields of a page: they are set one by one, by a form or while the user types, and Enter submits them.
local calls = require('svvs.call')
local failures = require('svvs.failure')
local format = require('svvs.format')
local progress = require('svvs.progress')
local prompts = require('svvs.prompt')
local screens = require('svvs.screen')

local M = {}
local QUOTED = 30 -- bytes of a refused text in a message

local function warn(text) failures.say(text, vim.log.levels.WARN) end

-- The property, if it can be set; otherwise reports why not.
local function settable(page, name)
  local field = screens.named(page.screen.parts, name)
  if field and field.editable then return field end
  if field then return warn(name .. ' is read-only') end
  failures.say(('%s has no property %s'):format(page.view.type, name))
end

-- Reports why a property could not be set, and where the user finds the text that was typed: in the prompt of its field
-- or, if the user has typed on, in the history of prompts (<Up> shows only those texts that begin as the prompt does).
-- The end of a message may be cut.
local function report(page, field, value, err)
  local is_typed = type(value) == 'string' and value ~= '' and not field.secret
  local is_given_back = prompts.restore(page, field, value)
  if is_given_back or not is_typed or err.kind == 'RequestCancelled' then return failures.report(err) end
  local place = page.kept[field.name] == value and 'its key' or '<C-p>'
  failures.say(('“%s” was not set (%s has it): %s'):format(format.clean(value, QUOTED), place, tostring(err)))
end

-- Sets a property immediately. A refusal is reported, and shown on the line of the property until it changes. A value
-- that is submitted has no timeout.
local function set_now(page, name, value, on_set, submits)
  local field = screens.named(page.screen.parts, name)
  page.setting = page.view:set({ [name] = value }, function(err)
    page.refused[name] = err and (err.is_end and 'not set, since ' or '') .. tostring(err) or nil
    if not err then page.entered[name] = true end
    page:invalidate()
    if err then report(page, field, value, err) end
    if on_set then on_set(err) end
  end, submits)
  progress.add(page, field.title, page.setting)
end

-- Calls the function unless a submit is in progress: then after it.
local function when_free(page, run)
  if page.held then table.insert(page.held, run) else run() end
end

-- Sets a property, but not while a submit is in progress.
local function set(page, name, value, on_set)
  local entry = { value = value }
  page.coming[name] = entry
  when_free(page, function()
    set_now(page, name, value, function(err)
      if page.coming[name] == entry then page.coming[name] = nil end
      if on_set then on_set(err) end
    end)
  end)
end

-- The value to edit: the one that the user has set last and that is on its way, or else that of the state.
local function current(page, name)
  local entry = page.coming[name]
  if entry then return entry.value end
  return page.view.state[name]
end

-- Records whether the user types a text for a field. Meanwhile its action is not dimmed.
local function mark(page, name, is_typing)
  page.unsent[name] = is_typing or nil
  page:invalidate()
end

-- Calls the function when the server has replied to the last request that sets a property.
local function when_set(page, run)
  if page.setting then page.setting:finally(run) else run() end
end

-- Submits when the server has replied to what was set before. Later edits wait until the function that is passed is
-- called, so that the values are those of the moment when the user pressed Enter.
local function in_turn(page, submit)
  when_free(page, function()
    page.held = {}
    local function release()
      local held = page.held
      page.held = nil
      for _, run in ipairs(held) do
        when_free(page, run)
      end
    end
    when_set(page, function() submit(release) end)
  end)
end

-- Sets a filter while the user types it. Afterwards the cursor is on the first row; after <Esc>, on the line it was on.
local function filter(page, field)
  local sent, is_sent, pending, is_done, is_refused = current(page, field.name), false, 0, nil, false
  -- Reports how many rows are left, after the last reply.
  local function report_count()
    local list, rows = screens.named(page.screen.parts, field.filters), page.view.state[field.filters]
    if not is_done or pending > 0 or not (list and format.is_array(rows)) then return end
    local text = ('%s: %d'):format(list.title, #rows)
    failures.say(text .. (rows[1] ~= nil and ', cursor on the first' or ''), vim.log.levels.INFO)
  end
  local function send_text(text)
    is_sent, pending = true, pending + 1
    set(page, field.name, text, function(err)
      pending, is_refused = pending - 1, err ~= nil
      report_count()
    end)
  end
  local line = page:line()
  mark(page, field.name, true)
  is_done = prompts.live(field.title, sent, function(text)
    if text ~= sent then send_text(text) end
    sent = text
  end)
  mark(page, field.name, false)
  if is_done and field.submits and not is_sent then send_text(sent) end
  if is_done then page:go_to_rows(field.filters) else when_set(page, function() page:go_to_line(line) end) end
  if is_done and field.submits then
    in_turn(page, function(release)
      if is_refused then return release() end
      calls.call(page, field.submits, {}, false, release)
    end)
  end
  report_count()
end

-- Fields that submit by themselves

-- Sets the field, and calls its action. When the call has ended, the prompt shows the value that the field then has,
-- or the text if the field could not be set, unless another text was submitted. Neither has a timeout: a text that is
-- set late is sent late. Without a value, only calls the action.
local function submit(page, field, value)
  local submission = {}
  page.submission = submission
  in_turn(page, function(release)
    local function call()
      calls.send(page, field.submits, {}, function()
        if page.submission == submission then prompts.restore(page, field, page.view.state[field.name]) end
        release()
      end)
    end
    if value == nil then return call() end
    set_now(page, field.name, value, function(err)
      if err then release() else call() end
    end, true)
  end)
end

-- Empties the field, unless it is empty.
local function empty(page, field, value)
  in_turn(page, function(release)
    if page.view.is_open and page.view.state[field.name] ~= value then set_now(page, field.name, value) end
    release()
  end)
end

-- Submits texts until the user leaves the field by <Esc>.
local function converse(page, field)
  local beginning = page.view.state[field.name]
  page.is_composing = screens.named(page.screen.actions, field.submits).title
  mark(page, field.name, true)
  page:show_status()
  vim.cmd('redraw')
  prompts.conversation(page, field, beginning, function(value)
    local has_text = value ~= '' and value ~= vim.NIL
    ;(has_text and submit or empty)(page, field, value)
  end)
  page.is_composing, page.is_leading = nil, nil
  mark(page, field.name, false)
  page:show_status()
end

-- Forms

-- Names the actions that may be for the form, with their keys, if the screen does not say which one is.
local function advise(page, name)
  local field, parts = screens.named(page.screen.parts, name), {}
  for _, action in ipairs(screens.buttons(page.screen)) do
    if action.letter then table.insert(parts, ('a%s: %s'):format(action.letter, action.title)) end
  end
  if #parts == 0 then return end
  failures.say(('%s is set; %s'):format(field.title, table.concat(parts, ', ')), vim.log.levels.INFO)
end

-- Calls the action of the form when all fields are set, unless one was refused.
local function submit_form(page, last)
  -- The action may empty the fields: what the user types next is not added to these values.
  if page.screen.form.calls then page.coming = {} end
  in_turn(page, function(release)
    local action, given = screens.entered(page.screen, page.view.state)
    for _, name in ipairs(page.screen.form.fields) do
      if page.refused[name] then return release() end
    end
    if action then return calls.call(page, action, given, false, release) end
    advise(page, last)
    release()
  end)
end

-- Goes on after a field: to the next field of the form, or to its action. It does not wait for a reply of the server,
-- because the next keys that the user types belong to the next field.
local function go_on(page, field)
  local fields = page.screen.form and page.screen.form.fields or {}
  for index, name in ipairs(fields) do
    local following = fields[index + 1]
    if name == field.name and following then return M.edit(page, following) end
    if name == field.name then return submit_form(page, name) end
  end
end

-- Edits a text in a buffer. A text that could not be set is kept for the next edit.
local function edit_long(page, field)
  local name = field.name
  local function take(text)
    page.kept[name] = text
    set(page, name, text, function(err)
      if not err and page.kept[name] == text then page.kept[name] = nil end
    end)
  end
  local text = page.kept[name] or page.view.state[name]
  prompts.edit_text(page, field, text, take, function() mark(page, name, false) end)
end

---Sets a property: toggles a boolean, and asks for any other value. After a field of a form, goes on with the next one,
---and after the last calls the action of the form.
---@param page svvs.Page
---@param name string
function M.edit(page, name)
  local field, value = settable(page, name), current(page, name)
  if not field then return end
  if type(value) == 'boolean' then return set(page, name, not value) end
  local is_long = field.format == 'longText' or type(value) == 'string' and not prompts.is_typeable(value)
  if is_long and type(value) == 'string' then
    mark(page, name, true)
    return edit_long(page, field)
  end
  if type(value) == 'string' and field.filters then return prompts.hold_views(filter, page, field) end
  local action = screens.named(page.screen.actions, field.submits)
  -- A question would be in the way of the next text.
  if action and not field.secret and not action.confirm then
    return prompts.hold_views(converse, page, field)
  end
  -- The text of a submit that is not confirmed is edited again.
  local function ask(beginning)
    mark(page, name, true)
    local question = { beginning = beginning, may_be_kept = page.entered[name], page = page }
    function question.on_end() mark(page, name, false) end
    prompts.value(field, question, function(new)
      if action then
        local edit_again = not field.secret and function() ask(new) end or nil
        return calls.if_confirmed(page, action, {}, function() submit(page, field, new) end, edit_again)
      end
      if new ~= nil then set(page, name, new) end
      go_on(page, field)
    end)
  end
  ask(value)
end

---Sets a property to the value of a text. Refuses a secret.
---@param page svvs.Page
---@param name string
---@param text string
---@param entry integer? the number of the command in the history
function M.set(page, name, text, entry)
  local field = settable(page, name)
  if not field then return end
  if field.secret then return prompts.refuse_secret(name, entry) end
  local value, problem = prompts.parse(field, text)
  if problem then return failures.say(problem) end
  set(page, name, value)
end

return M

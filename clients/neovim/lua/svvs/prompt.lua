---Prompts for values: reads them, parses them by their kind, and edits long texts in a buffer.
local failures = require('svvs.failure')
local format = require('svvs.format')
local json = require('svvs.json')
local screens = require('svvs.screen')

local M = {}

local CANCELLED = '\27' -- a text that a user cannot type
local LISTED = 60 -- bytes of the choices that a prompt lists; longer lists are left to completion
local MOST = 1000 -- candidates that a completion offers
local candidates = {} ---@type {text: string, name: string?}[] for the value that is asked for

-- A value as text to edit.
local function text_of(value)
  if value == nil or value == vim.NIL then return '' end
  return type(value) == 'string' and value or json.encode(value)
end

local SWITCH = { 'true', 'false' }

---The values of a choice or of a switch, as texts; nil for other kinds.
---@param field svvs.Field
---@return string[]?
function M.choices(field)
  if field.kind == 'switch' then return SWITCH end
  return field.choices and vim.tbl_map(function(choice) return text_of(choice.value) end, field.choices)
end

-- The same values, as the user reads them.
local function labels_of(field)
  if field.kind == 'switch' then return SWITCH end
  return field.choices and vim.tbl_map(function(choice) return choice.title end, field.choices)
end

local function parsed(field, text)
  local kind = field.kind
  if kind == 'integer' then return text:find('^%-?[1-9]%d*$') and json.integer(text) or text == '0' and 0 or nil end
  if kind == 'number' then return text:find('^%-?[%d.]+[eE]?[+-]?%d*$') and tonumber(text) or nil end
  if kind == 'switch' then return ({ ['true'] = true, ['false'] = false })[text] end
  for _, choice in ipairs(field.choices or {}) do
    if text_of(choice.value) == text or choice.title == text then return choice.value end
  end
  local is_fine, value = pcall(json.decode, text)
  if is_fine and not field.choices then return value end
end

local EXPECTED = { integer = 'an integer', number = 'a number', switch = 'true or false' }

---Parses the text that a user has typed for a field: a string is taken as it is, other values are JSON, and an empty
---text is null.
---@param field svvs.Field|svvs.Part
---@param text string
---@return any value nil if there is a problem
---@return string? problem
function M.parse(field, text)
  if field.nullable and text == '' then return vim.NIL end
  if field.kind == 'text' then return text end
  local value = parsed(field, vim.trim(text))
  if value ~= nil then return value end
  local listed = field.choices and 'one of: ' .. table.concat(labels_of(field), ', ')
  return nil, ('%s must be %s'):format(field.title, EXPECTED[field.kind] or listed or 'JSON')
end

---Parses the text that a user has typed for a parameter or an argument. An empty one may not be accepted.
---@param field svvs.Field
---@param text string
---@return any value nil if there is a problem
---@return string? problem
function M.parse_answer(field, text)
  local value, problem = M.parse(field, text)
  if screens.accepts(field, value) then return value, problem end
  return nil, field.title .. ' must not be empty'
end

---Completes the value that is asked for.
---@param lead string
---@return string[]
function M.complete(lead)
  local found = {}
  for _, one in ipairs(candidates) do
    local is_meant = vim.startswith(one.text, lead) or one.name and vim.startswith(one.name:lower(), lead:lower())
    if is_meant then table.insert(found, one.text) end
    if #found == MOST then break end
  end
  return found
end

-- Runs a function during which pasted lines become one line. Otherwise Neovim pastes only the first one into a prompt.
local function with_pasted_line(run, ...)
  -- luacheck: ignore 122
  local paste = vim.paste
  vim.paste = function(lines, phase)
    local is_end = phase == -1 and #lines > 1 and lines[#lines] == ''
    return paste({ table.concat(lines, ' ', 1, #lines - (is_end and 1 or 0)) }, phase)
  end
  local is_fine, result = pcall(run, ...)
  vim.paste = paste
  return is_fine, result
end

-- Asks by `input` or `inputsecret`. Returns nil on <Esc> and on CTRL-C, which raises an error.
local function prompt(how, options)
  local is_fine, text = with_pasted_line(vim.fn[how], vim.tbl_extend('force', options, { cancelreturn = CANCELLED }))
  -- Otherwise the typed text stays on the screen.
  vim.cmd("redraw | echo ''")
  if is_fine and text ~= CANCELLED then return text end
end

local prompting, waiting = 0, {} -- the prompts with what follows them; the functions to run after the last one

local function end_prompt()
  prompting = prompting - 1
  if prompting > 0 then return end
  local due = waiting
  waiting = {}
  for _, run in ipairs(due) do
    failures.guard(run)
  end
end

---Runs a function that asks, and then opens the views that have waited for the end of the prompts.
---@param run fun(...)
function M.hold_views(run, ...)
  prompting = prompting + 1
  failures.guard(run, ...)
  end_prompt()
end

-- Before Neovim 0.9, `vim.ui.input` calls nothing on CTRL-C, and passes on nil both for an empty text and for <Esc>.
local function input(options, on_text)
  if vim.fn.has('nvim-0.9') == 0 then
    return M.hold_views(function() on_text(prompt('input', options)) end)
  end
  local is_ended = false
  prompting = prompting + 1
  local function take(text)
    if is_ended then return end
    is_ended = true
    failures.guard(on_text, text)
    end_prompt()
  end
  local is_fine, problem = with_pasted_line(vim.ui.input, options, take)
  if not is_fine and not is_ended then
    failures.say(problem)
    take(nil)
  end
end

-- The only choice that begins with the text, or else the text.
local function completed(choices, text)
  local fitting = vim.tbl_filter(function(choice) return vim.startswith(choice, text) end, choices)
  return text ~= '' and not vim.tbl_contains(choices, text) and #fitting == 1 and fitting[1] or text
end

---Whether a prompt can begin with a text. Neovim feeds it as keys, and control characters would run commands.
---@param text string
function M.is_typeable(text) return json.is_utf8(text) and not text:find('%c') and not text:find('\194[\128-\159]') end

local function typeable(text) return M.is_typeable(text) and text or '' end

---Asks for a text, and passes it on while the user types.
---@param title string
---@param default string
---@param on_text fun(text: string) called for each text, and with the default again on <Esc>
---@return boolean is_done false on <Esc>
function M.live(title, default, on_text)
  local beginning = typeable(default)
  local is_begun = beginning == ''
  local watch = vim.api.nvim_create_autocmd('CmdlineChanged', {
    pattern = '@',
    desc = 'Filter while typing (svvs)',
    callback = function()
      -- Neovim feeds the default itself, a character at a time.
      if is_begun then on_text(vim.fn.getcmdline()) end
      is_begun = is_begun or vim.fn.getcmdline() == beginning
    end,
  })
  local text = prompt('input', { prompt = title .. ': ', default = beginning })
  vim.api.nvim_del_autocmd(watch)
  on_text(text or default)
  return text ~= nil
end

local conversing ---@type {owner: svvs.Page, field: svvs.Field}?

-- Why no value is accepted for a page whose view is closed, and what to do; nil while it is open. The text stays in the
-- prompt, because the next letters of the user are text.
local function closed(page)
  if not page or page.view.is_open then return nil end
  return ('Not sent (<Esc>, then %s)'):format(format.clean(page.ending, 100))
end

-- Asks for values until <Esc>.
local function ask_repeatedly(page, field, beginning, on_value)
  local words
  while true do
    local text = prompt('input', { prompt = (words or field.title) .. ': ', default = typeable(text_of(beginning)) })
    if not text then return end
    local is_blank, value, problem = not text:find('%S'), M.parse(field, text)
    words, beginning = closed(page) or not is_blank and problem or nil, text
    if not words and not problem and (text == '' or not is_blank) then
      beginning = ''
      on_value(value)
    end
  end
end

---Asks for values, one after the other, until <Esc>. A text of blanks is not passed on. An error in the function is
---reported, and ends the conversation.
---@param owner svvs.Page
---@param field svvs.Field
---@param beginning any the value to edit first
---@param on_value fun(value: any)
function M.conversation(owner, field, beginning, on_value)
  conversing = { owner = owner, field = field }
  failures.guard(ask_repeatedly, owner, field, beginning, on_value)
  conversing = nil
end

-- Whether the user is in the prompt of a conversation and has typed nothing.
local function is_prompt_empty() return conversing and vim.fn.mode() == 'c' and vim.fn.getcmdline() == '' end

---Writes a value into the prompt of a conversation about this field, unless the user has typed something.
---@param owner svvs.Page
---@param field svvs.Field
---@param value any
---@return boolean is_restored
function M.restore(owner, field, value)
  local text = typeable(text_of(value))
  if not is_prompt_empty() or conversing.owner ~= owner or conversing.field.name ~= field.name then return false end
  vim.api.nvim_feedkeys(text, 'nt', true)
  return text ~= ''
end

---Runs a function that shows another page, but not during prompts: then after the last one. Only the user ends them,
---because the next letters of a text must not become commands.
---@param run fun()
function M.after_prompts(run)
  if prompting == 0 then return run() end
  table.insert(waiting, run)
  if not conversing then return end
  conversing.owner.is_leading = true
  conversing.owner:show_status()
end

---@class svvs.Question
---@field beginning any the value to edit
---@field default any the value that an empty text stands for, unless `may_be_absent`
---@field may_be_absent boolean? whether an empty text means no value
---@field may_be_kept boolean? whether an empty text leaves a secret as it is
---@field page svvs.Page? accepts a value while its view is open
---@field parse function? by default `parse`
---@field on_end fun()? called when the user has left the prompt
---@field on_cancel fun()? called on <Esc>, too
---@field candidates {value: any, name: string?}[]? the values that are offered

-- The values that are offered: their texts, each with its name.
local function offered(labels, question)
  if labels then return vim.tbl_map(function(text) return { text = text } end, labels) end
  return vim.tbl_map(function(one)
    local text = text_of(one.value)
    return { text = one.name and text .. '  ' .. one.name or text, name = one.name, value = one.value }
  end, question.candidates or {})
end

-- The offered values in words: all of them, or how many there are.
local function listed(offers)
  local texts = table.concat(vim.tbl_map(function(one) return format.clean(one.text) end, offers), ', ')
  if #texts <= LISTED then return texts ~= '' and ' (' .. texts .. ')' or '' end
  return (' (<Tab>: %d values)'):format(#offers)
end

-- The value of the offer with this text or this name; nil if there is none, or if several have it. The name of one may
-- be the value of another.
local function chosen(offers, text)
  local same = vim.tbl_filter(function(one)
    return one.text == text or one.name == text or text_of(one.value) == text
  end, offers)
  return #same == 1 and same[1].value or nil
end

---Asks for one value. A wrong value is asked for again, and the prompt says why. The function is not called on <Esc>.
---@param field svvs.Field
---@param question svvs.Question
---@param on_value fun(value: any) nil for no value
function M.value(field, question, on_value)
  local parse, labels, default = question.parse or M.parse, labels_of(field), question.default
  local offers = offered(labels, question)
  local is_fit = default ~= vim.NIL and default ~= '' and not field.secret and json.is_utf8(text_of(default))
  if question.may_be_absent or not is_fit then default = nil end
  local bracketed = default ~= nil and (' [%s]'):format(format.clean(text_of(default), LISTED)) or ''
  local take
  local function ask(words, beginning)
    if field.secret then
      return M.hold_views(function() take(prompt('inputsecret', { prompt = words .. ': ' })) end)
    end
    candidates = offers
    local completion = #offers > 0 and "customlist,v:lua.require'svvs.prompt'.complete" or nil
    input({ prompt = words .. ': ', default = typeable(beginning), completion = completion }, take)
  end
  local function answer(value)
    if question.on_end then question.on_end() end
    on_value(value)
  end
  function take(text)
    if text == nil then
      if question.on_end then question.on_end() end
      return question.on_cancel and question.on_cancel()
    end
    local problem = closed(question.page)
    if problem then return ask(problem, text) end
    if text == '' and default ~= nil then return answer(default) end
    if labels then text = completed(labels, vim.trim(text)) end
    local is_kept = question.may_be_kept and field.secret
    if text == '' and (question.may_be_absent or is_kept) then return answer(nil) end
    local value = chosen(offers, text)
    if value == nil then value, problem = parse(field, text) end
    if problem then return ask(problem, text) end
    answer(value)
  end
  ask(field.title .. listed(offers) .. bracketed, labels and '' or text_of(question.beginning))
end

---Asks for fields, one after the other. Fields that are not required can be left empty.
---@param fields svvs.Field[]
---@param given table the values of other fields
---@param question_of fun(field: svvs.Field): svvs.Question
---@param on_values fun(values: table)
---@param on_cancel fun()? called on <Esc>
function M.values(fields, given, question_of, on_values, on_cancel)
  local answers = {}
  local function ask(index)
    local field = fields[index]
    if not field then return on_values(screens.answered(fields, given, answers)) end
    local question = question_of(field)
    question.may_be_absent, question.parse, question.on_cancel = field.optional, M.parse_answer, on_cancel
    M.value(field, question, function(value)
      answers[field.name] = value
      ask(index + 1)
    end)
  end
  ask(1)
end

---Asks for a confirmation. It is `y` or `yes` with Enter, so that no single key confirms, not even if it repeats.
---@param question string
---@param subject string? the text of the row that the question is about
---@param on_answer fun(is_confirmed: boolean)
function M.confirm(question, subject, on_answer)
  local words = question .. (subject and (' “%s”'):format(format.clean(subject, LISTED)) or '')
  local newest = vim.fn.histnr('input')
  input({ prompt = words .. ' (y/n): ' }, function(text)
    -- The history is for the texts of fields.
    if vim.fn.histnr('input') > newest then vim.fn.histdel('input', -1) end
    on_answer(vim.tbl_contains({ 'y', 'yes' }, vim.trim(text or ''):lower()))
  end)
end

---Edits a text of several lines, or with characters that a prompt cannot contain, in a buffer: |:write| sets it.
---@param page svvs.Page
---@param field svvs.Field
---@param text string to begin with
---@param set fun(text: string)
---@param on_end fun() called when the buffer has gone
function M.edit_text(page, field, text, set, on_end)
  vim.cmd('belowright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(buffer, ('svvs-edit://%d/%s'):format(buffer, field.name))
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, vim.split(text, '\n'))
  vim.bo[buffer].modified = false
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = buffer,
    desc = 'Set the property (svvs)',
    callback = function()
      if not page.view.is_open then return failures.say(closed(page)) end
      set(table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n'))
      vim.bo[buffer].modified = false
    end,
  })
  vim.api.nvim_create_autocmd('BufWipeout', { buffer = buffer, desc = 'End the edit (svvs)', callback = on_end })
  failures.say(field.title .. ': :w sets it, :q leaves it', vim.log.levels.INFO)
end

---Refuses a command that contains a secret, and removes the command from the history.
---@param name string of the secret parameter, argument or property
---@param entry integer? the number of the command in the history
function M.refuse_secret(name, entry)
  if entry then vim.fn.histdel('cmd', entry) end
  failures.say(name .. ' is secret: leave it out here, and it is asked for')
end

return M

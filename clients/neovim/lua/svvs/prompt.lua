---Prompts for values: reads them, parses them by their kind, and edits long texts in a buffer.
local failures = require('svvs.failure')
local format = require('svvs.format')
local json = require('svvs.json')
local screens = require('svvs.screen')

local M = {}

local CANCELLED = '\27' -- a text that a user cannot type
local LISTED = 60 -- bytes of the choices that a prompt lists; longer lists are left to completion
local MOST = 1000 -- candidates that a completion offers
local candidates = {} ---@type string[] for the value that is asked for

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
  for _, text in ipairs(candidates) do
    if vim.startswith(text, lead) then table.insert(found, text) end
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

-- In Neovim 0.7, `vim.ui.input` returns nil both for an empty text and for <Esc>.
local function input(options, on_text)
  if vim.fn.has('nvim-0.8') == 1 then
    local is_fine, problem = with_pasted_line(vim.ui.input, options, on_text)
    if not is_fine then error(problem, 0) end
    return
  end
  on_text(prompt('input', options))
end

-- The only choice that begins with the text, or else the text.
local function completed(choices, text)
  local fitting = vim.tbl_filter(function(choice) return vim.startswith(choice, text) end, choices)
  return text ~= '' and not vim.tbl_contains(choices, text) and #fitting == 1 and fitting[1] or text
end

-- The initial text of a prompt. Neovim feeds it as keys, and some of those would run commands, so a text with other
-- than printable characters is left out.
local function typeable(text) return json.is_utf8(text) and format.clean(text) == text and text or '' end

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

---@type {owner: any, field: svvs.Field, waiting: fun()[]}? the conversation in progress; the functions run after it
local conversing

-- Asks for values until <Esc>.
local function ask_repeatedly(field, beginning, on_value)
  while true do
    local text = prompt('input', { prompt = field.title .. ': ', default = typeable(text_of(beginning)) })
    if not text then return end
    beginning = text
    local value, problem = M.parse(field, text)
    local is_blank = not text:find('%S')
    if problem then
      if not is_blank then failures.say(problem) end
    elseif text == '' or not is_blank then
      beginning = ''
      on_value(value)
    end
  end
end

---Asks for values, one after the other, until <Esc>. A text of blanks is not passed on. An error in the function is
---reported, and ends the conversation.
---@param owner any the page that asks
---@param field svvs.Field
---@param beginning any the value to edit first
---@param on_value fun(value: any)
function M.conversation(owner, field, beginning, on_value)
  local waiting = {}
  conversing = { owner = owner, field = field, waiting = waiting }
  failures.guard(ask_repeatedly, field, beginning, on_value)
  conversing = nil
  for _, run in ipairs(waiting) do
    failures.guard(run)
  end
end

-- Whether the user is in the prompt of a conversation and has typed nothing.
local function is_prompt_empty() return conversing and vim.fn.mode() == 'c' and vim.fn.getcmdline() == '' end

---Writes a value into the prompt of a conversation about this field, unless the user has typed something.
---@param owner any the page that asks
---@param field svvs.Field
---@param value any
---@return boolean is_restored
function M.restore(owner, field, value)
  local text = typeable(text_of(value))
  if not is_prompt_empty() or conversing.owner ~= owner or conversing.field.name ~= field.name then return false end
  vim.api.nvim_feedkeys(text, 'nt', true)
  return text ~= ''
end

---Runs a function, but not during a conversation: then after it. Ends a conversation of this owner, as <Esc> does,
---unless the user has typed something: the next letters of the text would become commands.
---@param owner any the page that the function belongs to
---@param run fun()
function M.after_conversation(owner, run)
  if not conversing then return run() end
  table.insert(conversing.waiting, run)
  if is_prompt_empty() and conversing.owner == owner then vim.api.nvim_feedkeys('\28\14', 'nt', true) end
end

---@class svvs.Question
---@field beginning any the value to edit
---@field default any the value that an empty text stands for, unless `may_be_absent`
---@field may_be_absent boolean? whether an empty text means no value
---@field may_be_kept boolean? whether an empty text leaves a secret as it is
---@field parse function? by default `parse`
---@field on_end fun()? called when the user has left the prompt
---@field candidates any[]? the values that completion offers

---Asks for one value. The function is not called on <Esc> and for a wrong value.
---@param field svvs.Field
---@param question svvs.Question
---@param on_value fun(value: any) nil for no value
function M.value(field, question, on_value)
  local choices, parse = labels_of(field), question.parse or M.parse
  local listed = choices and ' (' .. table.concat(choices, ', ') .. ')' or ''
  local default = question.default
  local is_fit = default ~= vim.NIL and default ~= '' and not field.secret and json.is_utf8(text_of(default))
  if question.may_be_absent or not is_fit then default = nil end
  local offered = default ~= nil and (' [%s]'):format(format.clean(text_of(default), LISTED)) or ''
  local words = field.title .. (#listed <= LISTED and listed or '') .. offered .. ': '
  local function take(text)
    if question.on_end then question.on_end() end
    if text == nil then return end
    if text == '' and default ~= nil then return on_value(default) end
    if choices then text = completed(choices, vim.trim(text)) end
    local is_kept = question.may_be_kept and field.secret
    if text == '' and (question.may_be_absent or is_kept) then return on_value(nil) end
    local value, problem = parse(field, text)
    if problem then return failures.say(problem) end
    on_value(value)
  end
  if field.secret then return take(prompt('inputsecret', { prompt = words })) end
  local beginning = choices and '' or typeable(text_of(question.beginning))
  candidates = choices or vim.tbl_map(text_of, question.candidates or {})
  local completion = #candidates > 0 and "customlist,v:lua.require'svvs.prompt'.complete" or nil
  input({ prompt = words, default = beginning, completion = completion }, take)
end

---Asks for fields, one after the other. Fields that are not required can be left empty.
---@param fields svvs.Field[]
---@param given table the values of other fields
---@param question_of fun(field: svvs.Field): svvs.Question
---@param on_values fun(values: table)
function M.values(fields, given, question_of, on_values)
  local answers = {}
  local function ask(index)
    local field = fields[index]
    if not field then return on_values(screens.answered(fields, given, answers)) end
    local question = question_of(field)
    question.may_be_absent, question.parse = field.optional, M.parse_answer
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
---@param on_answer fun(is_confirmed: boolean) not called on <Esc>
function M.confirm(question, subject, on_answer)
  local words = format.clean(question, 200) .. (subject and (' “%s”'):format(format.clean(subject, LISTED)) or '')
  input({ prompt = words .. ' (y/n): ' }, function(text)
    if text then on_answer(vim.tbl_contains({ 'y', 'yes' }, vim.trim(text):lower())) end
  end)
end

---Edits a text of several lines, or with characters that a prompt cannot contain, in a buffer: |:write| sets it.
---@param view svvs.View
---@param field svvs.Field
---@param set fun(text: string)
---@param on_end fun() called when the buffer has gone
function M.edit_text(view, field, set, on_end)
  vim.cmd('belowright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(buffer, ('svvs-edit://%d/%s'):format(buffer, field.name))
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, vim.split(view.state[field.name], '\n'))
  vim.bo[buffer].modified = false
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = buffer,
    desc = 'Set the property (svvs)',
    callback = function()
      if not view.is_open then return failures.say('this view is closed') end
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

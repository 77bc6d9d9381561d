---Prompts for values: reads them, parses them by their kind, and edits long texts in a buffer.
local failures = require('svvs.failure')
local format = require('svvs.format')
local json = require('svvs.json')
local later = require('svvs.later')
local screens = require('svvs.screen')

local M = {}

local CANCELLED = '\27' -- a text that a user cannot type
local LISTED = 60 -- bytes of the choices that a prompt lists; longer lists are left to completion
local MOST = 1000 -- candidates that a completion offers
local candidates = {} ---@type {text: string, name: string?}[] for the value that is asked for

---A value as text to edit.
---@param value any
---@return string
function M.text_of(value)
  if value == nil or value == vim.NIL then return '' end
  return type(value) == 'string' and value or json.encode(value)
end

local function is_integer(text)
  local limit = text:find('^-') and '-9223372036854775808' or '9223372036854775807'
  return text == '0' or text:find('^%-?[1-9]%d*$') and (#text < #limit or #text == #limit and text <= limit)
end

local function parsed(field, text)
  local kind = field.kind
  if kind == 'integer' then return is_integer(text) and json.integer(text) or nil end
  if kind == 'number' then return text:find('^%-?[%d.]+[eE]?[+-]?%d*$') and tonumber(text) or nil end
  for _, choice in ipairs(field.choices or {}) do
    if M.text_of(choice.value) == text or choice.title == text then return choice.value end
  end
  local is_fine, value = pcall(json.decode, text)
  if is_fine and not field.choices then return value end
end

local EXPECTED = { integer = 'an integer of 64 bits', number = 'a number' }

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
  local titles = vim.tbl_map(function(choice) return choice.title end, field.choices or {})
  local listed = field.choices and 'one of: ' .. table.concat(titles, ', ')
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

-- Lines that are pasted into a prompt become one line; otherwise Neovim takes only the first. A page, or a window that
-- explains one, cannot contain a text.
local paste, is_asking = vim.paste, false
vim.paste = function(lines, phase) -- luacheck: ignore 122
  local is_page = vim.bo.filetype == 'svvs' or vim.b.explains_svvs
  if is_asking then
    local is_end = phase == -1 and #lines > 1 and lines[#lines] == ''
    lines = { table.concat(lines, ' ', 1, #lines - (is_end and 1 or 0)) }
  elseif is_page and vim.fn.mode() ~= 'c' then
    failures.say('not pasted: a text belongs into a field', vim.log.levels.WARN)
    return false
  end
  return paste(lines, phase)
end

-- Asks for a text. Returns nil on <Esc> and on CTRL-C, and whether it was CTRL-C. That key is mapped: otherwise one
-- that is pressed while a page is drawn interrupts the drawing, and then looks like <Esc>.
local function prompt(field, words, beginning, offers)
  local options = { prompt = words .. ': ', default = beginning, cancelreturn = CANCELLED }
  candidates = offers
  if #offers > 0 then options.completion = "customlist,v:lua.require'svvs.prompt'.complete" end
  local is_fine, text, is_discarded
  local function discard()
    is_discarded = true
    return '<C-c>'
  end
  local buffer = vim.api.nvim_get_current_buf()
  vim.cmd('redraw') -- input() does not
  later.run(function()
    is_asking = true
    vim.keymap.set('c', '<C-c>', discard, { buffer = buffer, expr = true, desc = 'Discard the text (svvs)' })
    is_fine, text = pcall(vim.fn[field.secret and 'inputsecret' or 'input'], options)
    pcall(vim.keymap.del, 'c', '<C-c>', { buffer = buffer }) -- which may be gone
    is_asking = false
  end)
  -- Otherwise the typed text stays on the screen.
  vim.cmd("redraw | echo ''")
  if is_fine and text ~= CANCELLED then return text end
  return nil, is_discarded or not is_fine
end

---Whether a prompt can begin with a text. Neovim feeds it as keys, and control characters would run commands.
---@param text string
function M.is_typeable(text) return json.is_utf8(text) and not text:find('%c') and not text:find('\194[\128-\159]') end

local function typeable(text) return M.is_typeable(text) and text or '' end

-- Why no value is accepted for a page whose view is closed, and what to do; nil while it is open. The text stays in the
-- prompt, because the next letters of the user are text.
local function closed(page)
  if not page or page.view.is_open then return nil end
  return ('Not sent (<Esc>, then %s)'):format(format.clean(page.ending, 100))
end

-- The values that are offered: their texts, each with its name.
local function offered(field, found)
  return vim.tbl_map(function(one)
    local text = one.title or M.text_of(one.value)
    return { text = one.name and text .. '  ' .. one.name or text, name = one.name, value = one.value }
  end, field.choices or found or {})
end

-- The offered values in words: all of them, or how many there are.
local function listed(offers)
  local texts = table.concat(vim.tbl_map(function(one) return format.clean(one.text) end, offers), ', ')
  if #texts <= LISTED then return texts ~= '' and ' (' .. texts .. ')' or '' end
  return (' (<Tab>: %d values)'):format(#offers)
end

-- The value of the offer with this text or this name, or of the only choice that begins so; nil if there is none, or if
-- several have it. The name of one may be the value of another.
local function chosen(field, offers, text)
  local function only(is_meant)
    local same = vim.tbl_filter(is_meant, offers)
    if #same == 1 then return same[1].value end
  end
  local value = only(function(one) return one.text == text or one.name == text or M.text_of(one.value) == text end)
  if value ~= nil or not field.choices or text == '' then return value end
  return only(function(one) return vim.startswith(one.text, text) end)
end

-- Asks for a value until there is no problem with it: otherwise the text stays in the prompt, which says why. Returns
-- nil if the user has left the prompt, and whether by CTRL-C.
local function ask(field, page, words, offers, begin, accept)
  while true do
    local text, is_discarded = prompt(field, words, begin(), offers)
    if not text then return nil, is_discarded end
    local value, problem = accept(text)
    words = closed(page) or problem
    if not words then return value end
  end
end

-- Fields

---@type {page: svvs.Page, part: svvs.Part, draft: svvs.Draft, text: string, is_fed: boolean}?
local edited -- by the prompt

-- Takes over what the user has typed into the prompt. Neovim feeds the text with which it begins as keys, too.
local function follow_typing(edit)
  local line = vim.fn.getcmdline()
  if edited.is_fed or not vim.startswith(edited.text, line) then
    edited.is_fed = true
    edit(line)
  end
  edited.is_fed = edited.is_fed or line == edited.text
end

---Shows the text of a draft in the prompt that edits it, if that shows another one.
---@param draft svvs.Draft
function M.show(draft)
  if not edited or edited.draft ~= draft or edited.part.secret or edited.part.choices then return end
  local text, line = draft:shown(), vim.fn.getcmdline()
  if vim.fn.mode() ~= 'c' or line == text or not M.is_typeable(text) then return end
  edited.text, edited.is_fed = text, false
  vim.api.nvim_feedkeys((line ~= '' and '\5\21' or '') .. text, 'nit', true)
end

---The page and the part whose text a prompt edits.
---@return {page: svvs.Page, part: svvs.Part, draft: svvs.Draft}?
function M.edited() return edited end

---Lets the user edit the text of a field.
---@param page svvs.Page
---@param part svvs.Part
---@param edit fun(text: string?) called for each text, and without one if it is discarded
---@return boolean is_entered false on <Esc>, which leaves the text in the field, and on CTRL-C, which discards it
function M.field(page, part, edit)
  local draft, offers = page.drafts[part.name], offered(part)
  local watch = vim.api.nvim_create_autocmd('CmdlineChanged', {
    pattern = '@',
    desc = 'Keep what is typed (svvs)',
    callback = function()
      if not part.secret then follow_typing(edit) end
    end,
  })
  local function begin()
    local text = typeable(part.choices and (draft.typed or '') or draft:shown())
    edited = { page = page, part = part, draft = draft, text = text, is_fed = text == '' }
    page:show_status()
    return text
  end
  local words = part.title .. listed(offers)
  local is_fine, value, is_discarded = pcall(ask, part, page, words, offers, begin, function(text)
    if text ~= edited.text then edit(text) end
    local value = chosen(part, offers, vim.trim(text))
    if value ~= nil then return value end
    return M.parse(part, text)
  end)
  vim.api.nvim_del_autocmd(watch)
  edited = nil
  page:invalidate()
  if not is_fine then error(value, 0) end
  if is_discarded then edit(nil) end
  if value ~= nil and part.kind ~= 'text' then edit(M.text_of(value)) end
  return value ~= nil
end

-- Parameters and arguments

---@class svvs.Question
---@field default any the value that an empty text stands for, unless the field is optional
---@field page svvs.Page? accepts a value while its view is open
---@field candidates {value: any, name: string?}[]? the values that are offered
---@field none string? says that there is no such value

-- Asks for one value. An empty text is null for an optional field.
local function answer(field, question)
  local offers, default, beginning = offered(field, question.candidates), question.default, ''
  local is_fit = default ~= vim.NIL and default ~= '' and not field.secret and json.is_utf8(M.text_of(default))
  if field.optional or not is_fit then default = nil end
  local words = field.title .. (question.none and (' (%s)'):format(question.none) or listed(offers))
  if default ~= nil then words = ('%s [%s]'):format(words, format.clean(M.text_of(default), LISTED)) end
  return (ask(field, question.page, words, offers, function() return beginning end, function(text)
    beginning = typeable(text)
    if text == '' and default ~= nil then return default end
    if text == '' and field.optional then return vim.NIL end
    local value = chosen(field, offers, vim.trim(text))
    if value ~= nil then return value end
    return M.parse_answer(field, text)
  end))
end

---Asks for fields, one after the other. Fields that are not required can be left empty.
---@param fields svvs.Field[]
---@param given table the values of other fields
---@param question_of fun(field: svvs.Field): svvs.Question
---@return table? values nil on <Esc>
function M.values(fields, given, question_of)
  local answers = {}
  for _, field in ipairs(fields) do
    local value = answer(field, question_of(field))
    if value == nil then return nil end
    answers[field.name] = value
  end
  return screens.answered(fields, given, answers)
end

---Shows lines in a window until the user presses a key.
---@param lines string[]
---@return string key empty for <Esc>, CTRL-C, and keys that are not characters
function M.key(lines)
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, lines)
  vim.bo[buffer].bufhidden = 'wipe'
  local width, height = vim.o.columns - 2, 0
  for _, line in ipairs(lines) do
    height = height + math.max(1, math.ceil(vim.api.nvim_strwidth(line) / width))
  end
  local window = vim.api.nvim_open_win(buffer, false, {
    relative = 'editor', anchor = 'SW', row = vim.o.lines - vim.o.cmdheight - 1, col = 0, style = 'minimal',
    width = width, height = math.min(height, math.max(1, vim.o.lines - 4)), border = 'single',
  })
  vim.cmd('redraw')
  local is_fine, key = pcall(vim.fn.getcharstr)
  vim.api.nvim_win_close(window, true)
  return is_fine and not key:find('^[\3\27\128]') and key or ''
end

---Asks for a confirmation: only `y` confirms. It is not the letter of an action, so no key that repeats confirms.
---@param question string
---@param subject string? the text of the row that the question is about, or of the argument
---@param field svvs.Field? the argument, if it is of no row
---@return boolean
function M.confirm(question, subject, field)
  local text = subject and format.clean(subject, LISTED)
  local about = text and (field and (' (%s %s)'):format(field.title, text) or (' “%s”'):format(text)) or ''
  return M.key({ question .. about, 'y: yes · any other key: no' }) == 'y'
end

---Edits a text of several lines, or with characters that a prompt cannot contain, in a buffer: |:write| enters it.
---@param page svvs.Page
---@param part svvs.Part
---@param edit fun(text: string?) called for each text, and without one if it is discarded
---@param enter fun()
function M.edit_text(page, part, edit, enter)
  local draft = page.drafts[part.name]
  vim.cmd('belowright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(buffer, ('svvs-edit://%d/%s'):format(buffer, part.name))
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, vim.split(draft:shown(), '\n'))
  vim.bo[buffer].modified = false
  local function on(event, desc, callback)
    vim.api.nvim_create_autocmd(event, { buffer = buffer, desc = desc, callback = callback })
  end
  local function take() edit(table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n')) end
  on({ 'TextChanged', 'TextChangedI' }, 'Keep what is typed (svvs)', take)
  on('BufWriteCmd', 'Enter the text (svvs)', function()
    take()
    if not page.view.is_open then return failures.say(closed(page)) end
    vim.bo[buffer].modified = false
    enter()
  end)
  on('BufUnload', 'Discard a text that was not written (svvs)', function()
    if vim.bo[buffer].modified then edit(nil) end
  end)
  failures.say(part.title .. ': :w enters it, :q leaves it', vim.log.levels.INFO)
end

---Refuses a command that contains a secret, and removes the command from the history.
---@param name string of the secret parameter, argument or property
---@param entry integer? the number of the command in the history
function M.refuse_secret(name, entry)
  if entry then vim.fn.histdel('cmd', entry) end
  failures.say(name .. ' is secret: leave it out here, and it is asked for')
end

return M

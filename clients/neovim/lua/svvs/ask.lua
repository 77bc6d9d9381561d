---Asks people for values, as the schema has them.
local failures = require('svvs.failure')
local format = require('svvs.format')
local hints = require('svvs.hints')
local json = require('svvs.json')
local parse = require('svvs.parse')

local M = {}

local ESCAPED = '\27' -- what nobody can type
local LISTED = 60 -- bytes of all choices that a prompt names; more are left to completion
local MOST = 1000 -- candidates that a completion offers
local candidates = {} ---@type string[] of the value that is asked for

---Completes what is being asked for.
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

-- Asks by `input` or `inputsecret`; nil if people change their mind, by <Esc> or by CTRL-C, which raises.
local function prompt(how, options)
  local is_fine, text = pcall(vim.fn[how], vim.tbl_extend('force', options, { cancelreturn = ESCAPED }))
  -- What was typed stays on the screen otherwise.
  vim.cmd("redraw | echo ''")
  if is_fine and text ~= ESCAPED then return text end
end

-- Neovim 0.7's `vim.ui.input` gives nil for an empty text as for Escape, so that no text could be emptied.
local function input(options, on_text)
  if vim.fn.has('nvim-0.8') == 1 then return vim.ui.input(options, on_text) end
  on_text(prompt('input', options))
end

-- The only choice that begins with the text; else the text.
local function completed(choices, text)
  local fitting = vim.tbl_filter(function(choice) return vim.startswith(choice, text) end, choices)
  return text ~= '' and not vim.tbl_contains(choices, text) and #fitting == 1 and fitting[1] or text
end

-- What a value looks like for editing.
local function text_of(value)
  if value == nil or value == vim.NIL then return '' end
  return type(value) == 'string' and value or json.encode(value)
end

-- What a prompt begins with: nothing for a text that is more than letters, since Neovim types it as keys, of which some
-- run commands.
local function typeable(text) return json.is_utf8(text) and format.clean(text) == text and text or '' end

---Asks for a text, and gives it while it is typed.
---@param title string
---@param default string
---@param on_text fun(text: string) called for each text; that of the beginning, too, if people change their mind
---@return boolean is_done whether they did not
function M.live(title, default, on_text)
  local beginning = typeable(default)
  local is_begun = beginning == ''
  local watch = vim.api.nvim_create_autocmd('CmdlineChanged', {
    pattern = '@',
    desc = 'Filter while typing (svvs)',
    callback = function()
      -- Neovim types the default itself, a character at a time.
      if is_begun then on_text(vim.fn.getcmdline()) end
      is_begun = is_begun or vim.fn.getcmdline() == beginning
    end,
  })
  local text = prompt('input', { prompt = title .. ': ', default = beginning })
  vim.api.nvim_del_autocmd(watch)
  on_text(text or default)
  return text ~= nil
end

---@class svvs.Question
---@field beginning any the value that is edited
---@field default any the value that nothing typed stands for, unless that means no value
---@field may_be_absent boolean? whether nothing means no value
---@field candidates any[]? what is offered as completion

---Asks for one value. The function is not called if people change their mind or what they typed is wrong.
---@param field svvs.Field
---@param question svvs.Question
---@param on_value fun(value: any) given nil for no value
function M.value(field, question, on_value)
  local choices = field.kind.choices and vim.tbl_map(text_of, field.kind.choices)
  local listed = choices and ' (' .. table.concat(choices, ', ') .. ')' or ''
  local default = question.default
  local is_fit = default ~= vim.NIL and field.access ~= 'write' and json.is_utf8(text_of(default))
  if question.may_be_absent or not is_fit then default = nil end
  local offered = default ~= nil and (' [%s]'):format(format.clean(text_of(default), LISTED)) or ''
  local words = field.title .. (#listed <= LISTED and listed or '') .. offered .. ': '
  local function take(text)
    if text == nil then return end
    if text == '' and default ~= nil then return on_value(default) end
    if choices then text = completed(choices, vim.trim(text)) end
    if text == '' and question.may_be_absent then return on_value(nil) end
    local value, problem = parse.value(field, text)
    if problem then return failures.say(problem) end
    on_value(value)
  end
  if field.access == 'write' then return take(prompt('inputsecret', { prompt = words })) end
  local beginning = choices and '' or typeable(text_of(question.beginning))
  candidates = choices or vim.tbl_map(text_of, question.candidates or {})
  local completion = #candidates > 0 and "customlist,v:lua.require'svvs.ask'.complete" or nil
  input({ prompt = words, default = beginning, completion = completion }, take)
end

---Asks for fields, one after the other. What may be left out is left out if left empty.
---@param fields svvs.Field[]
---@param given table the values of other fields
---@param question_of fun(field: svvs.Field): svvs.Question
---@param on_values fun(values: table)
function M.values(fields, given, question_of, on_values)
  local answers = {}
  local function ask(index)
    local field = fields[index]
    if not field then return on_values(hints.answered(fields, given, answers)) end
    local question = question_of(field)
    question.may_be_absent = not field.is_required
    M.value(field, question, function(value)
      answers[field.name] = value
      ask(index + 1)
    end)
  end
  ask(1)
end

return M

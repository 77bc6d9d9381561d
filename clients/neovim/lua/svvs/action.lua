---Actions of the user on a page: the keys, the functions that they call, and the windows that explain the page.
local rules = require('svvs.arguments')
local calls = require('svvs.call')
local failures = require('svvs.failure')
local format = require('svvs.format')
local forms = require('svvs.form')
local hints = require('svvs.hints')
local progress = require('svvs.progress')

local M = {}

local function warn(text) failures.say(text, vim.log.levels.WARN) end

-- Windows with information

local MOST = 20000 -- bytes of one value
local WIDTH = 100 -- columns of a window

-- Adds a text in lines that are no longer than the window.
local function wrap(text, lines)
  local line = ''
  for word in format.clean(text, MOST):gmatch('%S+%s*') do
    if line ~= '' and vim.api.nvim_strwidth(line .. word) > WIDTH then
      table.insert(lines, line)
      line = ''
    end
    line = line .. word
  end
  table.insert(lines, line)
end

-- Shows lines in a window that has the cursor, so that a long text can be scrolled.
local function open_window(lines, indent)
  local options = { border = 'single', wrap = true, max_width = WIDTH }
  local buffer, window = vim.lsp.util.open_floating_preview(lines, '', options)
  vim.api.nvim_set_current_win(window)
  vim.cmd(('setlocal linebreak breakindent breakindentopt=shift:%d'):format(indent or 0))
  local function close() pcall(vim.api.nvim_win_close, window, true) end
  for _, key in ipairs({ 'q', '<Esc>', '<CR>', 'K', '?' }) do
    vim.keymap.set('n', key, close, { buffer = buffer, nowait = true, desc = 'closes this window (svvs)' })
  end
end

local function describe_field(field, value, lines)
  wrap(('%s (%s)'):format(field.title, field.name), lines)
  if (field.description or '') ~= '' then wrap(field.description, lines) end
  if value ~= nil then wrap(format.inline(value, MOST), lines) end
end

local function describe_row(fields, row, lines)
  if not format.is_record(row) then return wrap(format.inline(row, MOST), lines) end
  for _, member in ipairs(format.members(fields, row)) do
    local value = row[member.name]
    if value ~= nil then wrap(member.title .. ': ' .. format.inline(value, MOST), lines) end
  end
end

local function describe_action(schema, type, action, lines)
  wrap(('%s (%s)'):format(schema:action_title(type, action), action), lines)
  wrap(schema:action_description(type, action), lines)
  for _, field in ipairs(schema:arguments(type, action)) do
    local choices = field.kind.choices and ': ' .. table.concat(field.kind.choices, ', ') or ''
    wrap(('- %s (%s)%s'):format(field.title, field.name, choices), lines)
  end
end

-- Describes the object on the line of the cursor, with its whole value.
local function describe(page)
  local schema, type, target, lines = page.schema, page.view.type, page:target(), {}
  if not target then
    wrap(schema:description(type), lines)
    if page.ending then wrap(page.ending, lines) end
  elseif target.kind == 'action' then
    describe_action(schema, type, target.name, lines)
  elseif target.kind == 'member' then
    describe_field(target.member, target.value, lines)
  else
    local field = schema:property(type, target.name)
    if target.kind == 'row' then
      describe_row(schema:members(schema:element_kind(field.kind)), target.value, lines)
    else
      local value = page.view.state[field.name]
      if format.is_array(value) then value = nil end
      describe_field(field, value, lines)
    end
  end
  open_window(lines)
end

-- The line of the cursor

-- Opens the view of a row, a record or a value.
local function follow(page, opening)
  if not opening then return warn('cannot open the view: a required parameter has no value') end
  page:follow(opening)
end

-- Lets the user choose one of the items.
local function choose(items, title_of, prompt, run)
  vim.ui.select(items, { prompt = prompt, format_item = title_of }, function(item)
    if item then run(item) end
  end)
end

local function choose_action(page, names, target)
  local function title(name) return page.schema:action_title(page.view.type, name) end
  choose(names, title, 'Call: ', function(name) calls.call_on(page, name, target) end)
end

local function on_row(page, target)
  local schema, type = page.schema, page.view.type
  local field = schema:property(type, target.name)
  if field.opens then return follow(page, hints.chosen(schema, field, target.value)) end
  local names = rules.actions(schema, type, target.name)
  if #names > 0 then return choose_action(page, names, target) end
  if field.is_control then return forms.edit(page, target.name) end
  describe(page)
end

local function on_property(page, name)
  local view = page.view
  local field, value = page.schema:property(view.type, name), view.state[name]
  if not field.opens then return forms.edit(page, name) end
  if format.is_record(value) then return follow(page, hints.chosen(page.schema, field, value)) end
  if not hints.is_opening(field, value) then return describe(page) end
  local opening = hints.held(page.schema, field, view.state)
  follow(page, opening and vim.tbl_extend('error', opening, { property = name }))
end

local function on_target(page)
  local target = page:target()
  if not target then return end
  if target.kind == 'action' then return calls.call(page, target.name) end
  if target.kind == 'row' then return on_row(page, target) end
  if target.kind == 'more' then return page:show_more(target.name) end
  on_property(page, target.name)
end

-- Keys

-- The functions that need an open view.
local function if_open(page, run)
  return function()
    if not page.view.is_open then return failures.say('this view is closed: R reopens everything') end
    run()
  end
end

local function refresh(page)
  if page.view.is_open then return page.view:get(failures.report) end
  require('svvs.reopen').all()
end

local function choose_any_action(page)
  local names = page.schema:actions(page.view.type)
  if #names == 0 then return warn('this view has no actions') end
  choose_action(page, names, page:target())
end

local function choose_field(page)
  local fields = page.schema:settable(page.view.type)
  if #fields == 0 then return warn('this view has no fields to change') end
  choose(fields, function(field) return field.title end, 'Change: ', function(field) forms.edit(page, field.name) end)
end

local function open_view(type) require('svvs.commands').open({ type }, type) end

local function choose_view(page)
  local function title(type)
    local letter = page.letters.views[type]
    return ('%-3s %s'):format(letter and 'o' .. letter or '', page.schema:title(type))
  end
  choose(page.schema:view_types(), title, 'Open: ', open_view)
end

local show_keys

-- The keys of every page: each with its description, and its function or the keys that it stands for.
local function general_keys(page)
  local act = if_open(page, function() on_target(page) end)
  return {
    { '<CR>', 'edits the field, calls the action, or opens or shows the row', act },
    { 'i', 'the same', act },
    { 'a', 'and a letter, or a choice: calls an action', if_open(page, function() choose_any_action(page) end) },
    { 'c', 'and a letter, or a choice: changes a field', if_open(page, function() choose_field(page) end) },
    { '<Tab>', 'goes to the next field, table or action', function() page:move(1) end },
    { '<S-Tab>', 'goes to the previous one', function() page:move(-1) end },
    { 'x', 'cancels the last call in progress', function() progress.cancel(page, calls.send) end },
    { 'R', 'requests the state again; after the end of the server, starts it and reopens everything', function()
      refresh(page)
    end },
    { 'o', 'and a letter, or a choice: opens another view', function() choose_view(page) end },
    { 'O', 'begins the command that opens a view with parameters', ':SvvsOpen ' },
    { 'q', 'closes the view and goes back', function() page:leave() end },
    { 'K', 'describes the line of the cursor; q closes that', function() describe(page) end },
    { '?', 'shows these keys', function() show_keys(page) end },
  }
end

local function has_options(schema, type, action)
  for _, field in ipairs(schema:arguments(type, action)) do
    if not field.is_required then return true end
  end
  return false
end

-- The keys for the actions and properties of the view, and for other views.
local function own_keys(page)
  local schema, type, keys = page.schema, page.view.type, {}
  for _, action in ipairs(schema:actions(type)) do
    local letter = page.letters.actions[action]
    local title = schema:action_title(type, action)
    local function call(asks_all)
      return if_open(page, function() calls.call_on(page, action, page:target(), asks_all) end)
    end
    if letter then table.insert(keys, { 'a' .. letter, title, call(false) }) end
    if letter and has_options(schema, type, action) then
      table.insert(keys, { 'A' .. letter, title .. ', also asks for optional arguments', call(true) })
    end
  end
  for _, field in ipairs(schema:properties(type)) do
    local letter = page.letters.properties[field.name]
    local run = if_open(page, function() forms.edit(page, field.name) end)
    if letter then table.insert(keys, { 'c' .. letter, 'changes ' .. field.title, run }) end
  end
  for _, name in ipairs(schema:view_types()) do
    local letter = page.letters.views[name]
    local function open() open_view(name) end
    if letter then table.insert(keys, { 'o' .. letter, 'opens ' .. schema:title(name), open }) end
  end
  return keys
end

-- The keys of the view first, and those that open other views last.
function show_keys(page)
  local lines, views = { page:title() }, {}
  local function add(key) table.insert(lines, ('%-8s %s'):format(key[1], key[2])) end
  for _, key in ipairs(own_keys(page)) do
    if vim.startswith(key[1], 'o') then table.insert(views, key) else add(key) end
  end
  vim.tbl_map(add, general_keys(page))
  vim.tbl_map(add, views)
  open_window(lines, 9)
  vim.fn.matchadd('SvvsTitle', [[\%1l.*]])
  vim.fn.matchadd('SvvsKey', [[\%>1l^\S\+]])
end

local function map(page, keys)
  for _, key in ipairs(keys) do
    local is_prefix = key[1] == 'a' or key[1] == 'c' or key[1] == 'o'
    local run = key[3]
    if type(run) == 'function' then
      run = function()
        page.is_placed = true
        key[3]()
      end
    end
    vim.keymap.set('n', key[1], run, { buffer = page.buffer, nowait = not is_prefix, desc = key[2] .. ' (svvs)' })
  end
end

---Maps the keys of every page.
---@param page svvs.Page
function M.map_general_keys(page) map(page, general_keys(page)) end

---Maps the keys for the actions and properties of the view, and removes those of the view before.
---@param page svvs.Page
function M.map_own_keys(page)
  for _, key in ipairs(page.keys or {}) do
    pcall(vim.keymap.del, 'n', key[1], { buffer = page.buffer })
  end
  page.keys = own_keys(page)
  map(page, page.keys)
end

return M

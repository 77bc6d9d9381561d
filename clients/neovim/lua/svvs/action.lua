---Actions of the user on a page: the keys, the functions that they call, and the windows that explain the page.
local calls = require('svvs.call')
local failures = require('svvs.failure')
local format = require('svvs.format')
local forms = require('svvs.form')
local later = require('svvs.later')
local progress = require('svvs.progress')
local prompts = require('svvs.prompt')
local questions = require('svvs.question')
local screens = require('svvs.screen')

local M = {}

local function warn(text) failures.say(text, vim.log.levels.WARN) end

-- Windows with information

local MOST = 20000 -- bytes of one value
local WIDTH = 100 -- columns of a window
local PAUSE = 100 -- milliseconds between the parts of a reply of the terminal

-- Shows lines in a window that has the cursor, so that a long text can be scrolled.
local function open_window(lines, indent)
  local options = { border = 'single', wrap = true, max_width = WIDTH }
  local buffer, window = vim.lsp.util.open_floating_preview(lines, '', options)
  vim.api.nvim_set_current_win(window)
  vim.api.nvim_buf_set_var(buffer, 'explains_svvs', true)
  vim.cmd(('setlocal linebreak breakindent breakindentopt=shift:%d'):format(indent or 0))
  local function close() pcall(vim.api.nvim_win_close, window, true) end
  for _, key in ipairs({ 'q', '<Esc>', '<CR>', 'K', '?' }) do
    vim.keymap.set('n', key, close, { buffer = buffer, nowait = true, desc = 'closes this window (svvs)' })
  end
end

-- The members of a row, or the row itself.
local function row_lines(columns, row)
  if not format.is_record(row) then return { format.inline(row, MOST) } end
  local lines = {}
  for _, member in ipairs(format.members(columns, row)) do
    local value, field = row[member.name], member.role == 'flag' and {} or member
    if value ~= nil then table.insert(lines, member.title .. ': ' .. format.text(field, value, MOST)) end
  end
  return lines
end

-- Describes the object on the line of the cursor, with its whole value.
local function describe(page)
  local screen, target = page.screen, page:target() or {}
  local list = target.kind == 'action' and screen.actions or screen.parts
  local one, value = target.member or screens.named(list, target.name) or screen, target.value
  if target.kind == 'row' then return open_window(row_lines(one.columns, value)) end
  if value == nil and target.kind ~= 'action' then value = page.view.state[target.name or ''] end
  local lines = { one.title, one.description }
  if value ~= nil and not format.is_array(value) then vim.list_extend(lines, format.lines(one, value, MOST)) end
  if one == screen then table.insert(lines, page.ending) end
  open_window(lines)
end

-- The line of the cursor

-- Opens the view or the file of a row, a record or a value.
local function follow(page, field, value)
  local opening = screens.chosen(field, value)
  if not opening and field.opens.file then return warn('there is no file to open') end
  if not opening then return warn('cannot open the view: a required parameter has no value') end
  page:follow(opening)
end

-- An item as the user reads it, with its letter if it has one.
local function text_of(item) return (item.letter and item.letter .. '  ' or '') .. item.title end

-- The items, in as many columns as the screen has room for.
local function keys_of(items, prompt)
  local texts, width = vim.tbl_map(text_of, items), 0
  table.insert(texts, '⏎  by name')
  for _, text in ipairs(texts) do
    width = math.max(width, vim.api.nvim_strwidth(text) + 3)
  end
  local height = math.ceil(#texts / math.max(1, math.floor((vim.o.columns - 4) / width)))
  local lines = {}
  for index, text in ipairs(texts) do
    local row = (index - 1) % height + 1
    lines[row] = (lines[row] or '') .. format.fit(text, width)
  end
  return vim.list_extend({ prompt }, lines)
end

-- Lets the user choose one of the items by its letter or, after Enter, by its title, and passes on its name.
local function choose(items, prompt, run)
  local with_letter = vim.tbl_filter(function(item) return item.letter end, items)
  local key = #with_letter > 0 and prompts.key(keys_of(with_letter, prompt)) or '\r'
  for _, item in ipairs(with_letter) do
    if item.letter == key then return run(item.name) end
  end
  if key ~= '\r' then return key ~= '' and warn(format.clean(key) .. ' is not in the list') end
  vim.ui.select(items, { prompt = prompt .. ' ', format_item = text_of }, function(item)
    if item then later.run(run, item.name) end
  end)
end

local function choose_action(page, actions, target, asks_all)
  choose(actions, 'Call:', function(name) calls.call_on(page, name, target, asks_all) end)
end

local function on_row(page, target)
  local field = screens.named(page.screen.parts, target.name)
  if screens.is_chosen(field) then return follow(page, field, target.value) end
  local actions = screens.row_actions(page.screen, target.name)
  if #actions > 0 then return choose_action(page, actions, target) end
  if screens.is_settable(field) then return forms.edit(page, target.name) end
  describe(page)
end

local function on_property(page, name)
  local field, value = screens.named(page.screen.parts, name), page.view.state[name]
  if not screens.is_chosen(field) then return forms.edit(page, name) end
  if not format.is_record(value) then return describe(page) end
  follow(page, field, value)
end

local function on_target(page)
  local target = page:target()
  if not target then return end
  if target.kind == 'action' then return calls.call(page, target.name) end
  if target.kind == 'row' then return on_row(page, target) end
  if target.kind == 'more' then return page:show_more(target.name) end
  if target.kind == 'question' then return questions.ask(page, screens.named(page.screen.parts, target.name)) end
  if target.kind == 'kept' then return forms.recall(page, target.name) end
  on_property(page, target.name)
end

-- Keys

-- The functions that need an open view.
local function if_open(page, run)
  return function()
    if not page.view.is_open then return failures.say('this view is closed: R reopens everything') end
    run(page)
  end
end

local function refresh(page)
  if page.view.is_open then return page.view:get(failures.report) end
  require('svvs.reopen').all()
end

local function has_options(action) return #screens.asked(action.asks, {}) < #(action.asks or {}) end

local function choose_any_action(page, asks_all)
  local actions = screens.offered(page.screen)
  if asks_all then actions = vim.tbl_filter(has_options, actions) end
  if #actions == 0 then return warn(asks_all and 'no action has optional arguments' or 'this view has no actions') end
  choose_action(page, actions, page:target(), asks_all)
end

local function choose_field(page)
  local fields = screens.settable(page.screen)
  if #fields == 0 then return warn('this view has no fields to change') end
  choose(fields, 'Change:', function(name) forms.edit(page, name) end)
end

-- Edits the field of the cursor, or else the first field that takes a text.
local function enter_text(page)
  local target, fields = page:target() or {}, screens.settable(page.screen)
  local texts = vim.tbl_filter(function(part) return part.kind ~= 'switch' end, fields)
  local field = target.kind == 'property' and screens.named(fields, target.name) or texts[1]
  if not field then return warn('this view has no field for a text') end
  forms.edit(page, field.name)
end

local function open_view(type) require('svvs.commands').open({ type }, type) end

local function choose_view(page) choose(page.server.screens, 'Open:', open_view) end

local show_keys

-- The keys of every page: each with its description, and its function or the keys that it stands for.
local function general_keys(page)
  return {
    { '<CR>', 'edits the field, calls the action, or opens or shows the row', if_open(page, on_target) },
    { 'i', 'types into the field of the cursor, or else into the first field', if_open(page, enter_text) },
    { 'a', 'and a letter, or a choice: calls an action', if_open(page, choose_any_action) },
    { 'A', 'the same, and asks for the optional arguments, too', if_open(page, function()
      choose_any_action(page, true)
    end) },
    { 'c', 'and a letter, or a choice: changes a field', if_open(page, choose_field) },
    { '<Tab>', 'goes to the next field, table or action', function() page:move(1) end },
    { '<S-Tab>', 'goes to the previous one', function() page:move(-1) end },
    { 'x', 'cancels the last call in progress', function() progress.cancel(page, calls.send) end },
    { 'Q', 'answers the question of the app', if_open(page, questions.answer) },
    { 'R', 'requests the state again; after the end of the server, starts it and reopens everything', function()
      refresh(page)
    end },
    { 'o', 'and a letter, or a choice: opens another view', function() choose_view(page) end },
    { 'O', 'begins the command that opens a view with parameters', ':SvvsOpen ' },
    { 'gf', 'opens the file that was offered', function()
      local way = page.offered[#page.offered]
      if way then page:follow(way) else warn('no file was offered') end
    end },
    { 'q', 'closes the view and goes back', function() page:leave() end },
    { 'K', 'describes the line of the cursor; q closes that', function() describe(page) end },
    { '?', 'shows these keys', function() show_keys(page) end },
  }
end

-- The keys for the actions and properties of the view, and for other views.
local function own_keys(page)
  local keys = {}
  for _, action in ipairs(screens.offered(page.screen)) do
    local letter = action.letter
    local function call(asks_all)
      return if_open(page, function() calls.call_on(page, action.name, page:target(), asks_all) end)
    end
    if letter then table.insert(keys, { 'a' .. letter, action.title, call(false) }) end
    if letter and has_options(action) then
      table.insert(keys, { 'A' .. letter, action.title .. ', also asks for optional arguments', call(true) })
    end
  end
  for _, part in ipairs(screens.settable(page.screen)) do
    local run = if_open(page, function() forms.edit(page, part.name) end)
    if part.letter then table.insert(keys, { 'c' .. part.letter, 'changes ' .. part.title, run }) end
  end
  for _, screen in ipairs(page.server.screens) do
    local function open() open_view(screen.name) end
    if screen.letter then table.insert(keys, { 'o' .. screen.letter, 'opens ' .. screen.title, open }) end
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
    local is_prefix = key[1]:find('^[aAco]$') ~= nil
    local run = key[3]
    if type(run) == 'function' then
      run = function()
        page.is_placed = true
        later.run(key[3])
      end
    end
    vim.keymap.set('n', key[1], run, { buffer = page.buffer, nowait = not is_prefix, desc = key[2] .. ' (svvs)' })
  end
end

-- Drops the keys that follow at once, to the end of the reply: BEL, or <Esc> and a character.
local function drop_reply()
  local before, key
  repeat
    if not vim.wait(PAUSE, function() return vim.fn.getchar(1) ~= 0 end, 5) then return end
    before, key = key, vim.fn.getchar(0)
  until key == 7 or before == 27
end

---Maps the keys of every page. Neovim 0.7 takes a reply of the terminal that arrives in parts for keys: <Esc>, one of
---those below, and its text.
---@param page svvs.Page
function M.map_general_keys(page)
  map(page, general_keys(page))
  for _, key in ipairs({ ']', '_', 'P' }) do
    vim.keymap.set('n', key, drop_reply, { buffer = page.buffer, nowait = true, desc = 'drops a reply (svvs)' })
  end
end

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

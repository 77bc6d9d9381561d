---The keys of a page: maps of its buffer.
local act = require('svvs.act')
local failures = require('svvs.failure')
local preview = require('svvs.preview')
local progress = require('svvs.progress')

local M = {}

-- What is done with an open view alone.
local function if_open(page, run)
  return function()
    if not page.view.is_open then return failures.say('this view is closed: R reopens everything') end
    run()
  end
end

local function on_target(page)
  local target = page:target()
  if target then act.on(page, target) end
end

local function refresh(page)
  if page.view.is_open then return page.view:get(failures.report) end
  require('svvs.reopen').all()
end

-- What `a` and `c` do without a letter.
local function choose(names, title_of, prompt, run, none)
  if #names == 0 then return failures.say('this view has no ' .. none, vim.log.levels.WARN) end
  vim.ui.select(names, { prompt = prompt, format_item = title_of }, function(name)
    if name then run(name) end
  end)
end

local function choose_action(page)
  local schema, type, target = page.schema, page.view.type, page:target()
  local function title(name) return schema:action_title(type, name) end
  choose(schema:actions(type), title, 'Call: ', function(name) act.call_on(page, name, target) end, 'action')
end

local function choose_field(page)
  local function title(field) return field.title end
  local fields = page.schema:settable(page.view.type)
  choose(fields, title, 'Change: ', function(field) act.edit(page, field.name) end, 'field to change')
end

-- The keys of every page: what is pressed, what it does, and the function or the keys that do it.
local function general(page)
  return {
    { '<CR>', 'edits the field, calls the action, or opens or shows the row', if_open(page, function()
      on_target(page)
    end) },
    { 'i', 'the same', if_open(page, function() on_target(page) end) },
    { 'a', 'and a letter, or a choice: calls an action', if_open(page, function() choose_action(page) end) },
    { 'c', 'and a letter, or a choice: changes a field', if_open(page, function() choose_field(page) end) },
    { '<Tab>', 'goes to the next field, table or action', function() page:move(1) end },
    { '<S-Tab>', 'goes to the one before', function() page:move(-1) end },
    { 'x', 'cancels the call under way', function() progress.cancel(page.view) end },
    { 'R', 'gets the state afresh; after the death of the server, starts it and reopens everything', function()
      refresh(page)
    end },
    { 'o', 'opens another view', ':SvvsOpen ' },
    { 'q', 'closes the view and goes back', function() require('svvs.buffer').leave(page) end },
    { 'K', 'tells about what the cursor is on; q closes that', function() preview.describe(page) end },
    { '?', 'shows these keys', function() preview.keys(page, M.list(page)) end },
  }
end

local function has_options(schema, type, action)
  for _, field in ipairs(schema:arguments(type, action)) do
    if not field.is_required then return true end
  end
  return false
end

-- The keys of what this view can do.
local function own(page)
  local schema, type, keys = page.schema, page.view.type, {}
  for _, action in ipairs(schema:actions(type)) do
    local letter = page.letters.actions[action]
    local title = schema:action_title(type, action)
    local function call(asks_all)
      return if_open(page, function() act.call_on(page, action, page:target(), asks_all) end)
    end
    if letter then table.insert(keys, { 'a' .. letter, title, call(false) }) end
    if letter and has_options(schema, type, action) then
      table.insert(keys, { 'A' .. letter, title .. ', with what is not required', call(true) })
    end
  end
  for _, field in ipairs(schema:properties(type)) do
    local letter = page.letters.properties[field.name]
    local run = if_open(page, function() act.edit(page, field.name) end)
    if letter then table.insert(keys, { 'c' .. letter, 'changes ' .. field.title, run }) end
  end
  return keys
end

---The keys of a page.
---@param page svvs.Page
---@return {[1]: string, [2]: string, [3]: function|string}[]
function M.list(page) return vim.list_extend(general(page), own(page)) end

local function map(page, keys)
  for _, key in ipairs(keys) do
    local is_prefix = key[1] == 'a' or key[1] == 'c'
    vim.keymap.set('n', key[1], key[3], { buffer = page.buffer, nowait = not is_prefix, desc = key[2] .. ' (svvs)' })
  end
end

---Maps the keys of what a page can do, in place of those that it had.
---@param page svvs.Page
function M.renew(page)
  for _, key in ipairs(page.keys or {}) do
    pcall(vim.keymap.del, 'n', key[1], { buffer = page.buffer })
  end
  page.keys = own(page)
  map(page, page.keys)
end

---Maps the keys of a page.
---@param page svvs.Page
function M.set_up(page)
  map(page, general(page))
  M.renew(page)
end

return M

-- The vectors for scrolling, on pages in a window of one line.
local T = require('test.tap')
local faked = require('test.faked')
local format = require('svvs.format')
local json = require('svvs.json')

-- The texts of the documents of the cases, because the order of members counts.
local function documents(text)
  local found = {}
  for document in text:gmatch('\n      "document": (%b{})') do
    table.insert(found, ('{"result":%s}'):format(document))
  end
  return found
end

-- The line of a row of an array; nil if it has no such row.
local function line_of(page, array, index)
  local count = -1
  for number, line in ipairs(page.lines) do
    if line.target and line.target.kind == 'row' and line.target.name == array then count = count + 1 end
    if count == index then return number end
  end
end

local function is_in_sight(page, array, index)
  local line = line_of(page, array, index)
  return line ~= nil and line >= vim.fn.line('w0') and line <= vim.fn.line('w$')
end

local function arrays_of(state)
  return vim.tbl_filter(function(name) return format.is_array(state[name]) end, vim.tbl_keys(state))
end

-- Scrolls to the end of an array, or to the top.
local function begin(page, in_sight)
  vim.cmd('normal! gg')
  page.is_placed = true
  for number, line in ipairs(page.lines) do
    if vim.tbl_contains(in_sight, line.ends) then vim.cmd(('normal! %dGzb'):format(number)) end
  end
  vim.cmd('redraw')
end

-- Lets the event of a case happen.
local function happen(one, event, values)
  if event == 'changed' then one:changes({ changes = values }) end
  if event == 'got' then
    one.view:get()
    local state = vim.tbl_extend('force', one.view.state, values)
    one:says({ id = one.sent[#one.sent].id, result = { view = 'v', commit = 1, state = json.object(state) } })
  end
  one.page:paint()
  vim.cmd('redraw')
end

local function properties_set(one)
  local found = {}
  for _, message in ipairs(one.sent) do
    if message.method == 'view/set' then found = vim.tbl_extend('force', found, message.params.properties) end
  end
  return found
end

local function check(case)
  vim.cmd('silent! only | split | resize 1')
  local event, values = next(case.when)
  local one = faked.of_document(case.text, case.type, case.state)
  if case.inSight then
    begin(one.page, case.inSight)
    one.sent = {}
  end
  local top = vim.fn.line('w0')
  happen(one, event, values)
  local expected = case['then']
  for _, array in ipairs(arrays_of(one.view.state)) do
    local index, last = expected.scrollsTo[array], #one.view.state[array] - 1
    if index then
      T.equal({ array, index, is_in_sight(one.page, array, index) }, { array, index, true })
    elseif case.inSight then
      T.equal({ array, vim.fn.line('w0') }, { array, top })
    elseif last > 0 then
      T.equal({ array, is_in_sight(one.page, array, last) }, { array, false })
    end
  end
  if expected.sets then T.equal(properties_set(one), expected.sets) end
end

local text = table.concat(vim.fn.readfile('../../schemas/vectors/screens/scrolling.json'), '\n')
local cases, texts = json.decode(text).cases, documents(text)
T.equal(#texts, #cases)
for index, case in ipairs(cases) do
  case.text = texts[index]
  T.test('scrolling: ' .. case.name, function() check(case) end)
end

T.done()

-- Filters; tables and values of any shape, on pages without a server.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local go, press, shows = pages.go, pages.press, pages.shows
local field = faked.field

T.test('a list is filtered while the text is typed', function()
  local view = pages.open('smoothies')
  shows('carrot-comet')
  local sent, set = {}, view.set
  view.set = function(self, properties, ...)
    table.insert(sent, properties.filterKeyword)
    return set(self, properties, ...)
  end
  press('cfPi<C-h>lum<CR>')
  shows('(1)')
  T.equal(sent, { 'P', 'Plum' }) -- one text at a time
  press('cfx<Esc>')
  T.eventually('the former text', function() return #sent == 4 end)
  T.equal({ sent[3], sent[4] }, { 'Plumx', 'Plum' })
end)

T.test('after a filter the cursor is on the first row', function()
  local view = pages.open('smoothies')
  shows('carrot-comet')
  press('cf<CR>')
  T.equal(vim.api.nvim_get_current_line():match('%S+'), view.state.smoothies[1].id)
end)

local ANY = { of = { kind = 'json' } }

-- A page of rows with these columns, or of any values.
local function rows_of(rows, columns, actions)
  local part = field('rows', columns and 'rows' or 'list', columns and { columns = columns, key = 'id' } or ANY)
  return faked.page({ part }, { rows = rows }, { description = 'D.', actions = actions })
end

T.test('the key of an action of rows calls it for the row of the cursor', function()
  local columns = { field('id', 'text'), field('n', 'integer') }
  local id = field('id', 'text', { from = { property = 'rows', member = 'id' } })
  local rows = { { id = 'a', n = 1 }, { id = 'b', n = 2 } }
  local one = rows_of(rows, columns, {
    field('drop', nil, { rows = 'rows', asks = { id } }),
    field('x', nil, { letter = '', asks = { field('n', 'text') } }),
  })
  T.equal(vim.list_slice(pages.lines(), 1, 7), {
    'T',
    'D.',
    '',
    '     Rows : (2)  ad Drop',
    '     Id  N',
    '     a   1',
    '     b   2',
  })
  go('b   2')
  press('ad')
  T.equal({ one.sent[1].method, one.sent[1].params.id }, { 'drop', 'b' })
end)

T.test('Enter on a row without actions shows the whole row', function()
  rows_of({ { id = 'a', n = 'x' } })
  go('a   x')
  press('<CR>')
  T.equal({ pages.lines(), T.notices }, { { 'id: a', 'n: x' }, {} })
  press('qc')
  T.equal(T.notices, { 'svvs: this view has no fields to change' })
end)

T.test('a row without a required parameter opens nothing, and says so', function()
  local opens = { view = 'other', on = 'row', params = { id = 'key' }, requires = { 'id' } }
  local one = faked.page({ field('rows', 'list', { of = ANY.of, opens = opens }) }, { rows = { { n = 'none' } } })
  go('none')
  press('<CR>')
  T.equal({ T.notices, one.sent }, { { 'svvs: cannot open the view: a required parameter has no value' }, {} })
end)

T.test('Enter on a record opens its view, and on null describes the property', function()
  local members = { members = { field('key', 'json') },
    opens = { view = 'other', on = 'record', params = { id = 'key' }, requires = { 'id' } } }
  local one = faked.page({ field('owner', 'record', members), field('missing', 'record', members) },
    { owner = { key = 'o' }, missing = vim.NIL })
  go('Key')
  press('<CR>')
  T.equal(one.sent[1].params.params.id, 'o')
  go('Missing')
  press('<CR>')
  T.equal({ #one.sent, T.notices }, { 1, {} })
end)

T.test('columns have the order of the declaration, and numbers are aligned to the right', function()
  rows_of(
    { { z = 1, a = 'x', m = vim.NIL }, { z = 20, a = 'yy', m = { p = { 1, 2 }, o = true }, extra = 1 } },
    { field('z', 'json', { title = 'Zed' }), field('a', 'json'), field('m', 'json') }
  )
  T.equal(vim.list_slice(pages.lines(), 5, 7), {
    '     Zed  A   M',
    '       1  x   –',
    '      20  yy  o yes · p (1, 2)',
  })
end)

T.test('characters that would garble the screen are replaced', function()
  local text = 'a\27[31m\r\n\t\0b\194\155c\226\128\174d\226\128\139e\239\187\191f'
  rows_of({ { v = text, w = '|' }, { v = 'שלום', w = '|' }, { v = 'e\204\129', w = '|' }, { v = '日本', w = '|' } })
  local lines = vim.list_slice(pages.lines(), 6, 9)
  assert(vim.startswith(lines[1], '     a␛[31m␍␊␉␀b\239\191\189c\239\191\189'), lines[1])
  for index, line in ipairs(lines) do
    local before = line:match('^(.*)|$')
    T.equal({ index, vim.api.nvim_strwidth(before) }, { index, 5 + 19 + 2 })
  end
end)

T.test('a megabyte in a cell, ten thousand columns, and deeply nested values are cut', function()
  local wide, deep = {}, {}
  for index = 1, 10000 do
    wide[('c%05d'):format(index)] = index
    deep = { deep, 'x' }
    if index % 390 == 0 then deep = {} end
  end
  local started = os.clock()
  rows_of({ { a = ('é'):rep(500000), b = deep } })
  assert(pages.lines()[6]:find('é…  ', 1, true), pages.lines()[6])
  rows_of({ wide, wide })
  T.equal({ #pages.lines()[6] < 500, pages.lines()[5]:match('…$') }, { true, '…' })
  go('2')
  press('jK')
  assert(os.clock() - started < 3, 'it took more than 3 s of processor time')
end)

T.test('the column of a message gets most of the width', function()
  local fields = { { name = 'name' }, { name = 'body', priority = 1 }, { name = 'time' } }
  for _, column in ipairs(fields) do
    column.title, column.kind = column.name, 'text'
  end
  local row = { name = 'Test User', body = ('x'):rep(300), time = '2026-01-05 20:00' }
  for width, least in pairs({ [80] = 30, [120] = 60, [200] = 100 }) do
    local line = require('svvs.table').lines(fields, {}, { row }, 1, 1, width)[1]
    local _, count = line:gsub('x', '')
    T.equal({ vim.api.nvim_strwidth(line) <= width, count >= least }, { true, true })
  end
end)

T.test('an empty list says so in words, and names its filters', function()
  local one = faked.page({
    field('friendIDs', 'list', { title = 'Friend IDs', of = { kind = 'json' } }),
    field('filter', 'text', { editable = true, filters = 'friendIDs' }), field('error', 'text', { role = 'error' }),
    field('isNew', 'switch', { title = 'Is new', editable = true, filters = 'friendIDs' }),
    field('isLoading', 'switch', { title = 'Is loading', letter = 's', editable = true, busyUnless = { false } }),
  }, { friendIDs = {}, filter = '', error = '', isNew = false, isLoading = false })
  T.equal(vim.list_slice(pages.lines(), 4, 5), { '     Friend IDs : (0)', '     No friend IDs' })
  one:changes({ changes = { isNew = true } })
  shows('     No rows match “Is new”')
  one:changes({ changes = { filter = 'x\27' } })
  shows('     No rows match “x␛” and “Is new”')
  one:changes({ changes = { isLoading = true } })
  shows(' …')
  assert(not pages.text():find('No rows'), pages.text())
  one:changes({ changes = { isLoading = false, error = 'Offline' } })
  shows('! Offline')
  assert(not pages.text():find('No rows'), pages.text())
  one:changes({ changes = { friendIDs = { 'a' } } })
  shows('(1)')
  assert(not pages.text():find('No rows'), pages.text())
end)

T.test('the first rows of a long array are shown, and more on request', function()
  local rows = {}
  for index = 1, 100000 do
    rows[index] = { id = index }
  end
  local one = rows_of(rows)
  shows('… and 99800 more rows: Enter shows the next 1000')
  go('… and')
  press('<CR>')
  shows('… and 98800 more rows')
  T.equal(vim.trim(vim.api.nvim_get_current_line()), '201')
  local started = os.clock()
  one:changes({ patch = { { op = 'replace', path = '/rows/99999/id', value = 7 } } })
  one.page:paint()
  assert(os.clock() - started < 0.2, 'it took more than 0.2 s of processor time')
end)

-- The first and last line and the new number of lines of each write while the function runs.
local function touched(body)
  local seen, is_over = {}, false
  vim.api.nvim_buf_attach(0, false, {
    on_lines = function(_, _, _, first, last, new_last)
      if not is_over then table.insert(seen, { first + 1, last, new_last }) end
      return is_over
    end,
  })
  body()
  is_over = true
  return seen
end

T.test('only changed lines are written', function()
  local one = rows_of({ { id = 1, n = 'a' }, { id = 2, n = 'b' }, { id = 3, n = 'c' } })
  T.equal(touched(function()
    one:changes({ patch = { { op = 'replace', path = '/rows/1/n', value = 'x' } } })
    shows('2  x')
  end), { { 7, 7, 7 } })
  T.equal(touched(function()
    one:changes({ patch = { { op = 'remove', path = '/rows/0' } } })
    shows('(2)')
  end), { { 6, 8, 7 }, { 4, 4, 4 } }) -- from the bottom: the lines between stay
end)

T.test('a flood of changes is painted at intervals, and the last change at the end', function()
  local one = faked.page({ field('n', 'integer') }, { n = 0 })
  local paintings = #touched(function()
    for index = 1, 20000 do
      one:changes({ changes = { n = index } })
      if index % 1000 == 0 then vim.wait(0) end
    end
    shows('N : 20000')
  end)
  assert(paintings < 200, paintings .. ' paintings')
end)

T.done()

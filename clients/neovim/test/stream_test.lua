-- Texts that grow at their end, on pages without a server.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local streams = require('svvs.stream')
local field = faked.field

-- A page with a log in a window of this height.
local function page_of(text, height)
  vim.cmd('silent! only | split')
  vim.cmd('resize ' .. (height or 20))
  local log = field('log', 'text', { format = 'stream' })
  return faked.page({ field('count', 'integer'), log }, { count = 0, log = text })
end

local function lines(from, to)
  return table.concat(vim.tbl_map(function(index) return ('line %d\n'):format(index) end, vim.fn.range(from, to)))
end

local function append(one, text)
  one:changes({ changes = { log = one.view.state.log .. text } })
  one.page:paint()
end

-- The first and the last line in sight.
local function in_sight(window)
  window = window or vim.api.nvim_get_current_win()
  return { vim.fn.getline(vim.fn.line('w0', window)), vim.fn.getline(vim.fn.line('w$', window)) }
end

-- The lines that are written while the function runs: the number before, and how many became how many.
local function written(body)
  local seen, is_over = {}, false
  vim.api.nvim_buf_attach(0, false, { on_lines = function(_, _, _, first, last, new)
    if not is_over then table.insert(seen, { first, last - first, new - first }) end
    return is_over
  end })
  body()
  is_over = true
  return seen
end

T.test('a text that grows is shown by its lines, which are clean', function()
  local one = page_of('one\r\ntwo\27\n\nthree\tx\204\129\n')
  T.equal(vim.list_slice(pages.lines(), 5, 9),
    { '     Log   : ', '     one', '     two␛', '     ', '     three   x\204\129' })
  append(one, 'fo')
  append(one, 'ur')
  T.equal(vim.list_slice(pages.lines(), 9, 11), { '     three   x\204\129', '     four', '' })
  one:changes({ changes = { log = 'other' } })
  one.page:paint()
  T.equal(vim.list_slice(pages.lines(), 5, 7), { '     Log   : ', '     other', '' })
  one:changes({ changes = { log = vim.NIL } })
  one.page:paint()
  T.equal(vim.list_slice(pages.lines(), 5, 6), { '     Log   : –', '' })
end)

T.test('only what was added is written, also below a value that changes', function()
  local one = page_of(lines(1, 100))
  T.equal(written(function()
    one:changes({ changes = { count = 1, log = one.view.state.log .. lines(101, 102) } })
    one.page:paint()
  end), { { 105, 0, 2 }, { 3, 1, 1 } })
end)

T.test('a long line is cut into rows, after spaces if there are some', function()
  T.equal(streams.wrap('one two three', 8), { 'one two', 'three' })
  T.equal(streams.wrap('one two', 7), { 'one two' })
  T.equal(streams.wrap('one two  x', 7), { 'one two', ' x' })
  T.equal(streams.wrap('a bcdefghijk', 6), { 'a bcde', 'fghijk' })
  T.equal(streams.wrap('日本語日本語', 5), { '日本', '語日', '本語' })
  T.equal(streams.wrap('日', 1), { '日' })
  T.equal(streams.wrap('', 5), { '' })
end)

T.test('the end of a text is shown, and followed while it is in sight', function()
  local one = page_of(lines(1, 100), 10)
  T.equal(in_sight()[2], '     line 100')
  append(one, lines(101, 130))
  T.equal(in_sight()[2], '     line 130')
  vim.cmd('normal! 40Gzt')
  local before = in_sight()
  append(one, lines(131, 140))
  T.equal({ in_sight(), vim.api.nvim_win_get_cursor(0)[1] }, { before, 40 })
  pages.go('line 140')
  append(one, lines(141, 150))
  T.equal({ in_sight()[2], vim.trim(vim.fn.getline('.')) }, { '     line 150', 'line 150' })
  -- The line of the cursor is left out.
  vim.cmd('normal! H')
  append(one, lines(151, 900))
  append(one, lines(901, 901))
  T.equal({ in_sight(), vim.fn.getline('.') }, { { '     line 892', '     line 901' }, '     line 892' })
end)

T.test('each window stays or follows by itself, also if lines are added above', function()
  local one = page_of(lines(1, 100), 10)
  vim.cmd('split | wincmd p | normal! Gzb')
  local above = vim.api.nvim_get_current_win()
  vim.cmd('wincmd p | normal! 30Gzt')
  local before = in_sight()
  append(one, lines(101, 110))
  T.equal({ in_sight(), in_sight(above)[2] }, { before, '' })
  -- A window below a text that grows.
  local parts = { field('log', 'text', { format = 'stream' }), field('rows', 'list', { of = { kind = 'json' } }) }
  vim.cmd('only | split | resize 10')
  one = faked.page(parts, { log = 'x', rows = vim.fn.range(100) })
  vim.cmd('normal! 60Gzt')
  before = in_sight()
  append(one, lines(1, 50))
  T.equal(in_sight(), before)
end)

T.test('the beginning of a long text is left out, which is said, and shown on request', function()
  local one = page_of(lines(1, 10000), 10)
  T.equal(vim.list_slice(pages.lines(), 6, 7),
    { '     … 97 kB before this are left out: Enter shows more', '     line 9801' })
  pages.go('kB before')
  pages.press('<CR>')
  pages.go('line 8801')
  T.equal(vim.fn.line('.'), 7)
  vim.cmd('normal! G')
  append(one, lines(10001, 13000))
  append(one, 'end')
  T.equal({ vim.fn.getline(7), vim.fn.getline('.') }, { '     line 11802', '' })
end)

T.test('the lines in sight stay while others are left out', function()
  local one = page_of(lines(1, 300), 10)
  vim.cmd('normal! 30Gzt')
  local before = in_sight()
  append(one, lines(301, 4999))
  append(one, lines(5000, 5000))
  T.equal(in_sight(), before)
  pages.go('line 5000')
  vim.cmd('normal! zb')
  append(one, lines(5001, 5001))
  T.equal(vim.list_slice(pages.lines(), 7, 7), { '     line 4802' })
  -- Few lines can be long, and a window can become narrower.
  local function rows(stream, text, width) return streams.rows(stream, 'log', text, width, 1) end
  local text = ('x'):rep(150) .. '\n'
  local wide = rows(nil, text, 300)
  T.equal({ #wide.rows, #rows(wide, text, 100).rows, rows(wide, text:rep(4), 300).from }, { 1, 2, 453 })
end)

T.test('a text of a megabyte in one line is shown by its end', function()
  page_of(('日本'):rep(1000000 / 6) .. 'end', 10)
  T.equal(vim.fn.getline(6), '     … 960 kB before this are left out: Enter shows more')
  assert(vim.endswith(in_sight()[2], 'end'), in_sight()[2])
  T.equal(vim.fn.getline(7):sub(1, 11), '     日本')
end)

T.test('what is added to a text in one read is added at once', function()
  local one, seen = page_of('a'), {}
  local function step(op, path, value) return { op = op, path = path, value = value } end
  local function reads(...)
    local patches = { ... }
    for index, patch in ipairs(patches) do
      one:changes({ patch = patch }, index < #patches)
    end
    one.page:paint()
  end
  one.view:on_change(function(change)
    table.insert(seen, { change.names[1], change.commit, one.view.state.log, change.appended.log or 'not only added' })
  end)
  reads({ step('append', '/log', 'b') }, { step('append', '/log', 'c'), step('append', '/log', 'd') })
  T.equal(seen, { { 'log', 2, 'abcd', 'bcd' } })
  reads({ step('append', '/log', 'e') }, { step('replace', '/log', 'x'), step('append', '/log', 'y') },
    { step('append', '/log', 'z') }, { step('replace', '/count', 3) })
  T.equal(vim.list_slice(seen, 2), {
    { 'log', 3, 'abcde', 'e' }, { 'log', 4, 'xy', 'not only added' }, { 'log', 5, 'xyz', 'z' },
    { 'count', 6, 'xyz', 'not only added' },
  })
  pages.shows('     xyz')
  one.view.state.log = { part = 'x' }
  reads({ step('append', '/log/part', 'y') })
  T.equal(seen[6], { 'log', 7, { part = 'xy' }, 'not only added' })
end)

T.test('only changes that follow each other, of one view, are taken together', function()
  local one, seen, other = page_of('v'), {}, nil
  one.connection:open('t', { callback = function(_, view) other = view end })
  one:says({ id = 2, result = { view = 'w', commit = 1, state = { log = 'w' } } })
  -- What is added to the log of each of these views, from this commit.
  local function says(commit, has_more, ...)
    local views = vim.tbl_map(function(view)
      return { view = view, from = commit, patch = { { op = 'append', path = '/log', value = tostring(commit) } } }
    end, { ... })
    one:says({ method = 'state/changed', params = {
      commit = commit + 1, views = views, cause = { { id = commit, method = 'm' } },
    } }, has_more)
  end
  one.view:on_change(function(change)
    table.insert(seen, vim.tbl_map(function(cause) return cause.id end, change.causes))
  end)
  says(0, true, 'v')
  says(1, true, 'v', 'w')
  says(2, true, 'v')
  says(3, true, 'v')
  other.commit = 4
  says(4, false, 'w')
  T.equal({ one.view.state.log, other.state.log, seen }, { 'v0123', 'w14', { { 0 }, { 1 }, { 2, 3 } } })
  says(4, true, 'v')
  T.equal(pcall(says, 6, false, 'v'), false)
end)

T.test('a message of success is shown even if a text grows in the same changes', function()
  local saved = field('saved', 'text', { role = 'notice', nullable = true })
  local one = faked.page({ saved, field('log', 'text', { format = 'stream' }) }, { saved = vim.NIL, log = '' })
  for index, value in ipairs({ 'Saved', vim.NIL }) do
    one:changes({ patch = {
      { op = 'append', path = '/log', value = 'x' }, { op = 'replace', path = '/saved', value = value },
    } }, index == 1)
  end
  T.equal(T.notices, { 'svvs: Saved' })
end)

T.test('a line of more than 2,000 characters is cut, and only its end is written again', function()
  local function rows(stream, text) return streams.rows(stream, 'log', text, 1000, 200, true) end
  local text = ('é'):rep(2000)
  local stream = rows(nil, text .. '\r\n' .. text .. 'end')
  T.equal(vim.tbl_map(function(row) return #row.text end, stream.rows), { 2005, 2005, 2005, 2005, 8 })
  local widths, strwidth = 0, vim.api.nvim_strwidth
  pages.with(vim.api, 'nvim_strwidth', function(one)
    widths = widths + 1
    return strwidth(one)
  end, function() rows(stream, text .. '\r\n' .. text .. 'end\ré') end)
  T.equal({ #stream.rows, widths < 20 }, { 5, true })
end)

T.test('a line of which only the beginning was read takes little time', function()
  local seen = {}
  local events = { ended = function() end, line = function(line, has_more) table.insert(seen, { line, has_more }) end }
  local one = assert(require('svvs.process').start({ 'cat' }, 1000, events))
  one:_read('a\nb\n  \n\n')
  local began = os.clock()
  one:_read('c\n{' .. ('x'):rep(60000))
  local time = os.clock() - began
  one:stop()
  T.equal({ seen, time < 0.5 }, { { { 'a', true }, { 'b', false }, { 'c', false } }, true })
end)

T.test('K shows a text that grows, without the beginning of a very long one', function()
  page_of(lines(1, 200000), 10)
  pages.go('Log')
  pages.press('K')
  T.equal({ vim.fn.getline(2), vim.fn.getline('$') }, { '… 1289 kB before this are left out', 'line 200000' })
end)

T.done()

-- Places in files to which a view leads, on pages without a server.
local T = require('test.tap')
local calls = require('svvs.call')
local faked = require('test.faked')
local pages = require('test.pages')
local field = faked.field

local folder = vim.fn.tempname()
vim.fn.mkdir(folder)

local PLACE = field('shown', 'record', {
  nullable = true, format = 'file', editable = true, opens = { on = 'value', file = 'shown', resets = true },
})
local ROWS = field('problems', 'rows', {
  columns = { field('text', 'text'), field('place', 'json', { format = 'file' }) },
  opens = { on = 'row', file = 'place' },
})

-- Writes a file with these lines, and returns its path.
local function file(name, lines)
  vim.fn.writefile(lines or { 'one', 'two' }, folder .. '/' .. name)
  return folder .. '/' .. name
end

-- A page with a place in a file, in the only window.
local function page_of(place, rows)
  vim.cmd('silent! only')
  local state = { shown = place or vim.NIL, problems = rows or {} }
  return faked.page({ PLACE, ROWS }, state, { actions = { field('act') } })
end

-- The path of the current buffer, and the line and the column of the cursor in bytes.
local function here()
  local position = vim.api.nvim_win_get_cursor(0)
  return { vim.api.nvim_buf_get_name(0), position[1], position[2] }
end

-- The values that the page has set.
local function set_by(one)
  return vim.tbl_map(function(message) return message.params.properties end, one.sent)
end

T.test('a place in a file is a text, and Enter goes there and resets it', function()
  local path = file('a.txt', { 'one', 'x日e\204\129y' })
  local one = page_of({ path = path, line = 2, column = 5 })
  T.equal(vim.fn.getline(4), ('     Shown    : %s:2:5'):format(path))
  pages.go('Shown')
  pages.press('<CR>')
  T.equal({ here(), set_by(one) }, { { path, 2, 7 }, { { shown = vim.NIL } } })
end)

T.test('a place beyond the end is the end, and one without a line is the beginning of a new file', function()
  local path = file('b.txt')
  for _, case in ipairs({ { { line = 9, column = 9 }, 2, 2 }, { { line = vim.NIL }, 1, 0 }, { {}, 1, 0 } }) do
    page_of(vim.tbl_extend('error', { path = path }, case[1]))
    pages.go('Shown')
    pages.press('<CR>')
    T.equal(here(), { path, case[2], case[3] })
    vim.cmd('bwipeout!')
  end
end)

T.test('a row opens its file, in another window than that of the page', function()
  local path = file('c.txt')
  page_of(nil, { { text = 'wrong', place = { path = path, line = 2 } }, { text = 'none' } })
  vim.cmd('new | wincmd p')
  pages.go('wrong')
  pages.press('<CR>')
  T.equal({ here(), #vim.api.nvim_list_wins() }, { { path, 2, 0 }, 2 })
  -- A window that shows it comes first, and that of a plugin is left alone.
  local shows_it, page = vim.api.nvim_get_current_win(), vim.fn.win_getid(vim.fn.winnr('#'))
  vim.cmd('new')
  local plain = vim.api.nvim_get_current_win()
  vim.api.nvim_set_current_win(page)
  pages.press('<CR>')
  T.equal(vim.api.nvim_get_current_win(), shows_it)
  vim.cmd('enew | setlocal buftype=nofile')
  vim.api.nvim_set_current_win(page)
  pages.press('<CR>')
  T.equal({ vim.api.nvim_get_current_win(), here()[1] }, { plain, path })
  vim.api.nvim_set_current_win(page)
  pages.go('none')
  pages.press('<CR>')
  T.equal(T.notices, { 'svvs: there is no file to open' })
end)

T.test('a file opens by itself during a call of the user, and is offered otherwise', function()
  local path = file('d.txt')
  local one = page_of()
  one:changes({ changes = { shown = { path = path, line = 1 } } })
  T.equal({ vim.bo.filetype, T.notices }, {
    'svvs', { ('svvs: %s:1 (gf on the page opens it)'):format(path) },
  })
  pages.press('gf')
  T.equal({ here(), set_by(one) }, { { path, 1, 0 }, { { shown = vim.NIL } } })
  vim.api.nvim_set_current_buf(one.page.buffer)
  pages.press('gf')
  T.equal(T.notices[2], 'svvs: no file was offered')
  one.sent = {}
  calls.send(one.page, 'act', {})
  one:changes({ changes = { shown = { path = path, line = 2 } } })
  T.equal(here(), { path, 2, 0 })
end)

T.test('a file is offered until its value changes, or the page shows another view', function()
  local one, path = page_of(), file('i.txt')
  one.page.screen.parts[3] = vim.tbl_extend('force', vim.deepcopy(PLACE), { name = 'other', opens = {
    on = 'value', file = 'other',
  } })
  one:changes({ changes = { other = vim.NIL } })
  one:changes({ changes = { other = { path = path } } })
  one:changes({ changes = { shown = { path = path, line = 1 } } })
  one:changes({ patch = { { op = 'replace', path = '/shown/line', value = 2 } } })
  T.equal({ #T.notices, T.notices[3] }, { 3, ('svvs: %s:2 (gf on the page opens it)'):format(path) })
  one:changes({ changes = { shown = vim.NIL } })
  pages.press('gf')
  T.equal(here(), { path, 1, 0 })
  vim.api.nvim_set_current_buf(one.page.buffer)
  one:changes({ changes = { shown = { path = path } } })
  one:changes({ changes = { shown = vim.NIL } })
  pages.press('gf')
  one:changes({ changes = { shown = { path = path } } })
  one.page:show(one, one.view)
  pages.press('gf')
  T.equal({ vim.bo.filetype, T.notices[5], T.notices[7] }, {
    'svvs', 'svvs: no file was offered', 'svvs: no file was offered',
  })
end)

T.test('the call of a view that appears opens no file by itself', function()
  local one = page_of()
  one.page.screen.onAppear = 'act'
  calls.appear(one.page)
  one:changes({ changes = { shown = { path = file('g.txt') } } })
  T.equal({ vim.bo.filetype, #T.notices }, { 'svvs', 1 })
  one:says({ id = one.sent[1].id, result = { commit = one.commit } })
  calls.send(one.page, 'act', {})
  one:changes({ changes = { shown = { path = file('h.txt') } } })
  T.equal(here()[1], folder .. '/h.txt')
end)

T.test('a file takes nobody out of another window', function()
  local path = file('e.txt')
  local one = page_of()
  calls.send(one.page, 'act', {})
  vim.cmd('new')
  one:changes({ changes = { shown = { path = path } } })
  T.equal({ here()[1], T.notices }, { '', { ('svvs: %s (gf on the page opens it)'):format(path) } })
end)

T.test('a path that is not that of a regular file opens and creates nothing, and says so once', function()
  vim.fn.system({ 'mkfifo', folder .. '/fifo' })
  local bad = {
    [folder .. '/none'] = 'does not exist', [folder] = 'is a directory', [folder .. '/fifo'] = 'is not a regular file',
    ['b.txt'] = 'is not an absolute path', [folder .. '/b.txt\0'] = 'is not an absolute path',
    ['scp://host/x'] = 'is not an absolute path', [''] = 'is not an absolute path',
  }
  for path, reason in pairs(bad) do
    local one, before = page_of({ path = path }), #vim.api.nvim_list_bufs()
    pages.go('Shown')
    pages.press('<CR>')
    T.equal({ #T.notices, T.notices[1]:sub(-#reason), vim.bo.filetype }, { 1, reason, 'svvs' })
    T.equal({ #vim.api.nvim_list_bufs(), set_by(one) }, { before, {} })
    T.notices = {}
    vim.cmd('bwipeout!')
  end
  T.equal(vim.fn.filereadable(folder .. '/none'), 0)
end)

T.test('a name is never a command, a pattern or that of a remote file', function()
  local remote = false
  local autocmd = vim.api.nvim_create_autocmd('BufReadCmd', { pattern = 'scp://*', callback = function()
    remote = true
  end })
  vim.fn.mkdir(folder .. '/scp:/host', 'p')
  vim.cmd('cd ' .. folder)
  for _, name in ipairs({ 'a b|q!', '+q', '*[1]%#', '$HOME `ls`', "it's\nnew", 'scp://host/x' }) do
    local path = file(name)
    page_of({ path = path, line = 2 })
    pages.go('Shown')
    pages.press('<CR>')
    T.equal(here(), { (path:gsub('//', '/')), 2, 0 })
    vim.cmd('bwipeout!')
  end
  vim.cmd('cd -')
  vim.api.nvim_del_autocmd(autocmd)
  T.equal(remote, false)
end)

T.test('a text that was not written is not lost', function()
  local path = file('f.txt')
  page_of({ path = path, line = 2 })
  vim.o.hidden = false
  vim.cmd('new')
  local changed = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(changed, 0, -1, true, { 'text' })
  vim.cmd('wincmd p')
  pages.go('Shown')
  pages.press('<CR>')
  T.equal({ here()[1], vim.api.nvim_buf_get_lines(changed, 0, -1, true), T.notices }, { path, { 'text' }, {} })
  vim.o.hidden = true
  vim.api.nvim_buf_set_lines(0, 0, -1, true, { 'mine' })
  -- The file itself is shown as it was edited.
  local one = page_of({ path = path, line = 2 })
  vim.o.hidden = false
  pages.go('Shown')
  pages.press('<CR>')
  vim.o.hidden = true
  T.equal({ here(), vim.fn.getline(1), set_by(one) }, { { path, 1, 0 }, 'mine', { { shown = vim.NIL } } })
end)

T.done()

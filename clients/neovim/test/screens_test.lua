-- Pages follow screens: the start view, views that open other views, actions, and their questions.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local svvs = require('svvs')
local uv = vim.uv or vim.loop
local go, press, prompts_of, shows = pages.go, pages.press, pages.prompts_of, pages.shows

local function log_in()
  vim.cmd('SvvsOpen')
  local login = pages.arrives('login')
  press('Al12345<CR>password<CR>')
  return login, pages.arrives('home')
end

T.test('without a type the start view is opened', function()
  vim.cmd('SvvsOpen')
  T.equal(pages.arrives('login').params, {})
end)

T.test('the action of a view that appears is called', function()
  local view = pages.open('user', { id = 'A' })
  T.eventually('the user', function() return view.state.displayName == 'User A' end)
end)

T.test('a property that becomes true opens a view, and leaving it writes false', function()
  local login, home = log_in()
  T.equal({ login.state.shouldNavigateHome, login.is_open }, { true, true })
  press('ae')
  pages.arrives('notes')
  press('q')
  T.equal(svvs.view(), home)
  T.eventually('the way back', function() return home.state.shouldNavigateNotes == false end)
  press('ae')
  pages.arrives('notes')
end)

T.test('returning without closing the page writes false, and the property shows the open view again', function()
  local _, home = log_in()
  press('ae')
  local notes = pages.arrives('notes')
  vim.cmd('buffer svvs://home')
  T.eventually('the way back', function() return home.state.shouldNavigateNotes == false end)
  press('ae')
  T.eventually('the notes', function() return svvs.view() == notes end)
  T.equal({ home.state.shouldNavigateNotes, #svvs.server():views() }, { true, 3 })
end)

T.test('a page without a window opens no views', function()
  local view = pages.open('login')
  vim.cmd('enew')
  assert(view:call('login', { userId = '12345', password = 'password' }):wait())
  T.equal({ view.state.shouldNavigateHome, #svvs.server():views() }, { true, 1 })
end)

T.test('Enter on a row opens its view, once for the same parameters', function()
  local friends = pages.open('friends', { id = 'A' })
  shows('User C')
  go('User C')
  press('<CR>')
  local user = pages.arrives('user')
  T.equal({ user.params, vim.fn.bufname() }, { { id = 'C' }, 'svvs://user?id=C' })
  press('<C-o>')
  T.equal(svvs.view(), friends)
  go('User C')
  press('<CR>')
  T.eventually('the same view', function() return svvs.view() == user end)
end)

T.test('Enter twice on a row opens one view', function()
  pages.open('friends', { id = 'A' })
  shows('User C')
  go('User C')
  press('<CR><CR>')
  pages.arrives('user')
  T.equal(#svvs.server():views(), 2)
  press('q')
  go('User C')
  press('<CR>')
  pages.arrives('user')
end)

T.test('the action of a row is called for the row of the cursor', function()
  local view = pages.open('friends', { id = 'A' })
  shows('User C')
  go('User C')
  press('ab')
  T.eventually('the bookmark', function() return view.state.filteredFriends[2].isBookmarked end)
  T.equal(view.state.filteredFriends[1].isBookmarked, false)
  shows('C   User C  A, B        yes')
end)

T.test('outside of the rows an argument is completed from them, and chosen by the name of a row', function()
  local view = pages.open('friends', { id = 'A' })
  shows('User C')
  press('ggab<Esc>')
  T.equal(require('svvs.prompt').complete(''), { 'B  User B', 'C  User C', 'D  User D' })
  for index, text in ipairs({ 'C', 'User C', '<C-r>=v:lua.require("svvs.prompt").complete("user c")[0]<CR>' }) do
    press('ab' .. text .. '<CR>')
    T.eventually('the bookmark', function() return view.state.filteredFriends[2].isBookmarked == (index % 2 == 1) end)
  end
end)

T.test('Enter on a row without a view offers its actions', function()
  local view = pages.open('smoothies')
  shows('carrot-comet')
  go('beet-drummer')
  T.equal(pages.choosing(1, function() press('<CR><CR>') end), { 'a  Favourite' })
  T.eventually('the favourite', function() return view.state.smoothies[2].isFavorite end)
end)

T.test('an error while a view is shown ends its opening, so that it can be opened again', function()
  local one = faked.page({}, {})
  local visits = require('svvs.visit')
  local function opens() visits.visit(one, 'plain', { params = {} }) end
  one.when_shown = function(_, callback) callback() end
  pages.with(require('svvs.page'), 'display', function() error('broken') end, function()
    opens()
    one:says({ id = one.sent[1].id, result = { view = 'w', commit = 0, state = {} } })
  end)
  assert(T.notices[1]:find('broken'), T.notices[1])
  opens()
  T.equal({ #one.sent, one.sent[2].method }, { 2, 'view/open' })
end)

T.test('a filter whose text is not a value yet is not sent', function()
  local least = faked.field('least', 'number', { editable = true, filters = 'rows' })
  local one = faked.page({ least, faked.field('rows', 'list', { of = { kind = 'json' } }) }, { least = 0, rows = {} })
  local texts = {}
  function _G.act()
    table.insert(texts, vim.fn.getcmdline())
    if one.sent[1] then one:says({ id = one.sent[1].id, result = { commit = 0 } }) end
    table.insert(texts, vim.fn.getcmdline())
  end
  press('cl<C-u><Cmd>lua act()<CR>-<Cmd>lua act()<CR>5<C-u><Cmd>lua act()<CR>7<CR>')
  T.equal(texts, { '', '', '-', '-', '', '' })
  local values = vim.tbl_map(function(message) return message.params.properties.least end, one.sent)
  T.equal({ values, one.page.drafts.least.sent }, { { -5, 7 }, { '7' } })
end)

T.test('an error is distinguishable without colours', function()
  local view = pages.open('login')
  press('Alerror<CR>x<CR>')
  T.eventually('the error', function() return view.state.errorMessage ~= vim.NIL end)
  shows('Error message : ! ' .. view.state.errorMessage)
  local row = vim.fn.search('Error message')
  local namespace = vim.api.nvim_get_namespaces().svvs
  local marks = vim.api.nvim_buf_get_extmarks(0, namespace, { row - 1, 0 }, { row - 1, -1 }, { details = true })
  T.equal(marks[#marks][4].hl_group, 'SvvsError')
end)

-- The status of the page: its line, its text, and whether it has a line of its own.
local function status()
  local namespace = vim.api.nvim_get_namespaces()['svvs.status']
  local marks = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })
  if not marks[1] then return nil end
  local details = marks[1][4]
  local chunks = details.virt_text or details.virt_lines[1]
  return { marks[1][2] + 1, vim.trim(chunks[1][1]), details.virt_lines and true or nil }
end

T.test('a call in progress is shown with its time, and cancelled', function()
  local view = pages.open('effects')
  local time = uv.hrtime()
  pages.with(uv, 'hrtime', function() return time end, function()
    press('Ahbutton<CR>60<CR>')
    shows('Taps under way : 1 …')
    T.equal(status(), { 1, '? shows the keys' })
    time = time + 1e9
    T.eventually('the time', function() return vim.deep_equal(status(), { 1, 'Handle 1 s · x cancels' }) end)
  end)
  press('x')
  T.eventually('the end', function() return view.state.tapsUnderWay == 0 and status()[2] == '? shows the keys' end)
  T.equal(T.notices, { 'svvs: Handle was cancelled' })
  press('x')
  T.equal(T.notices[2], 'svvs: no call is in progress here')
end)

T.test('an error whose line is out of sight is shown', function()
  local view = pages.open('login')
  vim.cmd('resize 5')
  press('ggAlerror<CR>x<CR>')
  T.eventually('the error', function()
    return view.state.errorMessage ~= vim.NIL and vim.deep_equal(status(), { 1, '! ' .. view.state.errorMessage })
  end)
  press('5<C-e>')
  vim.cmd('redraw | doautocmd WinScrolled')
  T.equal(status()[2], 'Log in')
end)

-- A page of smoothies with a call in progress.
local function busy_page()
  pages.open('smoothies')
  shows('yuzu-parade')
  vim.cmd('resize 8')
  press('gg')
  vim.cmd('redraw | doautocmd WinScrolled')
  local page = require('svvs.page').page(0)
  local call = { finally = function() end, cancel = function() end }
  require('svvs.progress').add(page, 'Fetch', call, true)
  T.eventually('the time', function() return status()[2]:find('Fetch', 1, true) end)
  return call, page
end

T.test('the calls in progress stay in sight', function()
  local call = busy_page()
  press('5<C-e>')
  vim.cmd('redraw | doautocmd WinScrolled')
  T.equal({ status()[1], status()[2]:match('^Fetch %d s') ~= nil }, { 6, true })
  call.done = true
end)

T.test('the status covers nothing', function()
  vim.cmd('vsplit')
  local call = busy_page()
  vim.cmd('vertical resize 75')
  for scroll, row in pairs({ ['5<C-e>'] = 6, ['G'] = 20 }) do
    press('gg' .. scroll)
    vim.cmd('redraw | doautocmd WinScrolled')
    T.equal({ status()[1], status()[3] }, { row, row == 6 or nil })
  end
  call.done = true
  vim.cmd('only')
end)

T.test('a call that is being cancelled is shown until it ends', function()
  local call, page = busy_page()
  local other = { finally = function() end, cancel = function(self) self.is_cancelled = true end }
  require('svvs.progress').add(page, 'Favourite', other, true)
  T.eventually('both', function() return status()[2]:find('^Fetch %d s, Favourite %d s · x cancels$') end)
  press('x')
  assert(status()[2]:find('^Fetch %d s, Favourite %d s, cancelling · x cancels$'), status()[2])
  press('x')
  assert(status()[2]:find('^Fetch %d s, cancelling, Favourite %d s, cancelling$'), status()[2])
  press('x')
  T.equal({ other.is_cancelled, T.notices }, { true, { 'svvs: the server has not ended Fetch yet' } })
  call.done, other.done = true, true
end)

-- A page of two notes.
local function notes(state)
  local function field(name, kind, members)
    return faked.field(name, kind, vim.tbl_extend('error', { title = name }, members or {}))
  end
  return faked.of_screens({ {
    name = 'notes', title = 'Notes', onAppear = 'load',
    parts = {
      field('notes', 'rows', { label = 'text', columns = {
        field('id', 'integer', { role = 'hidden' }), field('text', 'text') } }),
      field('draft', 'text', { editable = true, submits = 'new' }),
      field('word', 'text', { editable = true, submits = 'clear' }),
      field('canAdd', 'switch', { role = 'hidden' }),
    },
    actions = {
      field('load', nil, { notOffered = true }),
      field('new', nil, { enabledBy = 'canAdd' }),
      field('clear', nil, { confirm = 'Clear all?' }),
      field('delete', nil, { destructive = true, confirm = 'Delete this\nnote?', rows = 'notes', asks = {
        field('id', 'integer', { from = { property = 'notes', member = 'id' } }),
      } }),
      field('rename', nil, { asks = { field('to', 'text'), field('note', 'text', { mayBeEmpty = true }) } }),
    },
  } }, 'notes', vim.tbl_extend('keep', state or {}, {
    notes = { { id = 1, text = 'milk' }, { id = 2, text = 'bread' } }, draft = '', word = '', canAdd = true,
  }))
end

local function group_of(title)
  local row = vim.fn.search(title, 'nw')
  local namespace = vim.api.nvim_get_namespaces().svvs
  local marks = vim.api.nvim_buf_get_extmarks(0, namespace, { row - 1, 0 }, { row - 1, -1 }, { details = true })
  for _, mark in ipairs(marks) do
    if vim.fn.getline(row):sub(mark[3] + 1, mark[4].end_col) == title then return mark[4].hl_group end
  end
end

T.test('an action that is not offered has neither a line nor a key', function()
  notes()
  T.equal({ pages.text():find('load'), vim.fn.maparg('al', 'n') }, { nil, '' })
  local offered = pages.choosing(9, function() press('a<CR>') end)
  T.equal(offered, { 'n  new', 'c  clear', 'd  delete', 'r  rename' })
end)

T.test('a question is asked with the text of the row, and only y confirms', function()
  local one = notes()
  for _, key in ipairs({ '<CR>', 'd', 'n', '<Esc>' }) do
    go('bread')
    T.equal(pages.questions_of('ad' .. key), { 'Delete this␊note? “bread”' })
  end
  local text = 'svvs: delete was not called'
  T.equal({ one.sent, T.notices }, { {}, { text, text, text, text } })
  press('ady')
  T.equal({ one.sent[1].method, one.sent[1].params.id }, { 'delete', 2 })
end)

T.test('the question about a missing row shows the argument, and a prompt without rows says so', function()
  local one = notes()
  T.equal(pages.questions_of('ggad99<CR>n'), { 'Delete this␊note? (id 99)' })
  T.equal(prompts_of('ggad<Esc>'), { 'id (1  milk, 2  bread): ' })
  one:changes({ changes = { notes = {} } })
  T.equal(prompts_of('ggad<Esc>'), { 'id (no notes): ' })
end)

T.test('a value is chosen before a name that is the same', function()
  local one = notes({ notes = { { id = 1, text = '2' }, { id = 2, text = 'bread' } } })
  press('ggad2<CR>y')
  T.equal(one.sent[1].params.id, 2)
end)

T.test('a question is asked after Enter in a field, too, and nothing is set before the answer', function()
  local one = notes()
  T.equal(pages.questions_of('cwall<CR>n'), { 'Clear all?' })
  T.equal(one.sent, {})
  shows('word  = all  (not sent)')
  press('cw<CR>y')
  T.equal({ #one.sent, one.sent[1].params.properties }, { 1, { word = 'all' } })
  T.equal(vim.fn.histget('input', -1), 'all')
  one:says({ id = one.sent[1].id, result = { commit = 1 } })
  T.equal({ #one.sent, one.sent[2].method }, { 2, 'clear' })
end)

T.test('an action without effect is dimmed, except while its text is typed, and can be called', function()
  local one = notes({ canAdd = false })
  local typed = {}
  _G.act = function()
    one.page:paint()
    table.insert(typed, group_of('new'))
  end
  T.equal({ group_of('new'), group_of('rename') }, { 'SvvsDimmed', 'SvvsAction' })
  T.equal(group_of('delete'), 'SvvsDestructive')
  T.equal(vim.fn.synIDattr(vim.fn.hlID('SvvsDimmed'), 'italic', 'cterm'), '1') -- for a terminal without colours
  press('cwx<Cmd>lua act()<CR><Esc>cdx<Cmd>lua act()<CR><C-h><Cmd>lua act()<CR><Esc>')
  T.equal(typed, { 'SvvsDimmed', 'SvvsAction', 'SvvsDimmed' })
  press('an')
  T.equal(one.sent[1].method, 'new')
  one:changes({ changes = { canAdd = true } })
  T.eventually('the colour', function() return group_of('new') == 'SvvsAction' end)
end)

T.test('an empty text is not an answer, unless the text may be empty', function()
  local one = notes()
  vim.cmd('SvvsCall rename to=')
  T.equal({ T.notices, one.sent }, { { 'svvs: to must not be empty' }, {} })
  T.equal(prompts_of('ar<CR>x<CR><CR>'), { 'to: ', 'to must not be empty: ', 'note: ' })
  T.equal({ one.sent[1].params.to, one.sent[1].params.note }, { 'x', '' })
end)

T.done()

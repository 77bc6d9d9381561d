-- Pages as people use them: the lines, the keys, and the buffers.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local svvs = require('svvs')
local go, press, shows = pages.go, pages.press, pages.shows
local field, entry = faked.field, faked.entry

T.test('a view is painted from its screen and state, in the order of its declaration', function()
  pages.open('login')
  T.equal(vim.list_slice(pages.lines(), 1, 6), {
    'Log in',
    'The page where a user logs in.',
    '',
    '     Login state : Not logged in',
    ' cu  User id     = ',
    ' cp  Password    = (secret)',
  })
  T.equal(vim.startswith(pages.lines()[8], ' al  Log in (User id?, Password?)  Logs in'), true)
  T.equal({ vim.bo.modifiable, vim.bo.buftype, vim.bo.filetype }, { false, 'acwrite', 'svvs' })
end)

T.test('an array of records is a table, with titles and the keys of its rows', function()
  pages.open('smoothies')
  shows('apple-fog')
  T.equal(vim.list_slice(pages.lines(), 4, 7), {
    '     Smoothies : (14)  aa Favourite',
    '     Id                 Title              Price  Until       Favourite',
    '     apple-fog          Apple Fog          ¥430   2022/02/01',
    '     beet-drummer       Beet Drummer       ¥480   2022/03/01',
  })
end)

T.test('a property is changed by its key, wherever the cursor is', function()
  pages.open('mirror')
  press('cthello<CR>')
  shows('Label : hello')
end)

T.test('moving sends nothing', function()
  local view, sent = pages.open('login'), {}
  pages.with(view.connection.options, 'write', function(line) table.insert(sent, line) end, function()
    press('<Tab><Tab><S-Tab>jjkkGgg<C-d>/in<CR>?')
    vim.cmd('new | only')
  end)
  T.equal(sent, {})
end)

T.test('Tab stops at fields, tables and actions, and wraps around', function()
  pages.open('friends', { id = 'A' })
  shows('User C')
  press('gg')
  local stops = {}
  for _ = 1, 5 do
    press('<Tab>')
    table.insert(stops, vim.trim(vim.api.nvim_get_current_line()):match('^%S+'))
  end
  T.equal(stops, { 'B', 'cb', 'ar', 'ab', 'B' })
  press('<S-Tab>')
  T.equal(vim.trim(vim.api.nvim_get_current_line()):match('^%S+'), 'ab')
end)

T.test('a boolean is toggled', function()
  pages.open('myPage')
  go('Logged in')
  press('<CR>')
  shows('Logged in = [x]')
  press('cl')
  shows('Logged in = [ ]')
end)

T.test('editing a read-only property reports the reason', function()
  pages.open('counterA')
  go('Count ')
  press('<CR>')
  T.equal(T.notices, { 'svvs: count is read-only' })
end)

T.test('an action is called on its line and by its key, and A also asks for optional arguments', function()
  pages.open('counterA')
  go('Increment')
  press('<CR>')
  shows('Count : 1')
  press('ggAi5<CR>')
  shows('Count : 6')
  press('ai')
  shows('Count : 7')
end)

T.test('a call that changes nothing is silent', function()
  local view = pages.open('notes')
  local calls, commit = view.connection.calls, view.commit
  T.eventually('the end of the call at the appearance', function() return vim.tbl_isempty(calls) end)
  press('aa') -- Without a login, the action changes nothing.
  T.equal(#vim.tbl_values(calls), 1)
  T.eventually('the end of the call', function() return vim.tbl_isempty(calls) end)
  T.equal({ view.commit, T.notices }, { commit, {} })
end)

-- Presses keys that offer a list, and then a letter in it. Returns the lines of the list.
local function list_of(keys, letter)
  local lines
  pages.with(vim.fn, 'getcharstr', function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      local is_list = vim.api.nvim_win_get_config(window).relative ~= ''
      if is_list then lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true) end
    end
    return letter
  end, function() press(keys) end)
  return { lines[1], (lines[2]:gsub('   +', '|')) }
end

T.test('a and c alone offer the actions and the fields, by their letters and by name', function()
  local view = pages.open('myPage')
  for key, texts in pairs({ a = { 'Call:', 'Log in or out' }, c = { 'Change:', 'Logged in' } }) do
    local before = view.state.isLogin
    T.equal(list_of(key, 'l'), { texts[1], 'l  ' .. texts[2] .. '|⏎  by name|' })
    T.eventually('the change', function() return view.state.isLogin ~= before end)
    T.equal(pages.choosing(1, function() press(key .. '<CR>') end), { 'l  ' .. texts[2] })
    T.eventually('the other change', function() return view.state.isLogin == before end)
  end
end)

T.test('i types into the field of the cursor, and elsewhere into the first field for a text', function()
  faked.page({ field('on', 'switch', { editable = true }), entry('a'), entry('b') }, { on = false, a = '', b = '' },
    { actions = { field('act') }, form = { fields = { 'a', 'b' }, calls = 'act' } })
  T.equal({ pages.prompts_of('Gi<Esc>'), pages.prompts_of('Gkki<Esc>') }, { { 'A: ' }, { 'B: ' } })
end)

T.test('a letter that means nothing is reported, and does nothing', function()
  local view = pages.open('counterA')
  press('ax')
  press('a<Esc>')
  press('a<Left>')
  T.equal({ T.notices, view.is_open }, { { 'svvs: x is not in the list' }, true })
end)

T.test('a text that is pasted onto a page does nothing, and says so', function()
  local view = pages.open('counterA')
  T.equal({ vim.paste({ 'ai', 'q' }, -1), T.notices }, { false, { 'svvs: not pasted: a text belongs into a field' } })
  press('K')
  T.equal({ vim.paste({ 'ai', 'q' }, -1), #T.notices }, { false, 2 })
  vim.cmd('quit | enew')
  T.equal({ vim.paste({ 'ai', 'q' }, -1), pages.lines(), view.state.count }, { true, { 'ai', 'q' }, 0 })
end)

T.test('a reply of the terminal that Neovim takes for keys calls nothing', function()
  local one = faked.page({ entry('text') }, { text = '' }, { actions = { field('act') } })
  for _, reply in ipairs({ ']11;rgb:aaaa/cccc/oooo\7', '_Gi=aa\27\\', 'P1+raa\27\\' }) do
    press('<Esc>' .. reply)
  end
  press('aa')
  T.equal({ #one.sent, one.sent[1].method, vim.fn.mode() }, { 1, 'act', 'n' })
end)

T.test('A without optional arguments says so', function()
  pages.open('myPage')
  press('A')
  T.equal(T.notices, { 'svvs: no action has optional arguments' })
end)

T.test('painting keeps the cursor on its object', function()
  local view = pages.open('smoothies')
  shows('yuzu-parade')
  go('Filter')
  local before = vim.api.nvim_win_get_cursor(0)
  assert(view:set({ filterKeyword = 'no such smoothie' }):wait())
  shows('Smoothies : (0)')
  local after = vim.api.nvim_win_get_cursor(0)
  assert(after[1] < before[1], 'no line went')
  T.equal({ vim.api.nvim_get_current_line():match('%a+'), after[2] }, { 'cf', before[2] })
  assert(view:set({ filterKeyword = '' }):wait())
  shows('yuzu-parade')
  T.equal(vim.api.nvim_win_get_cursor(0), before)
end)

T.test('buffers are named for the view with its parameters', function()
  pages.open('user', { id = 'A' })
  pages.open('user', { id = 'a/*\n%#\t' .. ('é'):rep(400) })
  local long = vim.fn.bufname()
  pages.open('counterA')
  pages.open('counterA')
  T.equal({ vim.fn.bufname(), #vim.fn.getcompletion('svvs://user', 'buffer') }, { 'svvs://counterA#2', 2 })
  assert(vim.startswith(long, 'svvs://user?id=a/*␊%#␉é') and #long < 100, long)
end)

T.test('K describes the line of the cursor, and ? shows the keys', function()
  pages.open('friends', { id = 'A' })
  shows('User C')
  local function told(keys)
    press(keys)
    local window = vim.tbl_filter(function(one) return vim.api.nvim_win_get_config(one).relative ~= '' end,
      vim.api.nvim_list_wins())[1]
    local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
    vim.api.nvim_win_close(window, true)
    return table.concat(lines, '\n')
  end
  T.equal(told('ggK'), "Friends\nThe page of a user's friends.")
  go('User C')
  T.equal(told('K'), 'Id: C\nName: User C\nFriend IDs: A, B\nBookmarked: no')
  go('Bookmarked only')
  assert(told('K'):find('^Bookmarked only\n.*no$'))
  go('ab  Bookmark')
  assert(told('K'):find('Adds or removes the bookmark of a friend', 1, true))
  local keys = told('?')
  for _, line in ipairs({ 'x        cancels the last call', 'ab       Bookmark', 'cb       changes Bookma' }) do
    assert(keys:find(line, 1, true), keys)
  end
  assert(keys:find('ab .*\n<CR> .*\nou '), keys)
end)

for _, key in ipairs({ 'q', '<Esc>' }) do
  T.test('the window of K and ? has the cursor, and is closed by ' .. key, function()
    local view = pages.open('counterA')
    vim.cmd('resize 5')
    for _, opener in ipairs({ 'K', '?' }) do
      press(opener)
      T.equal(svvs.view(), nil)
      press('G' .. key)
      T.equal({ svvs.view(), view.is_open }, { view, true })
    end
  end)
end

T.test('a page is painted again after :edit and after an overwrite', function()
  local view = pages.open('mirror')
  vim.cmd('edit')
  shows('Text  = \n')
  vim.bo.modifiable = true
  vim.cmd('2,4delete')
  view:set({ text = 'new' }):wait()
  shows('Label : new')
  T.equal({ pages.lines()[1], #pages.lines(), vim.bo.modifiable }, { 'Mirror', 6, false })
end)

T.test('the maps of the user take precedence over those of the page', function()
  local pressed = false
  local autocmd = vim.api.nvim_create_autocmd('FileType', {
    pattern = 'svvs',
    callback = function() vim.keymap.set('n', 'x', function() pressed = true end, { buffer = true }) end,
  })
  pages.open('counterA')
  press('x')
  vim.api.nvim_del_autocmd(autocmd)
  T.equal({ pressed, T.notices }, { true, {} })
end)

T.test('q goes back to the previous page in the same window', function()
  local before = pages.open('mirror')
  vim.cmd('vsplit')
  pages.open('counterA')
  press('q')
  T.equal({ svvs.view(), #vim.api.nvim_list_wins() }, { before, 2 })
  vim.cmd('only')
end)

for _, command in ipairs({ 'bwipeout', 'bdelete', 'SvvsClose', 'normal q' }) do
  T.test('the view is closed by ' .. command, function()
    local view = pages.open('counterA')
    vim.cmd(command)
    T.eventually('the view is closed', function() return not view.is_open end)
    T.equal({ T.notices, vim.fn.bufexists('svvs://counterA') }, { {}, 0 })
  end)
end

T.test('a view that the server closes is no longer shown, and can be reopened', function()
  local one = faked.page({ entry('text') }, { text = 'private' }, { actions = { field('add') } })
  shows('private')
  local call, closed = one.view:call('add'), 0
  one.view:on_close(function() closed = closed + 1 end)
  one:says({ id = 2, error = { code = -32800, message = 'cancelled', data = { kind = 'RequestCancelled' } } })
  local changes = { session = 'default', opened = {}, closed = { 'v', 'unknown' }, connections = 1 }
  one:says({ method = 'session/changed', params = changes })
  shows('R reopens it: closed by the server')
  T.equal({ pages.text():find('private'), one.view.is_open, closed }, { nil, false, 1 })
  T.equal(select(2, call:wait()).kind, 'RequestCancelled')
  T.equal(select(2, one.view:call('add'):wait()).kind, 'ViewClosed')
  press('aa')
  T.equal(T.notices, { 'svvs: this view is closed: R reopens everything' })
  one.connection:open('t', { callback = function(_, view) one.page:show(one, view) end })
  one:says({ id = 3, result = { view = 'v', commit = 7, state = { text = 'another' } } })
  shows('another')
end)

T.done()

-- The death of the server, and reopening its views.
local T = require('test.tap')
local faked = require('test.faked')
local others = require('test.other')
local pages = require('test.pages')
local svvs = require('svvs')
local press, shows = pages.press, pages.shows

local function kill()
  vim.fn.system({ 'kill', '-9', tostring(svvs.server().pid) })
  shows('R reopens everything: the server was ended')
end

-- Presses R, and waits for the message with this number of views.
local function reopens(count)
  T.notices = {}
  press('R')
  T.eventually('the views', function() return #T.notices > 0 end)
  T.equal(T.notices, { ('svvs: opened again: %d %s'):format(count, count == 1 and 'view' or 'views') })
end

T.test('the death of the server is reported once, and the page stays', function()
  local view = pages.open('effects')
  kill()
  T.equal({ T.notices, view.is_open }, { { 'svvs: the server was ended by SIGKILL' }, false })
  shows('ah  Handle')
  press('ah')
  T.equal(T.notices[2], 'svvs: this view is closed: R reopens everything')
end)

T.test('R reopens every view in its buffer, with its parameters', function()
  local user, before = pages.open('user', { id = 'A' }), vim.fn.bufnr()
  vim.cmd('new')
  pages.open('smoothies')
  shows('apple-fog')
  kill()
  reopens(2)
  T.equal({ user.is_open, svvs.view().type, svvs.view(before).params }, { false, 'smoothies', { id = 'A' } })
  shows('apple-fog')
  press('<C-w>p')
  shows('User · User A')
  press('ar')
  T.equal({ vim.fn.bufnr(), #vim.fn.getcompletion('svvs://', 'buffer') }, { before, 2 })
  kill()
  press('R')
  vim.cmd('bwipeout!')
  T.eventually('one view', function() return vim.tbl_count(svvs.server().connection.views) == 1 end)
end)

T.test('a text that the ended server had is in its field, and not sent', function()
  pages.open('mirror')
  press('cthello<CR>')
  shows('Label : hello')
  kill()
  reopens(1)
  shows('Text  = hello  (not sent)')
  press('ct<CR>')
  shows('Label : hello')
end)

T.test('the server is started again with its command and directory', function()
  vim.cmd('SvvsStart --language en')
  T.eventually('the server', function() return #T.notices > 0 end)
  pages.open('myPage')
  shows('Logged out')
  kill()
  local folder = vim.fn.getcwd()
  vim.cmd('cd /')
  T.with_svvs('/nowhere/svvs', function() reopens(1) end)
  vim.cmd('cd ' .. folder)
  T.equal(svvs.server().options.folder, folder)
  shows('Logged out')
end)

T.test('a view opened after a death starts the same server, and one after a stop does not', function()
  vim.cmd('SvvsStart --language en')
  T.eventually('the server', function() return #T.notices > 0 end)
  pages.open('myPage')
  kill()
  pages.open('myPage')
  T.equal(svvs.view().state.label, 'Logged out')
  assert(svvs.stop():wait())
  T.equal(svvs.start().options.command, svvs.command())
end)

T.test('R requests the state again while the server runs', function()
  local view = pages.open('counterA')
  local commit = view.commit
  require('svvs.state').fold_change(view, view.commit, { from = view.commit, changes = { count = 77 } })
  press('R')
  T.eventually('the state', function() return view.state.count == 0 end)
  T.equal({ view.commit, view.is_open }, { commit, true })
end)

T.test('an app that has changed meanwhile gets its new keys', function()
  local function page(name, action, letter)
    return faked.page({ faked.field(name, 'integer', { editable = true }) }, { [name] = 1 },
      { actions = { faked.field(action, nil, { letter = letter }) } })
  end
  local now, before = page('b', 'new', 'e'), page('a', 'old', 'l')
  before.page:show(now, now.view)
  shows(' cb  B = 1')
  local function is_mapped(key) return vim.fn.maparg(key, 'n') ~= '' end
  T.equal({ is_mapped('cb'), is_mapped('ae'), is_mapped('ca'), is_mapped('al') }, { true, true, false, false })
end)

T.test('a new version of the app decides anew what becomes of a text', function()
  local function page(members)
    return faked.page({
      faked.entry('note', members), faked.field('rows', 'list', { of = { kind = 'json' } }),
      faked.field('isOn', 'switch', { title = 'Is on', editable = true }),
    }, { note = '', rows = {}, isOn = false })
  end
  local before = page()
  press('cnone<Esc>ci')
  before:changes({ changes = { isOn = true } })
  before:says({ id = before.sent[1].id, result = { commit = before.commit } })
  before.connection:fail(require('svvs.failure').new('ServerDied', 'the server has ended'))
  local now = page({ filters = 'rows' })
  now.options = before.options
  before.page:show(now, now.view)
  T.equal(now.sent[1].params.properties, { note = 'one' })
  vim.cmd('buffer ' .. before.page.buffer)
  shows(' ci  Is on = [ ]\n')
end)

T.test('a refused view shows the reason and no former state, and the others are open', function()
  pages.open('smoothies')
  shows('apple-fog')
  local page = require('svvs.page').page(0)
  vim.cmd('new')
  pages.open('mirror')
  page.view.params = { nonsense = 1 }
  kill()
  T.notices = {}
  press('R')
  T.eventually('the message', function() return #T.notices > 0 end)
  assert(T.notices[1]:find('^svvs: opened again: 1 view, 1 refused: .*nonsense'), T.notices[1])
  vim.cmd('wincmd p')
  shows('Smoothies')
  assert(pages.lines()[1]:find('R reopens it: .*nonsense'), pages.lines()[1])
  T.equal({ pages.text():find('apple'), pages.text():find('has ended') }, {})
end)

T.test('a page whose view is not opened again names the texts that are kept', function()
  local one = faked.page({ faked.entry('note') }, { note = '' })
  press('cnone<Esc>')
  one.connection:fail(require('svvs.failure').new('ServerDied', 'the server has ended'))
  one.page:refuse(require('svvs.failure').new('InvalidParams', 'no such view'))
  shows('not sent, but kept: one')
end)

others.test('a shared server that died is started again, and each view is open once in its session', function()
  others.new():shares({ c = 'counterA' })
  vim.cmd('SvvsAttach')
  shows('Count : 0')
  local function kill_shared()
    vim.fn.system({ 'kill', '-9', tostring(svvs.server().info.process.pid) })
    shows('R reopens everything')
  end
  -- This front end returns first, and then another one.
  kill_shared()
  reopens(1)
  local again = others.new()
  local function views() return #require('svvs.page').pages(), vim.tbl_keys(svvs.server().connection.views) end
  local joined = again:asks('session/join', { session = 'work' }).result.views
  T.equal({ #joined, joined[1].view, svvs.view():is_shared() }, { 1, 'c', true })
  again:asks('increment', { view = 'c' })
  shows('Count : 1')
  -- The other one opens a view again that it has closed.
  again:asks('view/close', { view = 'c' })
  shows('R reopens it: closed')
  again:asks('view/open', { type = 'counterA', view = 'c', session = 'work' })
  T.eventually('the view', function() return svvs.view() end)
  T.equal({ views() }, { 1, { 'c' } })
  kill_shared()
  again = others.new()
  again:shares({ c = 'counterA' })
  reopens(1)
  T.equal({ views() }, { 1, { 'c' } })
  -- Later, another view has the id.
  local user = { type = 'user', view = 'u', params = { id = 'A' }, session = 'work' }
  again:asks('view/open', user)
  local function page(number) return require('svvs.page').pages()[number] end
  T.eventually('the page', function() return page(2) end)
  again:asks('view/close', { view = 'u' })
  user.params.id = 'B'
  again:asks('view/open', user)
  T.eventually('another page', function() return page(3) end)
  vim.cmd('buffer ' .. page(2).buffer)
  reopens(1)
  T.equal({ svvs.view().params, svvs.view().id ~= 'u' }, { { id = 'A' }, true })
end)

T.done()

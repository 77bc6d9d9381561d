-- The death of the server, and reopening its views.
local T = require('test.tap')
local faked = require('test.faked')
local others = require('test.other')
local pages = require('test.pages')
local svvs = require('svvs')
local press, shows = pages.press, pages.shows

local function kill()
  vim.fn.system({ 'kill', '-9', tostring(svvs.server().pid) })
  shows('R reopens everything: the server died')
end

-- Presses R, and waits for the message with this number of views.
local function reopens(count)
  T.notices = {}
  press('R')
  T.eventually('the views', function() return #T.notices > 0 end)
  T.equal(T.notices, { ('svvs: views open again: %d, with fresh state'):format(count) })
end

T.test('the death of the server is reported once, and the page stays', function()
  local view = pages.open('effects')
  kill()
  T.equal({ T.notices, view.is_open }, { { 'svvs: the server died (killed by signal 9)' }, false })
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
  shows('Name                      : User A')
  press('ar')
  T.equal({ vim.fn.bufnr(), #vim.fn.getcompletion('svvs://', 'buffer') }, { before, 2 })
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
  local type = '{"properties":{"%s":{"type":"integer"}},"actions":{"%s":{}}}'
  local now = faked.page(type:format('b', 'new'), { b = 1 })
  local before = faked.page(type:format('a', 'old'), { a = 1 })
  before.page:show(now, now.view)
  shows(' cb  B = 1')
  local function is_mapped(key) return vim.fn.maparg(key, 'n') ~= '' end
  T.equal({ is_mapped('cb'), is_mapped('an'), is_mapped('ca'), is_mapped('ao') }, { true, true, false, false })
end)

T.test('a refused view is reported, and the others are open', function()
  pages.open('counterA')
  local page = require('svvs.page').page(0)
  vim.cmd('new')
  pages.open('mirror')
  page.view.params = { nonsense = 1 }
  kill()
  T.notices = {}
  press('R')
  T.eventually('the views', function() return #T.notices == 2 end)
  T.equal(T.notices[2], 'svvs: views open again: 1, with fresh state, refused: 1')
end)

others.test('a shared server that died is started again, and its session shared', function()
  local other = others.new()
  other:shares({ c = 'counterA' })
  vim.cmd('SvvsAttach')
  shows('Count : 0')
  vim.fn.system({ 'kill', '-9', tostring(svvs.server().info.process.pid) })
  shows('R reopens everything')
  reopens(1)
  local again = others.new()
  local joined = again:asks('session/join', { session = 'work' }).result.views
  T.equal({ #joined, joined[1].view, svvs.view():is_shared() }, { 1, 'c', true })
  again:asks('increment', { view = 'c' })
  shows('Count : 1')
end)

T.done()

-- :SvvsAttach while another front end is connected, and after a cut.
local T = require('test.tap')
local others = require('test.other')
local pages = require('test.pages')
local svvs = require('svvs')
local test = others.test

-- Attaches, and waits until the session is entered.
local function attach(name)
  vim.cmd('SvvsAttach ' .. (name or ''))
  T.eventually('a notice', function() return #T.notices > 0 end)
  local notices = T.notices
  T.notices = {}
  return notices[1]
end

local shows = pages.shows

-- Runs a function with these answers to choices and inputs.
local function answering(answers, body)
  local select, input, asked = vim.ui.select, vim.ui.input, {}
  vim.ui.select = function(items, options, on_choice)
    table.insert(asked, vim.tbl_map(options.format_item or tostring, items))
    on_choice(items[table.remove(answers, 1)])
  end
  vim.ui.input = function(_, on_text) on_text(table.remove(answers, 1)) end
  local is_fine, trouble = pcall(body)
  vim.ui.select, vim.ui.input = select, input
  assert(is_fine, trouble)
  T.equal(answers, {})
  return asked
end

test('any command that takes options at its end attaches', function()
  local other, program = others.new('work'), svvs.command()[1]
  other:shares({ c = 'counterA' })
  local function sessions_of(command, place)
    return assert(T.server({ command = command, attach = place or 'work' }):sessions():wait())
  end
  for _, command in ipairs({ { program, '--language', 'en' }, { program, 'serve' }, { 'env', 'A=1', program } }) do
    T.equal({ command, #sessions_of(command) }, { command, 1 })
  end
  T.equal(#sessions_of({ program, '--attach=work' }, true), 1) -- the command names the server
  -- A script that drops its options starts a server of its own.
  T.equal(sessions_of({ 'sh', '-c', 'exec "$0"', program }), {})
end)

T.test('an app that cannot attach is reported in one line', function()
  local app = { 'sh', '-c', [[printf "Error: Unknown option '%s'\\n" "$1" >&2; exit 64]], 'app' }
  local _, err = T.server({ command = app, attach = true }).ready:wait()
  T.equal(tostring(err), "the server has ended with status 64: Error: Unknown option '--attach'")
end)

test('the only session is joined at once, with its views', function()
  local other = others.new()
  other:shares({ c = 'counterA', ['d/*\n%#\t' .. ('é'):rep(400)] = 'mirror' })
  other:asks('increment', { view = 'c', by = 41 })
  T.equal(attach(), 'svvs: in the session work; open views: 2')
  shows('Count : 41')
  local buffers = vim.fn.getcompletion('svvs://', 'buffer')
  T.equal({ svvs.view().id, #svvs.server():views(), #buffers }, { 'c', 2, 2 })
end)

test('joining a view calls no action', function()
  local other = others.new()
  other:shares({ s = 'smoothies' })
  attach()
  assert(svvs.view():get():wait())
  T.equal(svvs.view().state.smoothies, {})
end)

test('each front end sees the changes of the other, in the same commit', function()
  local other = others.new()
  other:shares({ c = 'counterA' })
  attach()
  other:asks('increment', { view = 'c' })
  shows('Count : 1')
  vim.cmd('SvvsCall increment by=1')
  local change = other:receives(function(message)
    local views = message.method == 'state/changed' and message.params.views
    return views and views[1].changes.count == 2
  end)
  shows('Count : 2')
  T.equal(change.params.commit, svvs.view().commit)
end)

test('a view that others open gets a buffer, and no window', function()
  local other = others.new()
  other:shares({ c = 'counterA' })
  attach()
  other:asks('view/open', { type = 'mirror', view = 'm', session = 'work' })
  T.eventually('the notice', function() return #T.notices > 0 end)
  local name = T.notices[1]:match('^svvs: another front end has opened (svvs://mirror)$')
  T.equal({ svvs.view().id, vim.fn.bufwinnr(name), vim.fn.buflisted(name) }, { 'c', -1, 1 })
  T.equal(answering({ 2 }, function() vim.cmd('SvvsShow') end), { { 'counterA c', 'mirror m' } })
  T.equal({ svvs.view().id, vim.fn.bufname() }, { 'm', name })
  other:asks('view/set', { view = 'm', properties = { text = 'hello' } })
  shows('Text  = hello')
end)

test('a view that others close is closed', function()
  local other = others.new()
  other:shares({ e = 'effects' })
  attach()
  local view = svvs.view()
  local call = view:call('handle', { action = 'buttonTap', seconds = 60 })
  shows('Taps under way : 1')
  other:asks('view/close', { view = 'e' })
  T.equal(select(2, call:wait()).data.reason, 'viewClosed')
  shows('Effects  R reopens it: closed\n')
  other:asks('view/open', { type = 'mirror', view = 'e', session = 'work' })
  T.eventually('the other view of this name', function() return #svvs.server():views() == 1 end)
  T.equal({ view.is_open, svvs.view(), svvs.server():views()[1].type }, { false, nil, 'mirror' })
end)

test('R reopens a view that others have closed, in the same session', function()
  local other = others.new()
  other:shares({ c = 'counterA' })
  attach()
  other:asks('view/close', { view = 'c' })
  shows('Counter A  R reopens it: closed\n')
  pages.press('R')
  shows('Count : 0')
  T.equal({ svvs.view().id, svvs.view():is_shared() }, { 'c', true })
end)

test('a session that another closes is closed', function()
  local other = others.new()
  other:shares({ c = 'counterA', d = 'counterA' })
  attach()
  other:asks('session/close', { session = 'work' })
  shows('Counter A  R reopens it: closed\n')
  T.equal({ svvs.server():views(), svvs.server().is_running }, { {}, true })
  other:asks('session/open', { session = 'work', shared = true })
  vim.cmd('SvvsOpen counterA')
  T.eventually('a view', svvs.view)
  T.equal(svvs.view():is_shared(), false)
end)

test('R leaves the other views open if the session cannot be entered again', function()
  local other = others.new()
  other:shares({ c = 'counterA' })
  attach()
  other:asks('session/close', { session = 'work' })
  shows('Counter A  R reopens it: closed\n')
  local server = svvs.server()
  local view = assert(server:open('counterA'):wait())
  server.share = function(self, _, options) self:request('session/join', { session = 'gone' }, options.callback) end
  pages.press('R')
  T.eventually('the message', function() return #T.notices > 0 end)
  T.equal({ view.is_open, svvs.server() }, { true, server })
end)

test('wiping a buffer leaves the view open for the others, and :SvvsClose closes it for all', function()
  local other = others.new()
  other:shares({ c = 'counterA' })
  attach()
  local view = svvs.view()
  vim.cmd('bwipeout!')
  assert(view:call('increment'):wait())
  answering({ 1 }, function() vim.cmd('SvvsShow') end)
  shows('Count : 1')
  vim.cmd('SvvsClose')
  local change = other:receives(function(one) return one.params and one.params.closed and one.params.closed[1] end)
  T.equal(change.params.closed, { 'c' })
  T.eventually('the view is closed', function() return not view.is_open end)
end)

test('the user chooses one of several sessions and servers', function()
  local other = others.new('a-name')
  other:shares({ c = 'counterA' })
  other:asks('session/open', { session = 'play', shared = true })
  T.equal(vim.fn.getcompletion('SvvsAttach ', 'cmdline'), { 'a-name' })
  T.equal(vim.fn.getcompletion('SvvsAttach b', 'cmdline'), {})
  local asked = answering({ 2 }, function() attach('a-name') end)
  table.sort(asked[1])
  T.equal(asked, { { 'play', 'work' } })
end)

test('the first front end starts the server and names the session', function()
  answering({ 'mine' }, function() attach('fresh') end)
  vim.cmd('SvvsOpen counterA')
  T.eventually('a view', svvs.view)
  local id, other = svvs.view().id, others.new('fresh')
  local session = other:asks('session/list').result.sessions[1]
  T.equal({ session.keep, session.views, session.connections[1].clientInfo.name }, {
    300,
    { { view = id, type = 'counterA' } },
    'svvs.nvim',
  })
  other:asks('session/join', { session = 'mine' })
  other:asks('increment', { view = id })
  shows('Count : 1')
  svvs.stop():wait()
  -- The session is kept after its last front end has left.
  attach('fresh')
  shows('Count : 1')
  T.equal(svvs.view().id, id)
end)

test('without a choice Neovim does not attach', function()
  answering({ '' }, function()
    vim.cmd('SvvsAttach')
    T.eventually('the end', function() return not svvs.server() end)
  end)
  answering({ 'work' }, attach)
  T.equal(attach(), 'svvs: a server is running already: :SvvsStop ends it')
end)

T.done()

-- Connections that are cut while Neovim continues, and an end of Neovim while the server continues.
local T = require('test.tap')
local others = require('test.other')
local svvs = require('svvs')
local views = require('svvs.view')
local test = others.test

-- Shares views from another front end, and joins them here.
local function join(types)
  local other = others.new()
  other:shares(types)
  local server = T.server({ attach = true })
  local session, err = server:join('work', { on_open = function(view) table.insert(T.notices, view.id) end }):wait()
  assert(session, err)
  return other, server, server:views()[1], session
end

local function read_nothing(server) server.process.stdout:read_stop() end

-- Cuts the connection, and waits until there is a new one.
local function cut(server)
  local pid = server.pid
  vim.fn.system({ 'kill', '-9', tostring(pid) })
  T.eventually('another connection', function() return server.pid ~= pid end)
end

test('a cut loses neither views nor calls', function()
  local other, server, view = join({ e = 'effects' })
  local own = assert(server:open('counterA'):wait())
  other:asks('view/open', { type = 'mirror', view = 'm', session = 'work' })
  T.eventually('the view of the other', function() return server.connection.views.m end)
  local closed = server.connection.views.m
  local call = view:call('handle', { action = 'buttonTap', seconds = 0.5 })
  local slow = view:call('handle', { action = 'buttonTap', seconds = 60 })
  T.eventually('both calls', function() return view.state.tapsUnderWay == 2 end)
  read_nothing(server)
  other:asks('view/close', { view = 'm' })
  other:asks('view/open', { type = 'counterA', view = 'm', session = 'work' })
  other:asks('handle', { view = 'e', action = 'instant' })
  local told
  view:on_change(function(change) told = told or change end)
  cut(server)
  assert(call:wait())
  T.equal({ view.state.tapsCompleted, view.state.instants, view.is_open, closed.is_open, own.is_open }, {
    1,
    1,
    true,
    false,
    false,
  })
  T.equal({ told.names, T.notices }, { { 'instants', 'tapsCompleted', 'tapsUnderWay' }, { 'm', 'm' } })
  T.equal(server.connection.views.m.type, 'counterA')
  slow:cancel()
  T.equal(select(2, slow:wait()).kind, 'RequestCancelled')
  assert(view:call('handle', { action = 'instant' }):wait())
  T.equal(view.state.instants, 2)
end)

test('a request that was cut off is not sent again', function()
  local other, server, view, session = join({ c = 'counterA' })
  read_nothing(server)
  local call, get = view:call('increment'), view:get()
  local opening = session:open('counterA', { view = 'b' })
  other:receives(function(message) return message.params and message.params.opened and message.params.opened[1] end)
  -- The server has replied to these three, and the replies are lost. The next request itself is lost.
  server.process.write = function() end
  local lost = view:call('increment')
  cut(server)
  T.equal({ call:wait() ~= nil, view.state.count }, { true, 1 })
  T.equal(assert(get:wait()).state, { count = 1 })
  local opened = assert(opening:wait())
  T.equal({ opened == server.connection.views.b, opened.is_open, T.notices }, { true, true, {} })
  T.equal(opened.state, { count = 1 })
  local _, err = lost:wait()
  T.equal({ err.kind, tostring(err) }, { 'Unanswered', 'the connection was cut before there was a reply to increment' })
end)

T.test('a kept snapshot has the state and commit of the join', function()
  local server = T.server({ fake = 'killed-session', stop_timeout = 100 })
  local session = assert(server:share('work'):wait())
  local view = assert(session:open('t'):wait())
  local get, opening = view:get(), session:open('t')
  local got, opened = assert(get:wait()), assert(opening:wait())
  T.equal({ got.view, opened.id }, { 'v', 'w' })
  T.eventually('both views have changed', function() return view.commit == 11 end)
  T.equal({ view.state.n, opened.state.n, opened.commit }, { 11, 10, 10 })
end)

test('a connection may be cut twice', function()
  local other, server, view = join({ c = 'counterA' })
  -- The reply to the first session/join is lost.
  local resume = views.rejoin
  views.rejoin = function(...)
    resume(...)
    read_nothing(server)
  end
  cut(server)
  views.rejoin = resume
  for _, count in ipairs({ 1, 2 }) do
    other:receives(function(message) return message.params and message.params.connections == count end)
  end
  cut(server)
  assert(view:call('increment'):wait())
  T.equal({ view.state.count, server.connection:unanswered() }, { 1, {} })
end)

test('a session that has ended after the cut is reported', function()
  local other, server, view = join({ c = 'counterA' })
  read_nothing(server)
  other:asks('session/close', { session = 'work' })
  local call = view:call('increment')
  cut(server)
  local _, err = call:wait()
  T.equal({ err.kind, view.is_open }, { 'ServerDied', false })
  local text = 'the connection was cut, and the session work has ended: /session '
  assert(vim.startswith(tostring(err), text), tostring(err))
end)

test('a shared server that dies is not started again', function()
  local _, server, view = join({ c = 'counterA' })
  vim.fn.system({ 'kill', '-9', tostring(server.info.process.pid) })
  T.eventually('the end', function() return not server.is_running end)
  T.equal({ server.reason.kind, view.is_open, svvs.names() }, { 'ServerDied', false, {} })
  assert(tostring(server.reason):find('with status 1', 1, true), tostring(server.reason))
end)

test('Neovim is killed, and finds its views again', function()
  local script = vim.fn.tempname()
  vim.fn.writefile({
    ('vim.opt.rtp:prepend(%q)'):format(vim.fn.getcwd()),
    'local server = require("svvs").new_server({ attach = true })',
    'local session = server:share("work", { keep = 60 }):wait()',
    'local view = session:open("effects"):wait()',
    'view:call("handle", { action = "buttonTap", seconds = 0.5 })',
    'vim.wait(9000, function() return view.state.tapsUnderWay == 1 end)',
    'vim.loop.kill(vim.fn.getpid(), "sigkill")',
  }, script)
  vim.fn.system({ vim.v.progpath, '--headless', '-u', 'NONE', '-i', 'NONE', '-c', 'luafile ' .. script })
  local server = T.server({ attach = true })
  -- The calls of a client that named its process are cancelled when the process dies.
  T.equal(server:_initialize_params().processId, nil)
  local view = assert(server:join('work'):wait()):views()[1]
  T.eventually('the call ends', function() return view.state.tapsCompleted == 1 end)
  T.equal(view.state.tapsUnderWay, 0)
end)

T.done()

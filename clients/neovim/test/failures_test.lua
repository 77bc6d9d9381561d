-- Servers that are missing or fail. A check after each test makes sure that no server is left.
local T = require('test.tap')
local faked = require('test.faked')
local states = require('svvs.state')
local svvs = require('svvs')

-- The failure of the given call of a server with these options.
local function failure_of(options, use)
  local _, err = (use or function(server) return server.ready end)(T.server(options)):wait(8000)
  return assert(err, 'no failure')
end

local function open(server) return server:open('t') end

local function work(server) return assert(server:open('t'):wait()):call('work') end

local function check(err, kind, text)
  T.equal({ err.kind, tostring(err):find('\n') }, { kind, nil })
  assert(tostring(err):find(text, 1, true), ('%s is not in: %s'):format(text, tostring(err)))
end

T.test('a missing server is reported, with advice', function()
  local server, err = svvs.new_server({ command = { '/nowhere/svvs', 'serve' } })
  T.equal(server, nil)
  check(err, 'ServerNotFound', "cannot run '/nowhere/svvs' (ENOENT")
  check(err, 'ServerNotFound', 'name it by SVVS, such as SVVS="./MyApp serve", or by setup(), or put svvs on the PATH')
end)

T.test('opening a view without a server fails, and does not raise', function()
  T.with_svvs('/nowhere/svvs', function()
    local view, err = svvs.open('login'):wait()
    T.equal({ view, err.kind }, { nil, 'ServerNotFound' })
  end)
end)

T.test('a server of another version is reported and ended', function()
  local text = 'speaks version 1 of the protocol, and this plugin version 2'
  check(failure_of({ fake = 'version' }), 'ProtocolVersionMismatch', text)
end)

T.test('a server that refuses to initialize is reported and ended', function()
  check(failure_of({ fake = 'refusing' }), 'InternalError', 'No database.')
end)

T.test('a server that dies during a call is reported with its status and its last output', function()
  check(failure_of({ fake = 'dying' }, work), 'ServerDied', 'the server has ended with status 3: last words')
end)

T.test('the notice of a wait is not the reason of an end', function()
  T.equal(tostring(failure_of({ fake = 'waiting' }, work)), 'the server has ended with status 1: a reason')
end)

T.test('a server that is killed during a call is reported with the signal', function()
  check(failure_of({ fake = 'killed' }, work), 'ServerDied', 'the server was ended by SIGKILL')
end)

T.test('a crash is reported with its reason and its last line, and without its backtrace', function()
  local err = failure_of({ fake = 'crashing' }, work)
  local reason = 'App/Login.swift:12: Fatal error: Index out of range'
  local last = 'svvs: crashed (SIGILL, a trap such as an overflow) in the action work of the view t'
  local message = ('the server was ended by SIGILL: %s; %s'):format(reason, last)
  T.equal({ err.kind, tostring(err) }, { 'ServerDied', message })
end)

T.test('the death of a server fails every call, closes every view, and is reported once', function()
  local reasons = {}
  local server = T.server({ fake = 'dying', on_exit = function(reason) table.insert(reasons, reason) end })
  local view = assert(server:open('t'):wait())
  view:on_close(function(reason) table.insert(reasons, reason) end)
  local calls = { view:call('wait'), view:call('work'), view:call('more') }
  T.eventually('the end', function() return #reasons == 2 end)
  for _, call in ipairs(calls) do
    T.equal({ call.done, select(2, call:wait()).kind }, { true, 'ServerDied' })
  end
  T.equal({ view.is_open, reasons[1] == reasons[2] }, { false, true })
  T.equal(select(2, view:call('work'):wait()).kind, 'ServerDied')
end)

T.test('a server that does not reply to the first request is killed', function()
  local err = failure_of({ fake = 'mute', timeout = 100, stop_timeout = 100 })
  check(err, 'TimedOut', 'no reply to initialize within 0.1 s')
end)

T.test('a request without a reply is cancelled, and its late reply ends nothing', function()
  local page = faked.page({ faked.field('a', 'integer', { editable = true }) }, { a = 1 })
  local connection, view = page.connection, page.view
  connection.options.timeout = 20
  local call, late = view:call('work'), { view:set({ a = 2 }), view:get(), connection:open('t') }
  for _, one in ipairs(late) do
    check(select(2, one:wait(8000)), 'TimedOut', ('no reply to %s within 0.02 s'):format(one.method))
  end
  local sent = vim.tbl_filter(function(one) return one.method == '$/cancelRequest' end, page.sent)
  T.equal(vim.tbl_map(function(one) return one.params.id end, sent), { 3, 4, 5 })
  connection.options.timeout = 60000
  page:changes({ changes = { a = 2 } })
  page:says({ id = 3, error = { code = -32800, message = 'late' } })
  page:says({ id = 4, result = { view = 'v', commit = 5, state = { a = 3 } } })
  T.equal({ view.commit, view.state }, { 5, { a = 3 } })
  page:says({ id = 5, result = { view = 'w', commit = 5, state = {} } })
  T.equal({ page.sent[#page.sent].method, page.sent[#page.sent].params.view }, { 'view/close', 'w' })
  page:says({ id = 6, result = vim.NIL })
  page:says({ id = 2, result = { commit = 5 } })
  T.equal({ call:wait(), connection:open_views(), T.notices }, { { commit = 5 }, { view }, {} })
end)

T.test('a server that stops replying is killed by stop', function()
  local server = T.server({ fake = 'stalling', stop_timeout = 100 })
  assert(server:open('t'):wait())
  local status = assert(server:stop():wait())
  T.equal(status.signal, 9)
end)

T.test('garbage is quoted, and the server is ended', function()
  local text = 'the server wrote a line that is not a message of the protocol: "Hello, this is'
  check(failure_of({ fake = 'garbage' }), 'BadMessage', text)
end)

T.test('garbage is cut to whole characters, and escaped', function()
  local err = failure_of({ fake = 'binary' })
  check(err, 'BadMessage', ('"caf\\xc3\\xa9 \\xff␛[31m %s…"'):format(('x'):rep(38)))
  check(failure_of({ fake = 'wide' }), 'BadMessage', ('not a message of the protocol: "a%s…"'):format(('日'):rep(19)))
end)

T.test('a program that repeats its input is detected', function()
  local text = 'the server broke the protocol, and was ended: a request: "{'
  check(failure_of({ command = { 'cat' } }), 'BadMessage', text)
end)

T.test('garbage without a line end is detected', function()
  check(failure_of({ fake = 'half' }), 'BadMessage', '"Segmentation"')
end)

T.test('half a message is garbage', function()
  check(failure_of({ fake = 'broken' }, open), 'BadMessage', 'jsonrpc')
end)

T.test('an unexpected reply is garbage', function()
  check(failure_of({ fake = 'nonsense' }, open), 'BadMessage', 'id')
end)

for _, mode in ipairs({ 'numeric', 'empty' }) do
  T.test('a reply without a result and without an error is garbage: ' .. mode, function()
    check(failure_of({ fake = mode }, work), 'BadMessage', '4')
  end)
end

T.test('an array is garbage', function()
  check(failure_of({ fake = 'array' }, work), 'BadMessage', 'not a message of the protocol: "[{')
end)

T.test('a change that does not follow the state is garbage, and fails every call in progress', function()
  local server = T.server({ fake = 'gap' })
  local view = assert(server:open('t'):wait())
  local calls, changes = { view:call('wait'), view:call('work') }, 0
  view:on_change(function() changes = changes + 1 end)
  for _, call in ipairs(calls) do
    check(select(2, call:wait()), 'BadMessage', 'a change from commit 5, not from 1')
  end
  T.equal({ changes, view.state.a, view.is_open }, { 0, 1, false })
end)

T.test('a patch that leads nowhere is refused', function()
  local function is_applied(op, path)
    local held = { commit = 0, state = { rows = { 1 }, a = 1 } }
    local step = { op = op, path = path, value = op ~= 'remove' and 1 or nil }
    return (pcall(states.fold_change, held, 1, { from = 0, patch = { step } }))
  end
  for _, path in ipairs({ '/b/c', '/rows/9', '/rows/-', '/rows/01', 'a', '', '/rows/0/x' }) do
    for _, op in ipairs({ 'add', 'replace', 'remove', 'move' }) do
      T.equal({ op, path, is_applied(op, path) }, { op, path, false })
    end
  end
  T.equal({ is_applied('add', '/b'), is_applied('replace', '/b'), is_applied('remove', '/b') }, { true, false, false })
end)

T.test('a change names the texts that have only grown, and what was added', function()
  local held = { commit = 0, state = { log = 'a', user = { name = 'A' } } }
  local function step(path, op) return { op = op or 'append', path = path, value = 'c' } end
  local function folded(entry)
    entry.from = held.commit
    return { states.fold_change(held, held.commit + 1, entry) }
  end
  T.equal(folded({ changes = { rows = {} }, appended = { log = 'b' } }), { { 'log', 'rows' }, { log = 'b' } })
  T.equal(folded({ patch = { step('/log'), step('/user/name') } }), { { 'log', 'user' }, { log = 'c' } })
  T.equal(folded({ patch = { step('/log', 'replace'), step('/log') } }), { { 'log' }, {} })
  T.equal(held.state.log, 'cc')
  T.equal(pcall(folded, { changes = { log = 'new' }, appended = { log = 'b' } }), false)
end)

T.test('the kind of a failure is always text', function()
  check(failure_of({ fake = 'kindless' }, work), 'UnknownError', 'No.')
end)

T.test('a server that does not read blocks nothing', function()
  local server = T.server({ fake = 'deaf', stop_timeout = 100 })
  local view = assert(server:open('t'):wait())
  server.connection.options.timeout = 200 -- not while the server starts
  local call = view:call('work', { text = ('a'):rep(1000000) })
  for _ = 1, 20 do
    view:notify('work', { text = ('a'):rep(10000) })
  end
  T.equal(select(2, call:wait(10)).kind, 'TimedOut')
  check(select(2, view:set({ a = 1 }):wait(8000)), 'TimedOut', 'no reply to view/set within 0.2 s')
  T.equal({ call.done, view.is_open, server.is_running }, { false, true, true })
end)

T.test('a snapshot without a state is garbage', function()
  check(failure_of({ fake = 'shapeless' }, open), 'BadMessage', 'not a snapshot')
end)

T.test('the reason for ending a server is reported once', function()
  local reasons = {}
  local server = T.server({ fake = 'garbage', on_exit = function(reason) table.insert(reasons, reason.kind) end })
  server.announces = true
  T.eventually('the end', function() return #reasons > 0 end)
  T.equal({ reasons, #T.notices }, { { 'BadMessage' }, 1 })
end)

T.test('wrong arguments of the server are reported with its message', function()
  local command = vim.list_extend(svvs.command(), { '--nonsense' })
  -- The status of the server, or of a program that starts it.
  check(failure_of({ command = command }), 'ServerDied', 'status 64')
  check(failure_of({ command = command }), 'ServerDied', "Unknown option '--nonsense'")
end)

T.done()

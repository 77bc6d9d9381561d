local T = require('test.tap')
local svvs = require('svvs')

local function count_of(view) return view.state.count end

T.test('a call is done when its changes are in the state', function()
  local login = T.open('login')
  T.equal(login.state.loginState, 'notLoggedIn')
  T.equal(login.state.errorMessage, vim.NIL)
  T.equal({ login:call('login', { userId = '12345', password = 'password' }):wait() }, { { commit = login.commit } })
  T.equal(login.state.loginState, 'loggedIn')
end)

T.test('a callback is called when the changes are in the state', function()
  local view, seen = T.open('counterA'), nil
  view:call('increment', { by = 3 }, function(err, result) seen = { err or false, result.commit, count_of(view) } end)
  T.eventually('the callback', function() return seen end)
  T.equal(seen, { false, 1, 3 })
end)

T.test('calls that are sent at once keep their order', function()
  local view, seen = T.open('counterA'), {}
  view:on_change(function() table.insert(seen, count_of(view)) end)
  view:call('increment')
  view:notify('increment', { by = 10 })
  view:call('increment', { by = 100 }):wait()
  T.equal(seen, { 1, 11, 111 })
end)

T.test('a snapshot is taken before the messages that follow it in the same read', function()
  local server, seen = T.server({ fake = 'at-once' }), {}
  local opening = server:open('t', { view = 'v' })
  local work = server:request('work', { view = 'v' }, function(_, result)
    local view = server.connection.views.v
    table.insert(seen, { result.commit, view.commit, view.state.a })
  end)
  opening:finally(function(_, view)
    table.insert(seen, { view.commit, view.state.a })
    view:on_change(function(change) table.insert(seen, change.names) end)
  end)
  -- `wait` returns when all three have been read.
  local view = assert(opening:wait())
  assert(work:wait())
  T.equal({ seen, view.commit, view.state }, { { { 0, 1 }, { 'a' }, { 1, 1, 2 } }, 1, { a = 2 } })
end)

T.test('a listener is called for each change with its names and causes, until it is stopped', function()
  local server = T.server()
  local one, other = server:open('counterA'):wait(), server:open('counterC'):wait()
  local seen = {}
  local stop = other:on_change(function(change)
    table.insert(seen, { change.names, change.causes[1].method, change.causes[1].view, count_of(one) })
  end)
  one:call('increment'):wait()
  stop()
  one:call('increment'):wait()
  T.equal(seen, { { { 'count', 'isEven' }, 'increment', one.id, 1 } })
end)

T.test('an error in a listener is reported and has no other effect', function()
  local view, called = T.open('counterA'), 0
  view:on_change(function() error('a\nmistake') end)
  view:on_change(function() called = called + 1 end)
  T.equal({ view:call('increment'):wait() }, { { commit = 1 } })
  T.equal({ called, #T.notices, T.notices[1]:find('a mistake', 1, true) ~= nil }, { 1, 1, true })
end)

T.test('properties are set, all of them or none', function()
  local notes = T.open('notes')
  assert(notes:set({ draft = 'milk', showsModal = true }):wait())
  T.equal({ notes.state.draft, notes.state.showsModal }, { 'milk', true })
  local _, err = notes:set({ draft = 'eggs', apiState = 'success' }):wait()
  T.equal({ err.kind, err.data.path, notes.state.draft }, { 'InvalidParams', '/properties/apiState', 'milk' })
  T.equal(tostring(err), '/properties/apiState is read-only.')
end)

T.test('null is set with vim.NIL, and nothing with an empty table', function()
  local smoothies = T.open('smoothies')
  assert(smoothies:set({ selectedSmoothie = 'x' }):wait())
  assert(smoothies:set({ selectedSmoothie = vim.NIL }):wait())
  T.equal(smoothies.state.selectedSmoothie, vim.NIL)
  assert(smoothies:set({}):wait())
end)

T.test('an integer of 64 bits is sent and received unchanged', function()
  local a = T.open('propertyA')
  assert(a:set({ a = svvs.integer('9223372036854775807') }):wait())
  T.equal(tostring(a.state.a), '9223372036854775807')
  assert(a:set({ a = 9007199254740991 }):wait())
  T.equal(a.state.a, 9007199254740991)
end)

for _, delivery in ipairs({ 'properties', 'patch' }) do
  T.test('the folded state is that of the server, with the delivery ' .. delivery, function()
    local server = T.server()
    local login = server:open('login'):wait()
    login:call('login', { userId = '12345', password = 'password' }):wait()
    local notes = assert(server:open('notes', { delivery = delivery }):wait())
    notes:call('refresh'):wait()
    for _, text in ipairs({ 'milk', 'eggs' }) do
      notes:set({ draft = text })
      notes:call('add'):wait()
    end
    notes:call('delete', { id = notes.state.notes[2].id }):wait()
    local folded, commit = notes:copy(), notes.commit
    notes:get():wait()
    T.equal({ #folded.notes, folded, commit }, { 2, notes.state, notes.commit })
  end)
end

T.test('ifCommit refuses a call after the view has changed', function()
  local view = T.open('counterA')
  local before = view.commit
  view:call('increment', nil, { ifCommit = before }):wait()
  local _, err = view:call('increment', nil, { ifCommit = before }):wait()
  T.equal({ err.kind, err.data.commit, count_of(view) }, { 'ContentModified', view.commit, 1 })
end)

T.test('a cancelled call ends, and the others continue', function()
  local view = T.open('effects')
  local slow = view:call('handle', { action = 'buttonTap', seconds = 60 })
  local other = view:call('handle', { action = 'buttonTap', seconds = 0.01 })
  slow:cancel()
  local _, err = slow:wait()
  T.equal({ err.kind, err.data.reason, other:wait() ~= nil }, { 'RequestCancelled', 'requested', true })
  slow:cancel()
end)

T.test('a call whose wait ends at its timeout is cancelled', function()
  local view = T.open('effects')
  local slow = view:call('handle', { action = 'buttonTap', seconds = 60 })
  local _, err = slow:wait(20)
  T.equal({ err.kind, tostring(err), slow.done }, { 'TimedOut', 'no reply to handle within 0.02 s', false })
  T.equal(select(2, slow:wait()).kind, 'RequestCancelled')
end)

T.test('closing a view ends its calls first', function()
  local view, closed = T.open('effects'), 0
  view:on_close(function() closed = closed + 1 end)
  local slow = view:call('handle', { action = 'buttonTap', seconds = 60 })
  assert(view:close():wait())
  T.equal({ slow.done, select(2, slow:wait()).data.reason, view.is_open, closed }, { true, 'viewClosed', false, 1 })
  local failed = { view:call('handle'), view:set({ instants = 1 }), view:get(), view:close() }
  for _, call in ipairs(failed) do
    T.equal({ select(2, call:wait()).kind, tostring(select(2, call:wait())) }, {
      'ViewClosed',
      ('the view %s is closed'):format(view.id),
    })
  end
  T.equal(view:notify('handle').kind, 'ViewClosed')
end)

T.test('a session is closed with its views, and no others', function()
  local server = T.server()
  local session = assert(server:open_session('tab'):wait())
  local inside, outside = session:open('counterA'):wait(), server:open('counterA'):wait()
  T.equal({ session.id, #server:views() }, { 'tab', 2 })
  assert(session:close():wait())
  T.equal({ inside.is_open, outside.is_open }, { false, true })
  T.equal(select(2, session:open('counterA'):wait()).kind, 'InvalidParams')
end)

T.test('a request with a reply leaves no timer', function()
  local view, made = T.open('propertyA'), {}
  local uv = vim.uv or vim.loop
  local new_timer = uv.new_timer
  uv.new_timer = function()
    table.insert(made, new_timer())
    return made[#made]
  end
  view.connection:ask('view/get', { view = view.id }):wait()
  uv.new_timer = new_timer
  T.equal({ #made > 0, made[1]:is_closing() }, { true, true })
end)

T.test('a server has a minute to reply and ten seconds to end', function()
  local options = T.server().options
  T.equal({ options.timeout, options.stop_timeout }, { 60000, 10000 })
end)

T.test('values that cannot be sent are refused by the client', function()
  local view = T.open('mirror')
  T.equal(tostring(select(2, view:set({ text = '\255' }):wait())), 'view/set cannot be sent: text that is not UTF-8')
  T.equal(view:notify('x', { f = print }).kind, 'BadValue')
  T.equal((pcall(svvs.setup, { tiemout = 1 })), false)
  T.equal((pcall(svvs.setup, { timeout = 'soon' })), false)
end)

T.test('the functions of the module share one server', function()
  local one, other = svvs.open('counterA'):wait(), svvs.open('counterB'):wait()
  T.equal(one.connection, other.connection)
  T.equal(svvs.server().ready:wait().protocolVersion, 2)
  local status = svvs.stop():wait()
  T.equal({ status.code, svvs.server(), one.is_open }, { 0, nil, false })
  T.equal(T.notices, {})
end)

T.test('stopping while a view is being shown shows nothing, and starts nothing', function()
  local _, err
  local call = svvs.show('login', { callback = require('svvs.failure').report })
  local stopped = svvs.stop()
  _, err = call:wait()
  T.equal({ err.kind, svvs.server(), vim.fn.bufname() }, { 'Stopped', nil, '' })
  assert(stopped:wait())
  T.equal(T.notices, {})
end)

T.done()

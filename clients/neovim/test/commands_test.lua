local T = require('test.tap')
local connections = require('svvs.connection')
local faked = require('test.faked')
local pages = require('test.pages')
local svvs = require('svvs')

local function open(line)
  local before = vim.api.nvim_get_current_buf()
  vim.cmd('SvvsOpen ' .. line)
  T.eventually('the buffer of ' .. line, function() return vim.api.nvim_get_current_buf() ~= before end)
  return assert(svvs.view())
end

local function completion(line) return vim.fn.getcompletion(line, 'cmdline') end

local function says(command, text)
  vim.cmd(command)
  T.eventually('a notice: ' .. text .. vim.inspect(T.notices), function()
    return #T.notices > 0 and table.concat(T.notices, '\n'):find(text, 1, true) ~= nil
  end)
  T.equal({ #T.notices, T.notices[1]:find('\n') }, { 1, nil })
  T.notices = {}
end

T.test(':SvvsStart starts a server with the arguments given', function()
  says('SvvsStart --language en', 'is running')
  says('SvvsStart', 'a server is running already: :SvvsStop ends it')
  local view = open('myPage')
  T.equal(view.state.label, 'Logged out')
end)

T.test(':SvvsOpen accepts parameters, and asks for missing ones', function()
  local view = open('user id=A')
  T.equal(view.state.displayName, 'User Name')
  vim.api.nvim_feedkeys(':SvvsOpen user\rB\r', 'tx', false)
  T.eventually('the second view', function() return svvs.view() and svvs.view() ~= view end)
  assert(svvs.view():call('load'):wait())
  T.equal(svvs.view().state.displayName, 'User B')
end)

T.test(':SvvsOpen offers the parameters of the current view', function()
  local view = open('user id=A')
  T.equal(completion('SvvsOpen friends '), { 'id=A' })
  vim.api.nvim_feedkeys(':SvvsOpen friends\r\r', 'tx', false)
  T.eventually('the friends', function() return svvs.view() and svvs.view() ~= view end)
  T.equal({ svvs.view().type, svvs.view().params }, { 'friends', { id = 'A' } })
end)

T.test(':SvvsOpen shows the view that is open already, and with a bang opens another', function()
  local view = open('login')
  local user = open('user id=A')
  for line, there in pairs({ login = view, ['user id=A'] = user }) do
    vim.cmd('SvvsOpen ' .. line)
    T.equal({ svvs.view() == there, #svvs.server():views() }, { true, 2 })
  end
  T.equal({ open('user id=B') ~= user, open('login') }, { true, view })
  vim.cmd('SvvsOpen! login')
  T.eventually('another view', function() return svvs.view() ~= view end)
  T.equal({ svvs.view().type, vim.fn.bufname() }, { 'login', 'svvs://login#2' })
end)

T.test(':SvvsOpen asks for required parameters only, and with a bang for the optional ones, too', function()
  local view = open('chat')
  assert(view:call('logIn', { id = 'test', password = 'password' }):wait())
  T.equal(open('rooms').params or {}, {})
  vim.api.nvim_feedkeys(':SvvsOpen! rooms\rtest\r', 'tx', false)
  T.eventually('the rooms of the account', function()
    return svvs.view() and vim.deep_equal(svvs.view().params, { account = 'test' })
  end)
end)

T.test(':SvvsCall calls an action of the view', function()
  local view = open('counterA')
  vim.cmd('SvvsCall increment by=41')
  T.eventually('the count', function() return view.state.count == 41 end)
  vim.cmd('SvvsCall increment')
  vim.api.nvim_feedkeys(':SvvsCall! increment\r58\r', 'tx', false)
  T.eventually('the count', function() return view.state.count == 100 end)
end)

T.test(':SvvsSet sets a property by its type, to the end of the line', function()
  local notes = open('notes')
  vim.cmd('SvvsSet draft milk  and | eggs')
  T.eventually('the draft', function() return notes.state.draft == 'milk  and | eggs' end)
  vim.cmd('SvvsSet showsModal true')
  T.eventually('the choice', function() return notes.state.showsModal == true end)
  vim.cmd('SvvsSet showsModal')
  T.eventually('the toggle', function() return notes.state.showsModal == false end)
  vim.cmd('SvvsSet draft ')
  T.equal(T.notices, {})
end)

T.test(':SvvsClose closes the view, and :SvvsStop ends the server', function()
  local view = open('counterA')
  vim.cmd('SvvsClose')
  T.eventually('the view is closed', function() return not view.is_open end)
  local pid = svvs.server().pid
  vim.cmd('SvvsStop')
  T.eventually('the server is gone', function() return T.is_gone(pid) end)
  T.equal(T.notices, {})
  says('SvvsStop', 'no server is running')
end)

T.test(':SvvsClose closes the buffer of a view that is closed already', function()
  local view = open('counterA')
  local buffer = vim.api.nvim_get_current_buf()
  view:close():wait()
  vim.cmd('SvvsClose')
  T.equal({ vim.api.nvim_buf_is_valid(buffer), T.notices }, { false, {} })
  says('SvvsClose', 'this buffer does not show a view')
end)

T.test(':SvvsStop ends an opening, and no other server is started', function()
  local servers = require('svvs.server')
  local start, started = servers.start, {}
  servers.start = function(...)
    table.insert(started, (start(...)))
    return started[#started]
  end
  vim.cmd('SvvsOpen login')
  vim.cmd('SvvsStop')
  T.eventually('the end', function() return not started[1].is_running end)
  servers.start = start
  T.equal({ #started, svvs.server(), vim.fn.bufname(), T.notices }, { 1, nil, '', {} })
end)

T.test('the commands complete names, and the values of parameters', function()
  T.equal(completion('SvvsOpen counterA'), { 'counterA' })
  open('login')
  T.equal(completion('SvvsOpen counter'), { 'counterA', 'counterB', 'counterC', 'counterSettings' })
  T.equal(completion('SvvsOpen user '), { 'id=' })
  T.equal(completion('SvvsCall '), { 'login' })
  T.equal(completion('SvvsCall login '), { 'userId=' })
  T.equal(completion('SvvsSet '), { 'userId', 'password', 'shouldNavigateHome' })
  T.equal(completion('SvvsSet userId '), {})
  T.equal(completion('SvvsOpen nonsense '), {})
end)

T.test('each mistake is reported in one line', function()
  says('SvvsCall increment', 'this buffer does not show an open view')
  says('SvvsOpen nonsense', "'nonsense' is not a view type of this app")
  says('SvvsOpen counter', "'counter' is not a view type of this app")
  says('SvvsOpen user name=A', "'name=A' is not one of: id=")
  open('login')
  says('SvvsCall nonsense', "login has no action 'nonsense'")
  says('SvvsCall login password=x', 'password is secret')
  says('SvvsSet password x', 'password is secret')
  says('SvvsSet nonsense x', 'login has no property nonsense')
  says('SvvsSet canLogin true', 'canLogin is read-only')
  says('SvvsSet shouldNavigateHome maybe', 'Should navigate home must be one of: yes, no')
  open('effects')
  says('SvvsCall handle action=x', 'Action must be one of: buttonTap, instant')
end)

T.test('a secret that was typed as a command is not in the history', function()
  open('login')
  for _, command in ipairs({
    'SvvsCall login password=hush',
    'SvvsCall login password=hush\\ now',
    'SvvsCall login nonsense password=hush',
    'SvvsSet password hush\\ now',
  }) do
    vim.fn.histadd('cmd', 'echo 1')
    vim.api.nvim_feedkeys(':' .. command .. '\r', 'tx', false)
    T.equal({ vim.fn.histget('cmd', -1), #T.notices }, { 'echo 1', 1 })
    T.notices = {}
  end
end)

T.test('a secret is not in the history either when the server is ready after the next command', function()
  local one = faked.page({}, {}, { asks = { faked.field('pin', 'text', { secret = true, optional = true }) } })
  one.ready = connections.new_call('initialize', 60000)
  one.when_shown = function(_, callback) one.ready:finally(callback) end
  pages.with(svvs, 'start', function() return one end, function()
    vim.api.nvim_feedkeys(':SvvsOpen t pin=hush\\ now\r:let t:x = 1\r', 'tx', false)
  end)
  local last = vim.fn.histget('cmd', -1)
  one.ready:settle()
  T.equal({ last, vim.fn.histget('cmd', -1) }, { 'let t:x = 1', 'let t:x = 1' })
  assert(not vim.fn.execute('history :'):find('hush'), vim.fn.execute('history :'))
  T.equal(T.notices, { 'svvs: pin is secret: leave it out here, and it is asked for' })
end)

T.test('a server that cannot be run is reported in one line', function()
  svvs.setup({ command = { '/nowhere/svvs' } })
  T.equal({ completion('SvvsOpen '), T.notices }, { {}, {} })
  says('SvvsStart', "cannot run '/nowhere/svvs'")
  says('SvvsOpen login', "cannot run '/nowhere/svvs'")
  svvs.setup({ command = T.fake('garbage') })
  says('SvvsOpen login', 'the server wrote a line that is')
  svvs.setup({ command = T.fake('screenless') })
  says('SvvsOpen', 'the server describes no screens (x-screens), so its views cannot be shown: update the server')
  svvs.setup({ command = vim.env.SVVS })
end)

T.test('o and a letter opens a view, and o alone offers them', function()
  pages.open('mirror')
  pages.press('om')
  pages.arrives('smoothies')
  local offered = pages.choosing(2, function() pages.press('o<CR><Esc>') end)
  T.equal({ offered[2], #offered > 20 }, { 'f  Friends', true })
end)

T.done()

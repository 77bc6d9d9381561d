-- Fields that belong together: the next field follows, the last one calls the action, and secrets are asked for.
local T = require('test.tap')
local faked = require('test.faked')
local pages = require('test.pages')
local progress = require('svvs.progress')
local press, shows = pages.press, pages.shows
local field, entry = faked.field, faked.entry

local ROWS = field('rows', 'list', { of = { kind = 'json' }, editable = true })
local STATE = field('state', 'text', { busyUnless = { 'idle' }, cancel = 'stop' })
local STOP = field('stop', nil, { letter = 't' })

-- The form of these fields, and the action `add`, which it calls.
local function adding(...)
  return { actions = { field('add') }, form = { fields = { ... }, calls = 'add' } }
end

T.test('the cursor begins on the first row of a table, and without one in the first field', function()
  pages.open('smoothies')
  shows('apple-fog')
  T.eventually('the first row', function() return vim.fn.getline('.'):match('%S+') == 'apple-fog' end)
  pages.open('login')
  T.equal(vim.fn.getline('.'):match('%S+'), 'cu')
end)

T.test('the cursor stays where the user has moved it, when rows arrive', function()
  local one = faked.page({ entry('text'), ROWS }, { text = '', rows = {} }, { actions = { field('act') } })
  T.equal(vim.fn.getline('.'):match('%S+'), 'ct')
  press('G')
  one:changes({ changes = { rows = { 'first', 'second' } } })
  shows('second')
  T.equal(vim.fn.getline('.'):match('%S+'), 'aa')
end)

T.test('a row that is inserted above the cursor does not move it to another row', function()
  local one = faked.page({ field('rows', 'rows', { columns = { field('id', 'json') }, key = 'id', editable = true }) },
    { rows = { { id = 'b' } } })
  T.equal(vim.trim(vim.fn.getline('.')), 'b')
  one:changes({ changes = { rows = { { id = 'a' }, { id = 'b' } } } })
  shows(' a')
  T.equal(vim.trim(vim.fn.getline('.')), 'b')
end)

T.test('Enter goes from field to field, and after the last calls the action', function()
  pages.open('login')
  press('<CR>12345<CR>password<CR>')
  T.equal(pages.arrives('home').type, 'home')
  T.equal(vim.fn.histget('input', -1), '12345')
end)

T.test('Escape in a form keeps the fields before it, and calls nothing', function()
  local view = pages.open('login')
  press('cu12345<CR>pass<Esc>')
  view:get():wait()
  T.equal({ view.state.userId, view.state.canLogin, view.state.loginState }, { '12345', false, 'notLoggedIn' })
end)

T.test('the key of the action asks for the secret that was not entered, once', function()
  local view = pages.open('login')
  view:set({ userId = 'error' }):wait()
  press('alwrong<CR>')
  T.eventually('the error', function() return view.state.errorMessage ~= vim.NIL end)
  shows('(secret, entered)')
  local calls, asked = 0, false
  view.call = function() calls = calls + 1 return { done = true } end
  pages.with(vim.fn, 'inputsecret', function() asked = true end, function() press('al') end)
  T.equal({ calls, asked }, { 1, false })
end)

T.test('Escape at the secret of an action calls nothing', function()
  local view = pages.open('login')
  view:set({ userId = '12345' }):wait()
  press('alpass<Esc>')
  view:get():wait()
  T.equal({ view.state.canLogin, view.state.loginState }, { false, 'notLoggedIn' })
end)

T.test('a field that is refused does not submit the form', function()
  local one = faked.page({ field('count', 'integer', { editable = true }) }, { count = 0 }, adding('count'))
  press('cc<C-u>7<CR>')
  one:says({ id = one.sent[1].id, error = { code = -32602, message = 'Too many.', data = { kind = 'Invalid' } } })
  T.equal(#one.sent, 1)
  press('cc<C-u>1<CR>')
  one:says({ id = one.sent[2].id, result = { commit = 1 } })
  T.equal({ #one.sent, one.sent[3].method }, { 3, 'add' })
end)

T.test('a text that is not a value is not sent with the form, and stays in its field', function()
  local one = faked.page({ field('count', 'integer', { editable = true }), entry('note') }, { count = 0, note = '' },
    adding('count', 'note'))
  press('cc<C-u>many<Esc>')
  press('cn<C-u>x<CR>')
  shows('Count = many  (not sent)')
  T.equal({ #one.sent, one.sent[1].params.properties, T.notices }, {
    1, { note = 'x' }, { 'svvs: Count must be an integer of 64 bits' },
  })
end)

T.test('a form submits the values of the moment of Enter, and later edits are sent after its reply', function()
  local one = faked.page({ entry('note') }, { note = '' }, adding('note'))
  local function sent()
    return vim.tbl_map(function(message)
      return message.params.properties and message.params.properties.note or message.method
    end, one.sent)
  end
  press('cnone<CR>cn<C-u>two<CR>')
  T.equal(sent(), { 'one' })
  one:says({ id = one.sent[1].id, result = { commit = one.commit } })
  T.equal(sent(), { 'one', 'add' })
  one:says({ id = one.sent[2].id, result = { commit = one.commit } })
  T.equal(sent(), { 'one', 'add', 'two' })
end)

T.test('a field is edited from the value on its way, and after a refusal from the text', function()
  local one = faked.page({ entry('note'), field('isOn', 'switch', { title = 'Is on', editable = true }) },
    { note = 'old', isOn = false })
  press('cn<C-u>new<CR>')
  T.equal(pages.prompts_of('cn<Esc>'), { 'Note: new' })
  press('ci')
  press('ci')
  one:says({ id = one.sent[1].id, error = { code = -32602, message = 'Too long.', data = { kind = 'Invalid' } } })
  T.equal({ one.sent[2].params.properties, one.sent[3].params.properties }, { { isOn = true }, { isOn = false } })
  T.equal(pages.prompts_of('cn<Esc>'), { 'Note: new' })
  for index = 2, 3 do
    one:says({ id = one.sent[index].id, error = { code = -32602, message = 'No.', data = { kind = 'Invalid' } } })
  end
  pages.shows('Is on = [ ]  ! No.')
end)

T.test('later edits are sent if the user does not submit the form after all', function()
  local one = faked.page({ entry('note') }, { note = '' }, {
    form = { fields = { 'note' }, calls = 'add' },
    actions = { field('add', nil, { asks = { field('code', 'text') } }) },
  })
  press('cnone<CR><Esc>') -- in the prompt for the argument
  press('cn<C-u>two<CR><Esc>')
  T.equal({ one.sent[1].params.properties, one.sent[2].params.properties }, { { note = 'one' }, { note = 'two' } })
end)

T.test('a secret is forgotten when its view is closed', function()
  local one = faked.page({ entry('pin', { secret = true }) }, {})
  press('cp1234<CR>')
  pages.shows('(secret, entered)')
  one.connection:forget(function() return true end)
  T.equal(one.page.drafts.pin:shown(), '')
end)

-- Opens the view again. Returns the number of its page's buffer.
local function open_again(one)
  one.connection:open('t', { callback = function(_, view) one.view = view end })
  one:says({ id = one.sent[#one.sent].id, result = { view = 'w', commit = 0, state = { note = '' } } })
  return require('svvs.page').display(one, one.view).buffer
end

T.test('the reply says what became of a text that was on its way when the page was closed', function()
  local refusal = { code = -32602, message = 'Too long.', data = { kind = 'Invalid' } }
  for _, reply in ipairs({ { result = { commit = 0 } }, { error = refusal } }) do
    for _, is_late in ipairs({ false, true }) do
      local one = faked.page({ entry('note') }, { note = '' })
      press('cnone<CR>q')
      T.equal({ #one.sent, one.sent[2].method, one.page.drafts.note.typed }, { 2, 'view/close' })
      T.notices = {}
      if is_late then open_again(one) end
      one:changes({ changes = { note = 'one' } })
      one:says({ id = one.sent[1].id, result = reply.result, error = reply.error })
      one:says({ id = one.sent[2].id, result = {} })
      if not is_late then open_again(one) end
      T.equal(pages.prompts_of('cn<Esc>'), { 'Note: ' .. (reply.error and 'one' or '') })
      shows(reply.error and 'Note = one  (not sent)' or 'Note = \n')
      T.eventually('the notices', function() return #T.notices == (not reply.error and 0 or is_late and 1 or 2) end)
    end
  end
  T.equal(T.notices[1], 'svvs: Too long.')
end)

T.test('a filter that is typed when its view is closed is sent to the next view', function()
  local one = faked.page({ entry('note', { filters = 'rows' }), ROWS }, { note = '', rows = {} })
  press('cnab<CR>q')
  one:says({ id = one.sent[1].id, result = { commit = 0 } })
  one:says({ id = one.sent[2].id, error = { code = -32602, message = 'Closed.', data = { kind = 'NotFound' } } })
  T.equal({ one.page.drafts.note.typed, #one.sent, one.sent[3].method }, { 'ab', 3, 'view/close' })
  one:says({ id = one.sent[3].id, result = {} })
  open_again(one)
  T.equal({ one.sent[4].method, one.sent[5].params.properties }, { 'view/open', { note = 'ab' } })
end)

T.test('closing a page names the texts that were not sent, and no field that was emptied', function()
  faked.page({ entry('note'), entry('more') }, { note = 'old', more = '' })
  press('cn<C-u><Esc>cmnew<Esc>')
  shows('Note =   (not sent)')
  press('q')
  T.equal(T.notices, { 'svvs: new: not sent, but kept until the view is opened again' })
end)

T.test('the end of the server is not the end of a view that is closed already', function()
  local one = faked.page({ entry('note') }, { note = '' })
  press('cnone<CR>')
  one:changes({ changes = { note = 'one' } })
  one:says({ id = one.sent[1].id, result = { commit = one.commit } })
  press('q')
  one.connection:fail(require('svvs.failure').new('ServerDied', 'the server has ended'))
  T.equal(one.page.drafts.note.typed, nil)
end)

T.test('a message whose call is cancelled by the end of its view is kept, and reported', function()
  local one = faked.page({ entry('draft', { submits = 'send' }) }, { draft = '' }, { actions = { field('send') } })
  press('cdone<CR><Esc>')
  one:says({ id = one.sent[1].id, result = { commit = 0 } })
  press('q')
  T.equal({ one.sent[2].method, one.sent[3].method, T.notices }, { 'send', 'view/close', {} })
  one:says({ id = one.sent[2].id, error = { code = -32800, message = 'x', data = { kind = 'RequestCancelled' } } })
  T.equal(T.notices, { 'svvs: one: not sent, but kept until the view is opened again' })
  T.equal(one.page.drafts.draft.kept, { 'one' })
end)

-- A field of a message, one of a value, and actions, of which one cancels.
local function ordered()
  return faked.page({ entry('draft', { submits = 'send' }), entry('note'), STATE },
    { draft = '', note = '', state = 'idle' },
    { actions = { field('send'), field('clear'), STOP }, form = { fields = { 'note' } } })
end

T.test('an action waits for what was set before it, and is not called if that was refused', function()
  local one = ordered()
  press('cna<CR>ac')
  T.equal(#one.sent, 1)
  one:says({ id = one.sent[1].id, result = { commit = 0 } })
  T.equal({ #one.sent, one.sent[2].method }, { 2, 'clear' })
  press('cn<C-u>b<CR>ac')
  one:says({ id = one.sent[3].id, error = { code = -32602, message = 'No.', data = { kind = 'Invalid' } } })
  T.equal({ #one.sent, T.notices[#T.notices] }, { 3, 'svvs: No.' })
end)

T.test('an error while the end of a text is shown does not hold up the action that waits for it', function()
  local one = ordered()
  press('cna<CR>ac')
  pages.with(require('svvs.prompt'), 'show', function() error('broken') end, function()
    one:says({ id = one.sent[1].id, result = { commit = 0 } })
  end)
  assert(T.notices[#T.notices]:find('broken'), T.notices[#T.notices])
  T.equal({ #one.sent, one.sent[2].method }, { 2, 'clear' })
end)

T.test('Enter twice sends a message once', function()
  local one = ordered()
  press('cdx<CR><CR><Esc>')
  for index = 1, 2 do
    one:says({ id = one.sent[index].id, result = { commit = 0 } })
  end
  T.equal({ #one.sent, one.sent[2].method }, { 2, 'send' })
end)

T.test('an action does not wait for a submission, and one that cancels waits for nothing', function()
  local one = ordered()
  press('cdx<CR><Esc>ac')
  T.equal(vim.tbl_map(function(sent) return sent.method end, one.sent), { 'view/set', 'clear' })
  press('cna<CR>acat')
  T.equal({ #one.sent, one.sent[3].method }, { 3, 'stop' })
  one:says({ id = one.sent[1].id, result = { commit = 0 } })
  one:says({ id = one.sent[4].id, result = { commit = 0 } })
  T.equal({ #one.sent, one.sent[4].method, one.sent[5].params.properties }, { 5, 'send', { note = 'a' } })
  one:says({ id = one.sent[5].id, result = { commit = 0 } })
  T.equal({ #one.sent, one.sent[6].method }, { 6, 'clear' })
end)

T.test('the key of an action sends what is typed, but no message of another action', function()
  local one = ordered()
  press('cdx<Esc>cna<Esc>ac')
  T.equal({ #one.sent, one.sent[1].params.properties }, { 1, { note = 'a' } })
  one:says({ id = one.sent[1].id, result = { commit = 0 } })
  T.equal({ #one.sent, one.sent[2].method }, { 2, 'clear' })
end)

T.test('the key of the action of a form first sends its texts', function()
  local one = faked.page({ entry('note') }, { note = '' }, adding('note'))
  press('cnone<Esc>aa')
  T.equal(one.sent[1].params.properties, { note = 'one' })
  one:says({ id = one.sent[1].id, result = { commit = 0 } })
  T.equal({ #one.sent, one.sent[2].method }, { 2, 'add' })
end)

T.test('a secret that submits calls its action once', function()
  local one = faked.page({ entry('pin', { secret = true, submits = 'unlock' }) }, {},
    { actions = { field('unlock'), field('lock') } })
  press('cp1234<CR>')
  one:says({ id = one.sent[1].id, result = { commit = 1 } })
  T.equal({ one.sent[1].params.properties, one.sent[2].method, #one.sent }, { { pin = '1234' }, 'unlock', 2 })
end)

T.test('a call sends a secret that was refused, even if another action submits it', function()
  local one = faked.page({ entry('pin', { secret = true, submits = 'unlock' }) }, {},
    { actions = { field('unlock'), field('lock') } })
  press('cp1234<CR>')
  one:says({ id = one.sent[1].id, error = { code = -32602, message = 'Too short.', data = { kind = 'Invalid' } } })
  press('al')
  T.equal(one.sent[2].params.properties, { pin = '1234' })
  one:says({ id = one.sent[2].id, result = { commit = 0 } })
  T.equal({ #one.sent, one.sent[3].method }, { 3, 'lock' })
end)

T.test('a filter that submits calls its action after the last text', function()
  local one = faked.page({ entry('text', { filters = 'rows', submits = 'search' }), ROWS }, { text = '', rows = {} },
    { actions = { field('search') } })
  press('ctab<CR>')
  for index = 1, 2 do
    one:changes({ changes = one.sent[index].params.properties })
    one:says({ id = one.sent[index].id, result = { commit = one.commit } })
  end
  T.equal({ one.sent[2].params.properties, one.sent[3].method }, { { text = 'ab' }, 'search' })
end)

T.test('a filter that is refused does not call the action that it submits', function()
  local one = faked.page({ entry('text', { filters = 'rows', submits = 'search' }), ROWS }, { text = '', rows = {} },
    { actions = { field('search') } })
  press('ctab<CR>')
  one:says({ id = one.sent[1].id, result = { commit = 0 } })
  one:says({ id = one.sent[2].id, error = { code = -32602, message = 'Too long.', data = { kind = 'Invalid' } } })
  T.equal(#one.sent, 2)
  press('ct<CR>')
  one:says({ id = one.sent[3].id, result = { commit = 0 } })
  T.equal({ one.sent[3].params.properties, one.sent[4].method }, { { text = 'ab' }, 'search' })
end)

T.test('a call that cannot be cancelled says so, and work without a call is cancelled by its action', function()
  local one = faked.page({ STATE, field('n', 'integer', { editable = true }) }, { state = 'idle', n = 0 },
    { actions = { field('save', nil, { notCancellable = true }), STOP }, form = { fields = { 'n' } } })
  press('as')
  press('x')
  T.equal(T.notices, { 'svvs: Save cannot be cancelled' })
  one:says({ id = one.sent[1].id, result = { commit = 0 } })
  press('x')
  T.equal({ T.notices[2], #one.sent }, { 'svvs: no call is in progress here', 1 })
  one:changes({ changes = { state = 'searching' } })
  T.eventually('the time of the work', function() return progress.work_text(one.page) == 'State 0 s · x cancels' end)
  press('x')
  T.equal(one.sent[2].method, 'stop')
  one:says({ id = one.sent[2].id, result = { commit = one.commit } })
  -- Setting a field is not a call, and neither hides the work nor keeps it from being cancelled.
  press('cn<C-u>7<CR>')
  T.equal(progress.work_text(one.page) ~= nil, true)
  press('x')
  T.equal({ one.sent[3].params.properties, one.sent[4].method }, { { n = 7 }, 'stop' })
  one:changes({ changes = { state = 'idle' } })
  for index = 3, 4 do
    one:says({ id = one.sent[index].id, result = { commit = one.commit } })
  end
  press('cn<C-u>8<CR>x')
  T.equal(T.notices[#T.notices], 'svvs: N cannot be cancelled')
end)

T.test('a page whose view is closed shows no work in progress', function()
  local one = faked.page({ STATE }, { state = 'searching' }, { actions = { STOP } })
  T.eventually('the time of the work', function() return progress.work_text(one.page) ~= nil end)
  one.connection:forget(function() return true end)
  T.equal({ progress.work_text(one.page), one.page.work }, { nil, {} })
end)

T.test('values are shown in the form that their fields define', function()
  faked.page({
    field('price', 'integer', { money = { currency = 'JPY', symbol = '¥', digits = 0 } }),
    field('fee', 'number', { money = { currency = 'CHF', digits = 2 } }), field('since', 'text', { format = 'time' }),
    field('state', 'choice', { editable = true, choices = {
      { value = 'none', title = 'Not yet' }, { value = 'some', title = 'some' } } }),
    entry('note', { format = 'longText' }),
  }, { price = 500, fee = 4.5, since = os.date('!%Y-%m-%dT%H:%M:%S.250Z', 1767614400), state = 'none',
    note = 'one\ntwo' })
  T.equal(vim.list_slice(pages.lines(), 4, 9), {
    '     Price : ¥500',
    '     Fee   : 4.50 CHF',
    '     Since : ' .. os.date('%Y-%m-%d %H:%M:%S', 1767614400),
    ' cs  State = Not yet',
    ' cn  Note  = one',
    '           : two',
  })
  press('cssome<CR>')
  press('csNot<CR>')
  local function sent() return vim.tbl_map(function(message) return message.params.properties.state end,
    require('svvs.page').page(0).server.sent) end
  T.equal(sent(), { 'some', 'none' })
end)

T.done()

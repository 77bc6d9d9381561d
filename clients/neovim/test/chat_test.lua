-- A chat: its titles, a list that is read from its end, and a field that submits by itself.
local T = require('test.tap')
local failures = require('svvs.failure')
local faked = require('test.faked')
local pages = require('test.pages')
local prompts = require('svvs.prompt')
local svvs = require('svvs')
local go, press, shows = pages.go, pages.press, pages.shows
local field, entry = faked.field, faked.entry
local HIDDEN = { role = 'hidden' }
local DONE = field('isDone', 'switch', { role = 'hidden', opens = { view = 'plain', on = 'true' } })

-- Messages that are read from their end; `target` is the property that scrolls them.
local function messages_of(name, target, members)
  return field(name, 'rows', vim.tbl_extend('error', {
    columns = { field('id', 'integer'), field('body', 'text', { priority = 1 }) }, key = 'id', label = 'body',
    scroll = { from = 'end', target = target, member = 'id', resets = target == 'scrollTarget' },
  }, members or {}))
end

local ROOM = {
  field('room', 'record', { members = { field('name', 'text') } }),
  messages_of('messages', 'scrollTarget'),
  entry('draft', { title = 'New message', letter = 'n', submits = 'send' }),
  field('canSend', 'switch', { role = 'hidden' }),
  field('isLoading', 'switch', { title = 'Is loading', role = 'flag' }),
  field('scrollTarget', 'integer', { nullable = true, editable = true, role = 'hidden' }),
}
local SCREEN = {
  title = 'Room', subtitle = { property = 'room', member = 'name', kind = 'text' }, actions = { field('send') },
  asks = { field('id', 'integer'), field('account', 'text', { optional = true }) },
}

local function messages(first, last)
  local rows = {}
  for id = first, last do
    table.insert(rows, { id = id, body = 'message ' .. id })
  end
  return rows
end

-- A page of a room with a number of messages, in a window of this height.
local function room(count, height, target)
  vim.cmd('only | resize ' .. height)
  return faked.page(ROOM, {
    room = { name = 'Lunch' }, messages = messages(1, count), draft = '', canSend = false, isLoading = false,
    scrollTarget = target or vim.NIL,
  }, SCREEN, { id = 3 })
end

local function is_in_sight(text)
  local row = vim.fn.search(text, 'nw')
  return row >= vim.fn.line('w0') and row <= vim.fn.line('w$')
end

-- Replies to the requests of a page as the app does: `send` adds the draft, and empties the field.
local function serve(one)
  local answered, draft, count = 0, '', #one.view.state.messages
  local connection_write = one.connection.options.write
  one.connection.options.write = function(line)
    connection_write(line)
    vim.schedule(function()
      while answered < #one.sent do
        answered = answered + 1
        local request = one.sent[answered]
        local properties = request.params.properties
        if properties and properties.draft then
          draft = properties.draft
          one:changes({ changes = { draft = draft } })
        elseif request.method == 'send' and draft ~= '' then
          count = count + 1
          one:changes({ changes = { messages = messages(1, count), draft = '' } })
        end
        if request.id then one:says({ id = request.id, result = { commit = one.commit } }) end
      end
    end)
  end
end

local function bodies(one)
  local found = {}
  for _, message in ipairs(one.sent) do
    if message.params.properties then table.insert(found, message.params.properties.draft) end
    if message.method == 'send' then table.insert(found, 'send') end
  end
  return found
end

T.test('the title names the room, and state for the logic is not shown', function()
  local one = room(1, 20)
  T.equal(vim.list_slice(pages.lines(), 1, 9), {
    'Room · Lunch',
    '',
    '',
    '     Room        : ',
    '       Name : Lunch',
    '     Messages    : (1)',
    '     Id  Body',
    '      1  message 1',
    ' cn  New message = ',
  })
  one:changes({ changes = { isLoading = true, room = { name = 'Dinner' } } })
  shows('Room · Dinner')
  T.equal(pages.lines()[10], '     Is loading')
end)

T.test('a list that is read from its end opens there, with the cursor in the field', function()
  room(100, 10)
  T.equal({ is_in_sight('message 100$'), vim.fn.getline('.') }, { true, ' cn  New message = ' })
end)

T.test('the title and the keys of the field are in sight while the user types', function()
  local one = room(100, 10)
  local status
  pages.with(vim.fn, 'input', function()
    local namespace = vim.api.nvim_get_namespaces()['svvs.status']
    status = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })[1]
  end, function() press('i') end)
  T.equal(status[4].virt_text[1][1], ' Room · Lunch   Enter: Send · Esc leaves ')
  T.equal(one.sent, {})
end)

T.test('the end of the server is in sight at the end of a long list', function()
  local one = room(100, 10)
  vim.cmd('redraw')
  one.connection:fail(require('svvs.failure').new('ServerDied', 'the server was ended by SIGKILL'))
  T.eventually('the reason', function()
    local namespace = vim.api.nvim_get_namespaces()['svvs.status']
    local status = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })[1][4]
    local chunks = status.virt_text or status.virt_lines[1]
    return chunks[1][1] == ' R reopens everything: the server was ended by SIGKILL '
  end)
end)

T.test('a text that was not sent is named while its line is out of sight', function()
  local one = room(100, 10)
  press('cnone<Esc>gg')
  vim.cmd('redraw')
  one.page:paint()
  T.equal(require('svvs.status').text(one.page, 1, 9), 'New message: not sent')
end)

T.test('the end of the list is followed while it is in sight', function()
  local one = room(100, 10)
  one:changes({ changes = { messages = messages(1, 130) } })
  shows('message 130')
  T.equal({ is_in_sight('message 130$'), vim.fn.getline('.') }, { true, ' cn  New message = ' })
  press('gg')
  vim.cmd('redraw')
  one:changes({ changes = { messages = messages(1, 160) } })
  shows('message 160')
  T.equal({ is_in_sight('message 160$'), vim.fn.line('.') }, { false, 1 })
end)

T.test('the end is followed while the cursor is on a row before it, and the cursor stays in sight', function()
  local one = room(100, 10)
  go('message 98')
  vim.cmd('redraw')
  assert(is_in_sight('message 100$'))
  one:changes({ changes = { messages = messages(1, 120) } })
  shows('message 120')
  T.equal({ is_in_sight('message 120$'), vim.fn.line('.') >= vim.fn.line('w0') }, { true, true })
end)

T.test('the cursor on the last row stays on the last row', function()
  local one = room(100, 10)
  pages.go('message 100')
  one:changes({ changes = { messages = messages(1, 103) } })
  shows('message 103')
  T.equal(vim.trim(vim.fn.getline('.')), '103  message 103')
end)

T.test('the last rows of a long list are shown, and earlier ones on request', function()
  room(5000, 10)
  assert(is_in_sight('message 5000$'))
  shows('… and 4800 earlier rows: Enter shows the next 1000')
  pages.go('… and')
  press('<CR>')
  shows('… and 3800 earlier rows')
end)

T.test('the page opens at the row that a property names, and resets the property', function()
  local one = room(100, 10, 50)
  assert(is_in_sight('message 50$'), vim.fn.line('w0'))
  T.equal({ #one.sent, one.sent[1].params.properties }, { 1, { scrollTarget = vim.NIL } })
  one:changes({ changes = { scrollTarget = vim.NIL } })
  one:changes({ changes = { scrollTarget = 7 } })
  T.eventually('the row', function() return is_in_sight('message 7$') end)
end)

T.test('a page that is painted before the reply scrolls and resets the property once', function()
  local one = room(100, 10, 50)
  for _ = 1, 2 do
    one.page:paint()
  end
  T.equal(#one.sent, 1)
end)

-- A page of lists that are read from their ends. Properties that cannot be set name their rows.
local function lists(state)
  vim.cmd('only | resize 10')
  local parts = { messages_of('before', 'first'), messages_of('rows', 'target'), messages_of('unseen', 'last', HIDDEN) }
  for _, name in ipairs({ 'first', 'target', 'last' }) do
    table.insert(parts, field(name, 'integer', HIDDEN))
  end
  return faked.page(parts, state)
end

T.test('a target that cannot be reset scrolls once for each value', function()
  local one = lists({ before = messages(201, 202), rows = messages(1, 100), first = 201, target = 50 })
  assert(is_in_sight('message 50$'))
  press('G')
  vim.cmd('redraw')
  one.page:paint()
  T.equal({ is_in_sight('message 50$'), one.sent }, { false, {} })
  one:changes({ changes = { target = 0 } })
  one:changes({ changes = { target = 50 } })
  T.eventually('the row', function() return is_in_sight('message 50$') end)
end)

T.test('a row that the page does not show is not looked for again and again', function()
  local one = lists({ rows = messages(1, 1000), target = 1, unseen = messages(1, 1000), last = 2 })
  shows('message 1\n')
  local count, paint = 0, one.page.paint
  one.page.paint = function(...)
    count = count + 1
    return paint(...)
  end
  one.page:invalidate()
  T.eventually('a painting', function() return count > 0 end)
  T.equal({ count, one.page.is_due }, { 1, false })
end)

T.test('Enter sends, and the next words are text and no commands', function()
  local one = room(3, 20)
  serve(one)
  press('ione<CR>two<CR>quick<CR><Esc>')
  shows('message 6')
  T.equal(bodies(one), { 'one', 'send', 'two', 'send', 'quick', 'send' })
  T.equal({ vim.fn.mode(), one.view.is_open, vim.fn.getline('.') }, { 'n', true, ' cn  New message = ' })
end)

T.test('Escape leaves the field without sending, and an empty text is sent, because the app decides', function()
  local one = room(3, 20)
  press('cntyped<Esc>')
  T.equal(one.sent, {})
  serve(one)
  press('cn<C-u><CR><Esc>')
  T.eventually('the call', function() return #one.sent == 2 end)
  T.equal(bodies(one), { '', 'send' })
end)

-- Types keys. `<Cmd>lua act()<CR>` among them calls the function, and leaves the prompt. Returns the texts of the
-- prompt.
local function texts_of(keys, act)
  local texts = {}
  _G.act = function()
    act()
    vim.api.nvim_feedkeys('\27', 'nt', false)
  end
  local watch = vim.api.nvim_create_autocmd('CmdlineChanged', {
    callback = function() table.insert(texts, vim.fn.getcmdline()) end,
  })
  press(keys)
  vim.api.nvim_del_autocmd(watch)
  return texts
end

-- The app takes the draft, but the call fails to send it.
local function keep_draft(one)
  one:changes({ changes = { draft = 'one' } })
  one:says({ id = one.sent[1].id, result = { commit = one.commit } })
  one:says({ id = one.sent[2].id, result = { commit = one.commit } })
end

T.test('a text that cannot be set is not sent, and does not hold up the next one', function()
  local one = room(3, 20)
  press('ione<CR>two<CR><Esc>')
  one:says({ id = one.sent[1].id, error = { code = -32602, message = 'Too long.', data = { kind = 'Invalid' } } })
  T.equal({ bodies(one), T.notices }, { { 'one', 'two' }, { 'svvs: Too long.' } })
  shows('New message = one  (not sent)')
  shows('sending: two')
  one:says({ id = one.sent[2].id, result = { commit = one.commit } })
  T.equal(bodies(one), { 'one', 'two', 'send' })
end)

T.test('a text that cannot be set is kept beside what was typed since, and Enter on its line takes it', function()
  local one = room(3, 20)
  local texts = texts_of('ione<CR>x<Cmd>lua act()<CR>', function()
    one:says({ id = one.sent[1].id, error = { code = -32602, message = 'Too long.', data = { kind = 'Invalid' } } })
  end)
  T.equal({ texts[#texts], bodies(one) }, { 'x', { 'one' } })
  shows('New message = x  (not sent)  ! Too long.\n       kept: one (Enter on this line takes it)')
  go('kept: one')
  T.equal(pages.prompts_of('cn<Esc><CR><Esc>cn<Esc>'), { 'New message: x', 'New message: one', 'New message: one' })
  shows('New message = one  (not sent)  ! Too long.\n       kept: x')
  T.eventually('the message', function() return #T.notices == 1 end)
  T.equal(T.notices, { 'svvs: Too long.' })
end)

T.test('a text that was typed is in the field when the view is opened again, and closing it says so', function()
  local one = room(3, 20)
  press('cnone<Esc>q')
  T.equal({ one.sent[1].method, T.notices }, {
    'view/close', { 'svvs: one: not sent, but kept until the view is opened again' },
  })
  one:says({ id = one.sent[1].id, result = {} })
  one.connection:open('t', { params = { id = 3 }, callback = function(_, view) one.view = view end })
  one:says({ id = one.sent[2].id, result = { view = 'w', commit = 0, state = { messages = {}, draft = '' } } })
  require('svvs.page').display(one, one.view)
  T.equal(pages.prompts_of('cn<Esc>'), { 'New message: one' })
end)

T.test('the text of the second of two equal views is in the field when that is opened again', function()
  local one = room(3, 20)
  local function opens(id)
    local view
    one.connection:open('t', { params = { id = 3 }, callback = function(_, opened) view = opened end })
    one:says({ id = one.sent[#one.sent].id, result = { view = id, commit = 0, state = { messages = {}, draft = '' } } })
    require('svvs.page').display(one, view)
  end
  opens('second')
  press('cnone<Esc>q')
  one:says({ id = one.sent[#one.sent].id, result = {} })
  opens('third')
  T.equal(pages.prompts_of('cn<Esc>'), { 'New message: one' })
end)

T.test('texts that are on their way when the view is closed are kept, and nothing more is sent for them', function()
  local function close_here() press('q') end
  local function close_there(one) one.connection:forget(function() return true end) end
  for _, close in ipairs({ close_here, close_there }) do
    local one = room(3, 20)
    press('ione<CR>two<CR><Esc>')
    close(one)
    local count = #one.sent
    one:says({ id = one.sent[1].id, result = { commit = one.commit } })
    T.equal({ one.page.drafts.draft.typed, one.page.drafts.draft.kept, #one.sent }, { nil, { 'one', 'two' }, count })
  end
  T.equal(T.notices, { 'svvs: one, two: not sent, but kept until the view is opened again' })
end)

T.test('a message whose call was in progress when the server ended, or was cancelled, may have arrived', function()
  local function ends(one)
    local reason = failures.new('ServerDied', 'the server has ended')
    reason.is_end = true
    one.connection:fail(reason)
  end
  local function cancels(one)
    local err = { code = -32800, message = 'The view was closed.', data = { kind = 'RequestCancelled' } }
    one:says({ id = one.sent[2].id, error = err })
  end
  for _, finish in ipairs({ ends, cancels }) do
    local one = room(3, 20)
    press('ione<CR>' .. (finish == ends and 'two<CR>' or '') .. '<Esc>')
    one:says({ id = one.sent[1].id, result = { commit = 0 } })
    T.equal(bodies(one), { 'one', 'send' })
    finish(one)
    local draft = one.page.drafts.draft
    local kept = finish == ends and { 'one', 'two' } or { 'one' }
    T.equal({ draft.typed, draft.kept, draft.doubtful }, { nil, kept, { 'one' } })
    shows('may have arrived: one')
  end
end)

-- Otherwise the reply might set the field and never send it.
T.test('a text that is set late is sent late', function()
  local one = room(3, 20)
  one.connection.options.timeout = 1
  press('ione<CR>two<CR><Esc>')
  T.equal(select(2, one.connection:ask('session/list'):wait(10000)).kind, 'TimedOut')
  T.equal({ bodies(one), T.notices }, { { 'one' }, {} })
  serve(one)
  one.connection:ask('session/list')
  T.eventually('the messages', function() return #bodies(one) == 4 end)
  T.equal(bodies(one), { 'one', 'send', 'two', 'send' })
end)

T.test('a text for a closed view stays in the prompt, which says why, and the next words are no commands', function()
  local one = room(3, 20)
  _G.act = function() one.connection:forget(function() return true end) end
  local begun = pages.prompts_of('ione<Cmd>lua act()<CR><CR> q<CR><Esc>')
  local why = 'Not sent (<Esc>, then R reopens it: closed by the server): '
  T.equal({ begun, one.sent }, { { 'New message: ', why .. 'one', why .. 'one q' }, {} })
  T.equal({ one.page.drafts.draft.typed, vim.fn.bufname() }, { 'one q', 'svvs://t?id=3' })
end)

-- The texts of the prompt while `one` is typed and sent, and `typed` after it; if nothing was typed, it comes back.
local function texts_after_one(typed)
  return vim.list_extend({ 'o', 'on', 'one' }, typed == '' and { 'o', 'on', 'one' } or { typed })
end

for what, typed in pairs({ ['comes back into the prompt'] = '', ['does not mix with what was typed since'] = 'x' }) do
  T.test('a text that the app has not taken ' .. what, function()
    local one = room(3, 20)
    local texts = texts_of('ione<CR>' .. typed .. '<Cmd>lua act()<CR>', function() keep_draft(one) end)
    T.equal(texts, texts_after_one(typed))
    T.equal(bodies(one), { 'one', 'send' })
  end)
  T.test('a text that cannot be set ' .. what, function()
    local one = room(3, 20)
    local texts = texts_of('ione<CR>' .. typed .. '<Cmd>lua act()<CR>', function()
      one:says({ id = one.sent[1].id, error = { code = -32602, message = 'Too long.', data = { kind = 'Invalid' } } })
    end)
    T.equal({ texts, bodies(one) }, { texts_after_one(typed), { 'one' } })
    T.eventually('the message', function() return #T.notices == 1 end)
  end)
end

T.test('a text that the app has not taken does not come into the field of another page', function()
  local first = room(3, 20)
  press('ione<CR><Esc>')
  local second = room(3, 20)
  local texts = texts_of('i<Cmd>lua act()<CR>', function() keep_draft(first) end)
  T.equal({ texts, second.sent }, { {}, {} })
end)

T.test('an error while a text is sent is reported, and neither the text nor the next one is stuck', function()
  local one = room(3, 20)
  local set = one.view.set
  one.view.set = function() error('broken') end
  press('itwo<CR><Esc>')
  assert(T.notices[1]:find('broken'), T.notices[1])
  shows('New message = two  (not sent)')
  one.view.set = set
  press('i<CR><Esc>')
  T.equal(bodies(one), { 'two' })
end)

T.test('an error in a prompt is reported, and it is no longer the prompt of the field', function()
  local one = room(3, 20)
  pages.with(one.page, 'show_status', function() error('broken') end, function() press('i') end)
  assert(T.notices[1]:find('broken'), T.notices[1])
  T.equal(prompts.edited(), nil)
end)

T.test('an error while the reply for a text is handled is reported, and does not hold up its action', function()
  local one = room(3, 20)
  press('itwo<CR><Esc>')
  pages.with(require('svvs.failure'), 'report', function() error('broken') end, function()
    one:says({ id = one.sent[1].id, result = { commit = 0 } })
  end)
  assert(T.notices[1]:find('broken'), T.notices[1])
  T.equal(bodies(one), { 'two', 'send' })
end)

-- A page of a view with a field that submits by itself, and a boolean that opens another view.
local function leading()
  return faked.page({ entry('draft', { submits = 'send' }), DONE }, { draft = '', isDone = false },
    { actions = { field('send'), field('quit', nil, { letter = 'u' }) } })
end

-- Types keys into the field of a page. `<Cmd>lua act()<CR>` opens a view from a page, and then the user types more.
local function open_while_typing(opening, keys, later)
  _G.act = function()
    opening:changes({ changes = { isDone = true } })
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(later, true, false, true), 't', false)
  end
  press(keys)
end

local function methods(one)
  return vim.tbl_map(function(message) return message.method end, one.sent)
end

T.test('a view that a change opens waits until the user has typed the text', function()
  local one = leading()
  open_while_typing(one, 'ia<Cmd>lua act()<CR>', 'q<CR><Esc>')
  T.equal({ methods(one), one.sent[1].params.properties }, { { 'view/set', 'view/open' }, { draft = 'aq' } })
end)

T.test('a view that a change opens waits until the user has left the fields of a form', function()
  local one = faked.page({ entry('name'), entry('pin', { secret = true }), DONE }, { name = '', isDone = false }, {
    actions = { field('send', nil, { asks = { field('code', 'text') } }) }, form = { fields = { 'name', 'pin' } },
  })
  open_while_typing(one, 'cna<Cmd>lua act()<CR>', 'q<CR>1234<CR>')
  T.equal(methods(one), { 'view/set', 'view/set', 'view/open' })
end)

T.test('a view that a change opens does not end an empty prompt, and the status says that it waits', function()
  local one, text = leading(), nil
  pages.with(one.page, 'show_status', function(page)
    text = text or require('svvs.later').is_waiting() and require('svvs.status').text(page, 1, 9)
  end, function() open_while_typing(one, 'i<Cmd>lua act()<CR>', 'aq<CR><Esc>') end)
  T.equal({ methods(one), text }, { { 'view/set', 'view/open' }, 'Enter: Send · Esc shows the next view' })
end)

T.test('a view that a change opens holds up the keys only in its own window', function()
  for command, expected in pairs({ only = true, ['split | enew'] = false }) do
    local one, held = leading(), {}
    vim.cmd(command)
    pages.with(require('svvs.visit'), 'hold_keys', function() table.insert(held, one.view.state.draft) end, function()
      -- Two messages of one read.
      require('svvs.later').run(function()
        one:changes({ changes = { isDone = true } })
        one:changes({ changes = { draft = 'second' } })
      end)
    end)
    T.equal({ methods(one), held }, { { 'view/open' }, expected and { 'second' } or {} })
  end
end)

T.test('a view that another page opens does not end the prompt', function()
  vim.cmd('only')
  local other = leading()
  vim.cmd('split')
  local one = leading()
  open_while_typing(other, 'i<Cmd>lua act()<CR>', 'aq<CR><Esc>')
  T.equal({ one.sent[1].params.properties, methods(one), methods(other) },
    { { draft = 'aq' }, { 'view/set' }, { 'view/open' } })
  vim.cmd('only')
end)

T.test('a narrow table leaves out the columns with the lowest priority', function()
  vim.cmd('vsplit | vertical resize 30')
  local columns = {
    field('id', 'integer'), field('body', 'text', { priority = 2 }), field('time', 'text', { priority = 1 }),
  }
  faked.page({ field('rows', 'rows', { columns = columns, key = 'id', label = 'body' }) },
    { rows = { { id = 1, body = ('word '):rep(20), time = 'now' } } })
  T.equal({ pages.lines()[5], pages.lines()[6] }, { '     Body  …', '     word word word word w…' })
  vim.cmd('vertical resize 60 | redraw | doautocmd WinScrolled')
  shows('     Id  Body                                           Time')
  vim.cmd('only')
end)

-- Logs in to an account, and goes from the chat to the first of its rooms.
local function enter_room(id)
  assert(svvs.view():call('logIn', { id = id, password = 'password' }):wait())
  shows('Id   : ' .. id)
  for step, name in ipairs({ 'Shown account', '全体' }) do
    go(name)
    press('<CR>')
    T.eventually('the rooms or the room of ' .. id, function()
      return svvs.view().type == ({ 'rooms', 'room' })[step] and svvs.view().params.account == id
    end)
    shows(' · ')
  end
end

T.test('after a switch a message is sent by the new account, and the former room stays', function()
  vim.cmd('only | SvvsOpen chat')
  pages.arrives('chat')
  enter_room('hanako')
  local former = svvs.view()
  vim.cmd('buffer svvs://chat')
  enter_room('test')
  shows('Room · 全体 · Test User')
  press('cnHello from test<CR><Esc>')
  local view = svvs.view()
  local function last() return view.state.messages[#view.state.messages] or {} end
  T.eventually('the message', function() return last().body == 'Hello from test' end)
  T.equal({ last().name, former.is_open, former == view }, { 'Test User', true, false })
  vim.cmd('buffer ' .. vim.fn.fnameescape('svvs://room?account=hanako&id=1'))
  shows('Room · 全体 · 花子')
end)

T.done()

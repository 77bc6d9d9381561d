-- The program for schemas/conform.py: nvim --headless -u NONE -i NONE -c 'luafile clients/neovim/test/conform.lua'
local root = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h')
vim.opt.rtp:prepend(root)
package.path = root .. '/?.lua;' .. package.path
local callers = require('svvs.call')
local drafts = require('svvs.draft')
local failures = require('svvs.failure')
local files = require('svvs.file')
local faked = require('test.faked')
local format = require('svvs.format')
local forms = require('svvs.form')
local json = require('svvs.json')
local pages = require('test.pages')
local progress = require('svvs.progress')
local screens = require('svvs.screen')
local servers = require('svvs.server')
local svvs = require('svvs')
local visits = require('svvs.visit')
local uv = vim.uv or vim.loop
local server, calls, replies, wrote, read, seen

-- The faults of a case are no news.
vim.notify = function() end -- luacheck: ignore 122

-- A process or a pipe that does nothing.
local function fake() return setmetatable({}, { __index = function() return function() end end }) end

-- Starts a server without a process: `wrote` has what is written to it, and `read` reads from it.
local function start_without_process()
  local new_pipe, spawn = uv.new_pipe, uv.spawn
  uv.new_pipe = fake
  uv.spawn = function(_, options)
    local stdin, stdout = unpack(options.stdio)
    stdin.write = function(_, text) wrote = wrote .. text end
    stdout.read_start = function(_, callback) read = callback end
    return fake(), 0
  end
  server = assert(svvs.new_server({ command = { 'none' } }))
  uv.new_pipe, uv.spawn = new_pipe, spawn
end

local function forget()
  calls, replies, wrote, seen = {}, {}, '', {}
end

-- Follows a view by the changes of which its listeners are told.
local function show(view)
  seen[view] = view:copy()
  view:on_change(function(change)
    for _, name in ipairs(change.names) do
      seen[view][name] = view:copy()[name]
    end
    json.mark_object(seen[view])
  end)
end

-- The views that have been opened, and are not closed.
local function open_views()
  for _, view in ipairs(server:views()) do
    if not seen[view] then show(view) end
  end
  return vim.tbl_filter(function(view) return view.is_open end, vim.tbl_keys(seen))
end

local function view_of(id)
  return vim.tbl_filter(function(view) return view.id == id end, server:views())[1]
end

-- Calls the function that users call for a message. Returns the call of a request.
local function start(message)
  local method, params = message.method, message.params or {}
  local view = view_of(params.view)
  if method == '$/cancelRequest' and calls[params.id] then return calls[params.id]:cancel() end
  if not message.id then
    local target = view or server.connection
    return target:notify(method, params) and nil
  end
  if method == 'view/open' then return server:open(params.type, params) end
  if method == 'view/set' and view and params.properties then return view:set(params.properties) end
  if method == 'view/get' and view then return view:get() end
  if method == 'view/close' and view then return view:close() end
  if method == 'session/open' and not params.shared then return server:open_session(params.session) end
  if method == 'session/open' then return server:share(params.session) end
  if method == 'session/join' then return server:join(params.session, { delivery = params.delivery }) end
  if method == 'session/close' then return server:close_session(params.session) end
  if view and not method:find('/') then return view:call(method, params, { ifCommit = params.ifCommit }) end
  return server:request(method, params)
end

-- Sends a message, and keeps the outcome of its call.
local function send(message)
  wrote = ''
  local call = start(message)
  if not call then return nil end
  local id = json.decode(wrote).id
  calls[id] = call
  call:finally(function(err) table.insert(replies, { id = id, kind = err and err.kind }) end)
  return call
end

local does = {}

function does.hello()
  return { name = 'svvs for Neovim', can = { 'properties', 'patch', 'append', 'shared', 'run', 'screen' } }
end

function does.new()
  forget()
  start_without_process()
  local result = { protocolVersion = servers.PROTOCOL, ['x-viewTypes'] = {}, components = { schemas = {} } }
  for line in wrote:gmatch('[^\n]+') do
    local id = json.decode(line).id
    if id then read(nil, json.encode({ jsonrpc = '2.0', id = id, result = result }) .. '\n') end
  end
  assert(server.ready:wait())
end

function does.send(request)
  send(request.message)
  return { wrote = wrote }
end

function does.read(request)
  local bytes = request.bytes:gsub('([\194\195])([\128-\191])', function(first, second)
    return string.char((first:byte() - 194) * 64 + second:byte())
  end)
  local is_read = false
  read(nil, bytes)
  vim.schedule(function() is_read = true end)
  vim.wait(10000, function() return is_read end)
  return { fault = #open_views() == 0 and server.reason and true }
end

does['end'] = function()
  local views = vim.empty_dict()
  for _, view in ipairs(open_views()) do
    views[view.id] = { commit = view.commit, state = seen[view] }
  end
  return { views = views, replies = replies, sessions = vim.tbl_keys(server.connection.sessions) }
end

function does.run(request)
  forget()
  server = assert(svvs.new_server({ command = request.command }))
  local write = server.process.write
  server.process.write = function(process, line)
    wrote = line
    write(process, line)
  end
  for _, message in ipairs(request.messages) do
    local call = send(message)
    if call then call:wait() end
  end
  local answer = does['end']()
  answer.status = assert(server:stop():wait()).code
  return answer
end

-- Screens

local named = screens.named

local function names(list)
  return vim.tbl_map(function(one) return one.name end, list or {})
end

-- The results of a function for each element of a list, by the names of the elements.
local function by_name(list, function_of)
  local found = {}
  for _, one in ipairs(list or {}) do
    found[one.name] = function_of(one)
  end
  return json.object(found)
end

local function where(list, is_meant) return vim.tbl_filter(is_meant, list or {}) end

local function row_of(state, place)
  local value = state[place.part]
  return place.row and value[place.row + 1] or value
end

local function opened(...)
  return vim.tbl_map(function(way)
    return way.file and { file = way.file } or { type = way.type, params = json.object(way.params) }
  end, { ... })
end

local function refused(fields, answers)
  return names(where(fields, function(field) return not screens.accepts(field, answers[field.name]) end))
end

-- A page in a window of one line.
local function page_of(case)
  vim.cmd('silent! %bwipeout!')
  vim.cmd('silent! only | split | resize 1')
  return faked.of_screens({ case.screen }, case.screen.name, case.state)
end

-- The values that the page has set, and the other requests.
local function sent_by(one)
  local sets, others = {}, {}
  for _, message in ipairs(one.sent) do
    if message.method == 'view/set' then
      sets = vim.tbl_extend('force', sets, message.params.properties)
    else
      table.insert(others, message)
    end
  end
  return json.object(sets), others
end

-- The row of a table that is in sight, by the name of the table.
local function row_in_sight(page)
  local line, row = vim.fn.line('w0'), -1
  local target = (page.lines[line] or {}).target
  if not target or target.kind ~= 'row' then return vim.empty_dict() end
  for index = 1, line do
    local other = page.lines[index].target
    if other and other.kind == 'row' and other.name == target.name then row = row + 1 end
  end
  return { [target.name] = row }
end

-- Scrolls to the end of lists, or to the top.
local function scroll_to(page, ends)
  vim.cmd('normal! gg')
  page.is_placed = true
  for number, line in ipairs(page.lines) do
    if vim.tbl_contains(ends, line.ends) then vim.cmd(('normal! %dGzb'):format(number)) end
  end
  vim.cmd('redraw')
end

local events = {}

function events.begin(case)
  local first = screens.start(screens.read({ ['x-screens'] = case.screens }))
  return { screen = first and first.name or vim.NIL }
end

function events.pick(case)
  local fields = screens.asked(case.screen.asks, {}, case.all)
  return { asks = names(fields), refuses = refused(fields, case.answers or {}) }
end

function events.look(case)
  local screen, state = case.screen, case.state
  local parts, actions = screen.parts, screen.actions
  local subtitle = screens.subtitle(screen, state)
  local function is_unsent(name) return vim.tbl_contains(case.unsent or {}, name) end
  local errors = where(parts, function(part) return part.role == 'error' and screens.is_shown(part, state) end)
  local about = {}
  for _, part in ipairs(parts) do
    for _, one in ipairs(screens.errors_about(screen, part, state)) do
      about[one.name] = part.name
    end
  end
  return {
    shown = names(screens.shown(screen, state)),
    about = json.object(about),
    question = where(vim.tbl_map(function(part)
      local question = screens.question(part, state)
      local titles = question and vim.tbl_map(function(one) return one.title end, question.choices)
      return question and { title = question.title, choices = titles }
    end, parts), function(one) return one end)[1] or vim.NIL,
    progress = by_name(where(parts, function(part)
      return part.role == 'progress' and screens.is_shown(part, state)
    end), function(part) return screens.fraction(part, state) or vim.NIL end),
    busy = names(screens.busy(screen, state)),
    subtitle = subtitle ~= nil and format.text(screen.subtitle, subtitle) or vim.NIL,
    errors = by_name(errors, function(part) return state[part.name] end),
    columns = by_name(parts, function(part) return names(screens.visible(part.columns or part.members)) end),
    offered = names(where(screens.offered(screen), function(action) return not action.rows end)),
    rowActions = by_name(parts, function(part) return names(screens.row_actions(screen, part.name)) end),
    cancellable = names(where(actions, function(action) return not action.notCancellable end)),
    dimmed = names(where(actions, function(action) return screens.is_dimmed(screen, action, state, is_unsent) end)),
  }
end

function events.write(case)
  local short = format.text(case.field, case.value, nil, case.now and format.seconds(case.now))
  return { text = case.short and short or table.concat(format.lines(case.field, case.value), '\n') }
end

function events.open(case)
  local one = page_of(case)
  local sets = sent_by(one)
  vim.cmd('redraw')
  local rows = where(case.screen.parts, function(part) return part.scroll end)[1] and row_in_sight(one.page)
  one.sent = {}
  if not case.joined then callers.appear(one.page) end
  return { calls = one.sent[1] and one.sent[1].method or vim.NIL, sets = sets, scrollsTo = rows or vim.empty_dict() }
end

function events.change(case)
  local one = page_of(case)
  scroll_to(one.page, case.inSight or {})
  if case.calling then progress.add(one.page, '', one.view:call('x'), true) end
  one.sent = {}
  local top, notices, offers = vim.fn.line('w0'), {}, {}
  local function notice(text) table.insert(notices, text) end
  local function offer(_, way) table.insert(offers, way.file) end
  local function open(place) table.insert(one.sent, { params = { file = place } }) end
  pages.with(failures, 'notice', notice, function()
    pages.with(visits, 'offer', offer, function()
      pages.with(files, 'open', open, function() one:changes({ changes = case.after }) end)
    end)
  end)
  one.page:paint()
  vim.cmd('redraw')
  local sets, others = sent_by(one)
  local rows = vim.fn.line('w0') ~= top and row_in_sight(one.page) or vim.empty_dict()
  local ways = vim.tbl_map(function(message) return message.params end, others)
  return { opens = opened(unpack(ways)), offersFile = offers, notices = notices, sets = sets, scrollsTo = rows }
end

function events.answer(case)
  local part = named(case.screen.parts, case.part)
  local question = screens.question(part, case.state)
  local choice = case.choice ~= vim.NIL and question.choices[case.choice + 1] or nil
  local arguments = screens.answer(question, choice)
  return { calls = arguments and part.answer or vim.NIL, arguments = arguments }
end

function events.choose(case)
  return { opens = opened(screens.chosen(named(case.screen.parts, case.part), row_of(case.state, case))) }
end

function events.call(case)
  local screen, state, at, answers = case.screen, case.state, case.at, case.answers or {}
  local action = named(screen.actions, case.action)
  local given = at and screens.row_arguments(action, named(screen.parts, at.part), row_of(state, at)) or {}
  local fields = screens.asked(action.asks, given, case.all)
  local arguments = screens.answered(action.asks, given, answers)
  local question, subject = screens.confirmation(screen, action, arguments, state)
  return {
    asks = names(fields),
    arguments = json.object(arguments),
    refuses = refused(fields, answers),
    confirms = question and { text = question, beside = subject or vim.NIL } or vim.NIL,
    offers = by_name(action.asks, function(field) return screens.candidates(screen, field, state) end),
  }
end

function events.settle(case)
  local action = named(case.screen.actions, case.action)
  return { opens = opened(screens.settled(action, case.arguments, case.state, case.refused and {} or nil)) }
end

events['return'] = function(case)
  return { sets = json.object(screens.returned(named(case.screen.parts, case.part), case.state)) }
end

function events.enter(case)
  local name, given = screens.entered(case.screen, case.values)
  local action = named(case.screen.actions, name)
  local asks = names(screens.asked(action and action.asks, given))
  return { calls = name or vim.NIL, arguments = json.object(given), asks = asks }
end

-- Enters the value in the prompt of the field, and answers all requests.
function events.submit(case)
  local one, answered, texts = page_of(case), 0, { case.value }
  local function input(options) return table.remove(texts) or options.cancelreturn end
  pages.with(vim.fn, 'input', input, function() forms.edit(one.page, case.part) end)
  while answered < #one.sent do
    answered = answered + 1
    local properties = one.sent[answered].params.properties
    if properties then one:changes({ changes = properties }) end
    one:says({ id = one.sent[answered].id, result = { commit = one.commit } })
  end
  local sets, others = sent_by(one)
  return { sets = sets, calls = others[1] and others[1].method or vim.NIL }
end

-- The text of a field after each step, what is sent, and what is kept.
function events.type(case)
  local part = named(case.screen.parts, case.part)
  local draft = drafts.new(part)
  local texts = vim.tbl_map(function(step)
    local sends
    if step.type then sends = draft:edit(step.type) end
    if step.enter then sends = draft:enter() end
    if step.state then draft:serve(step.state) end
    if step.ended then sends = draft:finish(step.ended, step.by) end
    if step.recall then draft:recall() end
    if step.closed then draft:close() end
    if step.lost then draft:lose() end
    if step.opened then sends = draft:begin(part, step.opened) end
    local function listed(texts) return #texts > 0 and vim.list_slice(texts) or nil end
    return { shown = draft:shown(), sends = sends, kept = listed(draft.kept), doubtful = listed(draft.doubtful) }
  end, case.steps)
  return { texts = texts }
end

function events.cancel(case)
  local part = screens.cancellable(case.screen, case.state)
  return { calls = part and part.cancel or vim.NIL }
end

function events.narrow(case)
  local part, order = named(case.screen.parts, case.part), {}
  for _, name in ipairs(names(screens.ranked(screens.visible(part.columns)))) do
    table.insert(order, 1, name)
  end
  return { leaves = order }
end

function does.screen(request)
  screens.read({ ['x-screens'] = { request.screen, request.field } })
  return events[request.event](request)
end

for line in io.stdin:lines() do
  local request = json.decode(line)
  local is_fine, answer = pcall(does[request['do']], request)
  if not is_fine then answer = { error = tostring(answer) } end
  io.stdout:write(json.encode(json.object(answer or {})), '\n')
  io.stdout:flush()
end
os.exit() -- The processes that do not exist need not end.

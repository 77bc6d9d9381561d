---The commands, their completion, and the reopening of views after the end of a server.
local calls = require('svvs.call')
local failures = require('svvs.failure')
local format = require('svvs.format')
local forms = require('svvs.form')
local hints = require('svvs.hints')
local pages = require('svvs.page')
local prompts = require('svvs.prompt')
local svvs = require('svvs')
local views = require('svvs.view')
local visits = require('svvs.visit')

local M = { complete = {} }
local DELAY = 300 -- milliseconds until the start of a server is shown
local TIMEOUT = 2000 -- milliseconds that a completion waits for the server
local MOST = 1000 -- words that a completion offers
local KEEP = 300 -- seconds that a session opened here outlives its last front end

local function inform(text, ...) failures.say(text:format(...), vim.log.levels.INFO) end

-- The page of the current buffer, if its view is open.
local function current_page()
  local page = pages.page(0)
  return page and page.view.is_open and page or nil
end

-- Shows that a server is starting, if it does not reply soon.
local function show_start(server)
  local is_shown = false
  vim.defer_fn(function()
    if server.ready.done or vim.fn.mode() == 'c' then return end
    local text = format.clean('svvs: starting ' .. table.concat(server.options.command, ' ') .. '…')
    vim.api.nvim_echo({ { format.fit(text, vim.v.echospace) } }, false, {})
    is_shown = true
  end, DELAY)
  server.ready:finally(function(trouble)
    if is_shown and not trouble and vim.fn.mode() ~= 'c' then vim.cmd("echo ''") end
  end)
end

-- Calls the function with the server when it is ready. Starts it if it is not running.
local function with_server(options, use)
  local server, err = svvs.start(options)
  if not server then return failures.report_start(err) end
  if not server.ready.done then show_start(server) end
  server.ready:finally(function(trouble)
    if trouble then return failures.report(trouble) end
    use(server)
  end)
end

-- Words such as `id=` for fields, with the values that are known. Secrets are left out.
local function words_for(fields, known)
  local words = {}
  for _, field in ipairs(fields) do
    local value = known and known[field.name]
    local text = value ~= nil and value ~= vim.NIL and format.inline(value) or ''
    if field.access ~= 'write' then
      table.insert(words, field.name .. '=' .. (text:find('%s') and '' or text))
    end
  end
  return words
end

-- The parameters of the current page, because the next view is often about the same object.
local function known_params()
  local page = pages.page(0)
  return page and page.view.params or {}
end

-- The history number of the command that was just entered with these arguments; nil if it was not typed.
local function history_entry(arguments)
  local number = vim.fn.histnr('cmd')
  return vim.fn.histget('cmd', number):find(arguments, 1, true) and number or nil
end

-- The values in words such as `id=A`; nil after reporting what is wrong. Secrets are refused before anything else.
local function parse_words(words, fields, entry)
  local by_name, values = {}, {}
  for _, field in ipairs(fields) do
    by_name[field.name] = field
  end
  for _, word in ipairs(words) do
    local field = by_name[word:match('^(.-)=')]
    if field and field.access == 'write' then return prompts.refuse_secret(field.name, entry) end
  end
  for _, word in ipairs(words) do
    local name, text = word:match('^(.-)=(.*)$')
    local field = by_name[name]
    if not field then
      return failures.say(("'%s' is not one of: %s"):format(word, table.concat(words_for(fields), ', ')))
    end
    local value, problem = prompts.parse(field, text)
    if problem then return failures.say(problem) end
    values[name] = value
  end
  return values
end

-- One server

---:SvvsStart [argument…]
function M.start(words)
  if svvs.server() then return failures.say('the server is running already', vim.log.levels.WARN) end
  local command, err = svvs.command()
  if not command then return failures.report_start(err) end
  with_server({ command = vim.list_extend(command, words) }, function(server)
    local info = server.info.serverInfo
    inform('%s %s is running', info.name, info.version)
  end)
end

-- The view type with this name, or the one that a beginning of its name stands for; nil after reporting the problem.
local function type_named(schema, text)
  local found = {}
  for _, type in ipairs(schema:view_types()) do
    if type == text then return type end
    if vim.startswith(type, text) then table.insert(found, type) end
  end
  -- `sea` stands for `search`, although `searchDetail` begins with it, too.
  table.sort(found, function(a, b) return #a < #b or #a == #b and a < b end)
  for _, type in ipairs(found) do
    if not vim.startswith(type, found[1]) then
      return failures.say(("'%s' may be: %s"):format(text, table.concat(found, ', ')))
    end
  end
  return found[1] or failures.say(("'%s' is not a view type of this app"):format(text))
end

---:SvvsOpen[!] [type] [name=value…]
---@param words string[]
---@param typed string the arguments as they were typed
---@param is_another boolean? opens a view even if the same is open, and asks for the optional parameters, too
function M.open(words, typed, is_another)
  -- By the time the server is ready, the user may have entered other commands.
  local entry, known = history_entry(typed), known_params()
  with_server(nil, function(server)
    local picked = table.remove(words, 1)
    if not picked and not server.schema:start() then return failures.say('this app has no start view: name a view') end
    local type = picked and type_named(server.schema, picked) or not picked and server.schema:start()
    if not type then return end
    local given = parse_words(words, server.schema:params(type), entry)
    if not given then return end
    local fields = hints.asked(server.schema:params(type), given, is_another)
    prompts.values(fields, given, function(field) return { default = known[field.name] } end, function(params)
      local session = views.shared_session(server.connection)
      local options = { params = params, session = session and session.id }
      if not is_another then return visits.visit(server, type, options) end
      options.callback = failures.report
      visits.open(server, type, options)
    end)
  end)
end

-- The current page for a command; nil after reporting that there is none.
local function required_page()
  return current_page() or failures.say('this buffer does not show an open view: :SvvsOpen opens one')
end

---:SvvsCall[!] {action} [name=value…]
---@param words string[]
---@param typed string the arguments as they were typed
---@param asks_all boolean
function M.call(words, typed, asks_all)
  local action, page = table.remove(words, 1), required_page()
  if not page then return end
  local type = page.view.type
  if not vim.tbl_contains(page.schema:actions(type), action) then
    return failures.say(("%s has no action '%s'"):format(type, action))
  end
  local given = parse_words(words, page.schema:arguments(type, action), history_entry(typed))
  if given then calls.call(page, action, given, asks_all) end
end

---:SvvsSet {property} [value]
function M.set(text)
  local name, separator, value = text:match('^(%S+)(%s?)(.*)$')
  local page = required_page()
  if not page then return end
  if separator == '' then return forms.edit(page, name) end
  forms.set(page, name, value, history_entry(text))
end

---:SvvsShow
function M.show()
  local server = svvs.server()
  local open = server and server:views() or {}
  if #open == 0 then return failures.say('no view is open') end
  local function title(view) return view.type .. ' ' .. view.id end
  vim.ui.select(open, { prompt = 'View: ', format_item = title }, function(view)
    if view then pages.display(server, view) end
  end)
end

---:SvvsClose
function M.close()
  local page = pages.page(0)
  if not page then return failures.say('this buffer does not show a view') end
  local view = page.view
  if view.is_open and view:is_shared() then view:close(failures.report) end
  page:leave()
end

---:SvvsStop
function M.stop()
  if not svvs.stop(failures.report) then failures.say('no server is running', vim.log.levels.WARN) end
end

-- Shared servers

-- Leaves a server in which no session was joined.
local function give_up(problem)
  failures.report(problem)
  svvs.stop(failures.report)
end

-- Joins a session, or shares a new one if it does not exist.
local function enter_session(server, id, exists, on_entered)
  local enter, options = exists and server.join or server.share, { keep = not exists and KEEP or nil }
  options.on_open = function(view)
    inform('another front end has opened %s', vim.fn.bufname(pages.add(server, view).buffer))
  end
  options.callback = function(err, session)
    if err then return give_up(err) end
    on_entered(session)
  end
  enter(server, id, options)
end

-- Makes pages for the views of a session that was joined, and shows the first.
local function show_session(server, id, exists)
  enter_session(server, id, exists, function(session)
    local open = session:views()
    for _, view in ipairs(open) do
      pages.add(server, view)
    end
    if open[1] then pages.display(server, open[1]) end
    inform('in the session %s; open views: %d', id, #open)
  end)
end

local function choose_session(server, list)
  local ids = vim.tbl_map(function(session) return session.session end, list)
  local function join(id)
    if not id then return give_up() end
    show_session(server, id, true)
  end
  if #ids == 1 then return join(ids[1]) end
  if #ids > 1 then return vim.ui.select(ids, { prompt = 'Session: ' }, join) end
  vim.ui.input({ prompt = 'No session is shared yet; name of a new one: ' }, function(id)
    if not id or id == '' then return give_up() end
    show_session(server, id, false)
  end)
end

---:SvvsAttach [name]
---@param name string the server's name, or the path of its socket; empty for the name of the app
function M.attach(name)
  if svvs.server() then return failures.say('the server is running already', vim.log.levels.WARN) end
  local server, err = svvs.start({ attach = name == '' or name })
  if not server then return failures.report_start(err) end
  server.ready:finally(function(trouble)
    if trouble then return failures.report(trouble) end
    server:sessions(function(problem, list)
      if problem then return give_up(problem) end
      choose_session(server, list)
    end)
  end)
end

-- Reopening

-- Reopens the view of a page, or shows the one that another front end has reopened in the shared session.
local function reopen_page(server, page, session, on_end)
  local old = page.view
  local is_shared = session and old.session == session.id
  local there = is_shared and server.connection.views[old.id]
  if there and there.type == old.type then
    page:show(server, there)
    return on_end()
  end
  local options = { params = old.params, delivery = 'patch', session = is_shared and session.id or nil }
  -- With the old id, the other front ends find the view again, too.
  if is_shared then options.view = old.id end
  options.callback = function(err, view)
    if err and not err.is_end then page:refuse(err) end
    if view then
      page:show(server, view)
      calls.appear(page)
    end
    on_end(err)
  end
  server:open(old.type, options)
end

-- The number of views, and those that were refused with the reason of the first.
local function reopened_text(count, refusals)
  local text = ('opened again: %d %s'):format(count - #refusals, count - #refusals == 1 and 'view' or 'views')
  return #refusals == 0 and text or ('%s, %d refused: %s'):format(text, #refusals, tostring(refusals[1]))
end

local function reopen_pages(server, closed, session)
  local left, refusals = #closed, {}
  for _, page in ipairs(closed) do
    reopen_page(server, page, session, function(err)
      left = left - 1
      table.insert(refusals, err)
      if left == 0 and not server.reason then inform('%s', reopened_text(#closed, refusals)) end
    end)
  end
end

-- Enters the shared session again, unless this client is still in it. The first front end to return opens it.
local function reenter_session(server, id, on_entered)
  local held = server.connection.sessions[id]
  if held then return on_entered(held) end
  server:sessions(function(err, list)
    if err then return failures.report(err) end
    local same = vim.tbl_filter(function(session) return session.session == id end, list)
    enter_session(server, id, #same > 0, on_entered)
  end)
end

---Reopens the views of all pages whose view is closed. Starts the server by the command of the last one.
function M.reopen()
  local closed, id = {}, nil
  for _, page in ipairs(pages.pages()) do
    if not page.view.is_open then
      table.insert(closed, page)
      id = id or page.was_shared and page.view.session or nil
    end
  end
  local server, err = svvs.start()
  if not server then return failures.report_start(err) end
  server.ready:finally(function(trouble)
    if trouble then return failures.report(trouble) end
    if not (id and server.options.attach) then return reopen_pages(server, closed) end
    reenter_session(server, id, function(session) reopen_pages(server, closed, session) end)
  end)
end

-- Completion

local function starting_with(lead, words)
  return vim.tbl_filter(function(word) return vim.startswith(word, lead) end, words)
end

-- Completes the first word of the arguments by names, and the other words by those that belong to that name.
local function complete(lead, line, names, words_after)
  local first, separator = line:match('^%s*%S+%s+(%S+)(%s?)')
  local words = names
  if separator == ' ' then words = vim.tbl_contains(names, first) and words_after(first) or {} end
  return starting_with(lead, words)
end

---Completes view types and their parameters. Starts the server if it is not running.
function M.complete.open(lead, line)
  local server = svvs.start()
  if not server or not server.ready:wait(TIMEOUT) then return {} end
  local schema = server.schema
  return complete(lead, line, schema:view_types(), function(type)
    return words_for(schema:params(type), known_params())
  end)
end

---Completes the names of the running shared servers.
function M.complete.attach(lead) return starting_with(lead, svvs.names()) end

-- The values of an argument that need no quotes on a command line.
local function values_of(field, state)
  local words = {}
  for _, value in ipairs(field.kind.choices or hints.candidates(field, state)) do
    local text = format.inline(value)
    if not text:find('%s') then table.insert(words, field.name .. '=' .. text) end
    if #words == MOST then break end
  end
  return words
end

---Completes the actions of the current view, their arguments, and the values of those.
function M.complete.call(lead, line)
  local page = current_page()
  if not page then return {} end
  local schema, view = page.schema, page.view
  return complete(lead, line, schema:actions(view.type), function(action)
    local fields = schema:arguments(view.type, action)
    for _, field in ipairs(fields) do
      local is_meant = field.access ~= 'write' and vim.startswith(lead, field.name .. '=')
      if is_meant then return values_of(field, view.state) end
    end
    return words_for(fields)
  end)
end

---Completes the properties that can be set, and the values of those with few.
function M.complete.set(lead, line)
  local page = current_page()
  if not page then return {} end
  local names, choices = {}, {}
  for _, field in ipairs(page.schema:properties(page.view.type)) do
    if field.access ~= 'read' then table.insert(names, field.name) end
    choices[field.name] = field.kind.choices
  end
  return complete(lead, line, names, function(name) return choices[name] or {} end)
end

return M

---The commands and their completion.
local attaching = require('svvs.attach')
local calls = require('svvs.call')
local failures = require('svvs.failure')
local format = require('svvs.format')
local forms = require('svvs.form')
local pages = require('svvs.page')
local prompts = require('svvs.prompt')
local screens = require('svvs.screen')
local svvs = require('svvs')
local views = require('svvs.view')
local visits = require('svvs.visit')

local M = { complete = {} }
local TIMEOUT = 2000 -- milliseconds that a completion waits for the server

-- The page of the current buffer, if its view is open.
local function current_page()
  local page = pages.page(0)
  return page and page.view.is_open and page or nil
end

-- Words such as `id=` for fields, with the values that are known. Secrets are left out.
local function words_for(fields, known)
  local words = {}
  for _, field in ipairs(fields or {}) do
    local value = known and known[field.name]
    local text = value ~= nil and value ~= vim.NIL and format.inline(value) or ''
    if not field.secret then
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
  local values = {}
  for _, word in ipairs(words) do
    local field = screens.named(fields, word:match('^(.-)='))
    if field and field.secret then return prompts.refuse_secret(field.name, entry) end
  end
  for _, word in ipairs(words) do
    local name, text = word:match('^(.-)=(.*)$')
    local field = screens.named(fields, name)
    if not field then
      return failures.say(("'%s' is not one of: %s"):format(word, table.concat(words_for(fields), ', ')))
    end
    local value, problem = prompts.parse_answer(field, text)
    if problem then return failures.say(problem) end
    values[name] = value
  end
  return values
end

-- One server

---:SvvsStart [argument…]
function M.start(words)
  local command, err = svvs.command()
  if not command then return failures.report_start(err) end
  attaching.with_server({ command = vim.list_extend(command, words) }, function(server)
    local info = server.info.serverInfo
    failures.inform('%s %s is running', info.name, info.version)
  end)
end

local function names_of(list)
  return vim.tbl_map(function(one) return one.name end, list or {})
end

---:SvvsOpen[!] [type] [name=value…]
---@param words string[]
---@param typed string the arguments as they were typed
---@param is_another boolean? opens a view even if the same is open, and asks for the optional parameters, too
function M.open(words, typed, is_another)
  -- By the time the server is ready, the user may have entered other commands.
  local entry, known = history_entry(typed), known_params()
  attaching.with_server(nil, function(server)
    local picked, start = table.remove(words, 1), screens.start(server.screens)
    if not picked and not start then return failures.say('this app has no start view: name a view') end
    local type = picked or start.name
    local screen = screens.named(server.screens, type)
    if not screen then return failures.say(("'%s' is not a view type of this app"):format(type)) end
    local asks = screen.asks
    local given = parse_words(words, asks, entry)
    if not given then return end
    local fields = screens.asked(asks, given, is_another)
    local params = prompts.values(fields, given, function(field) return { default = known[field.name] } end)
    if not params then return end
    local session = views.shared_session(server.connection)
    local options = { params = params, session = session and session.id }
    if not is_another then return visits.visit(server, type, options) end
    options.callback = failures.report
    visits.open(server, type, options)
  end)
  local server = svvs.server()
  if server then visits.hold_keys(server) end
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
  local name, page = table.remove(words, 1), required_page()
  if not page then return end
  local action = screens.named(page.screen.actions, name)
  if not action then return failures.say(("%s has no action '%s'"):format(page.view.type, name)) end
  local given = parse_words(words, action.asks, history_entry(typed))
  if given then calls.call(page, name, given, asks_all) end
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
  if page.view.is_open and page.view:is_shared() then page:close_view() end
  page:leave()
end

---:SvvsStop
function M.stop()
  if not svvs.stop(failures.report) then failures.say('no server is running', vim.log.levels.WARN) end
end

---:SvvsAttach [name]
M.attach = attaching.attach

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
  return complete(lead, line, names_of(server.screens), function(type)
    return words_for(screens.named(server.screens, type).asks, known_params())
  end)
end

---Completes the names of the running shared servers.
function M.complete.attach(lead) return starting_with(lead, svvs.names()) end

---Completes the actions of the current view, and their arguments.
function M.complete.call(lead, line)
  local page = current_page()
  if not page then return {} end
  return complete(lead, line, names_of(screens.offered(page.screen)), function(name)
    return words_for(screens.named(page.screen.actions, name).asks)
  end)
end

---Completes the properties that can be set.
function M.complete.set(lead, line)
  local page = current_page()
  local fields = page and vim.tbl_filter(function(part) return part.editable end, page.screen.parts)
  return complete(lead, line, names_of(fields), function() return {} end)
end

return M

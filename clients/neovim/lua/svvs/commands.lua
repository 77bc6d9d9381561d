---The commands.
local act = require('svvs.act')
local ask = require('svvs.ask')
local buffers = require('svvs.buffer')
local failures = require('svvs.failure')
local format = require('svvs.format')
local hints = require('svvs.hints')
local parse = require('svvs.parse')
local sessions = require('svvs.session')
local svvs = require('svvs')

local M = {}
local PATIENCE = 300 -- milliseconds until it is shown that the server is being started

-- The page of the current buffer, if its view is open; otherwise says that there is none.
local function current()
  local page = buffers.page(0)
  if page and page.view.is_open then return page end
  failures.say('this buffer shows no open view: :SvvsOpen opens one')
end

-- Shows what is waited for, if the server does not introduce itself at once.
local function show_start(server)
  local is_shown = false
  vim.defer_fn(function()
    if server.ready.done or vim.fn.mode() == 'c' then return end
    local text = format.clean('svvs: starting ' .. table.concat(server.options.command, ' ') .. '…')
    vim.api.nvim_echo({ { format.fit(text, vim.v.echospace) } }, false, {})
    is_shown = true
  end, PATIENCE)
  server.ready:finally(function(trouble)
    if is_shown and not trouble and vim.fn.mode() ~= 'c' then vim.cmd("echo ''") end
  end)
end

-- Calls the function with a server that has introduced itself.
local function with_server(options, use)
  local server, err = svvs.start(options)
  if not server then return failures.say(err) end
  if not server.ready.done then show_start(server) end
  server.ready:finally(function(trouble)
    if trouble then return failures.report(trouble) end
    use(server)
  end)
end

---The words that can be typed for fields, without their values but those that are known.
---@param fields svvs.Field[]
---@param known table<string, any>?
---@return string[]
function M.words_for(fields, known)
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

---The parameters of the view in the current buffer: the next one is often of the same thing.
---@return table<string, any>
function M.known_params()
  local page = buffers.page(0)
  return page and page.view.params or {}
end

-- The number in the history of the command that has just been entered with these arguments, as they were typed; nil if
-- it did not come from the command line.
local function entry_of(arguments)
  local number = vim.fn.histnr('cmd')
  return vim.fn.histget('cmd', number):find(arguments, 1, true) and number or nil
end

-- The values in words such as `id=A`; otherwise says what is wrong, and first of all what is secret.
local function parse_words(words, fields, entry)
  local by_name, values = {}, {}
  for _, field in ipairs(fields) do
    by_name[field.name] = field
  end
  for _, word in ipairs(words) do
    local field = by_name[word:match('^(.-)=')]
    if field and field.access == 'write' then return failures.refuse_secret(field.name, entry) end
  end
  for _, word in ipairs(words) do
    local name, text = word:match('^(.-)=(.*)$')
    local field = by_name[name]
    if not field then
      return failures.say(("'%s' is not one of: %s"):format(word, table.concat(M.words_for(fields), ', ')))
    end
    local value, problem = parse.value(field, text)
    if problem then return failures.say(problem) end
    values[name] = value
  end
  return values
end

---:SvvsStart [argument…]
function M.start(words)
  if svvs.server() then return failures.say('the server is running already', vim.log.levels.WARN) end
  local command, err = svvs.command()
  if not command then return failures.say(err) end
  with_server({ command = vim.list_extend(command, words) }, function(server)
    local info = server.info.serverInfo
    failures.say(('%s %s is running'):format(info.name, info.version), vim.log.levels.INFO)
  end)
end

---:SvvsOpen[!] [type] [name=value…]
---@param words string[]
---@param typed string the same as it was typed
---@param is_another boolean? whether a view that is open already is not shown instead
function M.open(words, typed, is_another)
  -- When the server is there, people may have entered other commands.
  local entry, known = entry_of(typed), M.known_params()
  with_server(nil, function(server)
    local picked = table.remove(words, 1)
    local type = picked or server.schema:start()
    if not server.schema:has(type) then return failures.say(("there is no view type '%s'"):format(type)) end
    local given = parse_words(words, server.schema:params(type), entry)
    if not given then return end
    local fields = hints.asked_params(server.schema, type, given, picked ~= nil)
    ask.values(fields, given, function(field) return { default = known[field.name] } end, function(params)
      local session = sessions.shared_of(server.connection)
      local options = { params = params, session = session and session.id }
      if not is_another then return buffers.visit(server, type, options) end
      options.callback = failures.report
      buffers.show(server, type, options)
    end)
  end)
end

---:SvvsCall[!] {action} [name=value…]
---@param words string[]
---@param typed string the same as it was typed
---@param asks_all boolean
function M.call(words, typed, asks_all)
  local action, page = table.remove(words, 1), current()
  if not page then return end
  local type = page.view.type
  if not vim.tbl_contains(page.schema:actions(type), action) then
    return failures.say(("%s has no action '%s'"):format(type, action))
  end
  local given = parse_words(words, page.schema:arguments(type, action), entry_of(typed))
  if given then act.call(page, action, given, asks_all) end
end

---:SvvsSet {property} [value]
function M.set(text)
  local name, separator, value = text:match('^(%S+)(%s?)(.*)$')
  local page = current()
  if not page then return end
  if separator == '' then return act.edit(page, name) end
  act.set(page, name, value, entry_of(text))
end

---:SvvsClose
function M.close()
  local page = buffers.page(0)
  if not page then return failures.say('this buffer shows no view') end
  local view = page.view
  if view.is_open and view:is_shared() then view:close(failures.report) end
  buffers.leave(page)
end

---:SvvsStop
function M.stop()
  if not svvs.stop(failures.report) then failures.say('no server is running', vim.log.levels.WARN) end
end

return M

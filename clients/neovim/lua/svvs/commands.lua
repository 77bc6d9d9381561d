---The commands and their completion.
local act = require('svvs.act')
local ask = require('svvs.ask')
local buffers = require('svvs.buffer')
local failures = require('svvs.failure')
local schemas = require('svvs.schema')
local sessions = require('svvs.session')
local svvs = require('svvs')

local M = {}
local PATIENCE = 2000 -- milliseconds that a completion waits for the server to introduce itself

-- The view of the current buffer; otherwise says that there is none.
local function current()
  local view, schema = buffers.of(0)
  if not view then failures.say('this buffer shows no open view: :SvvsOpen opens one') end
  return view, schema
end

-- Calls the function with a server that has introduced itself.
local function with_server(options, use)
  local server, err = svvs.start(options)
  if not server then return failures.say(err) end
  server.ready:finally(function(trouble)
    if trouble then return failures.report(trouble) end
    use(server)
  end)
end

-- The words that can be typed for fields, without their values.
local function words_for(fields)
  local words = {}
  for _, field in ipairs(fields) do
    if field.access ~= 'write' then table.insert(words, field.name .. '=') end
  end
  return words
end

-- The values in words such as `id=A`; nil and the problem otherwise.
local function parse_words(words, fields)
  local by_name, values = {}, {}
  for _, field in ipairs(fields) do
    by_name[field.name] = field
  end
  for _, word in ipairs(words) do
    local name, text = word:match('^(.-)=(.*)$')
    local field = by_name[name]
    if not field then return nil, ("'%s' is not one of: %s"):format(word, table.concat(words_for(fields), ', ')) end
    if field.access == 'write' then return nil, name .. ' is secret: leave it out here, and it is asked for' end
    local value, problem = schemas.parse(field, text)
    if problem then return nil, problem end
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

---:SvvsOpen {type} [name=value…]
function M.open(words)
  local type = table.remove(words, 1)
  with_server({}, function(server)
    if not vim.tbl_contains(server.schema:view_types(), type) then
      return failures.say(("there is no view type '%s'"):format(type))
    end
    local fields = server.schema:params(type)
    local given, problem = parse_words(words, fields)
    if not given then return failures.say(problem) end
    ask.values(fields, given, {}, function(params)
      local session = sessions.shared_of(server.connection)
      local options = { params = params, session = session and session.id, callback = failures.report }
      buffers.show(server, type, options)
    end)
  end)
end

---:SvvsCall {action} [name=value…]
function M.call(words)
  local action = table.remove(words, 1)
  local view, schema = current()
  if not view then return end
  if not vim.tbl_contains(schema:actions(view.type), action) then
    return failures.say(("%s has no action '%s'"):format(view.type, action))
  end
  local given, problem = parse_words(words, schema:arguments(view.type, action))
  if not given then return failures.say(problem) end
  act.call(view, schema, action, given)
end

---:SvvsSet {property} [value]
function M.set(text)
  local name, separator, value = text:match('^(%S+)(%s?)(.*)$')
  local view, schema = current()
  if not view then return end
  if separator == '' then return act.edit(view, schema, name) end
  act.set(view, schema, name, value)
end

---:SvvsClose
function M.close()
  local buffer = vim.api.nvim_get_current_buf()
  local view = buffers.of(buffer)
  if not buffers.is_shown_in(buffer) then return failures.say('this buffer shows no view') end
  if view and view:is_shared() then view:close(failures.report) end
  vim.api.nvim_buf_delete(buffer, { force = true })
end

---:SvvsStop
function M.stop()
  if not svvs.stop(failures.report) then failures.say('no server is running', vim.log.levels.WARN) end
end

-- Completes the first word behind a command by the names that there are, and the others by what belongs to that name.
local function complete(lead, line, names, words_behind)
  local first, is_further = line:match('^%s*%S+%s+(%S+)(%s?)')
  local words = names
  if is_further == ' ' then words = vim.tbl_contains(names, first) and words_behind(first) or {} end
  return vim.tbl_filter(function(word) return vim.startswith(word, lead) end, words)
end

---Completes view types, and the parameters of the one that is there, of a server that is started if none is running.
function M.complete_open(lead, line)
  local server = svvs.start()
  if not server or not server.ready:wait(PATIENCE) then return {} end
  local schema = server.schema
  return complete(lead, line, schema:view_types(), function(type) return words_for(schema:params(type)) end)
end

---Completes the names of the shared servers that there are.
function M.complete_attach(lead)
  return vim.tbl_filter(function(name) return vim.startswith(name, lead) end, svvs.names())
end

---Completes the actions of the current view, and the arguments of the one that is there.
function M.complete_call(lead, line)
  local view, schema = buffers.of(0)
  if not view then return {} end
  return complete(lead, line, schema:actions(view.type), function(action)
    return words_for(schema:arguments(view.type, action))
  end)
end

---Completes the properties that can be set, and the values of those that have few.
function M.complete_set(lead, line)
  local view, schema = buffers.of(0)
  if not view then return {} end
  local names, choices = {}, {}
  for _, field in ipairs(schema:properties(view.type)) do
    if field.access ~= 'read' then table.insert(names, field.name) end
    choices[field.name] = field.kind.choices
  end
  return complete(lead, line, names, function(name) return choices[name] or {} end)
end

return M

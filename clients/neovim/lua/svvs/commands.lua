---The commands and their completion.
local act = require('svvs.act')
local ask = require('svvs.ask')
local report = require('svvs.report')
local svvs = require('svvs')
local views = require('svvs.view')

local M = {}
local PATIENCE = 2000 -- milliseconds that a completion waits for the server to introduce itself

-- The view of the current buffer; otherwise says that there is none.
local function current()
  local view, schema = views.of(0)
  if not view then report.say('this buffer shows no open view: :SvvsOpen opens one') end
  return view, schema
end

-- Calls the function with a server that has introduced itself.
local function with_server(use)
  local server, err = svvs.start()
  if not server then return report.say(err) end
  server.ready:finally(function(trouble)
    if trouble then return report.failure(trouble) end
    use(server)
  end)
end

---:SvvsStart [argument…]
function M.start(words)
  if svvs.server() then return report.say('the server is running already', vim.log.levels.WARN) end
  local command, err = svvs.command()
  if not command then return report.say(err) end
  local server
  server, err = svvs.start({ command = vim.list_extend(vim.list_slice(command), words) })
  if not server then return report.say(err) end
  server.ready:finally(function(trouble)
    if trouble then return report.failure(trouble) end
    local info = server.info.serverInfo
    report.say(('%s %s is running'):format(info.name, info.version), vim.log.levels.INFO)
  end)
end

---:SvvsOpen {type} [name=value…]
function M.open(words)
  local type = table.remove(words, 1)
  with_server(function(server)
    if not vim.tbl_contains(server.schema:view_types(), type) then
      return report.say(("there is no view type '%s'"):format(type))
    end
    local fields = server.schema:params(type)
    local given, problem = ask.parse_words(words, fields)
    if not given then return report.say(problem) end
    ask.values(fields, given, {}, function(params)
      views.show(server, type, { params = params, callback = report.failure })
    end)
  end)
end

---:SvvsCall {action} [name=value…]
function M.call(words)
  local action = table.remove(words, 1)
  local view, schema = current()
  if not view then return end
  if not vim.tbl_contains(schema:actions(view.type), action) then
    return report.say(("%s has no action '%s'"):format(view.type, action))
  end
  local given, problem = ask.parse_words(words, schema:arguments(view.type, action))
  if not given then return report.say(problem) end
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
  if not views.is_shown_in(buffer) then return report.say('this buffer shows no view') end
  vim.api.nvim_buf_delete(buffer, { force = true })
end

---:SvvsStop
function M.stop()
  if not svvs.stop(report.failure) then report.say('no server is running', vim.log.levels.WARN) end
end

local function matching(lead, words)
  return vim.tbl_filter(function(word) return vim.startswith(word, lead) end, words)
end

-- Whether the word that is being completed is the first behind the command.
local function is_first(line) return not line:find('%S+%s+%S+%s') end

---Completes view types, and the parameters of the one that is there, of a server that is started if none is running.
function M.complete_open(lead, line)
  local server = svvs.start()
  if not server or not server.ready:wait(PATIENCE) then return {} end
  local schema = server.schema
  if is_first(line) then return matching(lead, schema:view_types()) end
  local type = line:match('%S+%s+(%S+)')
  local is_known = vim.tbl_contains(schema:view_types(), type)
  return is_known and matching(lead, ask.words_for(schema:params(type))) or {}
end

---Completes the actions of the current view, and the arguments of the one that is there.
function M.complete_call(lead, line)
  local view, schema = views.of(0)
  if not view then return {} end
  local actions = schema:actions(view.type)
  if is_first(line) then return matching(lead, actions) end
  local action = line:match('%S+%s+(%S+)')
  if not vim.tbl_contains(actions, action) then return {} end
  return matching(lead, ask.words_for(schema:arguments(view.type, action)))
end

---Completes the properties that can be set, and the values of those that have few.
function M.complete_set(lead, line)
  local view, schema = views.of(0)
  if not view then return {} end
  local chosen, names = line:match('%S+%s+(%S+)'), {}
  for _, field in ipairs(schema:properties(view.type)) do
    if not is_first(line) and field.name == chosen then
      return matching(lead, field.kind.choices or field.kind.name == 'boolean' and { 'true', 'false' } or {})
    end
    if field.access ~= 'read' then table.insert(names, field.name) end
  end
  return is_first(line) and matching(lead, names) or {}
end

return M

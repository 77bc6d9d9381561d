---The completion of the commands.
local buffers = require('svvs.buffer')
local commands = require('svvs.commands')
local format = require('svvs.format')
local hints = require('svvs.hints')
local svvs = require('svvs')

local M = {}
local PATIENCE = 2000 -- milliseconds that a completion waits for the server to introduce itself
local MOST = 1000 -- words that are offered

local function starting_with(lead, words)
  return vim.tbl_filter(function(word) return vim.startswith(word, lead) end, words)
end

-- Completes the first word behind a command by the names that there are, and the others by what belongs to that name.
local function complete(lead, line, names, words_behind)
  local first, is_further = line:match('^%s*%S+%s+(%S+)(%s?)')
  local words = names
  if is_further == ' ' then words = vim.tbl_contains(names, first) and words_behind(first) or {} end
  return starting_with(lead, words)
end

-- The page of the current buffer, if its view is open.
local function current()
  local page = buffers.page(0)
  return page and page.view.is_open and page or nil
end

---Completes view types, and the parameters of the one that is there, of a server that is started if none is running.
function M.open(lead, line)
  local server = svvs.start()
  if not server or not server.ready:wait(PATIENCE) then return {} end
  local schema = server.schema
  return complete(lead, line, schema:view_types(), function(type)
    return commands.words_for(schema:params(type), commands.known_params())
  end)
end

---Completes the names of the shared servers that there are.
function M.attach(lead) return starting_with(lead, svvs.names()) end

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

---Completes the actions of the current view, the arguments of the one that is there, and their values.
function M.call(lead, line)
  local page = current()
  if not page then return {} end
  local schema, view = page.schema, page.view
  return complete(lead, line, schema:actions(view.type), function(action)
    local fields = schema:arguments(view.type, action)
    for _, field in ipairs(fields) do
      local is_meant = field.access ~= 'write' and vim.startswith(lead, field.name .. '=')
      if is_meant then return values_of(field, view.state) end
    end
    return commands.words_for(fields)
  end)
end

---Completes the properties that can be set, and the values of those that have few.
function M.set(lead, line)
  local page = current()
  if not page then return {} end
  local names, choices = {}, {}
  for _, field in ipairs(page.schema:properties(page.view.type)) do
    if field.access ~= 'read' then table.insert(names, field.name) end
    choices[field.name] = field.kind.choices
  end
  return complete(lead, line, names, function(name) return choices[name] or {} end)
end

return M

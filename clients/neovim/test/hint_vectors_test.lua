-- The vectors for hints, by the functions with which the pages follow them.
local T = require('test.tap')
local rules = require('svvs.arguments')
local format = require('svvs.format')
local hints = require('svvs.hints')
local json = require('svvs.json')
local schemas = require('svvs.schema')

local EVENTS = { 'begun', 'picked', 'opened', 'joined', 'changed', 'got', 'chosen', 'called', 'settled', 'refused',
  'entered', 'returned', 'submitted', 'cancelled' }

-- Left out: joined views are not asked for an action to call, and the focus is that of a prompt.
local LEFT_OUT = { joined = { calls = true }, submitted = { focus = true } }

local function map(list, function_of)
  local found = vim.empty_dict()
  for _, one in ipairs(list) do
    local key, value = function_of(one)
    if value ~= nil then found[key] = value end
  end
  return json.mark_object(found)
end

local function names(fields) return vim.tbl_map(function(field) return field.name end, fields) end
local function titles_of(fields) return map(fields, function(field) return field.name, field.title end) end

local function secrets(fields)
  return names(vim.tbl_filter(function(field) return field.access == 'write' end, fields))
end

local Runner = {}
Runner.__index = Runner

local function runner_of(case)
  local self = setmetatable({ schema = schemas.new(case.text), type = case.type, state = case.state or {} }, Runner)
  self.event, self.value = next(case.when or {})
  assert(not self.event or vim.tbl_contains(EVENTS, self.event), 'not an event: ' .. tostring(self.event))
  return self
end

-- The results of a function for the arguments of each action of the view type.
function Runner:by_action(function_of)
  return map(self.schema:actions(self.type), function(action)
    return action, function_of(self.schema:arguments(self.type, action))
  end)
end

-- The results of a function for the members of the records of each property.
function Runner:by_property(function_of)
  return map(self.schema:properties(self.type), function(field)
    local kind = field.kind.name == 'array' and self.schema:element_kind(field.kind) or field.kind
    return field.name, function_of(self.schema:members(kind))
  end)
end

function Runner:start() return self.schema:start() or vim.NIL end

function Runner:order()
  local schema, type = self.schema, self.type
  return {
    viewTypes = schema:view_types(),
    params = names(schema:params(type)),
    properties = names(schema:properties(type)),
    actions = schema:actions(type),
    arguments = self:by_action(names),
    members = self:by_property(names),
  }
end

function Runner:titles()
  local schema, type = self.schema, self.type
  return {
    viewType = schema:title(type),
    params = titles_of(schema:params(type)),
    properties = titles_of(schema:properties(type)),
    actions = map(schema:actions(type), function(action) return action, schema:action_title(type, action) end),
    arguments = self:by_action(titles_of),
    members = self:by_property(titles_of),
  }
end

function Runner:secrets()
  local schema, type = self.schema, self.type
  return {
    params = secrets(schema:params(type)),
    properties = secrets(schema:properties(type)),
    arguments = self:by_action(secrets),
  }
end

function Runner:busy()
  return names(vim.tbl_filter(function(field)
    return hints.is_busy(field, self.state[field.name])
  end, self.schema:properties(self.type)))
end

function Runner:errors()
  return map(self.schema:properties(self.type), function(field)
    local value = self.state[field.name]
    return field.name, hints.is_error(field, value) and value or nil
  end)
end

function Runner:filters()
  return map(self.schema:properties(self.type), function(field) return field.name, field.filters end)
end

function Runner:rowActions()
  return map(self.schema:properties(self.type), function(field)
    return field.name, field.kind.name == 'array' and rules.actions(self.schema, self.type, field.name) or nil
  end)
end

function Runner:offers()
  return self:by_action(function(fields)
    return map(fields, function(field) return field.name, rules.candidates(field, self.state) end)
  end)
end

function Runner:subtitle() return hints.subtitle(self.schema, self.type, self.state) or vim.NIL end

function Runner:shown()
  local fields = vim.tbl_filter(function(field)
    return hints.is_shown(field, self.state[field.name])
  end, self.schema:properties(self.type))
  return {
    properties = names(fields),
    members = self:by_property(function(members) return names(hints.columns(members)) end),
  }
end

function Runner:formats()
  local function formats_of(fields) return map(fields, function(field) return field.name, field.format end) end
  return { properties = formats_of(self.schema:properties(self.type)), members = self:by_property(formats_of) }
end

function Runner:values()
  return map(self.schema:properties(self.type), function(field)
    return field.name, (format.text(field, self.state[field.name]))
  end)
end

function Runner:leavesOut()
  return self:by_property(function(members) return names(hints.left_out(hints.columns(members))) end)
end

function Runner:cancellable()
  return vim.tbl_filter(function(action)
    return self.schema:is_cancellable(self.type, action)
  end, self.schema:actions(self.type))
end

function Runner:row(place)
  local value = self.state[place.property]
  return place.row and value[place.row + 1] or value
end

-- The action of a call, the values that its place supplies, and the fields that it asks for.
function Runner:call()
  local value, at = self.value, self.value.at
  local action, given = value.action, nil
  if at then given = rules.given(self.schema, self.type, action, at.property, self:row(at)) end
  if self.event == 'entered' then action, given = rules.entered(self.schema, self.type, value) end
  if not action then return nil end
  return action, given or {}, rules.asked(self.schema:arguments(self.type, action), given or {}, value.all)
end

function Runner:asks()
  if self.event == 'called' or self.event == 'entered' then return names(select(3, self:call())) end
  return names(rules.asked(self.schema:params(self.type), {}))
end

function Runner:calls()
  if self.event == 'opened' then
    local action = self.schema:on_appear(self.type)
    return action and { action = action, arguments = vim.empty_dict() } or vim.NIL
  end
  if self.event == 'cancelled' then
    local field = hints.cancellable_work(self.schema, self.type, self.state)
    return field and { action = field.cancel_action, arguments = vim.empty_dict() } or vim.NIL
  end
  if self.event == 'submitted' then
    local field = self.schema:property(self.type, self.value.property)
    return { action = field.submits, arguments = vim.empty_dict() }
  end
  local action, given, fields = self:call()
  if not action then return vim.NIL end
  local arguments = rules.answered(fields, given, self.value.answers or {})
  return { action = action, arguments = json.object(arguments) }
end

function Runner:opens()
  local schema, type, state, value, event = self.schema, self.type, self.state, self.value, self.event
  local ways
  if event == 'chosen' then
    ways = { hints.chosen(schema, schema:property(type, value.property), self:row(value)) }
  elseif event == 'settled' or event == 'refused' then
    local err = event == 'refused' and {} or nil
    ways = { hints.settled(schema, type, value.action, value.arguments, state, err) }
  else
    local is_change = event == 'changed' or event == 'got'
    local after = vim.tbl_extend('force', state, is_change and value or {})
    ways = hints.changed(schema, type, is_change and state or {}, after)
  end
  return vim.tbl_map(function(way) return { type = way.type, params = json.object(way.params) } end, ways)
end

function Runner:sets()
  local name = self.value.property
  if self.event == 'submitted' then
    return json.object({ [name] = self.value.value })
  end
  return json.object(hints.returned(self.schema:property(self.type, name), self.state[name]))
end

-- The members of a result that a case names.
local function wanted(result, found, expected)
  local parts = {}
  if not vim.tbl_contains({ 'order', 'titles', 'secrets', 'shown', 'formats', 'values' }, result) then return found end
  for part, one in pairs(expected) do
    parts[part] = found[part]
    if type(one) == 'table' and not json.is_array(one) then
      parts[part] = map(vim.tbl_keys(one), function(name) return name, found[part][name] end)
    end
  end
  return parts
end

local function check(case)
  local runner = runner_of(case)
  for result, expected in pairs(case['then']) do
    if not (LEFT_OUT[runner.event or 'none'] or {})[result] then
      local found = wanted(result, assert(runner[result], 'not a result: ' .. result)(runner), expected)
      T.equal({ result, json.encode(found) }, { result, json.encode(expected) })
    end
  end
end

-- The texts of the documents of the cases in a file, because the order of members counts.
local function documents(text)
  local found = {}
  for document in text:gmatch('\n      "document": (%b{})') do
    table.insert(found, ('{"result":%s}'):format(document))
  end
  return found
end

-- Two patterns, because Neovim lets the user's shell expand braces, which dash does not.
local files = vim.fn.glob('../../schemas/vectors/hints/*.json', true, true)
vim.list_extend(files, vim.fn.glob('../../schemas/vectors/screens/*.json', true, true))
-- Left out: where a page scrolls depends on its window; `scroll_vectors_test.lua` has one.
files = vim.tbl_filter(function(path) return not path:find('scrolling', 1, true) end, files)
assert(#files > 0, 'no vectors')
for _, path in ipairs(files) do
  local text = table.concat(vim.fn.readfile(path), '\n')
  local cases, texts = json.decode(text).cases, documents(text)
  T.equal(#texts, #cases)
  for index, case in ipairs(cases) do
    case.text = texts[index]
    T.test(vim.fn.fnamemodify(path, ':t:r') .. ': ' .. case.name, function() check(case) end)
  end
end

T.done()

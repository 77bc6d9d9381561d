---Paints a view: lines of text out of its schema and state. It touches no buffer.
local json = require('svvs.json')

local M = {}

---@class svvs.Line
---@field text string
---@field key string what the line shows, for the cursor to stay on when lines come and go
---@field marks {[1]: integer, [2]: integer, [3]: string}[] first byte, byte behind the last, highlight group
---@field target svvs.Target? what acting on the line acts on

---@class svvs.Target
---@field kind 'property'|'action'|'element'
---@field name string
---@field value any of an element

---A value on one line, as JSON with the members in the order of the schema.
---@param schema svvs.Schema
---@param kind svvs.Kind?
---@param value any
---@return string
local function compact(schema, kind, value)
  if type(value) ~= 'table' or json.is_integer(value) then return json.encode(value) end
  local parts = {}
  if json.is_array(value) then
    for index, element in ipairs(value) do
      parts[index] = compact(schema, schema:element_kind(kind), element)
    end
    return '[' .. table.concat(parts, ', ') .. ']'
  end
  for index, name in ipairs(schema:members(kind, value)) do
    parts[index] = json.encode(name) .. ': ' .. compact(schema, schema:member_kind(kind, name), value[name])
  end
  return '{' .. table.concat(parts, ', ') .. '}'
end

local Painter = {}
Painter.__index = Painter

-- Adds a line of pieces, each a text and perhaps a highlight group.
function Painter:line(key, target, pieces)
  local line = { key = key, target = target, marks = {}, text = '' }
  for _, piece in ipairs(pieces) do
    local text = piece[1]:gsub('[\r\n]', ' ')
    local from = #line.text
    line.text = line.text .. text
    if piece[2] then table.insert(line.marks, { from, #line.text, piece[2] }) end
  end
  table.insert(self.lines, line)
end

local function identity(element, index)
  local id = type(element) == 'table' and not json.is_array(element) and element.id
  return id and 'id ' .. tostring(id) or tostring(index)
end

-- What is in an object or an array, a line each.
function Painter:contents(kind, value, key, name)
  local schema = self.schema
  if json.is_array(value) then
    for index, element in ipairs(value) do
      local target = { kind = 'element', name = name, value = element }
      local text = compact(schema, schema:element_kind(kind), element)
      self:line(key .. '/' .. identity(element, index), target, { { '    - ', 'SvvsSign' }, { text, 'SvvsValue' } })
    end
    return
  end
  for _, member in ipairs(schema:members(kind, value)) do
    local text = compact(schema, schema:member_kind(kind, member), value[member])
    local pieces = { { '    ' }, { member, 'SvvsName' }, { ': ', 'SvvsSign' }, { text, 'SvvsValue' } }
    self:line(key .. '/' .. member, { kind = 'property', name = name }, pieces)
  end
end

function Painter:property(field, width)
  local name, value = field.name, self.view.state[field.name]
  local target, key = { kind = 'property', name = name }, 'property ' .. name
  local padding = (' '):rep(width - #name)
  local sign = field.access == 'read' and ' : ' or ' = '
  local pieces = { { '  ' }, { name, 'SvvsName' }, { padding .. sign, 'SvvsSign' } }
  if field.access == 'write' then
    table.insert(pieces, { '(secret)', 'SvvsDescription' })
    return self:line(key, target, pieces)
  end
  local is_nested = type(value) == 'table' and next(value) ~= nil and not json.is_integer(value)
  if is_nested then
    local count = json.is_array(value) and #value
    table.insert(pieces, { count and ('(%d)'):format(count) or '', 'SvvsDescription' })
  elseif value ~= nil then
    table.insert(pieces, { compact(self.schema, field.kind, value), 'SvvsValue' })
  end
  if self.view.stale[name] then table.insert(pieces, { ' (stale)', 'SvvsStale' }) end
  self:line(key, target, pieces)
  if is_nested then self:contents(field.kind, value, key, name) end
end

function Painter:action(name)
  local arguments = {}
  for index, field in ipairs(self.schema:arguments(self.view.type, name)) do
    arguments[index] = field.name .. (field.is_required and '' or '?')
  end
  self:line('action ' .. name, { kind = 'action', name = name }, {
    { '  ' },
    { '[' .. name .. ']', 'SvvsAction' },
    { #arguments > 0 and ' ' .. table.concat(arguments, ', ') or '', 'SvvsName' },
    { '  ' .. self.schema:action_description(self.view.type, name), 'SvvsDescription' },
  })
end

---The lines of a view.
---@param schema svvs.Schema
---@param view svvs.View
---@return svvs.Line[]
function M.lines(schema, view)
  local self = setmetatable({ schema = schema, view = view, lines = {} }, Painter)
  self:line('title', nil, { { view.type, 'SvvsTitle' }, { view.is_open and '' or ' (closed)', 'SvvsStale' } })
  self:line('description', nil, { { schema:description(view.type), 'SvvsDescription' } })
  self:line('gap 1', nil, {})
  local fields, width = schema:properties(view.type), 0
  for _, field in ipairs(fields) do
    width = math.max(width, #field.name)
  end
  for _, field in ipairs(fields) do
    self:property(field, width)
  end
  self:line('gap 2', nil, {})
  for _, name in ipairs(schema:actions(view.type)) do
    self:action(name)
  end
  return self.lines
end

return M

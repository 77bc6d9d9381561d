---The view types of a server, as `rpc.discover` describes them: properties, actions, parameters and hints.
local format = require('svvs.format')
local json = require('svvs.json')

---@class svvs.Schema
---@field private types table<string, table>
---@field private order string[]?
---@field private definitions table<string, table>
---@field private orders table<table, string[]>
local Schema = {}
Schema.__index = Schema

local M = {}

---@class svvs.Kind
---@field name 'string'|'integer'|'number'|'boolean'|'enum'|'array'|'object'|'any'
---@field is_nullable boolean
---@field choices string[]? all values, if there are few
---@field titles table<string, string>? the texts that people read instead of the values of an enumeration
---@field schema table

---A property, a parameter, an argument or a member of a record.
---@class svvs.Field
---@field name string
---@field title string
---@field description string
---@field kind svvs.Kind
---@field access 'read'|'write'|'both'
---@field is_control boolean whether the user sets this property: it is writable and does not open a view
---@field is_required boolean
---@field is_error boolean whether the value is an error message
---@field idle any[]? the values that mean that no work is in progress
---@field filters string? the array property that this property filters
---@field opens svvs.Destination? the view that it opens
---@field source {property: string, member: string?}? the array whose rows supply the argument
---@field shown 'never'|'whenTrue'|nil when the property is shown, if not always
---@field submits string? the action that Enter in this field calls
---@field scrolls_from_end boolean whether the array is read from its end
---@field scroll_target {property: string, member: string}? names the row of the array to scroll to
---@field cancel_action string? the action that cancels the work that the property indicates
---@field format string|{money: string}|nil the form of the value: `longText`, `date-time`, `uri` or an amount of money
---@field priority integer of the column in a table: a narrow table leaves out the lowest first

---@class svvs.Destination
---@field type string
---@field params table<string, string> the source of each parameter

---@param line string the reply to `rpc.discover`, unparsed, because the order of its members counts
---@return svvs.Schema
function M.new(line)
  local reply, orders = json.decode_ordered(line)
  local document, self = reply.result, setmetatable({ orders = orders }, Schema)
  self.types, self.order = document['x-viewTypes'], document['x-viewTypeOrder']
  self.definitions = (document.components or {}).schemas or {}
  assert(type(self.types) == 'table', 'a schema without view types')
  return self
end

-- The names of the members of an object: first in the named order, then the others as they are written.
local function names_of(self, members, order)
  local names, is_named, written = {}, {}, self.orders[members or false] or {}
  if not format.is_array(order) then return written end
  for _, name in ipairs(vim.list_extend(vim.list_slice(order), written)) do
    if members[name] ~= nil and not is_named[name] then table.insert(names, name) end
    is_named[name] = true
  end
  return names
end

---The view types, in the order of their declaration.
---@return string[]
function Schema:view_types() return names_of(self, self.types, self.order) end

---Whether there is such a view type.
---@param type string?
---@return boolean
function Schema:has(type) return self.types[type] ~= nil end

---@param type string
---@return string
function Schema:description(type) return self.types[type].description or '' end

---@param type string
---@return string
function Schema:title(type) return format.title(self.types[type].title, type) end

---The view type to begin with: the declared one, or else the first without parameters.
---@return string?
function Schema:start()
  local first
  for _, type in ipairs(self:view_types()) do
    if self.types[type].isStart == true then return type end
    local needs_nothing = vim.tbl_isempty(self:params(type))
    first = first or needs_nothing and type or nil
  end
  return first
end

---The action to call when a view appears.
---@param type string
---@return string?
function Schema:on_appear(type)
  local action = self.types[type].onAppear
  return (self.types[type].actions or {})[action or ''] and action
end

---@param schema table
---@return svvs.Kind
function Schema:kind(schema)
  local reference = schema['$ref']
  if reference then return self:kind(self.definitions[reference:match('[^/]+$')] or {}) end
  if schema.anyOf then
    for _, choice in ipairs(schema.anyOf) do
      if choice.type ~= 'null' then return vim.tbl_extend('force', self:kind(choice), { is_nullable = true }) end
    end
  end
  local choices = schema.enum or schema.type == 'boolean' and { 'true', 'false' } or nil
  local name = schema.enum and 'enum' or schema.type or 'any'
  local titles = schema.enum and format.is_record(schema['x-enumTitles']) and schema['x-enumTitles'] or nil
  return { name = name, is_nullable = false, choices = choices, titles = titles, schema = schema }
end

-- Ignores a hint whose view type does not exist.
local function destination(self, hint)
  if type(hint) ~= 'table' or not self:has(hint.type) then return nil end
  return { type = hint.type, params = type(hint.params) == 'table' and hint.params or {} }
end

-- Ignores a hint that does not name an array.
local function filtered(self, hint, others)
  local other = type(hint) == 'string' and others[hint]
  return other and self:kind(other).name == 'array' and hint or nil
end

local function source_of(hint)
  if type(hint) ~= 'table' or type(hint.property) ~= 'string' then return nil end
  return { property = hint.property, member = type(hint.member) == 'string' and hint.member or nil }
end

-- The form of a value; ignores a hint that does not fit the type.
local function format_of(kind, schema)
  local hint = schema['x-format'] or kind.schema['x-format']
  local is_text = kind.name == 'string'
  if hint == 'longText' then return is_text and hint or nil end
  if format.is_record(hint) and type(hint.money) == 'string' and hint.money:find('^%u%u%u$') then
    return (kind.name == 'integer' or kind.name == 'number') and { money = hint.money } or nil
  end
  local standard = is_text and (schema.format or kind.schema.format)
  return (standard == 'date-time' or standard == 'uri') and standard or nil
end

-- Ignores a hint that does not name a property and a member.
local function scroll_target(hint, others)
  local is_complete = format.is_record(hint) and others[hint.property] and type(hint.member) == 'string'
  return is_complete and { property = hint.property, member = hint.member } or nil
end

-- The action that a hint names, if it exists and requires no arguments.
local function action_named(actions, hint)
  local action = type(hint) == 'string' and actions and actions[hint]
  return action and not next((action.arguments or {}).required or {}) and hint or nil
end

-- When a value is shown. The hint is ignored where the user types, and for an error.
local function shown_of(schema, kind)
  local hint = schema['x-shown']
  if schema['x-error'] == true or schema['x-filters'] or schema['x-submits'] then return nil end
  return (hint == 'never' or hint == 'whenTrue' and kind.name == 'boolean') and hint or nil
end

local function priority_of(hint) return type(hint) == 'number' and hint % 1 == 0 and hint or 0 end

local function field_of(self, name, others, required, actions)
  local one = others[name]
  local opens, kind = destination(self, one['x-opens']), self:kind(one)
  local scrolls_from_end = kind.name == 'array' and one['x-scrollsFrom'] == 'end'
  return {
    name = name,
    title = format.title(one.title, name),
    description = one.description or '',
    kind = kind,
    access = one.readOnly and 'read' or one.writeOnly and 'write' or 'both',
    is_required = vim.tbl_contains(required or {}, name),
    is_error = one['x-error'] == true,
    idle = one['x-busyUnless'],
    filters = filtered(self, one['x-filters'], others),
    opens = opens,
    is_control = not one.readOnly and not opens,
    source = source_of(one['x-source']),
    shown = shown_of(one, kind),
    submits = not one.readOnly and action_named(actions, one['x-submits']) or nil,
    scrolls_from_end = scrolls_from_end,
    scroll_target = scrolls_from_end and scroll_target(one['x-scrollTarget'], others) or nil,
    cancel_action = one['x-busyUnless'] and action_named(actions, one['x-cancelAction']) or nil,
    format = format_of(kind, one),
    priority = priority_of(one['x-priority']),
  }
end

local function fields_of(self, schema)
  local fields = {}
  for _, name in ipairs(schema and names_of(self, schema.properties, schema.propertyOrder) or {}) do
    table.insert(fields, field_of(self, name, schema.properties, schema.required, schema.actions))
  end
  return fields
end

---The properties of a view type, in the order of its declaration.
---@param type string
---@return svvs.Field[]
function Schema:properties(type) return fields_of(self, self.types[type]) end

---The properties that the user sets.
---@param type string
---@return svvs.Field[]
function Schema:settable(type)
  return vim.tbl_filter(function(field) return field.is_control and field.shown ~= 'never' end, self:properties(type))
end

---The property whose value, or the member of whose value, tells which view of its type a view is.
---@param type string
---@return {property: string, member: string?}?
function Schema:subtitle(type)
  local hint = source_of(self.types[type].subtitle)
  return hint and (self.types[type].properties or {})[hint.property] and hint
end

---@param type string
---@param name string
---@return svvs.Field?
function Schema:property(type, name)
  local properties = self.types[type].properties or {}
  return properties[name] and field_of(self, name, properties, nil, self.types[type].actions)
end

---The parameters of a view type.
---@param type string
---@return svvs.Field[]
function Schema:params(type) return fields_of(self, self.types[type].params) end

---The names of the actions of a view type, in the order of its declaration.
---@param type string
---@return string[]
function Schema:actions(type) return names_of(self, self.types[type].actions, self.types[type].actionOrder) end

---@param type string
---@param action string
---@return string
function Schema:action_description(type, action) return self.types[type].actions[action].description or '' end

---@param type string
---@param action string
---@return string
function Schema:action_title(type, action) return format.title(self.types[type].actions[action].title, action) end

---The view that an action opens when it has settled.
---@param type string
---@param action string
---@return svvs.Destination?
function Schema:action_opens(type, action) return destination(self, self.types[type].actions[action].opens) end

---Whether to offer to cancel a call of an action.
---@param type string
---@param action string
---@return boolean
function Schema:is_cancellable(type, action) return self.types[type].actions[action].isCancellable ~= false end

-- The only array whose records have an `id`.
local function rows_with_id(self, type)
  local found
  for _, field in ipairs(self:properties(type)) do
    for _, member in ipairs(field.kind.name == 'array' and self:members(self:element_kind(field.kind)) or {}) do
      if member.name == 'id' and found then return nil end
      if member.name == 'id' then found = { property = field.name, member = 'id' } end
    end
  end
  return found
end

-- Ignores sources that are not arrays. Without a source, a single required argument `id` comes from rows that have one.
local function settle_sources(self, type, fields)
  local required = vim.tbl_filter(function(field) return field.is_required end, fields)
  for _, field in ipairs(fields) do
    local array = field.source and self:property(type, field.source.property)
    if field.source and not (array and array.kind.name == 'array') then field.source = nil end
  end
  local only = #required == 1 and required[1]
  if only and only.name == 'id' and not only.source then only.source = rows_with_id(self, type) end
  return fields
end

---The arguments of an action. An argument with the name of a write-only property is secret, too.
---@param type string
---@param action string
---@return svvs.Field[]
function Schema:arguments(type, action)
  local properties = self.types[type].properties or {}
  local fields = fields_of(self, self.types[type].actions[action].arguments)
  for _, field in ipairs(fields) do
    local property = properties[field.name]
    if property and property.writeOnly then field.access = 'write' end
  end
  return settle_sources(self, type, fields)
end

---The declared members of objects of this kind.
---@param kind svvs.Kind?
---@return svvs.Field[]
function Schema:members(kind) return fields_of(self, kind and kind.schema) end

---@param kind svvs.Kind?
---@return svvs.Kind?
function Schema:element_kind(kind)
  local items = kind and kind.schema.items
  return items and self:kind(items) or nil
end

return M

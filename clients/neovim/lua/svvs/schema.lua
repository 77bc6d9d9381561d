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
---@field choices string[]? all values, as a user types them, if there are few
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
  return { name = name, is_nullable = false, choices = choices, schema = schema }
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

local function field_of(self, name, others, required)
  local one = others[name]
  local opens = destination(self, one['x-opens'])
  return {
    name = name,
    title = format.title(one.title, name),
    description = one.description or '',
    kind = self:kind(one),
    access = one.readOnly and 'read' or one.writeOnly and 'write' or 'both',
    is_required = vim.tbl_contains(required or {}, name),
    is_error = one['x-error'] == true,
    idle = one['x-busyUnless'],
    filters = filtered(self, one['x-filters'], others),
    opens = opens,
    is_control = not one.readOnly and not opens,
    source = source_of(one['x-source']),
  }
end

local function fields_of(self, schema)
  local fields = {}
  for _, name in ipairs(schema and names_of(self, schema.properties, schema.propertyOrder) or {}) do
    table.insert(fields, field_of(self, name, schema.properties, schema.required))
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
  return vim.tbl_filter(function(field) return field.is_control end, self:properties(type))
end

---@param type string
---@param name string
---@return svvs.Field?
function Schema:property(type, name)
  local properties = self.types[type].properties or {}
  return properties[name] and field_of(self, name, properties)
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

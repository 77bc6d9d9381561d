---What the views of a server are made of, out of its `rpc.discover`.
local json = require('svvs.json')

---@class svvs.Schema
---@field private types table<string, table>
---@field private definitions table<string, table>
---@field private orders table<table, string[]>
local Schema = {}
Schema.__index = Schema

local M = {}

---@class svvs.Kind
---@field name 'string'|'integer'|'number'|'boolean'|'enum'|'array'|'object'|'any'
---@field is_nullable boolean
---@field choices string[]? all values, as they are typed, if they are few
---@field schema table

---@class svvs.Field
---@field name string
---@field kind svvs.Kind
---@field access 'read'|'write'|'both'
---@field is_required boolean

---@param line string the reply as it came, whose members have their order
---@return svvs.Schema
function M.new(line)
  local orders = setmetatable({}, { __mode = 'k' })
  local document = json.decode(line, orders).result
  local self = setmetatable({ orders = orders }, Schema)
  self.types, self.definitions = document['x-viewTypes'], document.components.schemas
  assert(type(self.types) == 'table', 'no view types')
  return self
end

---The names of the members of an object, as they were written.
local function names_of(self, members) return members and (self.orders[members] or vim.tbl_keys(members)) or {} end

---The view types, sorted.
---@return string[]
function Schema:view_types()
  local names = vim.tbl_keys(self.types)
  table.sort(names)
  return names
end

---@param type string
---@return string
function Schema:description(type) return self.types[type].description or '' end

---@param schema table
---@return svvs.Kind
function Schema:kind(schema)
  local reference = schema['$ref']
  if reference then return self:kind(self.definitions[reference:match('[^/]+$')]) end
  if schema.anyOf then
    for _, choice in ipairs(schema.anyOf) do
      if choice.type ~= 'null' then return vim.tbl_extend('force', self:kind(choice), { is_nullable = true }) end
    end
  end
  local choices = schema.enum or schema.type == 'boolean' and { 'true', 'false' } or nil
  local name = schema.enum and 'enum' or schema.type or 'any'
  return { name = name, is_nullable = false, choices = choices, schema = schema }
end

local function fields_of(self, schema)
  local fields = {}
  if not schema then return fields end
  for _, name in ipairs(names_of(self, schema.properties)) do
    local one = schema.properties[name]
    table.insert(fields, {
      name = name,
      kind = self:kind(one),
      access = one.readOnly and 'read' or one.writeOnly and 'write' or 'both',
      is_required = vim.tbl_contains(schema.required or {}, name),
    })
  end
  return fields
end

---The properties of a view type, in the order of its declaration.
---@param type string
---@return svvs.Field[]
function Schema:properties(type) return fields_of(self, self.types[type]) end

---The parameters of a view type.
---@param type string
---@return svvs.Field[]
function Schema:params(type) return fields_of(self, self.types[type].params) end

---The names of the actions of a view type, in the order of its declaration.
---@param type string
---@return string[]
function Schema:actions(type) return names_of(self, self.types[type].actions) end

---@param type string
---@param action string
---@return string
function Schema:action_description(type, action) return self.types[type].actions[action].description or '' end

---The arguments of an action. One with the name of a write-only property is as secret.
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
  return fields
end

---The names of the members of an object that is of this kind, as declared; those of the value otherwise, sorted.
---@param kind svvs.Kind?
---@param value table
---@return string[]
function Schema:members(kind, value)
  local declared = kind and kind.schema.properties
  if declared then
    return vim.tbl_filter(function(name) return value[name] ~= nil end, names_of(self, declared))
  end
  local names = vim.tbl_keys(value)
  table.sort(names)
  return names
end

---@param kind svvs.Kind?
---@param name string
---@return svvs.Kind?
function Schema:member_kind(kind, name)
  local declared = kind and kind.schema.properties and kind.schema.properties[name]
  return declared and self:kind(declared) or nil
end

---@param kind svvs.Kind?
---@return svvs.Kind?
function Schema:element_kind(kind)
  local items = kind and kind.schema.items
  return items and self:kind(items) or nil
end

local function parsed(kind, text)
  if kind.name == 'integer' then
    return text:find('^%-?[1-9]%d*$') and json.integer(text) or text == '0' and 0 or nil
  end
  if kind.name == 'number' then return tonumber(text) end
  if kind.name == 'boolean' then return ({ ['true'] = true, ['false'] = false })[text] end
  if kind.name == 'enum' then return vim.tbl_contains(kind.choices, text) and text or nil end
  local is_fine, value = pcall(json.decode, text)
  if is_fine then return value end
end

local EXPECTED = { integer = 'an integer', number = 'a number', boolean = 'true or false' }

---The value that a text typed for a field means: texts as they are, all else as in JSON, and nothing as null.
---@param field svvs.Field
---@param text string
---@return any value nil if it means none
---@return string? problem
function M.parse(field, text)
  local kind = field.kind
  if kind.is_nullable and text == '' then return vim.NIL end
  if kind.name == 'string' then return text end
  local value = parsed(kind, vim.trim(text))
  if value ~= nil then return value end
  local expected = EXPECTED[kind.name] or kind.choices and 'one of: ' .. table.concat(kind.choices, ', ') or 'JSON'
  return nil, ('%s must be %s'):format(field.name, expected)
end

return M

---Decides by the hints of a schema: the views to open, the actions of rows, and the values to ask for.
local format = require('svvs.format')
local json = require('svvs.json')

local M = {}

local function is_there(value) return value ~= nil and value ~= vim.NIL end

---Whether a property leads to another view by this value.
---@param field svvs.Field
---@param value any
---@return boolean
function M.leads(field, value)
  local kind = field.kind.name
  if not field.opens or kind == 'array' or kind == 'object' then return false end
  if format.is_array(value) or format.is_record(value) then return false end
  if kind == 'boolean' then return value == true end
  return is_there(value)
end

---Whether a property says that work is under way.
---@param field svvs.Field
---@param value any
---@return boolean
function M.is_busy(field, value)
  return format.is_array(field.idle) and value ~= nil and not vim.tbl_contains(field.idle, value)
end

---Whether a property has an error to show.
---@param field svvs.Field
---@param value any
---@return boolean
function M.is_error(field, value) return field.is_error and is_there(value) and value ~= '' end

-- Destinations

---@class svvs.Way
---@field type string
---@field params table
---@field property string? the property that leads there by its value

-- A destination with its parameters; nil if a required one has no value.
local function way(schema, destination, values)
  local params = {}
  if not destination then return nil end
  for param, name in pairs(destination.params) do
    if is_there(values[name]) then params[param] = values[name] end
  end
  for _, field in ipairs(schema:params(destination.type)) do
    if field.is_required and params[field.name] == nil then return nil end
  end
  return { type = destination.type, params = params }
end

---The view that a chosen row, or a chosen record, of a property opens.
---@param schema svvs.Schema
---@param field svvs.Field
---@param value any
---@return svvs.Way?
function M.chosen(schema, field, value)
  if not is_there(value) then return nil end
  return way(schema, field.opens, format.is_record(value) and value or {})
end

---The view that a property opens by the value that it has.
---@param schema svvs.Schema
---@param field svvs.Field
---@param state table
---@return svvs.Way?
function M.held(schema, field, state)
  return M.leads(field, state[field.name]) and way(schema, field.opens, state) or nil
end

---The views that the properties of a view open by a change of its state. A property without a value before opens none.
---@param schema svvs.Schema
---@param type string of the view
---@param before table
---@param after table
---@return svvs.Way[]
function M.changed(schema, type, before, after)
  local ways = {}
  for _, field in ipairs(schema:properties(type)) do
    local old = before[field.name]
    local is_other = field.opens and old ~= nil and not vim.deep_equal(old, after[field.name])
    local one = is_other and M.held(schema, field, after)
    if one then table.insert(ways, vim.tbl_extend('error', one, { property = field.name })) end
  end
  return ways
end

---The view that an action opens when its call has ended; nil if that was refused or cancelled.
---@param schema svvs.Schema
---@param type string of the view
---@param action string
---@param arguments table
---@param state table
---@param err svvs.Failure? why the call has not settled
---@return svvs.Way?
function M.settled(schema, type, action, arguments, state, err)
  if err then return nil end
  return way(schema, schema:action_opens(type, action), vim.tbl_extend('force', state, arguments))
end

---The properties to set when people come back from the view that a property has led to.
---@param field svvs.Field
---@param value any
---@return table properties
function M.returned(field, value)
  if field.access == 'read' or not M.leads(field, value) then return {} end
  if field.kind.name == 'boolean' then return { [field.name] = false } end
  return field.kind.is_nullable and { [field.name] = vim.NIL } or {}
end

-- Rows

-- The value that a row gives; nil if it has none.
local function value_of(source, row)
  local value = row
  if source.member then
    value = nil
    if format.is_record(row) then value = row[source.member] end
  end
  if value == vim.NIL then return nil end
  return value
end

-- The one required argument of an action of rows, which has a source.
local function row_argument(schema, type, action)
  local required = vim.tbl_filter(function(field) return field.is_required end, schema:arguments(type, action))
  return #required == 1 and required[1].source and required[1] or nil
end

---The arguments that an action is given by a row.
---@param schema svvs.Schema
---@param type string of the view
---@param action string
---@param array string the property that the row is in
---@param row any
---@return table arguments none if it is no action of the row
function M.given(schema, type, action, array, row)
  local field = row_argument(schema, type, action)
  if not field or field.source.property ~= array then return {} end
  return { [field.name] = value_of(field.source, row) }
end

---The actions of the rows of an array, in the order of their declaration.
---@param schema svvs.Schema
---@param type string of the view
---@param array string
---@return string[]
function M.actions(schema, type, array)
  return vim.tbl_filter(function(action)
    local field = row_argument(schema, type, action)
    return field ~= nil and field.source.property == array
  end, schema:actions(type))
end

---The member that names the rows of an array: what an action takes of them, or else `id`.
---@param schema svvs.Schema
---@param type string of the view
---@param array string
---@return string
function M.identity(schema, type, array)
  for _, action in ipairs(schema:actions(type)) do
    for _, field in ipairs(schema:arguments(type, action)) do
      local source = field.source
      if source and source.property == array and source.member then return source.member end
    end
  end
  return 'id'
end

-- Questions

---The values that rows give to an argument, each once; none to a secret.
---@param field svvs.Field
---@param state table
---@return any[]
function M.candidates(field, state)
  local values, is_known = {}, {}
  local rows = field.source and field.access ~= 'write' and state[field.source.property]
  if not rows or not format.is_array(rows) then return values end
  for _, row in ipairs(rows) do
    local value = value_of(field.source, row)
    local text = json.encode(value == nil and vim.NIL or value)
    if value ~= nil and not is_known[text] then table.insert(values, value) end
    is_known[text] = true
  end
  return values
end

---The fields to ask for: the required ones, or all if people want that, without those that are given.
---@param fields svvs.Field[]
---@param given table
---@param asks_all boolean?
---@return svvs.Field[]
function M.asked(fields, given, asks_all)
  return vim.tbl_filter(function(field)
    return given[field.name] == nil and (field.is_required or asks_all)
  end, fields)
end

---The parameters to ask for: all where people have picked the view type, none where one begins with it.
---@param schema svvs.Schema
---@param type string
---@param given table
---@param is_picked boolean
---@return svvs.Field[]
function M.asked_params(schema, type, given, is_picked)
  return is_picked and M.asked(schema:params(type), given, true) or {}
end

---The values that are given and those that were answered, without null for a field that is not required.
---@param fields svvs.Field[] those that were asked for
---@param given table
---@param answers table
---@return table values
function M.answered(fields, given, answers)
  local values = vim.tbl_extend('force', {}, given)
  for _, field in ipairs(fields) do
    local answer = answers[field.name]
    if is_there(answer) or field.is_required then values[field.name] = answer end
  end
  return values
end

return M

---What the hints of a schema mean for a state: where something leads, and which actions are of rows.
local format = require('svvs.format')

local M = {}

local function is_there(value) return value ~= nil and value ~= vim.NIL end

---Whether a property that leads to another view does so with this value.
---@param field svvs.Field
---@param value any
---@return boolean
function M.leads(field, value)
  if not field.opens or format.is_array(value) or format.is_record(value) then return false end
  if field.kind.name == 'boolean' then return value == true end
  return is_there(value)
end

---Whether a property says that work is under way.
---@param field svvs.Field
---@param value any
---@return boolean
function M.is_busy(field, value)
  return type(field.idle) == 'table' and value ~= nil and not vim.tbl_contains(field.idle, value)
end

---Whether a property has an error to show.
---@param field svvs.Field
---@param value any
---@return boolean
function M.is_error(field, value) return field.is_error and is_there(value) and value ~= '' end

---The parameters of the view that something leads to.
---@param schema svvs.Schema
---@param destination svvs.Destination
---@param values table by name: a row, or a state, perhaps with arguments
---@return table? params nil if one is missing that is required
function M.params(schema, destination, values)
  local params = {}
  for param, name in pairs(destination.params) do
    if is_there(values[name]) then params[param] = values[name] end
  end
  for _, field in ipairs(schema:params(destination.type)) do
    if field.is_required and params[field.name] == nil then return nil end
  end
  return params
end

-- What an argument is given by a row of the array; nil if nothing.
local function given_by(field, array, row)
  local source = field.source
  if not source or source.property ~= array or not field.is_required then return nil end
  if not source.member then return row end
  return type(row) == 'table' and row[source.member] or nil
end

-- Where nobody has declared a source: the member with the name of the argument.
local function guessed(field, row)
  return field.is_required and format.is_record(row) and row[field.name] or nil
end

local function has_sources(schema, type)
  for _, action in ipairs(schema:actions(type)) do
    for _, field in ipairs(schema:arguments(type, action)) do
      if field.source then return true end
    end
  end
  return false
end

---The arguments that an action is given by a row.
---@param schema svvs.Schema
---@param type string of the view
---@param action string
---@param array string the property that the row is in
---@param row any
---@return table arguments none if it is no action of the row
function M.given(schema, type, action, array, row)
  local given, may_guess = {}, not has_sources(schema, type)
  for _, field in ipairs(schema:arguments(type, action)) do
    local value = given_by(field, array, row)
    if value == nil and may_guess then value = guessed(field, row) end
    if is_there(value) then given[field.name] = value end
  end
  return given
end

---The actions of a row, in the order of their declaration.
---@param schema svvs.Schema
---@param type string of the view
---@param array string
---@param row any
---@return string[]
function M.actions(schema, type, array, row)
  return vim.tbl_filter(function(action)
    return next(M.given(schema, type, action, array, row)) ~= nil
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

---The values that rows give to an argument, with what tells them apart.
---@param field svvs.Field
---@param state table
---@return any[]
function M.candidates(field, state)
  local source, values = field.source, {}
  local rows = source and state[source.property]
  if not rows or not format.is_array(rows) then return values end
  for _, row in ipairs(rows) do
    local value = source.member and format.is_record(row) and row[source.member]
    if not source.member then value = row end
    if is_there(value) and value then table.insert(values, value) end
  end
  return values
end

return M

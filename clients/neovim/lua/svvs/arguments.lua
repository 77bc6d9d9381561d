---Decisions by the hints of a schema: which actions belong to rows, which one submits a form, which values to ask for.
local format = require('svvs.format')
local json = require('svvs.json')

local M = {}

local function is_there(value) return value ~= nil and value ~= vim.NIL end

-- Rows

-- The value that a row supplies; nil if it has none.
local function value_of(source, row)
  local value = row
  if source.member then
    value = nil
    if format.is_record(row) then value = row[source.member] end
  end
  if value == vim.NIL then return nil end
  return value
end

---The single required argument of an action of rows, which has a source.
---@param schema svvs.Schema
---@param type string of the view
---@param action string
---@return svvs.Field?
function M.row_argument(schema, type, action)
  local required = vim.tbl_filter(function(field) return field.is_required end, schema:arguments(type, action))
  return #required == 1 and required[1].source and required[1] or nil
end

---The arguments that a row supplies to an action.
---@param schema svvs.Schema
---@param type string of the view
---@param action string
---@param array string the property that the row is in
---@param row any
---@return table arguments empty if it is not an action of the row
function M.given(schema, type, action, array, row)
  local field = M.row_argument(schema, type, action)
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
    local field = M.row_argument(schema, type, action)
    return field ~= nil and field.source.property == array
  end, schema:actions(type))
end

---The member that identifies the rows of an array: the one that an action takes, or else `id`.
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

-- Forms

---The properties that the user types into.
---@param schema svvs.Schema
---@param type string of the view
---@return svvs.Field[]
function M.fields(schema, type)
  return vim.tbl_filter(function(field)
    local kind = field.kind.name
    local is_typed = kind == 'string' or kind == 'integer' or kind == 'number'
    local is_special = field.filters or field.is_error or field.submits or field.shown
    return field.is_control and is_typed and not is_special
  end, schema:properties(type))
end

---The values of the required arguments of an action that have the names of fields.
---@param schema svvs.Schema
---@param type string of the view
---@param action string
---@param values table the values of the fields
---@return table arguments
function M.field_values(schema, type, action, values)
  local arguments, is_field = {}, {}
  for _, field in ipairs(M.fields(schema, type)) do
    is_field[field.name] = true
  end
  for _, field in ipairs(schema:arguments(type, action)) do
    if field.is_required and is_field[field.name] then arguments[field.name] = values[field.name] end
  end
  return arguments
end

-- Whether an action takes the values of all fields.
local function takes_all(schema, type, action, fields)
  local is_taken = {}
  for _, field in ipairs(schema:arguments(type, action)) do
    is_taken[field.name] = true
  end
  for _, field in ipairs(fields) do
    if not is_taken[field.name] then return false end
  end
  return true
end

---The actions that may be for the form of a view: the only one is called after the last field.
---@param schema svvs.Schema
---@param type string of the view
---@return string[] actions
function M.form_actions(schema, type)
  local fields = M.fields(schema, type)
  if #fields == 0 then return {} end
  local actions = vim.tbl_filter(function(action)
    return action ~= schema:on_appear(type) and not M.row_argument(schema, type, action)
  end, schema:actions(type))
  local fitting = vim.tbl_filter(function(action) return takes_all(schema, type, action, fields) end, actions)
  if #fitting > 0 then return fitting end
  return vim.tbl_filter(function(action) return #M.asked(schema:arguments(type, action), {}) == 0 end, actions)
end

---The action to call after the last field of a form; nil if there is none, or if several qualify.
---@param schema svvs.Schema
---@param type string of the view
---@param values table the values of the fields
---@return string? action
---@return table? given the values of its arguments
function M.entered(schema, type, values)
  local fitting = M.form_actions(schema, type)
  if #fitting ~= 1 then return nil end
  return fitting[1], M.field_values(schema, type, fitting[1], values)
end

---The secret fields that an action can take, but that have no value yet.
---@param schema svvs.Schema
---@param type string of the view
---@param action string
---@param given table the values of its arguments
---@param is_entered table<string, boolean> whether a property was entered
---@return svvs.Field[]
function M.missing_secrets(schema, type, action, given, is_entered)
  local missing = {}
  for _, field in ipairs(M.fields(schema, type)) do
    local is_missing = field.access == 'write' and not is_entered[field.name] and given[field.name] == nil
    for _, argument in ipairs(is_missing and schema:arguments(type, action) or {}) do
      if argument.name == field.name then table.insert(missing, field) end
    end
  end
  return missing
end

-- Questions

---The values that rows offer for an argument, each once; none for a secret.
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

---The fields to ask for: the required ones, or all on request, except those with a value.
---@param fields svvs.Field[]
---@param given table
---@param asks_all boolean?
---@return svvs.Field[]
function M.asked(fields, given, asks_all)
  return vim.tbl_filter(function(field)
    return given[field.name] == nil and (field.is_required or asks_all)
  end, fields)
end

---The given values and the answers, without null for a field that is not required.
---@param fields svvs.Field[] the fields that were asked for
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

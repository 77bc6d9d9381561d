---Decisions by the hints of a schema: which views to open, which actions belong to rows, which values to ask for.
local format = require('svvs.format')
local json = require('svvs.json')

local M = {}

local function is_there(value) return value ~= nil and value ~= vim.NIL end

local function is_text_or_number(value)
  return type(value) == 'string' and value ~= '' or type(value) == 'number' or json.is_integer(value)
end

---Whether a property with this value opens another view.
---@param field svvs.Field
---@param value any
---@return boolean
function M.is_opening(field, value)
  local kind = field.kind.name
  if not field.opens or kind == 'array' or kind == 'object' then return false end
  if format.is_array(value) or format.is_record(value) then return false end
  if kind == 'boolean' then return value == true end
  return is_there(value)
end

---Whether a property indicates work in progress.
---@param field svvs.Field
---@param value any
---@return boolean
function M.is_busy(field, value)
  return format.is_array(field.idle) and value ~= nil and not vim.tbl_contains(field.idle, value)
end

---The first property that indicates work in progress, and names an action that cancels it.
---@param schema svvs.Schema
---@param type string of the view
---@param state table
---@return svvs.Field? field
function M.cancellable_work(schema, type, state)
  for _, field in ipairs(schema:properties(type)) do
    if field.cancel_action and M.is_busy(field, state[field.name]) then return field end
  end
end

---The text that filters the rows of an array; nil if none does.
---@param schema svvs.Schema
---@param type string of the view
---@param array string
---@param state table
---@return string?
function M.filter_of(schema, type, array, state)
  for _, field in ipairs(schema:properties(type)) do
    local text = state[field.name]
    if field.filters == array and _G.type(text) == 'string' and text ~= '' then return text end
  end
end

---Whether a property contains an error to show.
---@param field svvs.Field
---@param value any
---@return boolean
function M.is_error(field, value) return field.is_error and is_there(value) and value ~= '' end

---Whether a property or member with this value is shown. An error is shown only if there is one.
---@param field svvs.Field
---@param value any
---@return boolean
function M.is_shown(field, value)
  if field.is_error then return M.is_error(field, value) end
  return field.shown == nil or field.shown == 'whenTrue' and value == true
end

---The members that are columns of a table, or lines of a record.
---@param members svvs.Field[]
---@return svvs.Field[]
function M.columns(members)
  return vim.tbl_filter(function(member) return member.shown ~= 'never' end, members)
end

---The columns in the order in which a table that becomes narrower leaves them out.
---@generic T: {priority: integer}
---@param columns T[]
---@return T[]
function M.left_out(columns)
  local order, indexes = vim.list_slice(columns), {}
  for index, one in ipairs(columns) do
    indexes[one] = index
  end
  table.sort(order, function(a, b)
    if a.priority ~= b.priority then return a.priority < b.priority end
    return indexes[a] > indexes[b]
  end)
  return order
end

---The text that tells which view of its type a view is; nil if there is none.
---@param schema svvs.Schema
---@param type string of the view
---@param state table
---@return string?
function M.subtitle(schema, type, state)
  local hint = schema:subtitle(type)
  local value = hint and state[hint.property]
  local field = hint and schema:property(type, hint.property)
  if hint and hint.member then
    for _, member in ipairs(schema:members(field.kind)) do
      if member.name == hint.member then field = member end
    end
    value = format.is_record(value) and value[hint.member] or nil
  end
  return is_text_or_number(value) and format.text(field, value, 200) or nil
end

-- Destinations

---@class svvs.Opening
---@field type string
---@field params table
---@field property string? the property whose value opens it

-- A destination with its parameters; nil if a required parameter has no value.
local function opening(schema, destination, values)
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

---The view that opens when the user chooses a row, or the record, of a property.
---@param schema svvs.Schema
---@param field svvs.Field
---@param value any
---@return svvs.Opening?
function M.chosen(schema, field, value)
  if not is_there(value) then return nil end
  return opening(schema, field.opens, format.is_record(value) and value or {})
end

---The view that a property opens by its current value.
---@param schema svvs.Schema
---@param field svvs.Field
---@param state table
---@return svvs.Opening?
function M.held(schema, field, state)
  return M.is_opening(field, state[field.name]) and opening(schema, field.opens, state) or nil
end

---The views that a change of the state opens. A property that had no value before opens none.
---@param schema svvs.Schema
---@param type string of the view
---@param before table
---@param after table
---@return svvs.Opening[]
function M.changed(schema, type, before, after)
  local openings = {}
  for _, field in ipairs(schema:properties(type)) do
    local old = before[field.name]
    local is_other = field.opens and old ~= nil and not vim.deep_equal(old, after[field.name])
    local one = is_other and M.held(schema, field, after)
    if one then table.insert(openings, vim.tbl_extend('error', one, { property = field.name })) end
  end
  return openings
end

---The view that an action opens when its call has settled; nil if the call failed.
---@param schema svvs.Schema
---@param type string of the view
---@param action string
---@param arguments table
---@param state table
---@param err svvs.Failure? the failure of the call
---@return svvs.Opening?
function M.settled(schema, type, action, arguments, state, err)
  if err then return nil end
  return opening(schema, schema:action_opens(type, action), vim.tbl_extend('force', state, arguments))
end

---The properties to set when the user returns from the view that a property has opened.
---@param field svvs.Field
---@param value any
---@return table properties
function M.returned(field, value)
  if field.access == 'read' or not M.is_opening(field, value) then return {} end
  if field.kind.name == 'boolean' then return { [field.name] = false } end
  return field.kind.is_nullable and { [field.name] = vim.NIL } or {}
end

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

-- The single required argument of an action of rows, which has a source.
local function row_argument(schema, type, action)
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
    return action ~= schema:on_appear(type) and not row_argument(schema, type, action)
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

---The properties to set before the action of a field that submits by itself is called.
---@param field svvs.Field
---@param value any
---@param state table
---@return table properties
function M.submitted(field, value, state)
  return vim.deep_equal(state[field.name], value) and {} or { [field.name] = value }
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

-- Scrolling

---The index of the row that a property names as the one to scroll to; nil if there is none.
---@param field svvs.Field the array
---@param state table
---@return integer?
function M.target_row(field, state)
  local target, rows = field.scroll_target, state[field.name]
  local value = target and state[target.property]
  if not is_there(value) or not rows or not format.is_array(rows) then return nil end
  for index, row in ipairs(rows) do
    if format.is_record(row) and row[target.member] == value then return index end
  end
end

---The properties to set after scrolling to a row.
---@param schema svvs.Schema
---@param type string of the view
---@param field svvs.Field the array
---@return table properties
function M.scrolled(schema, type, field)
  local target = schema:property(type, field.scroll_target.property)
  if target.access == 'read' or not target.kind.is_nullable then return {} end
  return { [target.name] = vim.NIL }
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

---Decisions by the hints of a schema: which values to show, which views to open, where to scroll to.
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

---The properties that indicate work in progress.
---@param fields svvs.Field[]
---@param state table
---@return svvs.Field[]
function M.busy(fields, state)
  return vim.tbl_filter(function(field) return M.is_busy(field, state[field.name]) end, fields)
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

---The properties that filter the rows of an array now.
---@param fields svvs.Field[]
---@param array string
---@param state table
---@return svvs.Field[]
function M.active_filters(fields, array, state)
  return vim.tbl_filter(function(field)
    local value = state[field.name]
    return field.filters == array and is_there(value) and value ~= '' and value ~= false
  end, fields)
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

return M

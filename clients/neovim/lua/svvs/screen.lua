---The screens of an app, as `rpc.discover` describes them, and the decisions that a front end makes itself.
---`schemas/screens.schema.json` defines the members of screens, parts, actions and fields.
local format = require('svvs.format')
local json = require('svvs.json')

local M = {}
local DESCRIPTION = 2000 -- of a description or a question
local TITLE = 200 -- bytes of a title at most
local SWITCH = { { value = true, title = 'yes' }, { value = false, title = 'no' } }

---@class svvs.Value the kind of a value, and its form
---@field kind 'text'|'integer'|'number'|'switch'|'choice'|'record'|'rows'|'list'|'json'
---@field nullable boolean?
---@field format 'longText'|'stream'|'time'|'url'|'file'|nil
---@field money {currency: string, symbol: string?, digits: integer}?
---@field choices {value: any, title: string}[]?
---@field members svvs.Field[]? of a record
---@field columns svvs.Field[]? of rows
---@field label string? of rows: the column that names a row
---@field of svvs.Value? of the elements of a list

---@class svvs.Field: svvs.Value a parameter, an argument, a column, or a member of a record
---@field name string
---@field title string
---@field description string?
---@field optional boolean?
---@field mayBeEmpty boolean? whether a required text may be empty
---@field secret boolean?
---@field from {property: string, member: string?}? the rows that supply the argument
---@field role 'hidden'|'flag'|nil
---@field priority integer? of the column in a table: a narrow table leaves out the lowest first

---@class svvs.Part: svvs.Value a property of a view
---@field name string
---@field title string
---@field letter string? by which people reach it
---@field description string?
---@field role 'hidden'|'flag'|'error'|'notice'|'progress'|'question'|nil
---@field about string? of an error: the part at which it is shown
---@field answer string? of a question: the action that answers it
---@field total string? of the progress of work: the property with the value at its end, which is 1 by default
---@field editable boolean?
---@field secret boolean?
---@field busyUnless any[]? the values that mean that no work is in progress
---@field cancel string? the action that cancels the work that the part indicates
---@field filters string? the rows that this part filters
---@field submits string? the action that Enter in this field calls
---@field opens svvs.Destination?
---@field key string? the member that identifies a row
---@field scroll {target: string?, member: string?, resets: boolean?}? of rows that are read from their end

---@class svvs.Action
---@field name string
---@field title string
---@field letter string? by which people reach it
---@field description string?
---@field asks svvs.Field[]?
---@field rows string? the part whose rows the action is for
---@field opens svvs.Destination?
---@field enabledBy string? the part that is false while a call has no effect
---@field notCancellable boolean?
---@field notOffered boolean?
---@field destructive boolean?
---@field confirm string? the question to answer before a call

---@class svvs.Destination
---@field on 'row'|'record'|'true'|'value'|nil
---@field view string? the view to open
---@field file string? or the property, or the member of the row, with the place in a file to open
---@field params table<string, string>? the source of each parameter
---@field requires string[]? the parameters without which the view cannot be opened
---@field resets boolean?

---@class svvs.Screen
---@field name string
---@field title string
---@field letter string? by which people reach it
---@field description string?
---@field start boolean?
---@field asks svvs.Field[]?
---@field subtitle svvs.Value?
---@field onAppear string?
---@field parts svvs.Part[]
---@field form {fields: string[], calls: string?, passes: string[]?}?
---@field actions svvs.Action[]?

---@class svvs.Opening
---@field file {path: string, line: integer?, column: integer?}? instead of a view
---@field type string
---@field params table
---@field property string? the property whose value opens it

local is_there = format.is_there
local function is_filled(value) return is_there(value) and value ~= '' end
local function array(value) return is_there(value) and value or {} end
local function where(list, is_meant) return vim.tbl_filter(is_meant, list or {}) end

-- Looking up

-- Prepares a table of a screen, and everything in it: cleans texts, and ignores unknown letters and members of unknown
-- kinds.
local function prepare(value)
  if type(value) ~= 'table' then return value end
  for name, length in pairs({ title = TITLE, description = DESCRIPTION, confirm = DESCRIPTION }) do
    if type(value[name]) == 'string' then value[name] = format.clean(value[name], length) end
  end
  if value.title and not tostring(value.letter):find('^%l$') then value.letter = nil end
  if value.kind == 'switch' then value.choices = SWITCH end
  if value.kind ~= 'rows' then value.columns = nil end
  if value.kind ~= 'record' then value.members = nil end
  for _, each in pairs(value) do
    prepare(each)
  end
  return value
end

---The screens in the result of `rpc.discover`; nil if the server sends none.
---@param result table
---@return svvs.Screen[]?
function M.read(result) return prepare(result['x-screens']) end

---The element with this name.
---@generic T: {name: string}
---@param list T[]?
---@param name string?
---@return T?
function M.named(list, name) return where(list, function(one) return one.name == name end)[1] end

---The screen to begin with.
---@param screens svvs.Screen[]
---@return svvs.Screen?
function M.start(screens) return where(screens, function(screen) return screen.start end)[1] end

---Whether the user sets a part.
---@param part svvs.Part
function M.is_settable(part) return part.editable and not part.opens end

---The parts that the user sees and sets.
---@param screen svvs.Screen
---@return svvs.Part[]
function M.settable(screen) return where(M.visible(screen.parts), M.is_settable) end

---The actions that people see.
---@param screen svvs.Screen
---@return svvs.Action[]
function M.offered(screen) return where(screen.actions, function(action) return not action.notOffered end) end

---The actions of the rows of a part.
---@param screen svvs.Screen
---@param rows string
---@return svvs.Action[]
function M.row_actions(screen, rows) return where(M.offered(screen), function(one) return one.rows == rows end) end

-- Whether a role is that of a value which is never shown where it stands.
local function is_hidden(role) return role == 'hidden' or role == 'notice' end

---The columns of a table, the members of a record, or the parts of a screen, without hidden ones.
---@generic T: {role: string?}
---@param fields T[]?
---@return T[]
function M.visible(fields) return where(fields, function(field) return not is_hidden(field.role) end) end

-- Showing

---Whether people see a part at a state, or a member of a record.
---@param part svvs.Part|svvs.Field
---@param state table
---@return boolean
function M.is_shown(part, state)
  if part.role == 'error' then return is_filled(state[part.name]) end
  if part.role == 'progress' then return is_there(state[part.name]) end
  if part.role == 'question' then return is_there(state[part.name]) and not M.question(part, state) end
  return not is_hidden(part.role) and (part.role ~= 'flag' or state[part.name] == true)
end

-- The part at which an error is shown; nil if it is shown where it stands. Two errors may be about each other.
local function place_of(screen, part, state)
  local place = part.role == 'error' and M.named(screen.parts, part.about)
  return place and place.role ~= 'error' and M.is_shown(place, state) and place or nil
end

---The parts that people see at a state, where they stand.
---@param screen svvs.Screen
---@param state table
---@return svvs.Part[]
function M.shown(screen, state)
  return where(screen.parts, function(one) return M.is_shown(one, state) and not place_of(screen, one, state) end)
end

---The errors that people see at a part.
---@param screen svvs.Screen
---@param part svvs.Part
---@param state table
---@return svvs.Part[]
function M.errors_about(screen, part, state)
  return where(screen.parts, function(one) return M.is_shown(one, state) and place_of(screen, one, state) == part end)
end

local function number(value)
  return type(value) == 'number' and value or json.is_integer(value) and tonumber(tostring(value)) or nil
end

---How much of the work of a part is done: from 0 to 1, or nil if that is unknown.
---@param part svvs.Part
---@param state table
---@return number?
function M.fraction(part, state)
  local value, total = number(state[part.name]), 1
  if part.total then total = number(state[part.total]) end
  return value and total and total > 0 and math.max(0, math.min(1, value / total)) or nil
end

---The parts that indicate work in progress.
---@param screen svvs.Screen
---@param state table
---@return svvs.Part[]
function M.busy(screen, state)
  return where(screen.parts, function(part)
    local value, idle = state[part.name], part.busyUnless
    return idle and value ~= nil and #where(idle, function(one) return vim.deep_equal(one, value) end) == 0
  end)
end

---The first part that indicates work in progress, and names an action that cancels it.
---@param screen svvs.Screen
---@param state table
---@return svvs.Part?
function M.cancellable(screen, state) return where(M.busy(screen, state), function(part) return part.cancel end)[1] end

---Whether an action cancels the work that a part indicates.
---@param screen svvs.Screen
---@param name string
function M.cancels(screen, name) return #where(screen.parts, function(part) return part.cancel == name end) > 0 end

---The parts that filter the rows of another part now.
---@param screen svvs.Screen
---@param rows string
---@param state table
---@return svvs.Part[]
function M.active_filters(screen, rows, state)
  return where(screen.parts, function(part) return part.filters == rows and is_filled(state[part.name] or nil) end)
end

---The parts whose texts belong to an action: the fields of its form, and those that submit to it.
---@param screen svvs.Screen
---@param action svvs.Action
---@return svvs.Part[]
function M.texts_of(screen, action)
  local form = screen.form or {}
  return where(screen.parts, function(part)
    local is_of_form = form.calls == action.name and vim.tbl_contains(form.fields, part.name)
    return is_of_form or part.submits == action.name
  end)
end

---Whether an action is drawn as one that has no effect now. It can still be called.
---@param screen svvs.Screen
---@param action svvs.Action
---@param state table
---@param is_typed fun(name: string): boolean? whether a field has a text that was not sent
---@return boolean
function M.is_dimmed(screen, action, state, is_typed)
  local typed = where(M.texts_of(screen, action), function(part) return is_typed(part.name) end)
  return action.enabledBy ~= nil and state[action.enabledBy] == false and #typed == 0
end

-- The value that a row supplies.
local function pick(source, row)
  if not source.member then return row end
  if format.is_record(row) then return row[source.member] end
end

---The value that tells which view of its type a view is; nil if there is none.
---@param screen svvs.Screen
---@param state table
---@return any
function M.subtitle(screen, state)
  local value = screen.subtitle and pick(screen.subtitle, state[screen.subtitle.property])
  return is_filled(value) and value or nil
end

---The columns, the most important first. A table that becomes narrower leaves out the last ones.
---@generic T: {priority: integer?}
---@param columns T[]
---@return T[]
function M.ranked(columns)
  local order = {}
  for _, one in ipairs(columns) do
    local place = #order + 1
    while place > 1 and (order[place - 1].priority or 0) < (one.priority or 0) do
      place = place - 1
    end
    table.insert(order, place, one)
  end
  return order
end

-- Asking

---The argument that a row supplies.
---@param action svvs.Action
---@return svvs.Field?
function M.row_argument(action) return action.rows and M.asked(action.asks, {})[1] end

---The arguments that a row supplies to an action.
---@param action svvs.Action
---@param part svvs.Part the row is in
---@param row any
---@return table arguments empty if it is not an action of the row
function M.row_arguments(action, part, row)
  local field = action.rows == part.name and M.row_argument(action)
  local value = field and pick(field.from, row)
  return field and is_there(value) and { [field.name] = value } or {}
end

---The fields of a screen or an action to ask for: the required ones, or all on request, except those with a value.
---@param asks svvs.Field[]?
---@param given table
---@param asks_all boolean?
---@return svvs.Field[]
function M.asked(asks, given, asks_all)
  return where(asks, function(field) return given[field.name] == nil and (asks_all or not field.optional) end)
end

---Whether an answer is accepted.
---@param field svvs.Field
---@param value any
---@return boolean?
function M.accepts(field, value) return value ~= '' or field.kind ~= 'text' or field.mayBeEmpty or field.optional end

---The given values and the answers, without null for an optional field.
---@param asks svvs.Field[]?
---@param given table
---@param answers table
---@return table values
function M.answered(asks, given, answers)
  local values = vim.tbl_extend('force', given, answers)
  for _, field in ipairs(asks or {}) do
    if field.optional and values[field.name] == vim.NIL then values[field.name] = nil end
  end
  return values
end

-- The text that names a row: the value of its label, or the element of a list itself.
local function name_of(part, row)
  local field, value = part.of or {}, row
  if part.kind == 'rows' then
    field, value = M.named(part.columns, part.label), format.is_record(row) and row[part.label] or nil
  end
  return field and is_filled(value) and (format.text(field, value)) or nil
end

---The values that rows offer for a field, each once, with the names of the rows.
---@param screen svvs.Screen
---@param field svvs.Field
---@param state table
---@return {value: any, name: string?}[]
function M.candidates(screen, field, state)
  local found, is_known = {}, {}
  local part = field.from and M.named(screen.parts, field.from.property)
  local is_named = part and part.kind == 'rows' and part.label ~= field.from.member
  for _, row in ipairs(part and array(state[part.name]) or {}) do
    local value = pick(field.from, row)
    local text = is_there(value) and json.encode(value)
    if text and not is_known[text] then
      table.insert(found, { value = value, name = is_named and name_of(part, row) or nil })
    end
    is_known[text] = true
  end
  return found
end

---The secret fields that an action can take, but that have no value yet.
---@param screen svvs.Screen
---@param action svvs.Action
---@param given table the values of its arguments
---@param is_entered fun(name: string): boolean
---@return svvs.Part[]
function M.missing_secrets(screen, action, given, is_entered)
  return where(screen.parts, function(part)
    return part.secret and not is_entered(part.name) and M.named(M.asked(action.asks, given, true), part.name)
  end)
end

---The question to answer before a call, and the name of the row that the arguments mean, or else the value of the
---argument, with the argument; nil without a question.
---@param screen svvs.Screen
---@param action svvs.Action
---@param arguments table
---@param state table
---@return string? question
---@return string? text
---@return svvs.Field? argument
function M.confirmation(screen, action, arguments, state)
  if not action.confirm or #M.asked(action.asks, arguments) > 0 then return nil end
  local field = M.row_argument(action)
  if not field then return action.confirm end
  local value = arguments[field.name]
  local row = where(array(state[action.rows]), function(one) return vim.deep_equal(pick(field.from, one), value) end)[1]
  local name = row ~= nil and name_of(M.named(screen.parts, action.rows), row)
  if name then return action.confirm, name end
  return action.confirm, is_filled(value) and (format.text(field, value)) or nil, field
end

-- Questions

---@class svvs.Question
---@field id string
---@field title string
---@field message string?
---@field choices {value: string, title: string, role: string?}[]

local function is_choice(one)
  return format.is_record(one) and type(one.value) == 'string' and type(one.title) == 'string'
end

---The question that the value of a part is; nil for another value.
---@param part svvs.Part
---@param state table
---@return svvs.Question?
function M.question(part, state)
  local value = part.role == 'question' and part.answer and state[part.name]
  if not format.is_record(value) or type(value.id) ~= 'string' or type(value.title) ~= 'string' then return nil end
  local is_other = is_there(value.message) and type(value.message) ~= 'string'
  if is_other or not format.is_array(value.choices) then return nil end
  return #where(value.choices, is_choice) == #value.choices and value or nil
end

---The arguments of the action that answers a question; nil if the user has left a question that has no such choice.
---@param question svvs.Question
---@param choice {value: string}? nil for <Esc>
---@return table? arguments
function M.answer(question, choice)
  choice = choice or where(question.choices, function(one) return one.role == 'cancel' end)[1]
  return choice and { choice = choice.value, question = question.id } or nil
end

---Whether an action answers a question.
---@param screen svvs.Screen
---@param name string
function M.answers(screen, name)
  return #where(screen.parts, function(part) return part.answer == name end) > 0
end

---The parts with a message of success that a change of the state shows.
---@param screen svvs.Screen
---@param before table
---@param after table
---@return svvs.Part[]
function M.noticed(screen, before, after)
  return where(screen.parts, function(part)
    local old, text = before[part.name], after[part.name]
    return part.role == 'notice' and old ~= nil and old ~= text and is_filled(text)
  end)
end

-- Going to other views

-- The view or the file that a destination opens; nil if a required parameter has no value, or the file has none.
local function view(opens, values, property)
  local place = opens and opens.file and values[opens.file]
  if opens and opens.file then return format.is_place(place) and { file = place, property = property } or nil end
  local params = {}
  for name, source in pairs(opens and opens.params or {}) do
    if is_there(values[source]) then params[name] = values[source] end
  end
  for _, name in ipairs(opens and opens.requires or {}) do
    if params[name] == nil then return nil end
  end
  return opens and { type = opens.view, params = params, property = property } or nil
end

local function has_file(part) return part.opens and part.opens.on == 'value' and part.opens.file ~= nil end

---Whether people choose rows, the record, or the place in a file of a part to open something.
---@param part svvs.Part
function M.is_chosen(part)
  return part.opens and (part.opens.on == 'row' or part.opens.on == 'record') or has_file(part)
end

---Whether a change of the value of a part does something once.
---@param part svvs.Part
function M.is_watched(part)
  local on = part.opens and part.opens.on
  return part.role == 'notice' or on == 'true' or on == 'value'
end

---The view or the file that opens when the user chooses a row, the record, or the place in a file of a part.
---@param part svvs.Part
---@param value any
---@return svvs.Opening?
function M.chosen(part, value)
  if has_file(part) then return view(part.opens, { [part.opens.file] = value }, part.name) end
  return view(M.is_chosen(part) and is_there(value) and part.opens, format.is_record(value) and value or {})
end

---Whether a part opens a view by this value.
---@param part svvs.Part
---@param value any
---@return boolean
function M.leads(part, value)
  local on = part.opens and part.opens.on
  return on == 'true' and value == true or on == 'value' and is_there(value)
end

---The views and files that a change of the state opens. A part that had no value before opens none.
---@param screen svvs.Screen
---@param before table
---@param after table
---@return svvs.Opening[]
function M.changed(screen, before, after)
  local openings = {}
  for _, part in ipairs(screen.parts) do
    local old, value = before[part.name], after[part.name]
    local is_led = old ~= nil and not vim.deep_equal(old, value) and M.leads(part, value)
    table.insert(openings, view(is_led and part.opens, after, part.name))
  end
  return openings
end

---The view that an action opens when its call has settled; nil if the call failed.
---@param action svvs.Action
---@param arguments table
---@param state table
---@param err svvs.Failure? the failure of the call
---@return svvs.Opening?
function M.settled(action, arguments, state, err)
  return view(not err and action.opens, vim.tbl_extend('keep', arguments, state))
end

---The properties to set when the user returns from the view that a part has opened, or when its file is open.
---@param part svvs.Part
---@param state table
---@return table properties
function M.returned(part, state)
  if not M.leads(part, state[part.name]) or not part.opens.resets then return {} end
  return { [part.name] = part.opens.on ~= 'true' and vim.NIL or false }
end

-- Fields and rows

---The action to call after the last field of a form, and the values of its arguments; nil without an action.
---@param screen svvs.Screen
---@param values table the values of the fields
---@return string? action
---@return table given
function M.entered(screen, values)
  local form, given = screen.form or {}, {}
  for _, name in ipairs(form.passes or {}) do
    given[name] = values[name]
  end
  return form.calls, given
end

---The index of the row that a part names as the one to scroll to; nil if there is none.
---@param part svvs.Part the rows
---@param state table
---@return integer?
function M.target_row(part, state)
  local scroll = part.scroll or {}
  local target = scroll.target and state[scroll.target]
  for index, row in ipairs(is_there(target) and array(state[part.name]) or {}) do
    if vim.deep_equal(pick(scroll, row), target) then return index end
  end
end

---The properties to set after scrolling to that row.
---@param part svvs.Part the rows
---@return table properties
function M.scrolled(part) return part.scroll.resets and { [part.scroll.target] = vim.NIL } or {} end

return M

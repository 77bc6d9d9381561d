---Acts on a view for people: asks for what is missing, and says what goes wrong.
local ask = require('svvs.ask')
local report = require('svvs.report')

local M = {}

---@param fields svvs.Field[]
---@param name string
---@return svvs.Field?
local function find(fields, name)
  for _, field in ipairs(fields) do
    if field.name == name then return field end
  end
end

---Calls an action, and asks for those arguments that are not given.
---@param view svvs.View
---@param schema svvs.Schema
---@param action string
---@param given table?
function M.call(view, schema, action, given)
  local fields = schema:arguments(view.type, action)
  ask.values(fields, given or {}, view.state, function(arguments)
    view:call(action, arguments, report.failure)
  end)
end

---Sets a property: toggles a boolean, and asks for any other value.
---@param view svvs.View
---@param schema svvs.Schema
---@param name string
function M.edit(view, schema, name)
  local field = find(schema:properties(view.type), name)
  if not field then return report.say(('%s has no property %s'):format(view.type, name)) end
  if field.access == 'read' then return report.say(name .. ' is read-only', vim.log.levels.WARN) end
  local value = view.state[name]
  if type(value) == 'boolean' then return view:set({ [name] = not value }, report.failure) end
  ask.value(field, value, false, function(new) view:set({ [name] = new }, report.failure) end)
end

-- The actions that take a member of the element, such as its id, and the value that they take.
local function actions_for(view, schema, element)
  local names, given = {}, {}
  if type(element) ~= 'table' then return names, given end
  for _, action in ipairs(schema:actions(view.type)) do
    for _, field in ipairs(schema:arguments(view.type, action)) do
      if field.is_required and element[field.name] ~= nil and not given[action] then
        table.insert(names, action)
        given[action] = { [field.name] = element[field.name] }
      end
    end
  end
  return names, given
end

local function on_element(view, schema, target)
  local names, given = actions_for(view, schema, target.value)
  if #names == 0 then return M.edit(view, schema, target.name) end
  vim.ui.select(names, { prompt = 'Call: ' }, function(action)
    if action then M.call(view, schema, action, given[action]) end
  end)
end

---Acts on what a line shows.
---@param view svvs.View
---@param schema svvs.Schema
---@param target svvs.Target
function M.on(view, schema, target)
  if target.kind == 'action' then return M.call(view, schema, target.name) end
  if target.kind == 'property' then return M.edit(view, schema, target.name) end
  on_element(view, schema, target)
end

---Sets a property to what a text means.
---@param view svvs.View
---@param schema svvs.Schema
---@param name string
---@param text string
function M.set(view, schema, name, text)
  local field = find(schema:properties(view.type), name)
  if not field then return report.say(('%s has no property %s'):format(view.type, name)) end
  if field.access == 'read' then return report.say(name .. ' is read-only') end
  if field.access == 'write' then return report.say(name .. ' is secret: leave out the value, and it is asked for') end
  local value, problem = require('svvs.schema').parse(field, text)
  if problem then return report.say(problem) end
  view:set({ [name] = value }, report.failure)
end

return M

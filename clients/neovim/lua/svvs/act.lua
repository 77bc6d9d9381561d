---Acts on a view for people: asks for what is missing, and says what goes wrong.
local ask = require('svvs.ask')
local failures = require('svvs.failure')
local schemas = require('svvs.schema')

local M = {}

-- The property of a view, if it can be set; otherwise says why not.
local function settable(view, schema, name)
  for _, field in ipairs(schema:properties(view.type)) do
    if field.name == name and field.access ~= 'read' then return field end
    if field.name == name then return failures.say(name .. ' is read-only', vim.log.levels.WARN) end
  end
  failures.say(('%s has no property %s'):format(view.type, name))
end

---Calls an action, and asks for those arguments that are not given.
---@param view svvs.View
---@param schema svvs.Schema
---@param action string
---@param given table?
function M.call(view, schema, action, given)
  local fields = schema:arguments(view.type, action)
  ask.values(fields, given or {}, view.state, function(arguments)
    view:call(action, arguments, failures.report)
  end)
end

---Sets a property: toggles a boolean, and asks for any other value.
---@param view svvs.View
---@param schema svvs.Schema
---@param name string
function M.edit(view, schema, name)
  local field, value = settable(view, schema, name), view.state[name]
  if not field then return end
  if type(value) == 'boolean' then return view:set({ [name] = not value }, failures.report) end
  ask.value(field, value, false, function(new) view:set({ [name] = new }, failures.report) end)
end

---Sets a property to what a text means.
---@param view svvs.View
---@param schema svvs.Schema
---@param name string
---@param text string
function M.set(view, schema, name, text)
  local field = settable(view, schema, name)
  if not field then return end
  if field.access == 'write' then return failures.say(name .. ' is secret: leave its value out to be asked for it') end
  local value, problem = schemas.parse(field, text)
  if problem then return failures.say(problem) end
  view:set({ [name] = value }, failures.report)
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

return M

---Acts on a page for people: asks for what is missing, and says what goes wrong.
local ask = require('svvs.ask')
local failures = require('svvs.failure')
local format = require('svvs.format')
local hints = require('svvs.hints')
local parse = require('svvs.parse')
local preview = require('svvs.preview')
local progress = require('svvs.progress')
local scratch = require('svvs.scratch')

local M = {}

local function warn(text) failures.say(text, vim.log.levels.WARN) end

-- The property of a page, if it can be set; otherwise says why not.
local function settable(page, name)
  local field = page.schema:property(page.view.type, name)
  if field and field.access ~= 'read' then return field end
  if field then return warn(name .. ' is read-only') end
  failures.say(('%s has no property %s'):format(page.view.type, name))
end

-- Sets a property. If it is refused this is said, and shown behind it until it changes.
local function set(page, name, value, on_set)
  page.view:set({ [name] = value }, function(err)
    page.refused[name] = err and (err.is_end and 'not set, since ' or '') .. tostring(err) or nil
    page:invalidate()
    failures.report(err)
    if on_set then on_set() end
  end)
end

-- The commit of the last change of the other views.
local function last_commit(view)
  local last = 0
  for _, other in pairs(view.connection.views) do
    if other ~= view then last = math.max(last, other.commit) end
  end
  return last
end

-- A function that tells whether a view is another than it was: what says that work is under way is so again when that
-- is done.
local function comparison(view)
  local before, changed = vim.tbl_extend('force', {}, view.state), {}
  local stop = view:on_change(function(change)
    for _, name in ipairs(change.names) do
      changed[name] = true
    end
  end)
  return function()
    stop()
    for name in pairs(changed) do
      local value = view.state[name]
      -- A table is changed in its place.
      if type(value) == 'table' or value ~= before[name] then return true end
    end
    return false
  end
end

local function send(page, action, arguments, is_by_itself)
  local schema, view = page.schema, page.view
  if not view.is_open then
    return failures.say(schema:action_title(view.type, action) .. ' was not called: this view is closed')
  end
  local before_others, has_changed = last_commit(view), comparison(view)
  local call = view:call(action, arguments, function(err)
    local is_other = has_changed() or last_commit(view) > before_others
    failures.report(err)
    local way = hints.settled(schema, view.type, action, arguments, view.state, err)
    if way then return page:follow(way) end
    if err or is_by_itself or is_other then return end
    failures.say(schema:action_title(view.type, action) .. ': nothing changed', vim.log.levels.INFO)
  end)
  progress.add(view, schema:action_title(view.type, action), call, function() page:show_corner() end)
end

---Calls an action, and asks for those arguments that are required and not given.
---@param page svvs.Page
---@param action string
---@param given table?
---@param asks_all boolean? also for those that are not required
function M.call(page, action, given, asks_all)
  given = given or {}
  local fields = hints.asked(page.schema:arguments(page.view.type, action), given, asks_all)
  local function question(field)
    return { default = page.view.state[field.name], candidates = hints.candidates(field, page.view.state) }
  end
  ask.values(fields, given, question, function(arguments)
    send(page, action, arguments)
  end)
end

---Calls the action of a view that appears.
---@param page svvs.Page
function M.appear(page)
  local action = page.schema:on_appear(page.view.type)
  if action then send(page, action, {}, true) end
end

---Calls an action for what is on a line: a row gives the arguments that it can.
---@param page svvs.Page
---@param action string
---@param target svvs.Target?
---@param asks_all boolean? for all arguments that are not given
function M.call_on(page, action, target, asks_all)
  local is_row = target and target.kind == 'row'
  local given = is_row and hints.given(page.schema, page.view.type, action, target.name, target.value)
  M.call(page, action, given or nil, asks_all)
end

-- Filters while the text is typed; then the cursor is on the first row that is left.
local function filter(page, field)
  local sent, pending, is_done = page.view.state[field.name], 0, nil
  -- Says how many rows are left, once that is known.
  local function tell()
    local list, rows = page.schema:property(page.view.type, field.filters), page.view.state[field.filters]
    if not is_done or pending > 0 or not (list and format.is_array(rows)) then return end
    local text = ('%s: %d'):format(list.title, #rows)
    failures.say(text .. (rows[1] ~= nil and ', cursor on the first' or ''), vim.log.levels.INFO)
  end
  local function send_text(text)
    pending = pending + 1
    set(page, field.name, text, function()
      pending = pending - 1
      tell()
    end)
  end
  is_done = ask.live(field.title, sent, function(text)
    if text ~= sent then send_text(text) end
    sent = text
  end)
  if is_done then page:go_to_rows(field.filters) end
  tell()
end

---Sets a property: toggles a boolean, and asks for any other value.
---@param page svvs.Page
---@param name string
function M.edit(page, name)
  local field, value = settable(page, name), page.view.state[name]
  if not field then return end
  local function take(new) set(page, name, new) end
  if type(value) == 'boolean' then return take(not value) end
  if type(value) == 'string' and format.clean(value) ~= value then return scratch.edit(page.view, field, take) end
  if type(value) == 'string' and field.filters then return filter(page, field) end
  ask.value(field, { beginning = value }, take)
end

---Sets a property to what a text means.
---@param page svvs.Page
---@param name string
---@param text string
---@param entry integer? the number in the history of the command that says so
function M.set(page, name, text, entry)
  local field = settable(page, name)
  if not field then return end
  if field.access == 'write' then return failures.refuse_secret(name, entry) end
  local value, problem = parse.value(field, text)
  if problem then return failures.say(problem) end
  set(page, name, value)
end

-- Goes where a row, a record or a value leads.
local function follow(page, way)
  if not way then return warn('what is to be opened has no value yet') end
  page:follow(way)
end

local function on_row(page, target)
  local schema, type = page.schema, page.view.type
  local field = schema:property(type, target.name)
  if field.opens then return follow(page, hints.chosen(schema, field, target.value)) end
  local names = hints.actions(schema, type, target.name)
  if #names == 0 and field.is_control then return M.edit(page, target.name) end
  if #names == 0 then return preview.describe(page) end
  local function title(action) return schema:action_title(type, action) end
  vim.ui.select(names, { prompt = 'Call: ', format_item = title }, function(action)
    if action then M.call_on(page, action, target) end
  end)
end

local function on_property(page, name)
  local view = page.view
  local field, value = page.schema:property(view.type, name), view.state[name]
  if not field.opens then return M.edit(page, name) end
  if format.is_record(value) then return follow(page, hints.chosen(page.schema, field, value)) end
  if not hints.leads(field, value) then return preview.describe(page) end
  local way = hints.held(page.schema, field, view.state)
  follow(page, way and vim.tbl_extend('error', way, { property = name }))
end

---Acts on what a line shows.
---@param page svvs.Page
---@param target svvs.Target
function M.on(page, target)
  if target.kind == 'action' then return M.call(page, target.name) end
  if target.kind == 'row' then return on_row(page, target) end
  if target.kind == 'more' then return page:show_more(target.name) end
  on_property(page, target.name)
end

return M

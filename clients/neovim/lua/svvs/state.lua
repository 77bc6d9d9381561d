---The state of one view, as the messages of the server make it: pure folding, no input or output.
local json = require('svvs.json')

local M = {}

---@class svvs.Held
---@field commit integer the commit that the state is of
---@field state table the values by name; it changes in place. Null is `vim.NIL`.
---@field stale table<string, boolean> with the delivery `signal`, the names whose values `get` would renew

---Takes a snapshot in place of what is held. Raises if it is none.
---@param held svvs.Held
---@param snapshot {commit: integer, state: table} the result of `view/open` or `view/get`
---@return svvs.Held held the same
function M.adopt(held, snapshot)
  local has_state = type(snapshot) == 'table' and type(snapshot.state) == 'table'
  if not has_state or type(snapshot.commit) ~= 'number' then error('no snapshot', 0) end
  held.commit, held.state, held.stale = snapshot.commit, snapshot.state, {}
  return held
end

local function steps_of(path)
  assert(path == '' or path:sub(1, 1) == '/', 'no JSON Pointer')
  local names = {}
  for name in path:gmatch('/([^/]*)') do
    names[#names + 1] = name:gsub('~1', '/'):gsub('~0', '~')
  end
  return names
end

-- The Lua index of an element, at most `last`.
local function index_of(name, last)
  assert(name == '0' or name:find('^[1-9]%d*$'), 'no index')
  local index = tonumber(name) + 1
  assert(index <= last, 'no such element')
  return index
end

local function change_array(array, op, name, value)
  local index = index_of(name, op == 'add' and #array + 1 or #array)
  if op == 'add' then
    table.insert(array, index, value)
  elseif op == 'remove' then
    table.remove(array, index)
  else
    array[index] = value
  end
end

local function change_object(object, op, name, value)
  assert(op == 'add' or object[name] ~= nil, 'no such member')
  object[name] = value
  json.mark_object(object)
end

local function apply(state, step)
  local names = steps_of(step.path)
  local last = table.remove(names)
  assert(last, 'a state is not replaced whole')
  local container = state
  for _, name in ipairs(names) do
    container = container[json.is_array(container) and index_of(name, #container) or name]
    assert(type(container) == 'table' and not json.is_integer(container), 'no such place')
  end
  local value
  if step.op ~= 'remove' then
    assert(step.op == 'add' or step.op == 'replace', 'no such operation')
    value = step.value
    assert(value ~= nil, 'no value')
  end
  local change = json.is_array(container) and change_array or change_object
  change(container, step.op, last, value)
  return names[1] or last
end

local function fold_patch(held, patch)
  local changed = {}
  for _, step in ipairs(patch) do
    changed[apply(held.state, step)] = true
  end
  return vim.tbl_keys(changed)
end

local function fold_changes(held, changes)
  for name, value in pairs(changes) do
    held.state[name] = value
  end
  json.mark_object(held.state)
  return vim.tbl_keys(changes)
end

local function fold_names(held, names)
  for _, name in ipairs(names) do
    held.stale[name] = true
  end
  return vim.list_slice(names)
end

---Folds one entry of a `state/changed`. Raises what is wrong with it.
---@param held svvs.Held
---@param commit integer
---@param entry table
---@return string[] names what has changed, sorted
function M.fold(held, commit, entry)
  if entry.from ~= held.commit then
    error(('a change from commit %s, not from %s'):format(entry.from, held.commit), 0)
  end
  local names = entry.changes and fold_changes(held, entry.changes)
    or entry.patch and fold_patch(held, entry.patch)
    or fold_names(held, assert(entry.changed, 'a change of nothing'))
  held.commit = commit
  table.sort(names)
  return names
end

return M

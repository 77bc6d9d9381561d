---The state of one view as the client holds it: `take_snapshot` replaces it, `fold_change` applies a change to it.
---Neither reads nor writes messages.
local json = require('svvs.json')

local M = {}

---@class svvs.Held
---@field commit integer the commit of the state
---@field state table the values by name, changed in place. Null is `vim.NIL`.

---Replaces the state by a snapshot. Raises an error if it is not a snapshot.
---@param held svvs.Held
---@param snapshot {commit: integer, state: table} the result of `view/open` or `view/get`
---@return svvs.Held held
function M.take_snapshot(held, snapshot)
  local has_state = type(snapshot) == 'table' and type(snapshot.state) == 'table'
  if not has_state or type(snapshot.commit) ~= 'number' then error('not a snapshot', 0) end
  held.commit, held.state = snapshot.commit, snapshot.state
  return held
end

-- The unescaped reference tokens of a JSON Pointer.
local function tokens_of(pointer)
  assert(pointer:sub(1, 1) == '/', 'not a JSON Pointer')
  local tokens = {}
  for token in pointer:gmatch('/([^/]*)') do
    tokens[#tokens + 1] = token:gsub('~1', '/'):gsub('~0', '~')
  end
  return tokens
end

-- The Lua index of an element, at most `last`.
local function index_of(token, last)
  assert(token == '0' or token:find('^[1-9]%d*$'), 'not an index')
  local index = tonumber(token) + 1
  assert(index <= last, 'the path leads to a missing element')
  return index
end

local function change_array(array, op, token, value)
  local index = index_of(token, op == 'add' and #array + 1 or #array)
  if op == 'add' then
    table.insert(array, index, value)
  elseif op == 'remove' then
    table.remove(array, index)
  else
    array[index] = op == 'append' and M.extended(array[index], value) or value
  end
end

local function change_object(object, op, name, value)
  assert(op == 'add' or object[name] ~= nil, 'the path leads to a missing member')
  object[name] = op == 'append' and M.extended(object[name], value) or value
  json.mark_object(object)
end

-- A text with another one at its end.
function M.extended(text, added)
  assert(type(text) == 'string' and type(added) == 'string', 'a value that grows is not a text')
  return text .. added
end

-- Applies one operation of a JSON Patch. Returns the property that it changes, and whether it changes only a part.
local function apply(state, operation)
  local tokens = tokens_of(operation.path)
  local last = table.remove(tokens)
  local container = state
  for _, token in ipairs(tokens) do
    container = container[json.is_array(container) and index_of(token, #container) or token]
    assert(not json.is_integer(container), 'the path leads into a value without members')
  end
  assert(vim.tbl_contains({ 'add', 'remove', 'replace', 'append' }, operation.op), 'not an operation of a JSON Patch')
  assert(operation.op == 'remove' or operation.value ~= nil, 'an operation without a value')
  local change = json.is_array(container) and change_array or change_object
  change(container, operation.op, last, operation.value)
  return tokens[1] or last, tokens[1] ~= nil
end

local function fold_properties(held, changes, appended)
  for name, text in pairs(appended) do
    held.state[name] = M.extended(held.state[name], text)
  end
  for name, value in pairs(changes) do
    held.state[name] = value
  end
  json.mark_object(held.state)
  return vim.tbl_keys(vim.tbl_extend('error', changes, appended)), appended
end

local function fold_patch(held, patch)
  local changed, appended = {}, {}
  for _, operation in ipairs(patch) do
    local name, is_part = apply(held.state, operation)
    local grows = operation.op == 'append' and not is_part and not changed[name]
    appended[name] = grows and operation.value or nil
    changed[name] = true
  end
  return vim.tbl_keys(changed), appended
end

---Folds the change of one view into its state. `entry` is a member of `views` in a `state/changed`. Raises an error if
---the change does not begin at the commit of the state, or does not apply to it.
---@param held svvs.Held
---@param commit integer the commit of the change
---@param entry {from: integer, changes: table?, appended: table<string, string>?, patch: table[]?}
---@return string[] names the names of the changed properties, sorted
---@return table<string, string> appended what was added to the texts among them that have only grown, by name
function M.fold_change(held, commit, entry)
  if entry.from ~= held.commit then
    error(('a change from commit %s, not from %s'):format(entry.from, held.commit), 0)
  end
  local names, appended
  if entry.changes or entry.appended then
    names, appended = fold_properties(held, entry.changes or {}, entry.appended or {})
  else
    names, appended = fold_patch(held, assert(entry.patch, 'a change without changes'))
  end
  held.commit = commit
  table.sort(names)
  return names, appended
end

return M

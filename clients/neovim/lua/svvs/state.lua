---What the client holds of one view: pure folding, no input or output.
local json = require('svvs.json')

---@class svvs.State
---@field view string
---@field commit integer
---@field state table the values by the names of the properties
---@field stale table<string, boolean> the names whose values are out of date
---@field lost boolean whether something was missed, and nothing is folded before the next snapshot
local State = {}
State.__index = State

local M = {}

---@param snapshot table the result of `view/open` or `view/get`
---@return svvs.State
function M.new(snapshot)
  local state = setmetatable({ view = snapshot.view }, State)
  state:adopt(snapshot)
  return state
end

---Takes a snapshot in place of everything.
---@param snapshot table
function State:adopt(snapshot)
  self.commit, self.state, self.stale, self.lost = snapshot.commit, snapshot.state, {}, false
end

---A copy of a JSON value. `vim.deepcopy` of Neovim 0.7 refuses null.
---@param value any
---@return any
function M.copy(value)
  if type(value) ~= 'table' or json.is_integer(value) then return value end
  local copy = setmetatable({}, getmetatable(value))
  for key, element in pairs(value) do
    copy[key] = M.copy(element)
  end
  return copy
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

local function fold_patch(self, patch)
  local seen, names = {}, {}
  for _, step in ipairs(patch) do
    local name = apply(self.state, step)
    if not seen[name] then names[#names + 1] = name end
    seen[name] = true
  end
  return names
end

local function fold_changes(self, changes)
  local names = {}
  for name, value in pairs(changes) do
    self.state[name] = value
    names[#names + 1] = name
  end
  json.mark_object(self.state)
  return names
end

---Folds one entry of a `state/changed`.
---@param commit integer
---@param entry table
---@return string[]? names what has changed; nil if something was missed and a snapshot is needed
function State:fold(commit, entry)
  if self.lost then return nil end
  local names
  if entry.from == self.commit then
    if entry.changes then
      names = fold_changes(self, entry.changes)
    elseif entry.patch then
      -- A step that leads nowhere means that the states have parted: as good as a gap.
      local is_applied, result = pcall(fold_patch, self, entry.patch)
      names = is_applied and result or nil
    elseif entry.changed then
      names = entry.changed
      for _, name in ipairs(names) do
        self.stale[name] = true
      end
    end
  end
  self.lost = names == nil
  if not names then return nil end
  self.commit = commit
  table.sort(names)
  return names
end

return M

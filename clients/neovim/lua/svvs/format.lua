---Values as text for people: on one line, with nothing invisible, and no longer than asked.
local json = require('svvs.json')

local M = { NULL = '-', LENGTH = 2000 }

-- What would move the cursor, turn the line round or not be seen: in UTF-8 controls, marks of direction, joiners.
local INVISIBLE = {
  '%c',
  '\194[\128-\159]',
  '\194\173',
  '\216\156',
  '\226\128[\139-\143]',
  '\226\128[\168-\174]',
  '\226\129[\160-\175]',
  '\239\187\191',
  '\239\191[\185-\187]',
}
local SHORT = { ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }

local function escape(character)
  return SHORT[character] or ('\\u%04x'):format(vim.fn.char2nr(character == '\0' and '' or character))
end

-- At most so many bytes, of whole characters.
local function head(text, bytes)
  if #text <= bytes then return text, false end
  while bytes > 0 and (text:byte(bytes + 1) or 0) >= 128 and text:byte(bytes + 1) < 192 do
    bytes = bytes - 1
  end
  return text:sub(1, bytes), true
end

---The text on one line, with what is invisible as in JSON.
---@param text string
---@param bytes integer? at most of so many bytes
---@return string
function M.clean(text, bytes)
  local part, is_cut = head(text, bytes or M.LENGTH)
  if part:find('[%c\128-\255]') then
    for _, pattern in ipairs(INVISIBLE) do
      part = part:gsub(pattern, escape)
    end
  end
  return is_cut and part .. '…' or part
end

---The text in so many columns of the screen, cut if it is longer.
---@param text string
---@param width integer
---@param is_right boolean? whether it stands to the right
---@return string
function M.fit(text, width, is_right)
  local own = vim.api.nvim_strwidth(text)
  if own <= width then
    local padding = (' '):rep(width - own)
    return is_right and padding .. text or text .. padding
  end
  local parts, used = {}, 0
  for character in text:gmatch('[%z\1-\127\192-\255][\128-\191]*') do
    used = used + vim.api.nvim_strwidth(character)
    if used > width - 1 then break end
    table.insert(parts, character)
  end
  return M.fit(table.concat(parts) .. '…', width)
end

local function is_record(value)
  return type(value) == 'table' and value ~= vim.NIL and not json.is_integer(value) and not json.is_array(value)
end
M.is_record = is_record

---Whether it is an array.
---@param value any
---@return boolean
function M.is_array(value) return type(value) == 'table' and not json.is_integer(value) and json.is_array(value) end

---The names of the members of a record: those that are declared, or else sorted.
---@param declared svvs.Field[]
---@param value table
---@return {name: string, title: string, kind: svvs.Kind?}[]
function M.members(declared, value)
  if #declared > 0 then return declared end
  local names = vim.tbl_keys(value)
  table.sort(names)
  return vim.tbl_map(function(name) return { name = name, title = M.clean(name, 200) } end, names)
end

local inline

-- Values in a row, as far as there is room.
local function listed(parts_of, room)
  local parts = {}
  for text in parts_of do
    table.insert(parts, text)
    room = room - #text
    if room <= 0 then
      table.insert(parts, '…')
      break
    end
  end
  return table.concat(parts, ', ')
end

local function each_element(value, room)
  local index = 0
  return function()
    index = index + 1
    if value[index] ~= nil then return inline(value[index], room, true) end
  end
end

local function each_member(value, room)
  local names, index = vim.tbl_keys(value), 0
  table.sort(names)
  return function()
    index = index + 1
    local name = names[index]
    if name then return M.clean(name, room) .. ': ' .. inline(value[name], room, true) end
  end
end

function inline(value, room, is_inner)
  if value == nil or value == vim.NIL then return M.NULL end
  if value == true then return 'yes' end
  if value == false then return 'no' end
  if type(value) == 'string' then return M.clean(value, room) end
  if type(value) ~= 'table' or json.is_integer(value) then return json.encode(value) end
  if is_record(value) then return '{' .. listed(each_member(value, room), room) .. '}' end
  local text = listed(each_element(value, room), room)
  return is_inner and '[' .. text .. ']' or text
end

---A value on one line.
---@param value any
---@param room integer? bytes after which it is cut
---@return string
function M.inline(value, room) return inline(value, room or M.LENGTH, false) end

return M

---JSON with exact integers of 64 bits. `vim.json` decodes it, but rounds integers beyond 2^53, and encodes
---10^15 as `1e+15`, which the server does not accept as an integer.
local M = {}

---An integer beyond ±2^53, which a Lua number cannot represent: `tostring(integer)` returns its digits. Equal integers
---are the same object, so that `==`, `vim.deep_equal` and table keys work.
---`require('svvs').integer('9007199254740993')` makes one.
---@class svvs.Integer
---@field digits string

local Integer = {}
Integer.__tostring = function(self) return self.digits end
Integer.__eq = function(a, b) return a.digits == b.digits end
local integers = setmetatable({}, { __mode = 'v' })
local EXACT = 2 ^ 53

---The integer with these digits: a plain number if that is exact.
---@param digits string
---@return number|svvs.Integer
function M.integer(digits)
  assert(digits:find('^%-?[1-9]%d*$') or digits == '0', 'not an integer: ' .. digits)
  local number = tonumber(digits)
  if number > -EXACT and number < EXACT then return number end
  integers[digits] = integers[digits] or setmetatable({ digits = digits }, Integer)
  return integers[digits]
end

---@param value any
---@return boolean
function M.is_integer(value) return type(value) == 'table' and getmetatable(value) == Integer end

local EMPTY_OBJECT = getmetatable(vim.empty_dict())

---Whether a table is a JSON array: an empty one is, unless it is `vim.empty_dict()`.
---@param value table
---@return boolean
function M.is_array(value)
  if next(value) == nil then return getmetatable(value) ~= EMPTY_OBJECT end
  return value[1] ~= nil
end

---Marks an empty table as an object and takes the mark from any other.
---@param object table
---@return table object the same
function M.mark_object(object) return setmetatable(object, next(object) == nil and EMPTY_OBJECT or nil) end

---The table, or an empty object in place of an empty one, which would be an array.
---@param value table
---@return table
function M.object(value) return next(value) == nil and vim.empty_dict() or value end

-- Encoding

local SEQUENCES = {
  '[\194-\223][\128-\191]',
  '\224[\160-\191][\128-\191]',
  '[\225-\236\238\239][\128-\191][\128-\191]',
  '\237[\128-\159][\128-\191]',
  '\240[\144-\191][\128-\191][\128-\191]',
  '[\241-\243][\128-\191][\128-\191][\128-\191]',
  '\244[\128-\143][\128-\191][\128-\191]',
}

---Whether a text is UTF-8. The server refuses any other message without its id, so that the request would get no reply.
---@param text string
---@return boolean
function M.is_utf8(text)
  if not text:find('[\128-\255]') then return true end
  for _, sequence in ipairs(SEQUENCES) do
    text = text:gsub(sequence, ' ')
  end
  return not text:find('[\128-\255]')
end

local function encode_number(number)
  if number ~= number or number == math.huge or number == -math.huge then error('JSON has no ' .. number, 0) end
  if number == math.floor(number) and math.abs(number) < 2 ^ 63 then return ('%.0f'):format(number) end
  for _, format in ipairs({ '%.15g', '%.16g' }) do
    local text = format:format(number)
    if tonumber(text) == number then return text end
  end
  return ('%.17g'):format(number)
end

local ESCAPES = { ['"'] = '\\"', ['\\'] = '\\\\', ['\n'] = '\\n', ['\r'] = '\\r', ['\t'] = '\\t' }
setmetatable(ESCAPES, { __index = function(_, control) return ('\\u%04x'):format(control:byte()) end })

local function encode_string(text)
  if not M.is_utf8(text) then error('text that is not UTF-8', 0) end
  return '"' .. text:gsub('[%z\1-\31"\\]', ESCAPES) .. '"'
end

local encode

local function encode_table(value, depth)
  if depth > 512 then error('a table that is nested too deeply', 0) end
  if M.is_integer(value) then return value.digits end
  local parts = {}
  if M.is_array(value) then
    for index, element in ipairs(value) do
      parts[index] = encode(element, depth + 1)
    end
    for key in pairs(value) do
      if type(key) ~= 'number' or not parts[key] then error('a list with gaps or with names', 0) end
    end
    return '[' .. table.concat(parts, ',') .. ']'
  end
  for key in pairs(value) do
    if type(key) ~= 'string' then error('an object with a name that is not a string', 0) end
    parts[#parts + 1] = key
  end
  table.sort(parts)
  for index, key in ipairs(parts) do
    parts[index] = encode_string(key) .. ':' .. encode(value[key], depth + 1)
  end
  return '{' .. table.concat(parts, ',') .. '}'
end

function encode(value, depth)
  local kind = type(value)
  if value == vim.NIL then return 'null' end
  if kind == 'table' then return encode_table(value, depth) end
  if kind == 'string' then return encode_string(value) end
  if kind == 'number' then return encode_number(value) end
  if kind == 'boolean' then return tostring(value) end
  error('JSON has no ' .. kind, 0)
end

---The value as JSON, members sorted by name, so that equal values give equal texts. Raises what is wrong with it.
---@param value any with `vim.NIL` for null and `vim.empty_dict()` for `{}`
---@return string
function M.encode(value) return encode(value, 0) end

-- Decoding

-- JSON text contains no byte 255, so a text that begins with it is an integer that must not become a Lua number.
local INTEGER_MARK = '\255'

local function mark_integer(literal)
  local is_large = #literal >= 16 and literal:find('^%-?[1-9]%d*$') and math.abs(tonumber(literal)) >= EXACT
  return is_large and '"' .. INTEGER_MARK .. literal .. '"' or nil
end

-- Replaces `\"` and `\\` by escapes without a quote or a backslash, so that each text ends at the next quote.
local function escape_quotes(text) return (text:gsub('\\(["\\])', { ['"'] = '\\u0022', ['\\'] = '\\u005c' })) end

-- Makes texts of the large integers that are not part of a text.
local function mark_integers(text)
  return (escape_quotes(text):gsub('([^"]*)("?[^"]*"?)', function(between, quoted)
    return between:find('%d') and between:gsub('%-?%d[%d.eE+-]*', mark_integer) .. quoted or nil
  end))
end

local function restore_integers(value)
  if type(value) == 'string' and value:byte() == 255 then return M.integer(value:sub(2)) end
  if type(value) ~= 'table' then return value end
  for key, element in pairs(value) do
    value[key] = restore_integers(element)
  end
  return value
end

---The value of a JSON text, with `vim.NIL` for null and `vim.empty_dict()` for `{}`. Raises an error if it is not JSON.
---@param text string
---@return any
function M.decode(text)
  -- A text without 16 digits in a row contains no integer beyond 2^53.
  if not text:find(('%d'):rep(16)) then return vim.json.decode(text) end
  return restore_integers(vim.json.decode(mark_integers(text)))
end

return M

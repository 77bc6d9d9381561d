---JSON as the server means it. `vim.json` alone will not do: it turns integers beyond 2^53 into other integers, writes
---those beyond 10^14 as `1e+15`, which is no integer to the server, and forgets the order of members.
local M = {}

---An integer beyond ±2^53, which no Lua number can hold: `tostring(integer)` gives its digits. Equal ones are one
---object, so that `==`, `vim.deep_equal` and table keys work. `require('svvs').integer('9007199254740993')` makes one.
---@class svvs.Integer
---@field digits string

local Integer = {}
Integer.__index = Integer
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

---Whether a text is UTF-8. A message that is not would be refused without its id, and its reply waited for in vain.
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
  if depth > 512 then error('a table that is nested too deep', 0) end
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
    if type(key) ~= 'string' then error('an object with a name that is no string', 0) end
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

local Reader = {}
Reader.__index = Reader
local LITERALS = { ['true'] = true, ['false'] = false, null = vim.NIL }

function Reader:fail() error(('no JSON at byte %d'):format(self.at), 0) end

-- The next byte that is not white space, as text.
function Reader:peek()
  self.at = self.text:find('[^ \t\r\n]', self.at) or #self.text + 1
  return self.text:sub(self.at, self.at)
end

function Reader:take(character)
  if self:peek() ~= character then return false end
  self.at = self.at + 1
  return true
end

function Reader:string()
  local from, at = self.at, self.at + 1
  while true do
    at = self.text:find('["\\]', at) or self:fail()
    if self.text:byte(at) == 34 then break end
    at = at + 2
  end
  self.at = at + 1
  return vim.json.decode(self.text:sub(from, at))
end

function Reader:number()
  local literal = self.text:match('^[%d.eE+-]+', self.at)
  self.at = self.at + #literal
  if literal:find('^%-?[1-9]%d*$') then return M.integer(literal) end
  return vim.json.decode(literal)
end

function Reader:array()
  local array = {}
  self.at = self.at + 1
  if self:take(']') then return array end
  repeat
    array[#array + 1] = self:value()
  until not self:take(',')
  return self:take(']') and array or self:fail()
end

function Reader:object()
  local object, names = vim.empty_dict(), {}
  self.at = self.at + 1
  if self:take('}') then return object end
  repeat
    local name = self:peek() == '"' and self:string() or self:fail()
    if not self:take(':') then self:fail() end
    object[name] = self:value()
    names[#names + 1] = name
  until not self:take(',')
  if self.orders then self.orders[object] = names end
  return self:take('}') and M.mark_object(object) or self:fail()
end

function Reader:value()
  local first = self:peek()
  if first == '{' then return self:object() end
  if first == '[' then return self:array() end
  if first == '"' then return self:string() end
  if first:find('[%d-]') then return self:number() end
  local word = self.text:match('^%a+', self.at)
  if word == nil or LITERALS[word] == nil then self:fail() end
  self.at = self.at + #word
  return LITERALS[word]
end

---The value of a JSON text, with `vim.NIL` for null and `vim.empty_dict()` for `{}`. Raises what is wrong with it.
---@param text string
---@param orders table<table, string[]>? takes for each object the names of its members in their order
---@return any
function M.decode(text, orders)
  -- What has no number of 16 digits has no integer beyond 2^53.
  if not orders and not text:find(('%d'):rep(16)) then return vim.json.decode(text) end
  local reader = setmetatable({ text = text, at = 1, orders = orders }, Reader)
  local value = reader:value()
  if reader:peek() ~= '' then reader:fail() end
  return value
end

return M

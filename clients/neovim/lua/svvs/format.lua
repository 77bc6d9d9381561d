---Values and titles as text for people: on one line, without invisible characters, and of limited length.
local json = require('svvs.json')

local M = {}
local NULL = '-'
local LENGTH = 2000 -- bytes of a value at most

-- Characters that move the cursor, change the direction of writing or are invisible, as patterns of UTF-8.
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

-- The beginning of a text: whole characters in at most `bytes` bytes.
local function head(text, bytes)
  if #text <= bytes then return text, false end
  while bytes > 0 and (text:byte(bytes + 1) or 0) >= 128 and text:byte(bytes + 1) < 192 do
    bytes = bytes - 1
  end
  return text:sub(1, bytes), true
end

---The text on one line, with invisible characters escaped as in JSON.
---@param text string
---@param bytes integer? the limit of its length
---@return string
function M.clean(text, bytes)
  local part, is_cut = head(text, bytes or LENGTH)
  if part:find('[%c\128-\255]') then
    -- Neovim without joined characters displays the parts, such as the members of a family.
    part = part:gsub('([\240-\247][\128-\191]+)\226\128\141', '%1')
    for _, pattern in ipairs(INVISIBLE) do
      part = part:gsub(pattern, escape)
    end
  end
  return is_cut and part .. '…' or part
end

---The beginning of a text that may be anything, with invisible characters and bytes that are not UTF-8 escaped.
---@param text string
---@param bytes integer the limit of its length
---@return string
function M.excerpt(text, bytes)
  local part, is_cut = head(text, bytes)
  if not json.is_utf8(part) then
    part = part:gsub('[\128-\255]', function(byte) return ('\\x%02x'):format(byte:byte()) end)
  end
  return M.clean(part) .. (is_cut and '…' or '')
end

---The text padded or cut to a width in columns of the screen.
---@param text string
---@param width integer
---@param is_right boolean? whether it is aligned to the right
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

---Whether it is an object of JSON.
---@param value any
---@return boolean
function M.is_record(value)
  return type(value) == 'table' and not json.is_integer(value) and not json.is_array(value)
end

---Whether it is an array.
---@param value any
---@return boolean
function M.is_array(value) return type(value) == 'table' and not json.is_integer(value) and json.is_array(value) end

---The members of a record: those that are declared, or else all, sorted by name.
---@param declared svvs.Field[]?
---@param value table
---@return {name: string, title: string}[]
function M.members(declared, value)
  if declared then return declared end
  local names = vim.tbl_keys(value)
  table.sort(names)
  return vim.tbl_map(function(name) return { name = name, title = M.clean(name, 200) } end, names)
end

---A title as it is written within a sentence.
---@param title string
---@return string
function M.within(title)
  return title:find('^%u%l') and title:sub(1, 1):lower() .. title:sub(2) or title
end

local inline

-- A list of values, cut at the limit.
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
  if value == nil or value == vim.NIL then return NULL end
  if value == true then return 'yes' end
  if value == false then return 'no' end
  if type(value) == 'string' then return M.clean(value, room) end
  if type(value) ~= 'table' or json.is_integer(value) then return json.encode(value) end
  if M.is_record(value) then return '{' .. listed(each_member(value, room), room) .. '}' end
  local text = listed(each_element(value, room), room)
  return is_inner and '[' .. text .. ']' or text
end

---A value on one line.
---@param value any
---@param room integer? the limit of its length in bytes
---@return string
function M.inline(value, room) return inline(value, room or LENGTH, false) end

-- Values with a format

-- The number of days from 1970-01-01 to a day of the Gregorian calendar.
local function days(year, month, day)
  local years = month <= 2 and year - 1 or year
  local months = (month + 9) % 12
  local until_year = 365 * years + math.floor(years / 4) - math.floor(years / 100) + math.floor(years / 400)
  return until_year + math.floor((153 * months + 2) / 5) + day - 1 - 719468
end

---The seconds from 1970 until a time in the format `date-time` of JSON Schema; nil for another text.
---@param text string
---@return integer?
function M.seconds(text)
  local pattern = '^(%d%d%d%d)%-(%d%d)%-(%d%d)[Tt ](%d%d):(%d%d):(%d%d)%.?%d*([Zz+-])(%d?%d?):?(%d?%d?)$'
  local year, month, day, hour, minute, second, sign, hours, minutes = text:match(pattern)
  if not year then return nil end
  local offset = (tonumber(hours) or 0) * 3600 + (tonumber(minutes) or 0) * 60
  local time = days(tonumber(year), tonumber(month), tonumber(day)) * 86400 + hour * 3600 + minute * 60 + second
  return time - (sign == '-' and -offset or offset)
end

local MONTHS = { 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec' }

-- A time as local time, without what today has in common with it, or as the time since then if that is less than an
-- hour. Also returns whether it is relative.
local function time_text(text)
  local time = M.seconds(text)
  if not time then return M.clean(text), false end
  local now = os.time()
  local ago = now - time
  if ago >= 0 and ago < 60 then return 'just now', true end
  if ago >= 0 and ago < 3600 then return ('%d min ago'):format(ago / 60), true end
  if os.date('%F', time) == os.date('%F', now) then return os.date('%H:%M', time), true end
  local date = os.date('*t', time)
  if date.year ~= os.date('*t', now).year then return os.date('%Y-%m-%d', time), false end
  return ('%d %s %02d:%02d'):format(date.day, MONTHS[date.month], date.hour, date.min), false
end

-- An amount with its thousands set apart, and the symbol or the code of its currency.
local function money_text(value, money)
  local text = ('%.' .. money.digits .. 'f'):format(json.is_integer(value) and 0 or value)
  local sign, whole, rest = text:match('^(%-?)(%d+)(.*)$')
  if json.is_integer(value) then sign, whole = tostring(value):match('^(%-?)(%d+)$') end
  local grouped = whole:reverse():gsub('(%d%d%d)', '%1,'):reverse():gsub('^,', '')
  return sign .. (money.symbol or '') .. grouped .. rest .. (money.symbol and '' or ' ' .. money.currency)
end

---A value on one line, in the form that its field defines.
---@param field svvs.Value
---@param value any
---@param room integer? the limit of its length in bytes
---@return string
---@return boolean? is_relative whether the text depends on the current time
function M.text(field, value, room)
  for _, choice in ipairs(field.choices or {}) do
    if choice.value == value then return M.clean(choice.title, room) end
  end
  if field.format == 'time' and type(value) == 'string' then return time_text(value) end
  if field.money and (type(value) == 'number' or json.is_integer(value)) then return money_text(value, field.money) end
  return M.inline(value, room)
end

return M

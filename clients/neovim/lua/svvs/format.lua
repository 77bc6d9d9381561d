---Values and titles as text for people: on one line, without invisible characters, and of limited length.
local json = require('svvs.json')

local M = {}
local NULL = '–'
local LENGTH = 2000 -- bytes of a value at most
local END = 1000000 -- bytes of a text that grows at most

-- Characters that are invisible or change the direction of writing, as patterns of UTF-8.
local HIDDEN = {
  '\194[\128-\159]', -- C1
  '\194\173', -- soft hyphen
  '\205\143', -- U+034F
  '\216\156', -- U+061C
  '\225\133[\159\160]', -- U+115F, U+1160
  '\225\158[\180\181]', -- U+17B4, U+17B5
  '\225\160\142', -- U+180E
  '\226\128[\139\142\143\168-\174]', -- U+200B, U+200E, U+200F, U+2028 to U+202E
  '\226\129[\160-\175]', -- U+2060 to U+206F
  '\227\133\164', -- U+3164
  '\237[\160-\191][\128-\191]', -- halves of surrogate pairs
  '\239\187\191', -- U+FEFF
  '\239\190\160', -- U+FFA0
  '\239\191[\185-\187]', -- U+FFF9 to U+FFFB
  '\243\160[\128-\131\136-\191][\128-\191]', -- U+E0000 to U+E00FF, U+E0200 to U+E0FFF
}
local REPLACED = '\239\191\189' -- U+FFFD
local JOINER = '\226\128[\140\141]'
-- Older versions of Neovim show a joiner as <200d>.
local SHOWS_JOINERS = vim.api.nvim_strwidth('👩\226\128\141👧') <= 4

-- Replaces joiners beside characters below U+0600, such as Latin and Cyrillic letters, or beside none.
local function replace_joiners(text)
  text = (' ' .. text .. ' '):gsub('([%z\1-\127])' .. JOINER, '%1' .. REPLACED)
  text = text:gsub('([\192-\215][\128-\191])' .. JOINER, '%1' .. REPLACED)
  return text:gsub(JOINER .. '([%z\1-\215])', REPLACED .. '%1'):sub(2, -2)
end

local function symbol(control) return '\226\144' .. string.char(128 + (control == '\127' and 33 or control:byte())) end

---The text on one line, with symbols for control characters and U+FFFD for hidden ones.
---@param text string
---@param bytes integer? the limit of its length
---@return string
function M.clean(text, bytes)
  bytes = bytes or LENGTH
  local part = text:sub(1, bytes)
  if text:find('^[\128-\191]', bytes + 1) then part = part:gsub('[\192-\247][\128-\191]*$', '') end -- half a character
  if part:find('[%c\128-\255]') then
    part = replace_joiners(part)
    for _, pattern in ipairs(HIDDEN) do
      part = part:gsub(pattern, REPLACED)
    end
    part = part:gsub('%c', symbol)
  end
  return #text > bytes and part .. '…' or part
end

---The text without the joiners that this version of Neovim cannot draw.
---@param text string
---@return string
function M.drawn(text) return SHOWS_JOINERS and text or (text:gsub(JOINER, '')) end

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

---A bar with a percentage, of which a binary fraction may be a little too small.
---@param fraction number? nil if it is unknown
---@return string
function M.bar(fraction)
  if not fraction then return 'in progress' end
  local percent = math.floor(fraction * 100 + 1e-9)
  local full = math.floor(percent / 5)
  return ('[%s%s] %d%%'):format(('#'):rep(full), ('-'):rep(20 - full), percent)
end

---Whether it is an object of JSON.
---@param value any
---@return boolean
function M.is_record(value)
  return type(value) == 'table' and not json.is_integer(value) and not json.is_array(value)
end

---Whether it is neither null nor missing.
---@param value any
function M.is_there(value) return value ~= nil and value ~= vim.NIL end

-- Whether it counts from 1, or is not there.
local function is_count(value)
  if not M.is_there(value) then return true end
  if json.is_integer(value) then return tostring(value):sub(1, 1) ~= '-' end
  return type(value) == 'number' and value >= 1 and value % 1 == 0
end

---Whether it is a place in a file.
---@param value any
function M.is_place(value)
  return M.is_record(value) and type(value.path) == 'string' and is_count(value.line) and is_count(value.column)
end

---A place in a file on one line.
---@param place {path: string, line: integer?, column: integer?}
---@param room integer? the limit of the length of the path in bytes
---@return string
function M.place(place, room)
  local text = M.clean(place.path, room)
  for _, number in ipairs({ place.line, place.column }) do
    if number == vim.NIL then break end
    text = text .. ':' .. json.encode(number)
  end
  return text
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

-- The number of days from 1970-01-01 to a day of the Gregorian calendar.
local function days(year, month, day)
  local years = month <= 2 and year - 1 or year
  local months = (month + 9) % 12
  local until_year = 365 * years + math.floor(years / 4) - math.floor(years / 100) + math.floor(years / 400)
  return until_year + math.floor((153 * months + 2) / 5) + day - 1 - 719468
end

---The seconds from 1970 until a time, without its fraction; nil for another text.
---@param text string
---@return integer?
function M.seconds(text)
  local pattern = '^(%d%d%d%d)%-(%d%d)%-(%d%d)T(%d%d):(%d%d):(%d%d)%.?%d*([Z+-])(%d?%d?):?(%d?%d?)$'
  local year, month, day, hour, minute, second, sign, hours, minutes = text:match(pattern)
  if not year then return nil end
  local offset = (tonumber(hours) or 0) * 3600 + (tonumber(minutes) or 0) * 60
  local time = days(tonumber(year), tonumber(month), tonumber(day)) * 86400 + hour * 3600 + minute * 60 + second
  return time - (sign == '-' and -offset or offset)
end

local MONTHS = { 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec' }

-- A time in local time; with `now`, without what today has in common with it, or relative within an hour.
local function time_text(time, now)
  if not now then return os.date('%Y-%m-%d %H:%M:%S', time) end
  local ago = now - time
  if ago >= 0 and ago < 60 then return 'just now' end
  if ago >= 0 and ago < 3600 then return ('%d min ago'):format(ago / 60) end
  if os.date('%F', time) == os.date('%F', now) then return os.date('%H:%M', time) end
  local date = os.date('*t', time)
  if date.year ~= os.date('*t', now).year then return os.date('%Y-%m-%d', time) end
  return ('%d %s %02d:%02d'):format(date.day, MONTHS[date.month], date.hour, date.min)
end

-- An amount with its thousands set apart, and the symbol or the code of its currency. The factor rounds up half a unit,
-- also one that is a little less as a binary number.
local function money_text(value, money)
  local is_whole = json.is_integer(value) or value % 1 == 0
  local text = ('%.' .. money.digits .. 'f'):format(is_whole and 0 or value * (1 + 2 ^ -52))
  local sign, whole, rest = text:match('^(%-?)(%d+)(.*)$')
  if is_whole then sign, whole = json.encode(value):match('^(%-?)(%d+)') end
  local grouped = whole:reverse():gsub('(%d%d%d)', '%1,'):reverse():gsub('^,', '')
  return sign .. (money.symbol or '') .. grouped .. rest .. (money.symbol and '' or ' ' .. money.currency)
end

-- The last line that is not empty.
local function last_line(text)
  local stop = #text
  while text:byte(stop) == 10 do
    stop = stop - (text:byte(stop - 1) == 13 and 2 or 1)
  end
  local start = stop
  while start > 0 and text:byte(start) ~= 10 do
    start = start - 1
  end
  return text:sub(start + 1, stop)
end

local written

-- The texts of the elements of a list with a separator, cut at the limit.
local function joined(list, separator, room, text_of)
  local parts = {}
  for _, element in ipairs(list) do
    table.insert(parts, text_of(element))
    room = room - #parts[#parts]
    if room <= 0 then
      table.insert(parts, '…')
      break
    end
  end
  return parts[1] and table.concat(parts, separator) or NULL
end

-- A value on one line. `depth` is the number of values that it is within.
function written(field, value, room, now, depth)
  if field.role == 'flag' and value ~= true then return '' end
  for _, choice in ipairs(field.choices or {}) do
    if choice.value == value then return choice.title end
  end
  if field.money and (type(value) == 'number' or json.is_integer(value)) then return money_text(value, field.money) end
  local time = field.format == 'time' and type(value) == 'string' and M.seconds(value)
  if time then return time_text(time, now) end
  if field.format == 'file' and M.is_place(value) then return M.place(value, room) end
  if value == nil then return '' end
  if value == vim.NIL then return NULL end
  if type(value) == 'boolean' then return value and 'yes' or 'no' end
  if type(value) == 'string' then return M.clean(field.format == 'stream' and last_line(value) or value, room) end
  if type(value) ~= 'table' or json.is_integer(value) then return json.encode(value) end
  if depth == 3 then return '(…)' end
  local function within(of, each) return written(of, each, room, now, depth + 1) end
  local function element(each) return within(field.of or {}, each) end
  local function member(name) return M.clean(name, room) .. ' ' .. within({}, value[name]) end
  local is_array = json.is_array(value)
  local names = is_array and {} or vim.tbl_keys(value)
  table.sort(names)
  local text = is_array and joined(value, ', ', room, element) or joined(names, ' · ', room, member)
  return depth > 0 and '(' .. text .. ')' or text
end

---A value on one line, in the form of its field where there is little room.
---@param field svvs.Value
---@param value any
---@param room integer? the limit of its length in bytes
---@param now integer?
---@return string
function M.text(field, value, room, now) return written(field, value, room or LENGTH, now or os.time(), 0) end

---A line of a long text, with its tabs.
---@param line string
---@param room integer? the limit of its length in bytes
---@return string
function M.long(line, room)
  return (line:gsub('[^\t]+', function(piece) return M.clean(piece, room or #piece) end))
end

---How many bytes are before the end of a text, if that has a limit.
---@param text string
---@param bytes integer
---@return integer
function M.before_end(text, bytes)
  local from = math.max(0, #text - bytes)
  local line = from > 0 and text:find('\n', from, true)
  if line and line - from < bytes / 2 then return line end
  while text:find('^[\128-\191]', from + 1) do
    from = from + 1
  end
  return from
end

---Says how many bytes of a text are left out.
---@param bytes integer
---@return string
function M.left_out(bytes) return ('… %d kB before this are left out'):format(math.ceil(bytes / 1000)) end

---A value in the form of its field where there is room: a long text has several lines.
---@param field svvs.Value
---@param value any
---@param room integer? the limit of the length of each line in bytes
---@return string[]
function M.lines(field, value, room)
  local is_stream = field.format == 'stream'
  local is_long = (is_stream or field.format == 'longText') and type(value) == 'string'
  if not is_long then return { written(field, value, room or LENGTH, nil, 0) } end
  local from = is_stream and M.before_end(value, END) or 0
  local lines = vim.split(value:sub(from + 1):gsub('\r\n', '\n'), '\n')
  lines = vim.tbl_map(function(line) return M.long(line, room or LENGTH) end, lines)
  if from > 0 then table.insert(lines, 1, M.left_out(from)) end
  return lines
end

---A value of any kind on one line.
---@param value any
---@param room integer? the limit of its length in bytes
---@return string
function M.inline(value, room) return M.text({}, value, room) end

return M

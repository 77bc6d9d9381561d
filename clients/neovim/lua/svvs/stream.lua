---Texts that grow at their end, as rows of a page. Only the end of a long text is on the page, and only what was added
---is formatted.
local format = require('svvs.format')

local M = {}
local BYTES = 200 -- of the text for each line that is shown at first
local SLACK = 2 -- times as much may be shown until the beginning is left out
local LONGEST = 2000 -- characters of a line: what follows them is another line
local HELD = 50 -- times as much while a window does not show the end: its lines must stay

---@class svvs.Stream
---@field from integer how many bytes of the text are left out
---@field rows svvs.Line[]
---@field private ended string the text of the lines that have ended
---@field private to integer its last byte
---@field private lines integer
---@field private count integer how many rows these lines have
---@field private width integer
---@field private limit integer

-- The last byte of the characters that fit into a width; at least one character.
local function fitting(line, start, width)
  local stop = start + width - 1
  if not line:sub(start, stop + 1):find('[\128-\255]') then return stop end
  local used
  stop, used = start - 1, 0
  while stop < #line do
    local _, last = line:find('^.[\128-\191]*', stop + 1)
    used = used + vim.api.nvim_strwidth(line:sub(stop + 1, last))
    if used > width and stop >= start then break end
    stop = last
  end
  return stop
end

---Cuts a line into rows of a width, after a space if there is one in the second half of the row.
---@param line string
---@param width integer
---@return string[]
function M.wrap(line, width)
  local rows, start = {}, 1
  repeat
    local stop = fitting(line, start, width)
    local space = stop < #line and line:sub(start, stop + 1):match('^.*() ')
    local is_cut = space and space > width / 2
    if is_cut then stop = start + space - 1 end
    table.insert(rows, line:sub(start, is_cut and stop - 1 or stop))
    start = stop + 1
  until start > #line
  return rows
end

local function expand_tabs(line)
  return (line:gsub('([^\t]*)(\t?)', function(text, tab)
    return tab ~= '' and text .. (' '):rep(8 - vim.api.nvim_strwidth(text) % 8) or nil
  end))
end

-- How many bytes are before the last lines.
local function before_last(text, limit)
  local from, count = format.before_end(text, limit * BYTES), 0
  for index = #text - 1, from + 1, -1 do
    if text:byte(index) == 10 then count = count + 1 end
    if count == limit then return index end
  end
  return from
end

-- Adds the rows of a line that begins after this byte.
local function add(stream, name, at, line)
  local target = { kind = 'property', name = name }
  for index, row in ipairs(M.wrap(expand_tabs(format.long(line)), stream.width)) do
    table.insert(stream.rows, {
      key = ('property %s/%d.%d'):format(name, at, index), within = 'property ' .. name, target = target, marks = {},
      text = format.drawn((' '):rep(5) .. row),
    })
  end
end

-- The last byte of the text of a line that begins after a byte, and its last byte; nil of a line that may go on.
local function line_end(text, from)
  local piece, count = text:sub(from + 1, from + 4 * LONGEST + 2), 0
  local stop = piece:find('\n', 1, true)
  local last = stop and (piece:byte(stop - 1) == 13 and stop - 2 or stop - 1)
  for at in piece:sub(1, last):gmatch('()[^\128-\191]') do
    count = count + 1
    if count > LONGEST then return from + at - 1, from + at - 1 end
  end
  if stop then return from + last, from + stop end
end

-- Whether the rows of a stream are those of this text, apart from what was added.
local function is_former(stream, text, width, limit, is_held)
  if not stream or stream.width ~= width or stream.limit ~= limit then return false end
  local most = limit * (is_held and HELD or SLACK)
  local is_short = stream.lines <= most and #text - stream.from <= most * BYTES
  return is_short and text:sub(stream.from + 1, stream.to) == stream.ended
end

---The rows of a text that has replaced the text of a stream.
---@param stream svvs.Stream?
---@param name string of the property
---@param text string
---@param width integer columns of the screen
---@param limit integer how many lines are shown at first
---@param is_held boolean? whether the rows that are shown have to stay
---@return svvs.Stream
function M.rows(stream, name, text, width, limit, is_held)
  if not is_former(stream, text, width, limit, is_held) then
    local from = before_last(text, limit)
    stream = { from = from, to = from, lines = 0, count = 0, rows = {}, width = width, limit = limit }
  end
  for index = #stream.rows, stream.count + 1, -1 do
    stream.rows[index] = nil
  end
  local last, stop = line_end(text, stream.to)
  while stop do
    add(stream, name, stream.to, text:sub(stream.to + 1, last))
    stream.to, stream.lines, stream.count = stop, stream.lines + 1, #stream.rows
    last, stop = line_end(text, stop)
  end
  stream.ended = text:sub(stream.from + 1, stream.to)
  if stream.to < #text then add(stream, name, stream.to, text:sub(stream.to + 1)) end
  return stream
end

return M

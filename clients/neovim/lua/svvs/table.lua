---Tables of records: which columns fit into the width of a window, and how wide they are.
local format = require('svvs.format')
local json = require('svvs.json')
local screens = require('svvs.screen')

local M = {}
local MOST = 2000 -- bytes of a cell
local WANTED = 30 -- columns of the screen that a column gets before another is left out
local GAP = 2 -- columns between two columns of the table

local function is_number(value) return type(value) == 'number' or json.is_integer(value) end

-- The texts of one column, and the width of its widest. Numbers are aligned to the right.
local function column(member, rows, from, to)
  local one = { title = member.title, texts = {}, priority = member.priority or 0 }
  one.width = vim.api.nvim_strwidth(member.title)
  for index = from, to do
    local value = rows[index][member.name]
    local text = format.drawn(format.text(member, value, MOST))
    if value ~= nil and value ~= vim.NIL then one.is_right = one.is_right ~= false and is_number(value) end
    one.width = math.max(one.width, vim.api.nvim_strwidth(text))
    table.insert(one.texts, text)
  end
  return one
end

-- The members of the first rows, for rows without declared members.
local function found(rows, from, to)
  local all = {}
  for index = from, math.min(to, from + 20) do
    for name in pairs(rows[index]) do
      all[name] = true
    end
  end
  return all
end

local function are_records(rows, from, to)
  for index = from, to do
    if not format.is_record(rows[index]) then return false end
  end
  return to >= from
end

-- The columns of the screen that a column gets before another is left out.
local function share(one) return math.min(one.width, WANTED) end

-- The columns of the screen that are left beside the shares of these columns; negative if they do not fit.
local function room_beside(columns, width)
  local room = width - (#columns - 1) * GAP
  for _, one in ipairs(columns) do
    room = room - share(one)
  end
  return room
end

-- Leaves out the columns with the lowest priority, the last ones first, until the others fit.
local function leave_out(columns, width)
  local room, order = room_beside(columns, width), screens.ranked(columns)
  for index = #order, 2, -1 do
    if room >= 0 then break end
    room, order[index].is_left_out = room + share(order[index]) + GAP, true
  end
  return vim.tbl_filter(function(one) return not one.is_left_out end, columns)
end

-- Cuts the columns that are wider than their share. The room that is left goes to the highest priority first.
local function cut(columns, width)
  local room = room_beside(columns, width)
  local wide = vim.tbl_filter(function(one) return one.width > WANTED end, columns)
  table.sort(wide, function(a, b)
    if a.priority ~= b.priority then return a.priority > b.priority end
    return a.width < b.width
  end)
  for _, one in ipairs(wide) do
    local more = math.min(one.width - WANTED, math.max(room, 0))
    one.width, room = WANTED + more, room - more
  end
  if #columns == 1 then columns[1].width = math.min(columns[1].width, math.max(width, 1)) end
end

---A line of text for each row from one index to another and, for records, a line with the titles of the columns.
---@param declared svvs.Field[]? the members of a row
---@param element svvs.Value the row, if it is not a record
---@param rows any[]
---@param from integer
---@param to integer
---@param width integer columns of the screen
---@return string[] lines
---@return string? titles
function M.lines(declared, element, rows, from, to, width)
  local lines = {}
  if not are_records(rows, from, to) then
    for index = from, to do
      table.insert(lines, format.text(element, rows[index], MOST))
    end
    return lines
  end
  local columns, titles = {}, {}
  for _, member in ipairs(screens.visible(format.members(declared, found(rows, from, to)))) do
    table.insert(columns, column(member, rows, from, to))
  end
  local all, mark = columns, ''
  columns = leave_out(all, width)
  if #columns < #all then
    mark = '  …'
    width = width - vim.api.nvim_strwidth(mark)
    columns = leave_out(all, width)
  end
  cut(columns, width)
  for _, one in ipairs(columns) do
    table.insert(titles, format.fit(one.title, one.width, one.is_right))
    for index, text in ipairs(one.texts) do
      local cell = format.fit(text, one.width, one.is_right)
      lines[index] = lines[index] and lines[index] .. '  ' .. cell or cell
    end
  end
  for index = 1, to - from + 1 do
    lines[index] = ((lines[index] or ''):gsub(' +$', ''))
  end
  return lines, (table.concat(titles, '  '):gsub(' +$', '')) .. mark
end

return M

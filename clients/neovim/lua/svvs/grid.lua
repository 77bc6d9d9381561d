---An array as a table: a line of titles, and a line for each row, in columns that are as wide as what they show.
local format = require('svvs.format')
local json = require('svvs.json')

local M = {}
local CELL = 40 -- columns of the screen that one cell takes at most
local ROW = 400 -- and a whole row

local function is_number(value) return type(value) == 'number' or json.is_integer(value) end

-- The cells of one column, as wide as the widest. Numbers stand to the right.
local function column(member, rows, count)
  local cells, width, is_right = {}, math.min(vim.api.nvim_strwidth(member.title), CELL), nil
  for index = 1, count do
    local value = rows[index][member.name]
    local text = value == nil and '' or format.inline(value, 4 * CELL)
    if value ~= nil and value ~= vim.NIL then is_right = is_right ~= false and is_number(value) end
    width = math.max(width, math.min(vim.api.nvim_strwidth(text), CELL))
    cells[index] = text
  end
  for index = 1, count do
    cells[index] = format.fit(cells[index], width, is_right)
  end
  return { title = format.fit(member.title, width, is_right), cells = cells, width = width }
end

-- Some row's members, where none are declared.
local function found(rows, count)
  local all = {}
  for index = 1, math.min(count, 20) do
    for name in pairs(rows[index]) do
      all[name] = true
    end
  end
  return all
end

local function are_records(rows, count)
  for index = 1, count do
    if not format.is_record(rows[index]) then return false end
  end
  return count > 0
end

---The table of the first rows.
---@param declared svvs.Field[] the members of the rows
---@param rows any[]
---@param count integer how many
---@return string[] lines
---@return string? titles nil for rows that are no records
function M.lines(declared, rows, count)
  local lines = {}
  if not are_records(rows, count) then
    for index = 1, count do
      lines[index] = format.inline(rows[index], 8 * CELL)
    end
    return lines
  end
  local titles, room = {}, ROW
  for _, member in ipairs(format.members(declared, found(rows, count))) do
    local one = column(member, rows, count)
    room = room - one.width - 2
    table.insert(titles, room < 0 and '…' or one.title)
    if room < 0 then break end
    for index = 1, count do
      lines[index] = lines[index] and lines[index] .. '  ' .. one.cells[index] or one.cells[index]
    end
  end
  for index, line in ipairs(lines) do
    lines[index] = (line:gsub(' +$', ''))
  end
  return lines, (table.concat(titles, '  '):gsub(' +$', ''))
end

return M

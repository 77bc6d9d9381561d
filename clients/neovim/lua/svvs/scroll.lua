---The lines of a page that are in sight: where the cursor begins, and lists and texts that are read from their end.
local M = {}

-- Scrolls a window until it shows a line, perhaps at the bottom. The cursor moves only if it would be out of sight.
local function reveal(window, line, lines, is_bottom)
  local height, cursor = vim.api.nvim_win_get_height(window), vim.api.nvim_win_get_cursor(window)
  local top = vim.fn.line('w0', window)
  local last = line
  if cursor[1] > line and cursor[1] - line < height then last = cursor[1] end
  if line < top then
    top = line
  elseif is_bottom or last >= top + height then
    top = math.max(1, last - height + 1)
  end
  local row = math.min(math.max(cursor[1], top), top + height - 1, #lines)
  vim.api.nvim_win_call(window, function()
    vim.fn.winrestview({ topline = top, lnum = row, col = cursor[2] })
  end)
end

-- The last line of each list and text that is read from its end, by its name.
local function ends_of(lines)
  local ends = {}
  for row, line in ipairs(lines) do
    local name = line.ends or line.grows
    if name then ends[name] = row end
  end
  return ends
end

---The windows that show the end of a list or text, by its name.
---@param buffer integer
---@param lines svvs.Line[]
---@return table<string, integer[]>
function M.followers(buffer, lines)
  local followers = {}
  for name, row in pairs(ends_of(lines)) do
    followers[name] = vim.tbl_filter(function(window)
      return vim.fn.line('w0', window) <= row and vim.fn.line('w$', window) >= row
    end, vim.fn.win_findbuf(buffer))
  end
  return followers
end

---Scrolls windows to the end of the list or text that they showed. A cursor on the last row goes with it.
---@param followers table<string, integer[]>
---@param before svvs.Line[]
---@param lines svvs.Line[]
function M.follow(followers, before, lines)
  local old, ends = ends_of(before), ends_of(lines)
  for name, windows in pairs(followers) do
    for _, window in ipairs(ends[name] and windows or {}) do
      local cursor = vim.api.nvim_win_get_cursor(window)
      local was_last = old[name] and before[old[name]].key == (lines[cursor[1]] or {}).key
      if was_last then vim.api.nvim_win_set_cursor(window, { ends[name], cursor[2] }) end
      reveal(window, ends[name], lines, #lines < #before)
    end
  end
end

---Scrolls all windows of a buffer to a line.
---@param buffer integer
---@param row integer
---@param lines svvs.Line[]
function M.go_to(buffer, row, lines)
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    reveal(window, row, lines)
  end
end

-- Begins in the field below a list that is read from its end, or else at the end of the list.
local function beginning_at_end(lines)
  local row
  for index, line in ipairs(lines) do
    row = row or line.ends and index
    if row and line.submits then return index end
  end
  return row
end

-- The first row of the first table.
local function first_row(lines)
  for row, line in ipairs(lines) do
    if line.target and line.target.kind == 'row' then return row end
  end
end

local function first_stop(lines)
  for row, line in ipairs(lines) do
    if line.is_stop then return row end
  end
end

---Moves the cursor of a window to the line where the user probably begins: the first row of a table, or else the first
---field or action. With a list that is read from its end, it is the field below that submits by itself.
---@param window integer
---@param lines svvs.Line[]
---@return boolean is_final whether it is on a row or in such a field
function M.begin(window, lines)
  local at_end, row = beginning_at_end(lines), first_row(lines)
  vim.api.nvim_win_set_cursor(window, { at_end or row or first_stop(lines) or 1, 0 })
  local _, last = next(ends_of(lines))
  if last then reveal(window, last, lines) end
  return at_end ~= nil or row ~= nil
end

---Moves the cursor to where the user begins, until the user has pressed a key or it is on a row.
---@param page svvs.Page
function M.place(page)
  local window = page:window()
  if page.is_placed or not window or #page.lines == 0 then return end
  local row = vim.api.nvim_win_get_cursor(window)[1]
  page.is_placed = page.beginning ~= nil and (page.lines[row] or {}).key ~= page.beginning
  if page.is_placed then return end
  page.is_placed = M.begin(window, page.lines)
  page.beginning = page.lines[vim.api.nvim_win_get_cursor(window)[1]].key
end

return M

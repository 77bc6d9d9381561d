---Writes lines of text into the buffer of a page, with their highlights.
local M = {}

local marks = vim.api.nvim_create_namespace('svvs')

local LINKS = {
  SvvsTitle = 'Title',
  SvvsDescription = 'Comment',
  SvvsKey = 'SpecialKey',
  SvvsName = 'Identifier',
  SvvsSign = 'Delimiter',
  SvvsValue = 'Constant',
  SvvsURL = 'Underlined',
  SvvsHeader = 'Underlined',
  SvvsAction = 'Function',
  SvvsDestructive = 'DiagnosticError',
  SvvsError = 'ErrorMsg',
  SvvsBusy = 'WarningMsg',
  SvvsStale = 'WarningMsg',
}

---Defines those highlight groups that are not defined yet.
function M.define_groups()
  for group, link in pairs(LINKS) do
    vim.api.nvim_set_hl(0, group, { link = link, default = true })
  end
  -- Each group of Neovim in a weak colour is blue in one of its schemes, as a link is. A terminal may show no colours.
  vim.api.nvim_set_hl(0, 'SvvsDimmed', { fg = '#808080', ctermfg = 244, italic = true, default = true })
end

local function are_equal(a, b)
  if not a or not b or a.text ~= b.text or #a.marks ~= #b.marks then return false end
  for index, mark in ipairs(a.marks) do
    if mark[2] ~= b.marks[index][2] or mark[3] ~= b.marks[index][3] then return false end
  end
  return true
end

-- The first lines with these keys from an index on.
local function rows_of(lines, from)
  local rows = {}
  for row = #lines, from, -1 do
    rows[lines[row].key] = row
  end
  return rows
end

-- The places in which lines differ, from the top: `count` old lines from `at` become `by` new lines from `to`. Lines
-- with the same key are the same line.
local function differences(old, new)
  local found, at, to, rows = {}, 1, 1, nil
  local function replace(count, by)
    local last = found[#found]
    if last and last.at + last.count == at and last.to + last.by == to then
      last.count, last.by = last.count + count, last.by + by
    else
      table.insert(found, { at = at, count = count, to = to, by = by })
    end
    at, to = at + count, to + by
  end
  while at <= #old or to <= #new do
    if old[at] and new[to] and old[at].key == new[to].key then
      if are_equal(old[at], new[to]) then at, to = at + 1, to + 1 else replace(1, 1) end
    else
      rows = rows or rows_of(new, to)
      local row = old[at] and rows[old[at].key] or not old[at] and #new + 1
      if row and row > to then replace(0, row - to) else replace(1, 0) end
    end
  end
  return found
end

-- The cursor of each window that shows the buffer, with its line, and the key of the first line in sight.
local function windows_of(buffer, lines)
  local kept = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local position = vim.api.nvim_win_get_cursor(window)
    local line, top = lines[position[1]], lines[vim.fn.line('w0', window)]
    table.insert(kept, { window = window, position = position, line = line or {}, top = top and top.key })
  end
  return kept
end

-- The line with a key.
local function row_of(lines, key)
  for row, line in ipairs(lines) do
    if line.key == key then return row end
  end
end

local function restore(kept, lines)
  for _, one in ipairs(kept) do
    local row = row_of(lines, one.line.key) or row_of(lines, one.line.within) or math.min(one.position[1], #lines)
    vim.api.nvim_win_set_cursor(one.window, { row, one.position[2] })
    local top = row_of(lines, one.top)
    if top and top ~= vim.fn.line('w0', one.window) then
      vim.api.nvim_win_call(one.window, function() vim.fn.winrestview({ topline = top }) end)
    end
  end
end

---Replaces the lines of a buffer, but writes only those that differ. Each cursor follows its line, and the first line
---in sight stays.
---@param buffer integer
---@param old svvs.Line[] the current lines
---@param new svvs.Line[]
function M.show(buffer, old, new)
  local kept, count = windows_of(buffer, old), vim.api.nvim_buf_line_count(buffer)
  local found = { { at = 1, count = count, to = 1, by = #new } }
  -- Otherwise something else has written into the buffer.
  if #old == count then found = differences(old, new) end
  if #found == 0 then return end
  vim.bo[buffer].modifiable = true
  for index = #found, 1, -1 do
    local one, texts = found[index], {}
    for row = one.to, one.to + one.by - 1 do
      table.insert(texts, new[row].text)
    end
    vim.api.nvim_buf_clear_namespace(buffer, marks, one.at - 1, one.at - 1 + one.count)
    vim.api.nvim_buf_set_lines(buffer, one.at - 1, one.at - 1 + one.count, true, texts)
  end
  vim.bo[buffer].modifiable = false
  for _, one in ipairs(found) do
    for row = one.to, one.to + one.by - 1 do
      for _, mark in ipairs(new[row].marks) do
        local options = { end_col = mark[2], hl_group = mark[3] }
        vim.api.nvim_buf_set_extmark(buffer, marks, row - 1, mark[1], options)
      end
    end
  end
  restore(kept, new)
end

return M

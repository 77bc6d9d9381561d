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

-- The numbers of equal lines at the top and at the bottom.
local function unchanged(old, new)
  local top, bottom = 0, 0
  while top < #new and are_equal(old[top + 1], new[top + 1]) do
    top = top + 1
  end
  while bottom < math.min(#old, #new) - top and are_equal(old[#old - bottom], new[#new - bottom]) do
    bottom = bottom + 1
  end
  return top, bottom
end

-- The cursor of each window that shows the buffer, and the line that it is on.
local function cursors(buffer, lines)
  local kept = {}
  for _, window in ipairs(vim.fn.win_findbuf(buffer)) do
    local position = vim.api.nvim_win_get_cursor(window)
    local line = lines[position[1]]
    table.insert(kept, { window = window, position = position, key = line and line.key })
  end
  return kept
end

local function restore(kept, lines)
  if #kept == 0 then return end
  local rows = {}
  for row, line in ipairs(lines) do
    rows[line.key] = row
  end
  for _, cursor in ipairs(kept) do
    local row = rows[cursor.key] or math.min(cursor.position[1], #lines)
    vim.api.nvim_win_set_cursor(cursor.window, { row, cursor.position[2] })
  end
end

---Replaces the lines of a buffer, but writes only those that differ. Each cursor follows its line.
---@param buffer integer
---@param old svvs.Line[] the current lines
---@param new svvs.Line[]
function M.show(buffer, old, new)
  local kept, texts = cursors(buffer, old), {}
  -- Something else has written into the buffer.
  if #old ~= vim.api.nvim_buf_line_count(buffer) then old = {} end
  local top, bottom = unchanged(old, new)
  for index = top + 1, #new - bottom do
    table.insert(texts, new[index].text)
  end
  local last = #old == 0 and -1 or #old - bottom
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_clear_namespace(buffer, marks, top, last)
  vim.api.nvim_buf_set_lines(buffer, top, last, true, texts)
  vim.bo[buffer].modifiable = false
  for index = top + 1, #new - bottom do
    for _, mark in ipairs(new[index].marks) do
      vim.api.nvim_buf_set_extmark(buffer, marks, index - 1, mark[1], { end_col = mark[2], hl_group = mark[3] })
    end
  end
  restore(kept, new)
end

return M

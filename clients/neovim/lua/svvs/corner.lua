---To the right of a line in sight: what is under way, or else an error out of sight, or else where help is.
local progress = require('svvs.progress')

local M = {}
local notes = vim.api.nvim_create_namespace('svvs.corner')

-- The first error whose line is not between these two.
local function hidden_error(page, top, bottom)
  for row, line in ipairs(page.lines) do
    if line.problem and (row < top or row > bottom) then return line.problem end
  end
end

local function contents(page, top, bottom)
  local text, problem = progress.text(page.view), hidden_error(page, top, bottom)
  if text then return text, 'SvvsBusy' end
  if problem then return problem, 'SvvsError' end
  if top == 1 then return '? shows the keys', 'SvvsDescription' end
end

-- The first line in sight that has room for so many columns behind it, if there is one.
local function row_with_room(page, window, top, bottom, width)
  local room = vim.api.nvim_win_get_width(window) - vim.fn.getwininfo(window)[1].textoff - width
  for row = top, bottom do
    if vim.api.nvim_strwidth(page.lines[row] and page.lines[row].text or '') <= room then return row end
  end
end

---Shows it, as it is now, where it covers nothing: in a line of its own if there is no room behind another.
---@param page svvs.Page
function M.show(page)
  local buffer, window = page.buffer, page:window()
  vim.api.nvim_buf_clear_namespace(buffer, notes, 0, -1)
  if not window then return end
  local top = math.min(vim.fn.line('w0', window), vim.api.nvim_buf_line_count(buffer))
  local bottom = vim.fn.line('w$', window)
  local text, group = contents(page, top, bottom)
  if not text then return end
  local chunks = { { ' ' .. text .. ' ', group } }
  local row = row_with_room(page, window, top, bottom, vim.api.nvim_strwidth(chunks[1][1]))
  local options = row and { virt_text = chunks, virt_text_pos = 'right_align' } or { virt_lines = { chunks } }
  vim.api.nvim_buf_set_extmark(buffer, notes, (row or top) - 1, 0, options)
end

return M

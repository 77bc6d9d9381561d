---The right end of the first line in sight: what is under way, or else an error out of sight, or else where help is.
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

---Shows it, as it is now.
---@param page svvs.Page
function M.show(page)
  local buffer, window = page.buffer, page:window()
  vim.api.nvim_buf_clear_namespace(buffer, notes, 0, -1)
  if not window then return end
  local top = math.min(vim.fn.line('w0', window), vim.api.nvim_buf_line_count(buffer))
  local text, group = contents(page, top, vim.fn.line('w$', window))
  if not text then return end
  vim.api.nvim_buf_set_extmark(buffer, notes, top - 1, 0, {
    virt_text = { { ' ' .. text .. ' ', group } },
    virt_text_pos = 'right_align',
  })
end

return M

---The status of a page, at the right end of a line in sight.
local format = require('svvs.format')
local later = require('svvs.later')
local progress = require('svvs.progress')
local prompts = require('svvs.prompt')
local screens = require('svvs.screen')

local M = {}
local statuses = vim.api.nvim_create_namespace('svvs.status')

-- The first error whose line is not in sight.
local function hidden_error(page, top, bottom)
  for row, line in ipairs(page.lines) do
    if line.problem and (row < top or row > bottom) then return line.problem end
  end
end

---The status of a page of which the lines from `top` to `bottom` are in sight.
---@param page svvs.Page
---@param top integer
---@param bottom integer
---@return string text
---@return string group
function M.text(page, top, bottom)
  local text, problem = progress.text(page), hidden_error(page, top, bottom)
  -- The first line says why the view is closed. While it is out of sight, the end counts more than calls and errors.
  if page.ending and top > 1 then return format.clean(page.ending, 100), 'SvvsStale' end
  if text then return text, 'SvvsBusy' end
  if problem then return problem, 'SvvsError' end
  -- While the first line is out of sight, the user must still see which view this is.
  local title = top > 1 and page:title() or nil
  local edited = prompts.edited()
  if edited and edited.page == page and edited.draft:is_message() then
    local action = screens.named(page.screen.actions, edited.part.submits).title
    local waiting = next(page.asked) and 'shows the question' or 'shows the next view'
    local keys = ('Enter: %s · Esc %s'):format(action, later.is_waiting() and waiting or 'leaves')
    return title and title .. '   ' .. keys or keys, 'SvvsDescription'
  end
  return title or '? shows the keys', 'SvvsDescription'
end

-- The first line in sight with `width` free columns.
local function row_with_room(page, window, top, bottom, width)
  local room = vim.api.nvim_win_get_width(window) - vim.fn.getwininfo(window)[1].textoff - width
  for row = top, bottom do
    if vim.api.nvim_strwidth(page.lines[row] and page.lines[row].text or '') <= room then return row end
  end
end

---Shows the status at the right end of a line in sight: the calls in progress, or an error whose line is out of sight,
---or the key for help. If no line has room, the status gets a line of its own.
---@param page svvs.Page
function M.show(page)
  if not vim.api.nvim_buf_is_loaded(page.buffer) then return end
  local window = page:window()
  vim.api.nvim_buf_clear_namespace(page.buffer, statuses, 0, -1)
  if window then
    local top = math.min(vim.fn.line('w0', window), vim.api.nvim_buf_line_count(page.buffer))
    local bottom = vim.fn.line('w$', window)
    local text, group = M.text(page, top, bottom)
    if text then
      local chunks = { { ' ' .. text .. ' ', group } }
      local row = row_with_room(page, window, top, bottom, vim.api.nvim_strwidth(chunks[1][1]))
      local mark = row and { virt_text = chunks, virt_text_pos = 'right_align' } or { virt_lines = { chunks } }
      vim.api.nvim_buf_set_extmark(page.buffer, statuses, (row or top) - 1, 0, mark)
      -- Otherwise Neovim draws lines twice as it scrolls.
      if not row then vim.api.nvim_win_set_option(window, 'list', true) end
    end
  end
  -- Neovim does not redraw by itself during a prompt.
  if vim.fn.mode() == 'c' then vim.cmd('redraw') end
end

return M

---Places in files to which a view leads: going there, and checking paths, which may be any text.
local failures = require('svvs.failure')
local format = require('svvs.format')
local uv = vim.uv or vim.loop

local M = {}

-- Why a path cannot be opened.
local function problem(path)
  if path:find('%z') or path:sub(1, 1) ~= '/' then return 'is not an absolute path' end
  local stat = uv.fs_stat(path)
  if not stat then return 'does not exist' end
  if stat.type ~= 'file' then return stat.type == 'directory' and 'is a directory' or 'is not a regular file' end
  if not uv.fs_access(path, 'R') then return 'cannot be read' end
end

-- Whether a window can show another file: it is not that of a page or of a plugin, and no text would be lost.
local function is_fit(window)
  local buffer = vim.api.nvim_win_get_buf(window)
  local is_plain = vim.bo[buffer].buftype == '' and vim.api.nvim_win_get_config(window).relative == ''
  local is_known, is_bound = pcall(vim.api.nvim_win_get_option, window, 'winfixbuf')
  if not is_plain or is_known and is_bound or vim.wo[window].previewwindow then return false end
  return vim.o.hidden or not vim.bo[buffer].modified
end

-- The window in which to show a file: one that shows it, or else another one than that of a page, if there is one.
local function window_for(buffer)
  local windows, last = vim.api.nvim_tabpage_list_wins(0), vim.fn.win_getid(vim.fn.winnr('#'))
  local shown = vim.tbl_filter(function(one) return vim.api.nvim_win_get_buf(one) == buffer end, windows)
  local fit = vim.tbl_filter(is_fit, windows)
  return shown[1] or vim.tbl_contains(fit, last) and last or fit[1] or 0
end

-- Moves the cursor to a line, and to a column that counts Unicode scalars.
local function go(place)
  local last, line = vim.api.nvim_buf_line_count(0), format.is_there(place.line) and place.line or 1
  line = type(line) == 'number' and math.min(line, last) or last
  local text, column = vim.fn.getline(line), type(place.column) == 'number' and place.column or 1
  local is_fine, byte = pcall(vim.str_byteindex, text, column - 1)
  vim.cmd("normal! m'")
  vim.api.nvim_win_set_cursor(0, { line, is_fine and byte or #text })
  vim.cmd('normal! zv')
end

---Goes to a place in a file, or reports why not. Creates nothing, and opens only a regular file.
---@param place {path: string, line: integer?, column: integer?}
---@return boolean? is_open
function M.open(place)
  local path, why, before = place.path, problem(place.path), vim.api.nvim_get_current_win()
  if why then return failures.say(format.clean(path, 200) .. ' ' .. why) end
  -- The names of remote files, which a plugin may open, have two slashes.
  if path:find('//', 1, true) then path = uv.fs_realpath(path) end
  local buffer = vim.fn.bufadd(path)
  vim.bo[buffer].buflisted = true
  local is_fine, err = pcall(function()
    vim.api.nvim_set_current_win(window_for(buffer))
    vim.api.nvim_win_set_buf(0, buffer)
  end)
  if not is_fine then failures.say(err) end
  -- An error of an autocommand of the user leaves the file open.
  if vim.api.nvim_get_current_buf() ~= buffer then return vim.api.nvim_set_current_win(before) end
  failures.guard(go, place)
  return true
end

return M

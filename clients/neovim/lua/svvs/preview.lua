---Small windows about a page, with the cursor in them: a text that is too long is scrolled, and `q` closes them.
local format = require('svvs.format')

local M = {}
local MOST = 20000 -- bytes of one value
local WIDTH = 100

-- A text in lines that are no longer than the window.
local function wrapped(text, lines)
  local line = ''
  for word in format.clean(text, MOST):gmatch('%S+%s*') do
    if line ~= '' and vim.api.nvim_strwidth(line .. word) > WIDTH then
      table.insert(lines, line)
      line = ''
    end
    line = line .. word
  end
  table.insert(lines, line)
end

local function open(lines, indent)
  local options = { border = 'single', wrap = true, max_width = WIDTH }
  local buffer, window = vim.lsp.util.open_floating_preview(lines, '', options)
  vim.api.nvim_set_current_win(window)
  -- Whole words where the window is narrow, below what they go on from.
  vim.cmd(('setlocal linebreak breakindent breakindentopt=shift:%d'):format(indent or 0))
  local function close() pcall(vim.api.nvim_win_close, window, true) end
  for _, key in ipairs({ 'q', '<Esc>', '<CR>', 'K', '?' }) do
    vim.keymap.set('n', key, close, { buffer = buffer, nowait = true, desc = 'closes this window (svvs)' })
  end
end

local function about_field(field, value, lines)
  wrapped(('%s (%s)'):format(field.title, field.name), lines)
  if (field.description or '') ~= '' then wrapped(field.description, lines) end
  if value ~= nil then wrapped(format.inline(value, MOST), lines) end
end

local function about_row(fields, row, lines)
  if not format.is_record(row) then return wrapped(format.inline(row, MOST), lines) end
  for _, member in ipairs(format.members(fields, row)) do
    local value = row[member.name]
    if value ~= nil then wrapped(member.title .. ': ' .. format.inline(value, MOST), lines) end
  end
end

local function about_action(schema, type, action, lines)
  wrapped(('%s (%s)'):format(schema:action_title(type, action), action), lines)
  wrapped(schema:action_description(type, action), lines)
  for _, field in ipairs(schema:arguments(type, action)) do
    local choices = field.kind.choices and ': ' .. table.concat(field.kind.choices, ', ') or ''
    wrapped(('- %s (%s)%s'):format(field.title, field.name, choices), lines)
  end
end

---Tells about what the cursor is on, with its whole value.
---@param page svvs.Page
function M.describe(page)
  local schema, type, target, lines = page.schema, page.view.type, page:target(), {}
  if not target then
    wrapped(schema:description(type), lines)
  elseif target.kind == 'action' then
    about_action(schema, type, target.name, lines)
  elseif target.kind == 'member' then
    about_field(target.member, target.value, lines)
  else
    local field = schema:property(type, target.name)
    if target.kind == 'row' then
      about_row(schema:members(schema:element_kind(field.kind)), target.value, lines)
    else
      local value = page.view.state[field.name]
      if format.is_array(value) then value = nil end
      about_field(field, value, lines)
    end
  end
  open(lines)
end

---Shows the keys of a page.
---@param page svvs.Page
---@param keys {[1]: string, [2]: string}[]
function M.keys(page, keys)
  local lines = { page.title }
  for _, key in ipairs(keys) do
    table.insert(lines, ('%-8s %s'):format(key[1], key[2]))
  end
  open(lines, 9)
end

return M

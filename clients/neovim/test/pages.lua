-- Functions that read pages and press keys.
local T = require('test.tap')
local svvs = require('svvs')

local M = {}

function M.lines() return vim.api.nvim_buf_get_lines(0, 0, -1, true) end

function M.text() return table.concat(M.lines(), '\n') end

-- Waits until the page shows the text.
function M.shows(text)
  local is_there = vim.wait(10000, function() return M.text():find(text, 1, true) ~= nil end, 2)
  if not is_there then error(('the page does not show: %s\n%s'):format(text, M.text()), 2) end
end

-- Moves the cursor to the first line that has the text.
function M.go(text)
  for row, line in ipairs(M.lines()) do
    if line:find(text, 1, true) then return vim.api.nvim_win_set_cursor(0, { row, 3 }) end
  end
  error('no line has: ' .. text .. '\n' .. M.text(), 2)
end

function M.press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'tx', false)
end

-- Presses keys, and returns the prompts with the texts that they begin with.
function M.prompts_of(keys)
  local prompts, input = {}, vim.fn.input
  M.with(vim.fn, 'input', function(options)
    table.insert(prompts, options.prompt .. (options.default or ''))
    return input(options)
  end, function() M.press(keys) end)
  return prompts
end

-- Presses keys, and returns the questions that are answered by a key.
function M.questions_of(keys)
  local questions, prompts = {}, require('svvs.prompt')
  local key = prompts.key
  M.with(prompts, 'key', function(lines)
    table.insert(questions, lines[1])
    return key(lines)
  end, function() M.press(keys) end)
  return questions
end

-- Opens a view in the current window.
function M.open(type, params)
  assert(svvs.show(type, { params = params }):wait())
  return svvs.view()
end

-- Waits until the current buffer shows a view of this type.
function M.arrives(type)
  T.eventually('a view of the type ' .. type, function() return svvs.view() and svvs.view().type == type end)
  return svvs.view()
end

-- Runs a function while another function of a module is replaced.
function M.with(module, name, replacement, body)
  local original = module[name]
  module[name] = replacement
  local is_fine, trouble = pcall(body)
  module[name] = original
  if not is_fine then error(trouble, 0) end
end

-- Runs a function that offers choices; picks the one with this number, and returns all of them.
function M.choosing(number, body)
  local offered
  M.with(vim.ui, 'select', function(items, options, on_choice)
    offered = vim.tbl_map(options.format_item or tostring, items)
    on_choice(items[number])
  end, body)
  return offered
end

return M

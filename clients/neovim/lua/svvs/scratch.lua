---Edits a text of several lines, or with what a prompt cannot hold, in a buffer of its own: |:write| sets the property.
local failures = require('svvs.failure')

local M = {}

---@param view svvs.View
---@param field svvs.Field
---@param set fun(text: string)
function M.edit(view, field, set)
  vim.cmd('belowright new')
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_name(buffer, ('svvs-edit://%d/%s'):format(buffer, field.name))
  vim.bo[buffer].buftype = 'acwrite'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.api.nvim_buf_set_lines(buffer, 0, -1, true, vim.split(view.state[field.name], '\n'))
  vim.bo[buffer].modified = false
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = buffer,
    desc = 'Set the property (svvs)',
    callback = function()
      if not view.is_open then return failures.say('this view is closed') end
      set(table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n'))
      vim.bo[buffer].modified = false
    end,
  })
  failures.say(field.title .. ': :w sets it, :q leaves it', vim.log.levels.INFO)
end

return M

-- The commands. What they do is loaded when one is used.
if vim.g.loaded_svvs then return end
vim.g.loaded_svvs = true

local function command(name, nargs, run, complete)
  local has_bang = name == 'SvvsCall' or name == 'SvvsOpen'
  local options = { nargs = nargs, desc = 'See :help :' .. name, bar = nargs == 0, bang = has_bang }
  if complete then options.complete = function(...) return require('svvs.complete')[complete](...) end end
  vim.api.nvim_create_user_command(name, run, options)
end

command('SvvsStart', '*', function(call) require('svvs.commands').start(call.fargs) end)
command('SvvsOpen', '*', function(call) require('svvs.commands').open(call.fargs, call.args, call.bang) end, 'open')
command('SvvsCall', '+', function(call) require('svvs.commands').call(call.fargs, call.args, call.bang) end, 'call')
command('SvvsSet', '+', function(call) require('svvs.commands').set(call.args) end, 'set')
command('SvvsAttach', '?', function(call) require('svvs.attach').attach(call.args) end, 'attach')
command('SvvsShow', 0, function() require('svvs.attach').show() end)
command('SvvsClose', 0, function() require('svvs.commands').close() end)
command('SvvsStop', 0, function() require('svvs.commands').stop() end)

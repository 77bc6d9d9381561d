-- The commands. The code of a command is loaded when it is used.
if vim.g.loaded_svvs then return end
vim.g.loaded_svvs = true

local function command(name, nargs, run, completion)
  local has_bang = name == 'SvvsCall' or name == 'SvvsOpen'
  local options = { nargs = nargs, desc = 'See :help :' .. name, bar = nargs == 0, bang = has_bang }
  if completion then
    options.complete = function(...) return require('svvs.commands').complete[completion](...) end
  end
  vim.api.nvim_create_user_command(name, function(call) run(require('svvs.commands'), call) end, options)
end

command('SvvsStart', '*', function(commands, call) commands.start(call.fargs) end)
command('SvvsOpen', '*', function(commands, call) commands.open(call.fargs, call.args, call.bang) end, 'open')
command('SvvsCall', '+', function(commands, call) commands.call(call.fargs, call.args, call.bang) end, 'call')
command('SvvsSet', '+', function(commands, call) commands.set(call.args) end, 'set')
command('SvvsAttach', '?', function(commands, call) commands.attach(call.args) end, 'attach')
command('SvvsShow', 0, function(commands) commands.show() end)
command('SvvsClose', 0, function(commands) commands.close() end)
command('SvvsStop', 0, function(commands) commands.stop() end)

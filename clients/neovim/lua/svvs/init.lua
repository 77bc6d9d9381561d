---A client for the state server svvs: see `:help svvs`.
---
---    local svvs = require('svvs')
---    local login = svvs.open('login'):wait()
---    login:call('login', { userId = '12345', password = 'password' }):wait()
---    print(login.state.loginState) -- loggedIn
local connections = require('svvs.connection')
local failures = require('svvs.failure')
local json = require('svvs.json')
local processes = require('svvs.process')
local servers = require('svvs.server')

local M = { version = '0.1.0' }

-- A directory that joins the runtime path after the start of Neovim has no commands yet.
vim.cmd('runtime plugin/svvs.lua')

---@type svvs.Options
local settings = { timeout = 60000, stop_timeout = 10000 }
local TYPES = {
  attach = 'string or boolean',
  command = 'table or string',
  timeout = 'number',
  stop_timeout = 'number',
  on_exit = 'function',
}
local current ---@type svvs.Server?
local lost ---@type svvs.Options? of a server that has ended unexpectedly

-- The options with the command as a list. Raises an error if an option is wrong.
local function checked(options)
  local copy = vim.tbl_extend('force', {}, options or {})
  for name, value in pairs(copy) do
    local expected = TYPES[name] or error(('svvs: %s is not an option'):format(name))
    if not expected:find(type(value), 1, true) then error(('svvs: %s must be a %s'):format(name, expected)) end
  end
  local command = copy.command
  if type(command) == 'string' then copy.command = processes.split_command(command) end
  if command and #(copy.command or {}) == 0 then error('svvs: this is not a command: ' .. vim.inspect(command)) end
  return copy
end

---Sets options for servers that are started later. Calling it is optional.
---@param options svvs.Options?
function M.setup(options) settings = vim.tbl_extend('force', settings, checked(options)) end

---The command that starts the server: from `setup`, or else from $SVVS, or else `svvs serve`.
---@return string[]? command
---@return svvs.Failure? failure if $SVVS is not a command line
function M.command()
  local line = vim.env.SVVS or ''
  if settings.command then return vim.list_slice(settings.command) end
  if not line:find('%S') then return { 'svvs', 'serve' } end
  local words = processes.split_command(line)
  if words then return words end
  local message = 'SVVS is not a command line: a quote or a backslash is left open: '
  return nil, failures.new('ServerNotFound', message .. line)
end

-- The command that attaches to a shared server, and starts the server if it is not running. It may name the server.
local function attaching(command, name)
  for _, word in ipairs(name == true and command or {}) do
    if word == '--attach' or vim.startswith(word, '--attach=') then return command end
  end
  return vim.list_extend(vim.list_slice(command), { name == true and '--attach' or '--attach=' .. name })
end

---Starts a separate server. Its method `stop` ends it, and so does the end of Neovim.
---@param options svvs.Options? they take precedence over those of `setup`
---@return svvs.Server? server
---@return svvs.Failure? failure
function M.new_server(options)
  local all, err = vim.tbl_extend('force', settings, checked(options)), nil
  if not all.command then all.command, err = M.command() end
  if err then return nil, err end
  if all.attach then all.command = attaching(all.command, all.attach) end
  return servers.start(all)
end

---The names of the running shared servers, for the option `attach`.
---@return string[]
function M.names()
  local command = M.command()
  if not command then return {} end
  local list = vim.list_extend(attaching(command, true), { '--list' })
  local is_fine, names = pcall(function()
    return vim.tbl_map(function(server) return server.name end, json.decode(vim.fn.system(list)))
  end)
  return is_fine and names or {}
end

---The server that the commands and the functions here use. Starts it if it is not running.
---@param options svvs.Options? for a new server; by default those of one that has ended unexpectedly
---@return svvs.Server? server
---@return svvs.Failure? failure
function M.start(options)
  if M.server() then return current end
  local server, err
  if lost and not options then
    server, err = servers.start(lost)
  else
    server, err = M.new_server(options)
  end
  current = server
  if server then server.announces = true end
  return server, err
end

---The server that the commands and the functions here use, if it is running.
---@return svvs.Server?
function M.server()
  local reason = current and current.reason
  if reason then
    -- A server that did not start would not start by the same command either.
    lost = current.info and reason.kind ~= 'Stopped' and current.options or nil
    current = nil
  end
  return current
end

---Ends the server that the commands and the functions here use.
---@param callback fun(err: svvs.Failure?, status: table?)?
---@return svvs.Call? call nil if none is running
function M.stop(callback)
  local server = M.server()
  current, lost = nil, nil
  return server and server:stop(callback)
end

---Opens a view. Starts the server if it is not running.
---@param type string
---@param options svvs.OpenOptions?
---@return svvs.Call call its result is a `svvs.View`
function M.open(type, options)
  local server, err = M.start()
  if server then return server:open(type, options) end
  return connections.failed_call('view/open', err, options and options.callback)
end

---Opens a view in a buffer, and shows the buffer in the current window.
---@param type string
---@param options svvs.OpenOptions?
---@return svvs.Call call its result is the buffer's number
function M.show(type, options)
  local server, err = M.start()
  if server then return require('svvs.visit').open(server, type, options) end
  return connections.failed_call('view/open', err, options and options.callback)
end

---The open view of a buffer.
---@param buffer integer? by default the current one
---@return svvs.View?
function M.view(buffer) return require('svvs.page').view(buffer or 0) end

---An integer for an argument or a property: exact beyond ±2^53, where a Lua number is not.
---@param digits string
---@return number|svvs.Integer
function M.integer(digits) return json.integer(digits) end

return M

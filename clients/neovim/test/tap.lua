-- Tests in the Test Anything Protocol. Each test has a separate server, which must have ended when the test ends.
vim.opt.rtp:prepend(vim.fn.getcwd())
vim.cmd('runtime plugin/svvs.lua')
local scripts = require('test.scripts')
local uv = vim.uv or vim.loop
-- Messages are cut to the width of the screen.
vim.o.columns = 500

local T = { servers = {}, notices = {} }
local run, failed = 0, 0
local FAKE_SERVER = vim.fn.fnamemodify('../../Tests/Contract/fake-server', ':p')

-- The timeout of a test.
uv.new_timer():start(100000, 0, function()
  io.stdout:write('Bail out! Time is up.\n')
  os.exit(1)
end)

-- luacheck: ignore 122
vim.notify = function(text) table.insert(T.notices, text) end

-- Waits until the condition holds.
function T.eventually(what, condition, timeout)
  if not vim.wait(timeout or 10000, condition, 2) then error('this did not happen: ' .. what, 2) end
end

function T.equal(actual, expected)
  if vim.deep_equal(actual, expected) then return end
  error(('expected: %s\ngot: %s'):format(vim.inspect(expected), vim.inspect(actual)), 2)
end

-- Whether a process has ended, or is a zombie whose parent does not wait for it.
function T.is_gone(pid)
  local stat = vim.trim(vim.fn.system({ 'ps', '-o', 'stat=', '-p', tostring(pid) }))
  return stat == '' or stat:sub(1, 1) == 'Z'
end

-- Runs a function with another value of SVVS, nil for none.
function T.with_svvs(line, body)
  local before = vim.env.SVVS
  vim.env.SVVS = line
  local is_fine, trouble = pcall(body)
  vim.env.SVVS = before
  if not is_fine then error(trouble, 0) end
end

-- The command of a fake server with the script of this name.
function T.fake(name) return { FAKE_SERVER, assert(scripts[name], name) } end

-- A new server; `fake` is the name of the script of a fake one.
function T.server(options)
  options = options or {}
  if options.fake then options.command, options.fake = T.fake(options.fake), nil end
  local server = assert(require('svvs').new_server(options))
  table.insert(T.servers, server)
  return server
end

function T.open(type, options) return assert(T.server():open(type, options):wait()) end

local function clean_up()
  local default = require('svvs').server()
  if default then table.insert(T.servers, default) end
  vim.cmd('silent! %bwipeout!')
  for _, server in ipairs(T.servers) do
    server:stop():wait()
    T.eventually(('process %d is gone'):format(server.pid), function() return T.is_gone(server.pid) end)
  end
  T.servers, T.notices = {}, {}
  require('svvs.form').views = {}
end

local function explain(trouble) io.stdout:write('# ', (tostring(trouble):gsub('\n', '\n# ')), '\n') end

function T.test(name, body)
  local is_fine, trouble = xpcall(body, debug.traceback)
  local is_clean, dirt = xpcall(clean_up, debug.traceback)
  run = run + 1
  if not (is_fine and is_clean) then failed = failed + 1 end
  io.stdout:write(('%s %d - %s\n'):format(is_fine and is_clean and 'ok' or 'not ok', run, name))
  if not is_fine then explain(trouble) end
  if not is_clean then explain(dirt) end
end

function T.done()
  io.stdout:write(('1..%d\n'):format(run))
  vim.cmd(failed == 0 and 'qall!' or 'cquit')
end

return T

-- The program for schemas/conform.py: nvim --headless -u NONE -i NONE -c 'luafile clients/neovim/test/conform.lua'
vim.opt.rtp:prepend(vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h'))
local json = require('svvs.json')
local servers = require('svvs.server')
local svvs = require('svvs')
local uv = vim.uv or vim.loop
local server, calls, replies, wrote, read, seen

-- A process or a pipe that does nothing.
local function fake() return setmetatable({}, { __index = function() return function() end end }) end

-- Starts a server without a process: `wrote` has what is written to it, and `read` reads from it.
local function start_without_process()
  local new_pipe, spawn = uv.new_pipe, uv.spawn
  uv.new_pipe = fake
  uv.spawn = function(_, options)
    local stdin, stdout = unpack(options.stdio)
    stdin.write = function(_, text) wrote = wrote .. text end
    stdout.read_start = function(_, callback) read = callback end
    return fake(), 0
  end
  server = assert(svvs.new_server({ command = { 'none' } }))
  uv.new_pipe, uv.spawn = new_pipe, spawn
end

local function forget()
  calls, replies, wrote, seen = {}, {}, '', {}
end

-- The views that have been opened, and are not closed.
local function open_views()
  for _, view in ipairs(server:views()) do
    seen[view] = true
  end
  return vim.tbl_filter(function(view) return view.is_open end, vim.tbl_keys(seen))
end

local function view_of(id)
  return vim.tbl_filter(function(view) return view.id == id end, server:views())[1]
end

-- Calls the function that users call for a message. Returns the call of a request.
local function start(message)
  local method, params = message.method, message.params or {}
  local view = view_of(params.view)
  if method == '$/cancelRequest' and calls[params.id] then return calls[params.id]:cancel() end
  if not message.id then
    local target = view or server.connection
    return target:notify(method, params) and nil
  end
  if method == 'view/open' then return server:open(params.type, params) end
  if method == 'view/set' and view and params.properties then return view:set(params.properties) end
  if method == 'view/get' and view then return view:get() end
  if method == 'view/close' and view then return view:close() end
  if method == 'session/open' and not params.shared then return server:open_session(params.session) end
  if method == 'session/open' then return server:share(params.session) end
  if method == 'session/join' then return server:join(params.session, { delivery = params.delivery }) end
  if method == 'session/close' then return server:close_session(params.session) end
  if view and not method:find('/') then return view:call(method, params, { ifCommit = params.ifCommit }) end
  return server:request(method, params)
end

-- Sends a message, and keeps the outcome of its call.
local function send(message)
  wrote = ''
  local call = start(message)
  if not call then return nil end
  local id = json.decode(wrote).id
  calls[id] = call
  call:finally(function(err) table.insert(replies, { id = id, kind = err and err.kind }) end)
  return call
end

local does = {}

function does.hello() return { name = 'svvs for Neovim', can = { 'properties', 'patch', 'shared', 'run' } } end

function does.new()
  forget()
  start_without_process()
  local result = { protocolVersion = servers.PROTOCOL, ['x-viewTypes'] = {}, components = { schemas = {} } }
  for line in wrote:gmatch('[^\n]+') do
    local id = json.decode(line).id
    if id then read(nil, json.encode({ jsonrpc = '2.0', id = id, result = result }) .. '\n') end
  end
  assert(server.ready:wait())
end

function does.send(request)
  send(request.message)
  return { wrote = wrote }
end

function does.read(request)
  local bytes = request.bytes:gsub('([\194\195])([\128-\191])', function(first, second)
    return string.char((first:byte() - 194) * 64 + second:byte())
  end)
  local is_read = false
  read(nil, bytes)
  vim.schedule(function() is_read = true end)
  vim.wait(10000, function() return is_read end)
  return { fault = #open_views() == 0 and server.reason and true }
end

does['end'] = function()
  local views = vim.empty_dict()
  for _, view in ipairs(open_views()) do
    views[view.id] = { commit = view.commit, state = view.state }
  end
  return { views = views, replies = replies, sessions = vim.tbl_keys(server.connection.sessions) }
end

function does.run(request)
  forget()
  server = assert(svvs.new_server({ command = request.command }))
  local write = server.process.write
  server.process.write = function(process, line)
    wrote = line
    write(process, line)
  end
  for _, message in ipairs(request.messages) do
    local call = send(message)
    if call then call:wait() end
  end
  local answer = does['end']()
  answer.status = assert(server:stop():wait()).code
  return answer
end

for line in io.stdin:lines() do
  local request = json.decode(line)
  local is_fine, answer = pcall(does[request['do']], request)
  if not is_fine then answer = { error = tostring(answer) } end
  io.stdout:write(json.encode(json.object(answer or {})), '\n')
  io.stdout:flush()
end
os.exit() -- The processes that do not exist need not end.

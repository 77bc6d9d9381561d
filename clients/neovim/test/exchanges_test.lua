-- The exchanges of the schemas, without a server: the messages that the client sends, and the bytes of each read.
local T = require('test.tap')
local connections = require('svvs.connection')
local failures = require('svvs.failure')
local json = require('svvs.json')
local processes = require('svvs.process')
local views = require('svvs.view')

-- The client numbers its requests as the exchanges do.
local function send(connection, message)
  local method, params = message.method, message.params
  local view = connection.views[params.view]
  if message.id == nil then return connection:notify(method, params) end
  if method == 'view/open' then return connection:open(params.type, params) end
  if method == 'view/get' then return view:get() end
  if method == 'view/close' then return view:close() end
  if method == 'session/open' then return connection:open_session(params.session) end
  if method == 'session/close' then return views.new_session(connection, params.session):close() end
  return connection:request(method, params)
end

local function bytes(pieces)
  local texts = vim.tbl_map(function(piece)
    return type(piece) == 'string' and piece or string.char(unpack(vim.tbl_map(tonumber, piece)))
  end, pieces)
  return table.concat(texts)
end

local function play(steps)
  local found = { answered = {}, refused = {}, waiting = {} }
  local silent, connection
  silent = assert(processes.start({ 'sh', '-c', 'exec cat >/dev/null' }, 10000, {
    line = function(line) connection:receive(line) end,
    ended = function() end,
  }))
  connection = connections.new({
    write = function() end,
    fault = function(failure) error(failure.message) end,
    timeout = 60000,
  })
  for _, step in ipairs(steps) do
    local id = step.send and step.send.id
    local call = step.send and send(connection, step.send)
    if id then
      found.waiting[id] = true
      call:finally(function(err)
        found.waiting[id] = nil
        if err then
          found.refused[tostring(id)] = err.kind
        else
          table.insert(found.answered, id)
        end
      end)
    end
    if step.read then silent:_read(bytes(step.read)) end
  end
  -- At the end, requests that are still pending fail.
  local held = vim.deepcopy(found)
  held.waiting, held.views = vim.tbl_keys(found.waiting), {}
  for name, view in pairs(connection.views) do
    held.views[name] = { commit = view.commit, state = view:copy(), stale = vim.tbl_keys(view.stale) }
  end
  connection:fail(failures.new('Stopped', 'the exchange is over'))
  silent:hang_up()
  T.eventually('the process has ended', function() return silent.is_ended end)
  return held
end

-- As texts, so that integers beyond 2^53 are compared digit by digit.
local function check(case)
  local found, expected = play(case.steps), case['then']
  T.equal(found.answered, vim.tbl_map(tonumber, expected.answered))
  T.equal(found.refused, expected.refused)
  T.equal(found.waiting, vim.tbl_map(tonumber, expected.waiting))
  T.equal(vim.tbl_count(found.views), vim.tbl_count(expected.views))
  for name, view in pairs(expected.views) do
    T.equal(json.encode(found.views[name].commit), json.encode(view.commit))
    T.equal(json.encode(found.views[name].state), json.encode(view.state))
    T.equal(found.views[name].stale, view.stale)
  end
end

local files = vim.fn.glob('../../schemas/exchanges/*.json', true, true)
assert(#files > 0, 'no exchanges')

for _, path in ipairs(files) do
  local name = vim.fn.fnamemodify(path, ':t:r')
  -- This client does not send batches.
  for _, case in ipairs(name == 'batches' and {} or json.decode(table.concat(vim.fn.readfile(path), '\n')).cases) do
    T.test(name .. ': ' .. case.name, function() check(case) end)
  end
end

T.done()

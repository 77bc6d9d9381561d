-- The golden vectors, passed to the connection as lines of a server. The comparison is between texts, so that integers
-- beyond 2^53 are compared digit by digit.
local T = require('test.tap')
local connections = require('svvs.connection')
local json = require('svvs.json')

local function read(path) return table.concat(vim.fn.readfile(path), '\n') end

-- The views of a client after the messages, and the number of faults of the server.
local function fold(case)
  local held, view = { faults = 0 }, nil
  local connection
  connection = connections.new({
    write = function() end,
    fault = function(failure)
      T.equal(failure.kind, 'BadMessage')
      held.faults = held.faults + 1
      connection:fail(failure)
    end,
    timeout = 60000,
  })
  connection:open('t', { callback = function(_, opened) view = opened end })
  connection:receive(json.encode({ jsonrpc = '2.0', id = 1, result = case.open }))
  for _, message in ipairs(case.messages) do
    connection:receive(json.encode(message))
  end
  held.commit, held.state, held.stale = view.commit, view.state, vim.tbl_keys(view.stale)
  table.sort(held.stale)
  connection:fail(require('svvs.failure').new('Stopped', 'the case is over'))
  return held
end

local function check(case)
  local held, expected = fold(case), case['then']
  T.equal(held.faults, expected.fault and 1 or 0)
  if expected.fault then return end
  T.equal(json.encode(held.commit), json.encode(expected.commit))
  T.equal(json.encode(held.state), json.encode(expected.state))
  T.equal(held.stale, expected.stale or {})
end

local files = vim.fn.glob('../../schemas/vectors/*.json', true, true)
assert(#files > 0, 'no vectors')

for _, path in ipairs(files) do
  for _, case in ipairs(json.decode(read(path)).cases) do
    T.test(vim.fn.fnamemodify(path, ':t:r') .. ': ' .. case.name, function() check(case) end)
  end
end

local function faults_of(op, path)
  local step = { op = op, path = path, value = op ~= 'remove' and 1 or nil }
  local params = { commit = 1, views = { { view = 'v', from = 0, patch = { step } } } }
  local held = fold({
    open = { view = 'v', commit = 0, state = { rows = { 1 }, a = 1 } },
    messages = { { jsonrpc = '2.0', method = 'state/changed', params = params } },
  })
  return held.faults
end

T.test('a patch that leads nowhere is a fault', function()
  for _, path in ipairs({ '/b/c', '/rows/9', '/rows/-', '/rows/01', 'a', '', '/rows/0/x' }) do
    for _, op in ipairs({ 'add', 'replace', 'remove', 'move' }) do
      T.equal({ op, path, faults_of(op, path) }, { op, path, 1 })
    end
  end
  T.equal({ faults_of('add', '/b'), faults_of('replace', '/b'), faults_of('remove', '/b') }, { 0, 1, 1 })
end)

T.done()

-- Replays every transcript over the client's own pipes, JSON and folding.
local T = require('test.tap')
local json = require('svvs.json')
local processes = require('svvs.process')
local states = require('svvs.state')
local svvs = require('svvs')

local function same(actual, expected)
  T.equal(json.encode(json.decode(actual)), json.encode(json.decode(expected)))
end

-- Folds the messages of the server, and compares the states with each later snapshot.
local function follow(held, line)
  local message = json.decode(line)
  for _, one in ipairs(json.is_array(message) and message or { message }) do
    local result = type(one.result) == 'table' and one.result or {}
    if result.state then
      local before = held[result.view]
      if before then T.equal({ before.commit <= result.commit, before.state }, { true, result.state }) end
      held[result.view] = states.take_snapshot({}, result)
    end
    for _, entry in ipairs(one.params and one.params.views or {}) do
      states.fold_change(held[entry.view], one.params.commit, entry)
    end
  end
end

local process

local function replay(path)
  local status, expected_status
  local lines, held = {}, {}
  for number, text in ipairs(vim.fn.readfile(path)) do
    local sign, rest = text:sub(1, 1), text:sub(3)
    if sign == '$' then
      local options = vim.list_slice(vim.split(rest, ' '), 3) -- after `svvs serve`
      process = assert(processes.start(vim.list_extend(svvs.command(), options), 10000, {
        line = function(line) table.insert(lines, line) end,
        ended = function(ending) status = ending end,
      }))
    elseif sign == '>' then
      process:write(rest)
    elseif sign == '<' then
      T.eventually(('line %d: %s'):format(number, rest), function() return #lines > 0 or status end)
      local line = assert(table.remove(lines, 1), 'the server has ended')
      same(line, rest)
      follow(held, line)
    elseif sign == '=' then
      expected_status = tonumber(rest)
    end
  end
  process:hang_up()
  T.eventually('the server has ended', function() return status end)
  T.equal({ lines, status.code, status.signal }, { {}, expected_status or 0, 0 })
end

local files = vim.fn.glob('../../schemas/conversations/*.conversation', true, true)
assert(#files > 0, 'no transcripts')
for _, path in ipairs(files) do
  T.test(vim.fn.fnamemodify(path, ':t:r'), function() replay(path) end)
end

T.done()

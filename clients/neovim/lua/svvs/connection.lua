---The protocol: requests and their answers, and the state of each open view. It reads and writes lines, and knows no
---process.
local call = require('svvs.call')
local failure = require('svvs.failure')
local handle = require('svvs.handle')
local json = require('svvs.json')
local states = require('svvs.state')
local uv = vim.uv or vim.loop

---@class svvs.Connection
---@field views table<string, svvs.View> the open views by their ids
---@field options svvs.ConnectionOptions
local Connection = {}
Connection.__index = Connection

---@class svvs.ConnectionOptions
---@field write fun(line: string)
---@field fault fun(failure: svvs.Failure) the server broke the protocol, or stopped answering
---@field warn fun(failure: svvs.Failure) something went wrong that no call is told of
---@field timeout integer milliseconds that the server has to reply to what is no action, and that `Call:wait` waits

local M = {}

---@param options svvs.ConnectionOptions
---@return svvs.Connection
function M.new(options)
  return setmetatable({
    options = options,
    views = {},
    under_way = {},
    last_id = 0,
  }, Connection)
end

local function object(value) return type(value) == 'table' and next(value) == nil and vim.empty_dict() or value end

local function encode(message)
  message.jsonrpc, message.params = '2.0', object(message.params)
  local is_fine, line = pcall(json.encode, message)
  if is_fine then return line end
  return nil, failure.new('BadValue', ('%s cannot be sent: %s'):format(message.method, line))
end

---Sends a request. Its callback comes when all that it changed is in the state.
---@param method string
---@param params table?
---@param callback fun(err: svvs.Failure?, result: any, line: string?)?
---@param options {is_quick: boolean?, take: (fun(result: any): any)?}? whether a server that does not reply in time is
---  given up; the function that takes the result over when it comes, and makes of it that of the call
---@return svvs.Call
function Connection:request(method, params, callback, options)
  options = options or {}
  local made = call.new(method, self.options.timeout, callback)
  if self.end_failure then
    made:settle(self.end_failure)
    return made
  end
  local id = self.last_id + 1
  local line, err = encode({ id = id, method = method, params = params or {} })
  if not line then
    made:settle(err)
    return made
  end
  self.last_id = id
  local timer = options.is_quick and self:_watch(made)
  self.under_way[id] = { call = made, timer = timer, take = options.take }
  made.canceller = function() self:notify('$/cancelRequest', { id = id }) end
  self.options.write(line)
  return made
end

---Sends a request that the server answers at once, or has stopped answering.
---@param method string
---@param params table?
---@param callback fun(err: svvs.Failure?, result: any, line: string?)?
---@param take (fun(result: any): any)?
---@return svvs.Call
function Connection:ask(method, params, callback, take)
  return self:request(method, params, callback, { is_quick = true, take = take })
end

-- The timer goes off twice, since what arrived while Neovim was busy is read between the two.
function Connection:_watch(made)
  local deadline, timer, is_second = self.options.timeout, uv.new_timer(), false
  timer:start(deadline, 200, vim.schedule_wrap(function()
    if is_second and not made.done then
      local message = 'the server did not answer %s within %g s, and was ended'
      self.options.fault(failure.new('TimedOut', message:format(made.method, deadline / 1000)))
    end
    is_second = true
  end))
  return timer
end

---Sends a notification, which is never answered.
---@param method string
---@param params table?
---@return svvs.Failure? failure if the parameters cannot be sent
function Connection:notify(method, params)
  if self.end_failure then return self.end_failure end
  local line, err = encode({ method = method, params = params or {} })
  if line then self.options.write(line) end
  return err
end

---Opens a view.
---@param params table those of `view/open`
---@param callback fun(err: svvs.Failure?, view: svvs.View?)?
---@return svvs.Call call its result is the view
function Connection:open(params, callback)
  return self:ask('view/open', params, callback, function(snapshot)
    if not self:is_snapshot(snapshot) then return end
    local view = handle.new(self, params.type, params.session, snapshot)
    self.views[view.id] = view
    return view
  end)
end

---Whether a result is a snapshot; a server that sends another is at fault.
---@param result any
---@return boolean
function Connection:is_snapshot(result)
  local is_one = type(result) == 'table' and type(result.state) == 'table' and type(result.commit) == 'number'
  if not is_one then self:fault('no snapshot', vim.inspect(result)) end
  return is_one
end

---Takes a line that the server wrote.
---@param line string
function Connection:receive(line)
  local is_fine, message = pcall(json.decode, line)
  if not is_fine or type(message) ~= 'table' or message.jsonrpc ~= '2.0' then return self:fault('no message', line) end
  if message.method == 'state/changed' then
    self:_fold(message.params, line)
  elseif message.method == nil then
    self:_answer(message, line)
  end
end

---Gives up a server that broke the protocol.
---@param problem string what is wrong with what it wrote
---@param text string what it wrote
function Connection:fault(problem, text)
  local excerpt = #text > 60 and text:sub(1, 60) .. '…' or text
  local message = ('the server broke the protocol, and was ended: %s: %s'):format(problem, vim.inspect(excerpt))
  self.options.fault(failure.new('BadMessage', message))
end

-- Whether a response has a result, or an error that is one.
local function is_response(message)
  local err = message.error
  if err == nil then return message.result ~= nil end
  return type(err) == 'table' and type(err.message) == 'string'
end

function Connection:_answer(message, line)
  if not is_response(message) then return self:fault('no reply', line) end
  local request = message.id ~= nil and self.under_way[message.id]
  local err = message.error and failure.of_response(message.error) or nil
  if not request then
    -- An answer without an id is to something that the server could not read.
    return err and self.options.warn(err) or self:fault('a reply to nothing', line)
  end
  self.under_way[message.id] = nil
  if request.timer then request.timer:close() end
  local result
  if not err then result = message.result end
  if request.take and not err then
    local is_fine
    is_fine, result = pcall(request.take, result)
    if not is_fine then self:fault(result, line) end
  end
  -- It has ended if the answer was garbage.
  if self.end_failure then return request.call:settle(self.end_failure) end
  request.call:settle(err, result, line)
end

-- Folds one commit into all views it concerns. Their listeners are called when all have it.
function Connection:_fold(params, line)
  local changed = {}
  local is_fine, problem = pcall(function()
    for _, entry in ipairs(params.views) do
      local view = self.views[entry.view]
      if view then table.insert(changed, { view, states.fold(view, params.commit, entry) }) end
    end
  end)
  if not is_fine then return self:fault(problem, line) end
  for _, change in ipairs(changed) do
    change[1]:_tell({ commit = params.commit, names = change[2], causes = params.cause or {} })
  end
end

---Forgets the views of a session, or one view.
---@param is_meant fun(view: svvs.View): boolean
function Connection:forget(is_meant)
  for id, view in pairs(self.views) do
    if is_meant(view) then
      self.views[id] = nil
      view:_end()
    end
  end
end

---Ends the conversation: answers every call, and closes every view.
---@param err svvs.Failure
function Connection:fail(err)
  if self.end_failure then return end
  self.end_failure = err
  local under_way = self.under_way
  self.under_way = {}
  for _, request in pairs(under_way) do
    if request.timer then request.timer:close() end
  end
  for _, request in pairs(under_way) do
    request.call:settle(err)
  end
  self:forget(function() return true end)
end

return M

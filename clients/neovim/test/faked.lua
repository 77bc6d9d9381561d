-- Pages without a server: the test writes the messages of the server, and reads the messages to it.
local connections = require('svvs.connection')
local json = require('svvs.json')
local pages = require('svvs.page')
local screens = require('svvs.screen')

local M = {}
local DOCUMENT = [[{"x-viewTypes":{"t":%s,"plain":{},
  "other":{"params":{"properties":{"id":{"type":"string"},"more":{"type":"string"}},"required":["id"]}}},
  "components":{"schemas":%s}}]]
local Faked, count = {}, 0
Faked.__index = Faked

---A page of a view with this type, as JSON with hints, and this state.
---@param view_type string
---@param state table
---@param definitions string? of records, as JSON
---@param params table? of the view
function M.page(view_type, state, definitions, params)
  local document = DOCUMENT:format(view_type, definitions or '{}')
  local list = vim.fn.system({ '../../Tests/Contract/screen_resolver.py' }, document)
  return M.of_screens(json.decode(list), 't', state, params)
end

---A page of a view with one of these screens. The requests while it opens are kept, too.
---@param list svvs.Screen[]
---@param type string
---@param state table
---@param params table? of the view
function M.of_screens(list, type, state, params)
  count = count + 1 -- no other page has the texts of this one
  local self = setmetatable({ sent = {}, commit = 0, options = { command = { tostring(count) } } }, Faked)
  self.screens = screens.read({ ['x-screens'] = list })
  self.connection = connections.new({
    write = function(line) table.insert(self.sent, json.decode(line)) end,
    fault = function(failure) error(tostring(failure), 0) end,
    timeout = 60000,
  })
  self.connection:open(type, { params = params, callback = function(_, view) self.view = view end })
  self:says({ id = 1, result = { view = 'v', commit = 0, state = json.object(state) } })
  self.sent = {}
  self.page = pages.display(self, self.view)
  return self
end

function Faked:says(message)
  message.jsonrpc = '2.0'
  self.connection:receive(json.encode(message))
end

function Faked:open(type, options) return self.connection:open(type, options) end

function Faked:changes(changes)
  local entry = vim.tbl_extend('error', { view = 'v', from = self.commit }, changes)
  self.commit = self.commit + 1
  self:says({ method = 'state/changed', params = { commit = self.commit, views = { entry } } })
end

return M

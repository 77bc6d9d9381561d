-- Pages without a server: the test writes the messages of the server, and reads the messages to it.
local connections = require('svvs.connection')
local json = require('svvs.json')
local pages = require('svvs.page')
local screens = require('svvs.screen')

local M = {}
local Faked, count = {}, 0
Faked.__index = Faked

---A part, a field or, without a kind, an action. Unless the members say otherwise, the title is the name, beginning
---with an upper-case letter, and the letter is the first one of the name.
---@param name string
---@param kind string?
---@param members table?
function M.field(name, kind, members)
  local about = { name = name, title = name:sub(1, 1):upper() .. name:sub(2), kind = kind, letter = name:sub(1, 1) }
  return vim.tbl_extend('force', about, members or {})
end

---A part with text that people edit.
function M.entry(name, members)
  return M.field(name, 'text', vim.tbl_extend('error', { editable = true }, members or {}))
end

---A page of a view of the type `t` with these parts and this state, in an app that also has `plain` and `other`.
---@param parts svvs.Part[]
---@param state table
---@param members table? of the screen
---@param params table? of the view
function M.page(parts, state, members, params)
  local screen = vim.tbl_extend('force', { name = 't', title = 'T', parts = parts }, members or {})
  local asks = { M.field('id', 'text'), M.field('more', 'text', { optional = true }) }
  local plain, other = M.field('plain', nil, { parts = {} }), M.field('other', nil, { parts = {}, asks = asks })
  return M.of_screens({ screen, plain, other }, 't', state, params)
end

---A page of a view with one of these screens. The requests while it opens are kept, too.
---@param list svvs.Screen[]
---@param type string
---@param state table
---@param params table? of the view
function M.of_screens(list, type, state, params)
  count = count + 1 -- no other page has the texts of this one
  local self = setmetatable({ sent = {}, commit = 0, options = { command = { tostring(count) } } }, Faked)
  self.screens = screens.read({ ['x-screens'] = vim.deepcopy(list) }) -- it completes them
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

function Faked:says(message, has_more)
  message.jsonrpc = '2.0'
  self.connection:receive(json.encode(message), has_more)
end

function Faked:open(type, options) return self.connection:open(type, options) end

---A change; more lines may have been read with it.
function Faked:changes(changes, has_more)
  local entry = vim.tbl_extend('error', { view = 'v', from = self.commit }, changes)
  self.commit = self.commit + 1
  self:says({ method = 'state/changed', params = { commit = self.commit, views = { entry } } }, has_more)
end

return M

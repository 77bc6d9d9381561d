-- Another front end of a shared server: a process to which the tests write lines of JSON. The servers are in a separate
-- directory, and end with the test.
local T = require('test.tap')
local json = require('svvs.json')
local svvs = require('svvs')

local M = {}
local Other = {}
Other.__index = Other
local others = {}
local folder = vim.fn.tempname()
vim.fn.mkdir(folder, 'p', 448) -- rwx------
vim.env.XDG_RUNTIME_DIR = folder
-- The program of the server, even if SVVS is a command that attaches to it.
local program = vim.env.SVVS_ATTACHED or svvs.command()[1]

---Another front end of the server of this name, which is started if it is not running.
function M.new(name)
  local self = setmetatable({ unread = {}, rest = '', last_id = 0 }, Other)
  self.job = vim.fn.jobstart({ program, 'attach', name }, {
    on_stdout = function(_, pieces)
      pieces[1] = self.rest .. pieces[1]
      self.rest = table.remove(pieces)
      vim.list_extend(self.unread, vim.tbl_map(json.decode, pieces))
    end,
  })
  table.insert(others, self)
  return self
end

---The next message for which the function returns true; messages before it are skipped.
function Other:receives(is_meant)
  local found
  T.eventually('the other front end receives the message', function()
    while not found and #self.unread > 0 do
      local message = table.remove(self.unread, 1)
      if is_meant(message) then found = message end
    end
    return found
  end)
  return found
end

---Sends a request and waits for its reply.
function Other:asks(method, params)
  -- In a shared session each id is used once.
  local id = self.last_id + 1
  self.last_id = id
  local line = json.encode({ jsonrpc = '2.0', id = id, method = method, params = json.object(params or {}) })
  vim.fn.chansend(self.job, line .. '\n')
  return self:receives(function(message) return message.id == id end)
end

---Shares the session `work`, with views: their types by their ids.
function Other:shares(views)
  self:asks('session/open', { session = 'work', shared = true, keep = 60 })
  for id, type in pairs(views) do
    self:asks('view/open', { type = type, view = id, session = 'work' })
  end
end

---A test that begins without a shared server, and fails if one is left.
function M.test(name, body)
  T.test(name, function()
    T.with_svvs("'" .. program .. "'", function()
      local is_fine, trouble = xpcall(body, debug.traceback)
      -- No attached front end may start a server again.
      for _, server in ipairs(vim.list_extend({ svvs.server() }, T.servers)) do
        server:stop():wait()
      end
      for _, other in ipairs(others) do
        vim.fn.jobstop(other.job)
      end
      others = {}
      local names = svvs.names()
      for _, one in ipairs(names) do
        vim.fn.system({ program, 'stop', one })
      end
      if not is_fine then error(trouble, 0) end
    end)
  end)
end

return M

---Joins other front ends on a server that is shared: their views come into buffers.
local buffers = require('svvs.buffer')
local failures = require('svvs.failure')
local svvs = require('svvs')

local M = {}
local KEEP = 300 -- seconds that a session opened here outlives its last front end

local function inform(text, ...) failures.say(text:format(...), vim.log.levels.INFO) end

-- Leaves a server in which no session was entered.
local function give_up(problem)
  failures.report(problem)
  svvs.stop(failures.report)
end

---Enters a session, by `server.join` if it is there, or else by `server.share`.
---@param server svvs.Server
---@param id string
---@param is_there boolean
---@param on_entered fun(session: svvs.Session)
function M.enter(server, id, is_there, on_entered)
  local how, options = is_there and server.join or server.share, { keep = not is_there and KEEP or nil }
  options.on_open = function(view)
    inform('another front end has opened %s', vim.fn.bufname(buffers.add(server, view).buffer))
  end
  options.callback = function(err, session)
    if err then return give_up(err) end
    on_entered(session)
  end
  how(server, id, options)
end

-- Enters a session for the first time.
local function enter(server, id, is_there)
  M.enter(server, id, is_there, function(session)
    local views = session:views()
    for _, view in ipairs(views) do
      buffers.add(server, view)
    end
    if views[1] then buffers.display(server, views[1]) end
    inform('in the session %s; open views: %d', id, #views)
  end)
end

local function choose(server, list)
  local ids = vim.tbl_map(function(session) return session.session end, list)
  local function join(id)
    if not id then return give_up() end
    enter(server, id, true)
  end
  if #ids == 1 then return join(ids[1]) end
  if #ids > 1 then return vim.ui.select(ids, { prompt = 'Session: ' }, join) end
  vim.ui.input({ prompt = 'No session is shared there yet; share one called: ' }, function(id)
    if not id or id == '' then return give_up() end
    enter(server, id, false)
  end)
end

---:SvvsAttach [name]
---@param name string of the server, or the path of its socket; empty for the name of the app
function M.attach(name)
  if svvs.server() then return failures.say('the server is running already', vim.log.levels.WARN) end
  local server, err = svvs.start({ attach = name == '' or name })
  if not server then return failures.say(err) end
  server.ready:finally(function(trouble)
    if trouble then return failures.report(trouble) end
    server:sessions(function(problem, list)
      if problem then return give_up(problem) end
      choose(server, list)
    end)
  end)
end

---:SvvsShow
function M.show()
  local server = svvs.server()
  local views = server and server:views() or {}
  if #views == 0 then return failures.say('no view is open') end
  local function describe(view) return view.type .. ' ' .. view.id end
  vim.ui.select(views, { prompt = 'View: ', format_item = describe }, function(view)
    if view then buffers.display(server, view) end
  end)
end

return M

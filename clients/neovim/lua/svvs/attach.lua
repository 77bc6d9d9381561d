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

-- Enters a session by `server.join` or `server.share`.
local function enter(server, how, id, options)
  options.on_open = function(view)
    inform('another front end has opened %s', vim.fn.bufname(buffers.add(view, server.schema)))
  end
  options.callback = function(err, session)
    if err then return give_up(err) end
    local views = session:views()
    for _, view in ipairs(views) do
      buffers.add(view, server.schema)
    end
    if views[1] then buffers.display(views[1], server.schema) end
    inform('in the session %s; open views: %d', id, #views)
  end
  how(server, id, options)
end

local function choose(server, list)
  local ids = vim.tbl_map(function(session) return session.session end, list)
  local function join(id)
    if not id then return give_up() end
    enter(server, server.join, id, {})
  end
  if #ids == 1 then return join(ids[1]) end
  if #ids > 1 then return vim.ui.select(ids, { prompt = 'Session: ' }, join) end
  vim.ui.input({ prompt = 'No session is shared there yet; share one called: ' }, function(id)
    if not id or id == '' then return give_up() end
    enter(server, server.share, id, { keep = KEEP })
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
    if view then buffers.display(view, server.schema) end
  end)
end

return M

---Joining other front ends on a shared server.
local failures = require('svvs.failure')
local pages = require('svvs.page')
local svvs = require('svvs')

local M = {}
local KEEP = 300 -- seconds that a session opened here outlives its last front end

local function inform(text, ...) failures.say(text:format(...), vim.log.levels.INFO) end

-- Leaves a server in which no session was joined.
local function give_up(problem)
  failures.report(problem)
  svvs.stop(failures.report)
end

---Joins a session, or shares a new one if it does not exist.
---@param server svvs.Server
---@param id string
---@param exists boolean
---@param callback fun(err: svvs.Failure?, session: svvs.Session?)
function M.enter_session(server, id, exists, callback)
  local enter = exists and server.join or server.share
  local options = { keep = not exists and KEEP or nil, callback = callback }
  options.on_open = function(view)
    inform('another front end has opened %s', vim.fn.bufname(pages.add(server, view).buffer))
  end
  enter(server, id, options)
end

-- Makes pages for the views of a session that was joined, and shows the first.
local function show_session(server, id, exists)
  M.enter_session(server, id, exists, function(err, session)
    if err then return give_up(err) end
    local open = session:views()
    for _, view in ipairs(open) do
      pages.add(server, view)
    end
    if open[1] then pages.display(server, open[1]) end
    inform('in the session %s; open views: %d', id, #open)
  end)
end

local function choose_session(server, list)
  local ids = vim.tbl_map(function(session) return session.session end, list)
  local function join(id)
    if not id then return give_up() end
    show_session(server, id, true)
  end
  if #ids == 1 then return join(ids[1]) end
  if #ids > 1 then return vim.ui.select(ids, { prompt = 'Session: ' }, join) end
  vim.ui.input({ prompt = 'No session is shared yet; name of a new one: ' }, function(id)
    if not id or id == '' then return give_up() end
    show_session(server, id, false)
  end)
end

---Joins a session of a shared server, which the user chooses if there are several.
---@param name string the server's name, or the path of its socket; empty for the name of the app
function M.attach(name)
  if svvs.server() then return failures.say('a server is running already: :SvvsStop ends it', vim.log.levels.WARN) end
  local server, err = svvs.start({ attach = name == '' or name })
  if not server then return failures.report_start(err) end
  server:when_shown(function(trouble)
    if trouble then return give_up(trouble) end
    server:sessions(function(problem, list)
      if problem then return give_up(problem) end
      choose_session(server, list)
    end)
  end)
end

return M

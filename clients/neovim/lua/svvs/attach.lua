---Starting a server for the user, and joining other front ends on a shared one.
local failures = require('svvs.failure')
local format = require('svvs.format')
local pages = require('svvs.page')
local svvs = require('svvs')

local M = {}
local KEEP = 300 -- seconds that a session opened here outlives its last front end
local DELAY = 300 -- milliseconds until the start of a server is shown

-- Shows that a server is starting, if it does not reply soon.
local function show_start(server)
  local is_shown = false
  vim.defer_fn(function()
    if server.ready.done or vim.fn.mode() == 'c' then return end
    local text = format.clean('svvs: starting ' .. table.concat(server.options.command, ' ') .. '…')
    vim.api.nvim_echo({ { format.fit(text, vim.v.echospace) } }, false, {})
    vim.cmd('redraw')
    is_shown = true
  end, DELAY)
  server.ready:finally(function(trouble)
    if is_shown and not trouble and vim.fn.mode() ~= 'c' then vim.cmd("echo ''") end
  end)
end

---Calls the function with the server when pages can show its views. Starts it if it is not running.
---@param options svvs.Options? for a new server: none may be running
---@param use fun(server: svvs.Server)
---@param fail fun(err: svvs.Failure)? instead of reporting why the server that was started cannot be used
function M.with_server(options, use, fail)
  local running = options and svvs.server()
  if running then return failures.say('a server is running already: :SvvsStop ends it', vim.log.levels.WARN) end
  local server, err = svvs.start(options)
  if not server then return failures.report_start(err) end
  if not server.ready.done then show_start(server) end
  server:when_shown(function(trouble)
    if trouble then return (fail or failures.report)(trouble) end
    use(server)
  end)
end

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
    if pages.show_again(server, view) then return end
    failures.inform('another front end has opened %s', vim.fn.bufname(pages.add(server, view).buffer))
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
    failures.inform('in the session %s; open views: %d', id, #open)
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
  M.with_server({ attach = name == '' or name }, function(server)
    server:sessions(function(problem, list)
      if problem then return give_up(problem) end
      choose_session(server, list)
    end)
  end, give_up)
end

return M

---Opens again what was closed with the death of the server, each view in the buffer that it had.
local attach = require('svvs.attach')
local buffers = require('svvs.buffer')
local failures = require('svvs.failure')
local keys = require('svvs.keys')
local svvs = require('svvs')

local M = {}

local function inform(count, missing)
  local text = ('views open again: %d, with fresh state'):format(count)
  if missing > 0 then text = text .. (', refused: %d'):format(missing) end
  failures.say(text, vim.log.levels.INFO)
end

-- Shows a view in a page, also if the app has changed meanwhile.
local function show(server, page, view)
  page:show(server, view)
  keys.renew(page)
end

-- Opens the view of a page, unless another front end has done so in the shared session.
local function reopen(server, page, session, on_end)
  local old = page.view
  local is_shared = session and old.session == session.id
  local there = is_shared and server.connection.views[old.id]
  if there and there.type == old.type then
    show(server, page, there)
    return on_end()
  end
  local options = { params = old.params, delivery = 'patch', session = is_shared and session.id or nil }
  -- By its name the other front ends find it, too.
  if is_shared then options.view = old.id end
  options.callback = function(err, view)
    failures.report(err)
    if view then
      show(server, page, view)
      page:appear()
    end
    on_end(err)
  end
  server:open(old.type, options)
end

local function reopen_all(server, lost, session)
  local left, missing = #lost, 0
  for _, page in ipairs(lost) do
    reopen(server, page, session, function(err)
      left, missing = left - 1, missing + (err and 1 or 0)
      if left == 0 then inform(#lost - missing, missing) end
    end)
  end
end

-- The shared session that the pages were in.
local function shared_session(lost)
  for _, page in ipairs(lost) do
    if page.was_shared then return page.view.session end
  end
end

-- Enters the session that was shared, unless it was not left; the first to come back opens it.
local function enter(server, id, on_entered)
  local held = server.connection.sessions[id]
  if held then return on_entered(held) end
  server:sessions(function(err, list)
    if err then return failures.report(err) end
    local there = vim.tbl_filter(function(session) return session.session == id end, list)
    attach.enter(server, id, #there > 0, on_entered)
  end)
end

---Opens the views of all pages again whose view is closed. The server is started by the command of the last one.
function M.all()
  local lost = vim.tbl_filter(function(page) return not page.view.is_open end, buffers.pages())
  local server, err = svvs.start()
  if not server then return failures.say(err) end
  server.ready:finally(function(trouble)
    if trouble then return failures.report(trouble) end
    local id = server.options.attach and shared_session(lost)
    if not id then return reopen_all(server, lost) end
    enter(server, id, function(session) reopen_all(server, lost, session) end)
  end)
end

return M

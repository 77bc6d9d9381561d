---Reopening views after the end of the server.
local attaching = require('svvs.attach')
local calls = require('svvs.call')
local failures = require('svvs.failure')
local pages = require('svvs.page')

local M = {}

-- Reopens the view of a page, or shows the one that another front end has reopened in the shared session.
local function reopen_page(server, page, session, on_end)
  local old = page.view
  local is_shared = session and old.session == session.id
  local there = is_shared and server.connection.views[old.id]
  if there and there.type == old.type and vim.deep_equal(there.params, old.params) then
    page:show(server, there)
    return on_end()
  end
  local options = { params = old.params, delivery = 'patch', session = is_shared and session.id or nil }
  -- With the old id, the other front ends find the view again, too.
  if is_shared then options.view = old.id end
  options.callback = function(err, view)
    -- Another front end, or the same key, has opened it meanwhile, or the user has wiped its buffer.
    if page.view ~= old or not vim.api.nvim_buf_is_valid(page.buffer) then
      if view then view:close() end
      return on_end()
    end
    -- Another view has the old id.
    if err and options.view and (err.data or {}).path == '/view' then
      options.view = nil
      return server:open(old.type, options)
    end
    if err and not err.is_end then page:refuse(err) end
    if view then
      page:show(server, view)
      calls.appear(page)
    end
    on_end(err)
  end
  server:open(old.type, options)
end

-- The number of views, and those that were refused with the reason of the first.
local function reopened_text(count, refusals)
  local text = ('opened again: %d %s'):format(count - #refusals, count - #refusals == 1 and 'view' or 'views')
  return #refusals == 0 and text or ('%s, %d refused: %s'):format(text, #refusals, tostring(refusals[1]))
end

local function reopen_pages(server, closed, session)
  local left, refusals = #closed, {}
  for _, page in ipairs(closed) do
    reopen_page(server, page, session, function(err)
      left = left - 1
      table.insert(refusals, err)
      if left == 0 and not server.reason then failures.inform('%s', reopened_text(#closed, refusals)) end
    end)
  end
end

-- Enters the shared session again, unless this client is in it. The first front end to return opens it.
local function reenter_session(server, id, callback)
  local function held() return server.connection.sessions[id] end
  if held() then return callback(nil, held()) end
  attaching.enter_session(server, id, false, function(err)
    if not err or held() then return callback(nil, held()) end
    if (err.data or {}).path ~= '/session' then return callback(err) end
    attaching.enter_session(server, id, true, callback)
  end)
end

---Reopens the views of all pages whose view is closed. Starts the server by the command of the last one.
function M.all()
  local closed, id = {}, nil
  for _, page in ipairs(pages.pages()) do
    if not page.view.is_open then
      table.insert(closed, page)
      id = id or page.was_shared and page.view.session or nil
    end
  end
  attaching.with_server(nil, function(server)
    if not (id and server.options.attach) then return reopen_pages(server, closed) end
    reenter_session(server, id, function(problem, session)
      if problem then return failures.report(problem) end
      reopen_pages(server, closed, session)
    end)
  end)
end

return M

---What went wrong: a value, on whose `kind` programs branch, and one line for people, which is its `tostring`.
local format = require('svvs.format')

---@class svvs.Failure
---@field kind string the server's `data.kind`, or one of those in |svvs-failures|
---@field message string
---@field code integer? the code of an error of the server
---@field data table? what else the server said
---@field is_end boolean? whether it is why the server has ended
local Failure = {}
Failure.__index = Failure

local function one_line(text) return (text:gsub('%s*[\r\n]+%s*', ' ')) end

function Failure:__tostring() return one_line(self.message) end

local M = {}
local PAUSE = 50 -- milliseconds

---@param kind string
---@param message string
---@return svvs.Failure
function M.new(kind, message) return setmetatable({ kind = kind, message = message }, Failure) end

---The failure that an error response stands for.
---@param err table
---@return svvs.Failure
function M.of_response(err)
  local data = type(err.data) == 'table' and err.data or {}
  local failure = M.new(type(data.kind) == 'string' and data.kind or 'UnknownError', err.message)
  failure.code, failure.data = err.code, data
  return failure
end

local held = {} ---@type {[1]: any, [2]: integer?}[] what is said when nothing is asked for any more

local function release()
  -- Not every prompt tells of its end, so that this is asked now and then.
  if vim.fn.mode() == 'c' then return vim.defer_fn(release, PAUSE) end
  local due = held
  held = {}
  for _, one in ipairs(due) do
    M.say(one[1], one[2])
  end
end

---Says something to people, in one line: a longer text would have them press Enter, and hold up all keys until then.
---While something is asked for, it waits: there an error would be seen by nobody, and raised by what is called next.
---@param what any a failure, or anything that `tostring` takes
---@param level integer? by default `vim.log.levels.ERROR`
function M.say(what, level)
  if #held > 0 or vim.fn.mode() == 'c' then
    table.insert(held, { what, level })
    if #held == 1 then release() end
    return
  end
  -- A second message in a row would have them press Enter, too.
  vim.cmd('redraw')
  local text = format.clean('svvs: ' .. one_line(tostring(what)))
  if vim.api.nvim_strwidth(text) > vim.v.echospace then text = format.fit(text, vim.v.echospace) end
  vim.notify(text, level or vim.log.levels.ERROR, { title = 'svvs' })
end

---Refuses what was typed as a command, since a part of it is secret, and takes that command out of the history.
---@param name string of what is secret
---@param entry integer? the command's number in the history, if it is there
function M.refuse_secret(name, entry)
  if entry then vim.fn.histdel('cmd', entry) end
  M.say(name .. ' is secret: leave it out here, and it is asked for')
end

---A callback for `svvs.Call`: says why the call failed, unless it was cancelled, or the server has ended, which is said
---once and not for each call.
---@param err svvs.Failure?
function M.report(err)
  if err and err.kind ~= 'RequestCancelled' and not err.is_end then M.say(err) end
end

---Calls a function of the user's; if it raises, this is said, and the client goes on.
---@param listener function
function M.guard(listener, ...)
  local is_fine, message = pcall(listener, ...)
  if not is_fine then M.say(message) end
end

return M

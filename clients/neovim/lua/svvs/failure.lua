---A failed call or a failed start: a value with a `kind` for programs, and a line of text for people; and the functions
---that report failures to people.
local format = require('svvs.format')
local uv = vim.uv or vim.loop

---@class svvs.Failure
---@field kind string the server's `data.kind`, or one of those in |svvs-failures|
---@field message string
---@field code integer? the code of an error of the server
---@field data table? the data of an error of the server
---@field is_end boolean? whether the failure is the reason for the end of the server
local Failure = {}
Failure.__index = Failure

local function one_line(text) return (text:gsub('%s*[\r\n]+%s*', ' ')) end

function Failure:__tostring() return one_line(self.message) end

local M = {}
local PAUSE = 50 -- milliseconds
local STAYS = 2000 -- milliseconds that a message of success stays, also on a page that opens meanwhile
local kept_until = 0

---@param kind string
---@param message string
---@return svvs.Failure
function M.new(kind, message) return setmetatable({ kind = kind, message = message }, Failure) end

---The failure that an error response describes.
---@param err table
---@return svvs.Failure
function M.of_response(err)
  local data = type(err.data) == 'table' and err.data or {}
  local failure = M.new(type(data.kind) == 'string' and data.kind or 'UnknownError', err.message)
  failure.code, failure.data = err.code, data
  return failure
end

local delayed = {} ---@type {[1]: any, [2]: integer?, [3]: boolean?}[] messages to show after the prompt

local function show_delayed()
  -- Neovim has no event for the end of every prompt, so this function polls.
  if vim.fn.mode() == 'c' then return vim.defer_fn(show_delayed, PAUSE) end
  local due = delayed
  delayed = {}
  for _, one in ipairs(due) do
    M.say(one[1], one[2], one[3])
  end
end

---Shows a message on one line: a longer message would make Neovim ask for Enter and ignore other keys until then.
---During a prompt the message is delayed: the prompt would hide it, and Neovim would raise an error message in the
---function that is called next.
---@param what any a failure, or anything that `tostring` accepts
---@param level integer? by default `vim.log.levels.ERROR`
---@param is_whole boolean? shows a longer message on several lines instead of cutting it
function M.say(what, level, is_whole)
  if #delayed > 0 or vim.fn.mode() == 'c' then
    table.insert(delayed, { what, level, is_whole })
    if #delayed == 1 then show_delayed() end
    return
  end
  -- Without a redraw, a second message in a row would make Neovim ask for Enter, too.
  vim.cmd('redraw')
  local text = format.clean('svvs: ' .. one_line(tostring(what)))
  if not is_whole and vim.api.nvim_strwidth(text) > vim.v.echospace then text = format.fit(text, vim.v.echospace) end
  vim.notify(text, level or vim.log.levels.ERROR, { title = 'svvs' })
end

---Shows a message that is not about a failure.
function M.inform(text, ...) M.say(text:format(...), vim.log.levels.INFO) end

---Shows a message of success.
---@param text string
function M.notice(text)
  kept_until = uv.now() + STAYS
  M.inform('%s', text)
end

---Clears the message about another page.
function M.clear()
  if vim.fn.mode() ~= 'c' and uv.now() > kept_until then vim.cmd("echo ''") end
end

---A callback for a call: reports its failure, except a cancellation, and except the end of the server, which is
---reported once and not for each call.
---@param err svvs.Failure?
function M.report(err)
  if err and err.kind ~= 'RequestCancelled' and not err.is_end then M.say(err) end
end

---Reports why a server could not be started. The message is shown whole, because no page shows it.
---@param err svvs.Failure
function M.report_start(err) M.say(err, nil, true) end

---Calls a listener. An error in it is reported and does not stop the client.
---@param listener function
---@return any result nil after an error
function M.guard(listener, ...)
  local is_fine, result = pcall(listener, ...)
  if is_fine then return result end
  pcall(M.say, result)
end

return M

---What a page sends, in the order of the section Forms of SCREENS.md: a call sends the values of the moment when the
---user asked for it.
local failures = require('svvs.failure')
local progress = require('svvs.progress')
local prompts = require('svvs.prompt')

local M = {}

---A text that is on its way.
---@class svvs.Text
---@field draft svvs.Draft
---@field text string
---@field is_submitted boolean? whether it ends with the call of an action
---@field ending 'set'|'called'|'refused'|'lost'|nil

---@class svvs.Sending
---@field is_call boolean? whether it waits for what is before it
---@field holds boolean? whether what is after a call waits for its end
---@field texts svvs.Text[] the text that is set, or those without which the action is not called
---@field begin fun(): svvs.Call
---@field is_begun boolean?

local advance

-- Ends the sending of its texts, takes it out of the queue, and begins what has waited for it.
local function conclude(page, queue, one, err)
  local is_lost = one.is_call and type(err) == 'table'
    and (err.is_end or err.kind == 'Unanswered' or err.kind == 'RequestCancelled')
  local refused = is_lost and 'lost' or err and 'refused'
  for _, text in ipairs(one.texts) do
    local ending = refused or one.is_call and 'called' or not text.is_submitted and 'set'
    if ending then failures.guard(M.finish, page, text, ending) end
  end
  local at = 1
  while queue[at] and queue[at] ~= one do
    at = at + 1
  end
  table.remove(queue, at)
  advance(page, queue)
end

local function is_refused(one)
  return #vim.tbl_filter(function(text) return text.ending == 'refused' end, one.texts) > 0
end

-- Begins what can be sent now. An error in it is a refusal.
function advance(page, queue)
  for index, one in ipairs(queue) do
    if one.is_call and index > 1 then return end
    if not one.is_begun then
      one.is_begun = true
      local call = not is_refused(one) and failures.guard(one.begin)
      if call and (one.holds or not one.is_call) then
        call:finally(function(err) conclude(page, queue, one, err) end)
      else
        conclude(page, queue, one, not call)
      end
      return advance(page, queue)
    end
    if one.is_call then return end
  end
end

---@param page svvs.Page
---@param one svvs.Sending
function M.add(page, one)
  table.insert(page.queue, one)
  if page.texts.view ~= page.view then return M.stop(page) end
  advance(page, page.queue)
end

---The texts that are being set, and that each call waits for.
---@param page svvs.Page
---@return svvs.Text[]
function M.pending(page)
  local texts = {}
  for _, one in ipairs(page.queue) do
    if not one.is_call and not one.texts[1].is_submitted then table.insert(texts, one.texts[1]) end
  end
  return texts
end

---Reports texts that were not sent when their page has gone.
---@param texts string[]
function M.say_unsent(texts)
  local text = table.concat(texts, ', ')
  if text == '' then return end
  failures.say(text .. ': not sent, but kept until the view is opened again', vim.log.levels.WARN)
end

---Records how the sending of a text has ended, perhaps while another page shows it. The first ending counts.
---@param page svvs.Page
---@param one svvs.Text
---@param ending 'set'|'called'|'refused'|'lost'
function M.finish(page, one, ending)
  if one.ending then return end
  local draft = one.draft
  local part, due = draft.part, draft:finish(one.text, ending)
  one.ending = ending
  if part.kind == 'switch' then draft.typed = nil end -- it is toggled, not typed
  prompts.show(draft)
  page = page.texts.page
  page:invalidate()
  local is_kept = ending ~= 'set' and ending ~= 'called' and not part.secret
  if is_kept and not vim.api.nvim_buf_is_valid(page.buffer) then
    M.say_unsent({ one.text })
  end
  if due then M.send(page, part, due) end
end

---Refuses what was not sent when the view ends, because no reply will come.
---@param page svvs.Page
function M.stop(page)
  local queue = page.queue
  page.queue = {}
  while queue[1] do
    local one = table.remove(queue, 1)
    for _, text in ipairs(one.is_begun and {} or one.texts) do
      if text.is_submitted or not one.is_call then M.finish(page, text, 'refused') end
    end
  end
end

---Sets a property to the value of a text. A refusal is reported, and shown on the line of the property until it
---changes. A text that an action submits has no timeout, because one that is set late is sent late, and ends with the
---call.
---@param page svvs.Page
---@param part svvs.Part
---@param text string
---@param is_submitted boolean?
---@return svvs.Text? one nil if the text is not a value yet, as of a filter while the user types a number
function M.send(page, part, text, is_submitted)
  local draft, name = page.drafts[part.name], part.name
  local value, problem = prompts.parse(part, text)
  if problem then
    draft:finish(text, 'refused')
    return nil
  end
  local one = { draft = draft, text = text, is_submitted = is_submitted }
  page.refused[name] = nil
  M.add(page, { texts = { one }, begin = function()
    local call = page.view:set({ [name] = value }, function(err)
      page.refused[name] = err and (err.is_end and 'not set, since ' or '') .. tostring(err) or nil
      failures.report(err)
    end, is_submitted)
    progress.add(page, part.title, call)
    return call
  end })
  return one
end

---Sends what the user has typed in a field, if anything.
---@param page svvs.Page
---@param part svvs.Part
function M.send_typed(page, part)
  local draft = page.drafts[part.name]
  local text = draft.typed and draft:enter()
  if text then M.send(page, part, text) end
end

return M

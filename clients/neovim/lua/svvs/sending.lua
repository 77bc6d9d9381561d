---What a page sends, in the order of the section Forms of SCREENS.md: a call sends the values of the moment when the
---user asked for it.
local failures = require('svvs.failure')
local progress = require('svvs.progress')
local prompts = require('svvs.prompt')

local M = {}

---@class svvs.Sending
---@field is_call boolean? whether it waits for what is before it
---@field is_submitted boolean? whether it is for one call only
---@field holds boolean? whether what is after it waits for its end
---@field texts svvs.Text[] those that have not arrived before its end
---@field run fun(done: fun(err: svvs.Failure?), err: svvs.Failure?) is passed why a property before it was refused
---@field err svvs.Failure?
---@field is_begun boolean?

-- Begins what can be sent now.
local function advance(queue)
  for index, one in ipairs(queue) do
    if one.is_call and index > 1 then return end
    if not one.is_begun then
      one.is_begun = true
      one.run(function(err)
        local at = 1
        while queue[at] and queue[at] ~= one do
          at = at + 1
        end
        table.remove(queue, at)
        for _, other in ipairs(err and queue or {}) do
          other.err = err
          if other.holds then break end
        end
        advance(queue)
      end, one.err)
      return advance(queue)
    end
    if one.is_call then return end
  end
end

---@param page svvs.Page
---@param one svvs.Sending
function M.add(page, one)
  table.insert(page.queue, one)
  if page.texts.view ~= page.view then return M.stop(page) end
  advance(page.queue)
end

---Whether properties are being set that each call has to wait for.
---@param page svvs.Page
function M.is_setting(page)
  return #vim.tbl_filter(function(one) return not one.is_call and not one.is_submitted end, page.queue) > 0
end

---A text that is on its way.
---@class svvs.Text
---@field draft svvs.Draft
---@field text string
---@field is_over boolean?

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
---@param ending 'set'|'called'|'refused'
function M.finish(page, one, ending)
  if one.is_over then return end
  local draft = one.draft
  local part, due = draft.part, draft:finish(one.text, ending)
  one.is_over = true
  if part.kind == 'switch' then draft.typed = nil end -- it is toggled, not typed
  prompts.show(draft)
  page = page.texts.page
  page:invalidate()
  if ending == 'refused' and not part.secret and not vim.api.nvim_buf_is_valid(page.buffer) then
    M.say_unsent({ one.text })
  end
  if due then return M.send(page, part, due) end
  local run = #draft.sent == 0 and draft.on_idle
  draft.on_idle = nil
  if run then run(ending == 'refused') end
end

---Refuses what was not sent when the view ends, because no reply will come.
---@param page svvs.Page
function M.stop(page)
  local queue = page.queue
  page.queue = {}
  while queue[1] do
    local one = table.remove(queue, 1)
    for _, text in ipairs(one.is_begun and {} or one.texts) do
      M.finish(page, text, 'refused')
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
---@return svvs.Text
function M.send(page, part, text, is_submitted)
  local one, name = { draft = page.drafts[part.name], text = text }, part.name
  page.refused[name] = nil
  M.add(page, {
    is_submitted = is_submitted,
    texts = { one },
    run = function(done)
      local value = prompts.parse(part, text)
      local call = page.view:set({ [name] = value }, function(err)
        page.refused[name] = err and (err.is_end and 'not set, since ' or '') .. tostring(err) or nil
        failures.report(err)
        if err or not is_submitted then M.finish(page, one, err and 'refused' or 'set') end
        done(err)
      end, is_submitted)
      progress.add(page, part.title, call)
    end,
  })
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

---Questions of the app: the page announces them, and asks each one once by itself.
local calls = require('svvs.call')
local failures = require('svvs.failure')
local format = require('svvs.format')
local json = require('svvs.json')
local later = require('svvs.later')
local screens = require('svvs.screen')
local uv = vim.uv or vim.loop

local M = {}
local PAUSE = 500 -- milliseconds in which a key is not an answer, because it was meant for the page

---@class svvs.Asked
---@field id string
---@field is_announced boolean?
---@field is_asked boolean?
---@field is_open boolean? whether the user is choosing
---@field is_answered boolean?

local function now() return uv.hrtime() / 1e6 end

local function is_typed(draft) return draft.typed ~= nil and draft.typed ~= '' end

-- Whether nothing that the user types is interrupted.
local function is_free(page)
  local is_here = vim.api.nvim_get_current_buf() == page.buffer and vim.fn.mode() == 'n'
  return is_here and #vim.tbl_filter(is_typed, vim.tbl_values(page.drafts)) == 0
end

local function announce(page, question, words)
  failures.inform('%s: %s %s', page:title(), format.clean(question.title, 200), words)
end

---Asks the question of a part, if its value is one.
---@param page svvs.Page
---@param part svvs.Part
---@param is_by_itself boolean? whether the user has not asked for it
function M.ask(page, part, is_by_itself)
  local question, one, began = screens.question(part, page.view.state), page.asked[part.name], now()
  if not question or not one then return end
  question = json.decode(json.encode(question)) -- what the user sees, whatever changes meanwhile
  one.is_asked = true
  if #question.choices == 0 then return announce(page, question, '(nothing to choose)') end
  local message = type(question.message) == 'string' and '  ' .. question.message:gsub('%s*\n%s*', ' ') or ''
  local options = { prompt = format.clean(question.title .. message) .. ' ' }
  function options.format_item(choice) return format.clean(choice.title, 200) end
  local function is_there() return page.view.is_open and page.asked[part.name] == one end
  local function take(choice)
    if not is_there() then return end
    if is_by_itself and now() - began < PAUSE then return announce(page, question, '(Q answers)') end
    local arguments = screens.answer(question, choice)
    if not arguments then return announce(page, question, '(not answered: Q asks again)') end
    one.is_answered = true
    -- It sends no texts and waits for no call, because the call that asks may wait for it.
    calls.send(page, part.answer, arguments):finally(function()
      one.is_answered = false
      if is_there() then announce(page, question, '(not answered: Q asks again)') end
    end)
  end
  local function close()
    page.is_asking, one.is_open = false, false
    M.follow(page, true) -- Another question may have come meanwhile.
  end
  local function finish(choice)
    failures.guard(take, choice)
    close()
  end
  page.is_asking, one.is_open = true, true
  local is_fine, err = pcall(vim.ui.select, question.choices, options, function(choice) later.run(finish, choice) end)
  if is_fine then return end
  close() -- by CTRL-C
  announce(page, question, '(not answered: Q asks again)')
  if not tostring(err):find('Keyboard interrupt', 1, true) then error(err, 0) end
end

-- Asks a question by itself, or announces it.
local function offer(page, part, one)
  local question = page.view.is_open and page.asked[part.name] == one and screens.question(part, page.view.state)
  if not question or one.is_asked then return end
  if is_free(page) and not page.is_asking then return M.ask(page, part, true) end
  if not one.is_announced then announce(page, question, '(Q answers)') end
  one.is_announced = true
end

---Takes over the questions of the state: offers a new one, and reports one that others have answered.
---@param page svvs.Page
---@param is_entered boolean? whether the user has come to the page
function M.follow(page, is_entered)
  for _, part in ipairs(page.screen.parts) do
    local question, one = screens.question(part, page.view.state), page.asked[part.name]
    if one and (not question or question.id ~= one.id) then
      page.asked[part.name] = nil
      if one.is_open and not one.is_answered then failures.inform('answered elsewhere') end
    end
    if question and not page.asked[part.name] then page.asked[part.name] = { id = question.id } end
    local new = page.asked[part.name]
    if new and (is_entered or not new.is_announced) then
      vim.schedule(function() later.after(function() offer(page, part, new) end) end) -- when the page is shown
    end
  end
end

---Asks the first question of a page.
---@param page svvs.Page
function M.answer(page)
  for _, part in ipairs(page.screen.parts) do
    if page.asked[part.name] then return M.ask(page, part) end
  end
  failures.say('there is no question here', vim.log.levels.WARN)
end

return M

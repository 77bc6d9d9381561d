---Fields of a page: the texts that the user types into them, which are sent one by one, by a form, or while the user
---types.
local calls = require('svvs.call')
local drafts = require('svvs.draft')
local failures = require('svvs.failure')
local json = require('svvs.json')
local prompts = require('svvs.prompt')
local screens = require('svvs.screen')
local sending = require('svvs.sending')

local M = {}

-- Texts, which outlive their pages

---@class svvs.Texts
---@field view svvs.View? the open view that they belong to
---@field page svvs.Page the last page that shows them
---@field drafts table<string, svvs.Draft>

---@type table<string, svvs.Texts>
M.views = {} -- by the server, the type and the parameters of each

---Gives a page the texts of its view: those that the user had typed in the view before it, too.
---@param page svvs.Page
function M.begin(page)
  local view = page.view
  local about = { view.type, json.encode(json.object(view.params)) }
  local key = table.concat(vim.list_extend(about, page.server.options.command), '\n')
  local texts
  repeat -- until there are some that no other open view has
    texts = M.views[key] or { drafts = {} }
    M.views[key], key = texts, key .. '\n'
  until not texts.view or texts.view == view
  texts.view, texts.page, page.texts, page.drafts = view, page, texts, texts.drafts
  for _, part in ipairs(vim.tbl_filter(function(one) return one.editable end, page.screen.parts)) do
    local draft = page.drafts[part.name] or drafts.new(part)
    page.drafts[part.name] = draft
    local due = draft:begin(part, prompts.text_of(view.state[part.name]))
    if due then sending.send(page, part, due) end
  end
end

---Takes over what has changed in the state.
---@param page svvs.Page
---@param names string[] of the properties
function M.serve(page, names)
  if page.texts.view ~= page.view then return end -- another view has the texts by now
  for _, name in ipairs(names) do
    local draft = page.drafts[name]
    if draft then
      draft:serve(prompts.text_of(page.view.state[name]))
      prompts.show(draft)
    end
  end
end

---Lets the texts of a page know the end of its view.
---@param page svvs.Page
---@param is_lost boolean whether the server has ended
function M.leave(page, is_lost)
  local texts = page.texts
  if texts.view ~= page.view then return end
  texts.view = nil
  for _, draft in pairs(texts.drafts) do
    -- A switch is toggled, not typed.
    if is_lost and draft.part.kind ~= 'switch' then draft:lose() else draft:close() end
  end
  if not is_lost then sending.stop(page) end -- otherwise the failures of the calls end the texts, in their order
end

---The texts that the user has typed on a page and that were not sent.
---@param page svvs.Page
---@return string[]
function M.unsent(page)
  local texts = {}
  for _, part in ipairs(page.screen.parts) do
    local draft = page.drafts[part.name]
    if draft and not part.secret then vim.list_extend(texts, draft:unsent()) end
  end
  return texts
end

-- Fields

-- The part of a property, if it can be set; otherwise reports why not.
local function settable(page, name)
  local part = screens.named(page.screen.parts, name)
  if part and part.editable then return part end
  if part then return failures.say(name .. ' is read-only', vim.log.levels.WARN) end
  failures.say(('%s has no property %s'):format(page.view.type, name))
end

-- A function that changes the text of a field.
local function editor(page, part)
  local draft = page.drafts[part.name]
  return function(text)
    local was_typed = draft.typed ~= nil
    local due = draft:edit(text)
    if due then sending.send(page, part, due) end
    if was_typed ~= (draft.typed ~= nil) then page:invalidate() end
  end
end

-- Forms

-- Sends all fields of the form, and calls its action.
local function submit_form(page)
  local screen, values = page.screen, {}
  local parts = vim.tbl_map(function(name) return screens.named(screen.parts, name) end, screen.form.fields)
  for _, part in ipairs(parts) do
    local value, problem = prompts.parse(part, page.drafts[part.name]:shown())
    values[part.name] = value
    if problem and page.drafts[part.name].typed then return failures.say(problem) end
  end
  for _, part in ipairs(parts) do
    sending.send_typed(page, part)
  end
  local action, given = screens.entered(screen, values)
  if action then calls.call(page, action, given) end
end

-- Sends a field, and goes on to the next field of its form, or to the action of that. It does not wait for a reply of
-- the server, because the next keys that the user types belong to the next field.
local function go_on(page, part)
  sending.send_typed(page, part)
  local fields = page.screen.form and page.screen.form.fields or {}
  for index, name in ipairs(fields) do
    local following = fields[index + 1]
    if name == part.name and following then return M.edit(page, following) end
    if name == part.name then return submit_form(page) end
  end
end

---Edits a field: toggles a boolean, and asks for any other value. After a field of a form, goes on with the next one,
---and after the last calls the action of the form. After a filter, the cursor is on the first row; <Esc> resets it. A
---field for messages asks for the next one until <Esc>.
---@param page svvs.Page
---@param name string
function M.edit(page, name)
  local part = settable(page, name)
  if not part then return end
  local draft, edit = page.drafts[name], editor(page, part)
  local beginning = draft:shown()
  local function enter()
    if part.filters then page:go_to_rows(part.filters) end
    if part.submits then calls.call(page, part.submits, {}, false, part) else go_on(page, part) end
  end
  if type(page.view.state[name]) == 'boolean' then
    edit(beginning == 'true' and 'false' or 'true')
    return sending.send_typed(page, part)
  end
  local is_long = part.format == 'longText' or part.format == 'stream' or not prompts.is_typeable(beginning)
  if is_long and part.kind == 'text' and not part.secret then return prompts.edit_text(page, part, edit, enter) end
  local action = screens.named(page.screen.actions, part.submits)
  -- A question would be in the way of the next text.
  local is_repeated = draft:is_message() and not action.confirm
  repeat
    local is_entered = prompts.field(page, part, edit)
    if is_entered then enter() elseif part.filters then edit(beginning) end
  until not is_entered or not is_repeated
end

---Exchanges the text of a field with the first one that is kept, and edits it.
---@param page svvs.Page
---@param name string
function M.recall(page, name)
  page.drafts[name]:recall()
  M.edit(page, name)
end

---Sets a property to the value of a text. Refuses a secret.
---@param page svvs.Page
---@param name string
---@param text string
---@param entry integer? the number of the command in the history
function M.set(page, name, text, entry)
  local part = settable(page, name)
  if not part then return end
  if part.secret then return prompts.refuse_secret(name, entry) end
  local value, problem = prompts.parse(part, text)
  if problem then return failures.say(problem) end
  editor(page, part)(prompts.text_of(value))
  sending.send_typed(page, part)
end

return M

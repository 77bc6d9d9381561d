---Renders a page: makes lines of text from the screen and state of a view.
local format = require('svvs.format')
local forms = require('svvs.form')
local prompts = require('svvs.prompt')
local screens = require('svvs.screen')
local streams = require('svvs.stream')
local tables = require('svvs.table')

local M = { ROWS = 200, MORE = 1000 } -- rows of a table shown at first, and added on request
local MARGIN = '     ' -- where the keys of a line stand
local TITLE = 30 -- columns of the screen for a title at most
local LINES = 20 -- of a text of several lines
---@class svvs.Line
---@field text string
---@field key string identifies the content of the line, so that the cursor can follow it
---@field marks {[1]: integer, [2]: integer, [3]: string}[] first byte, end, highlight group
---@field target svvs.Target? the object of a key that is pressed on the line
---@field is_stop boolean? whether <Tab> stops here
---@field problem string|false|nil an error, or a text that was not sent, which the line shows
---@field ends string? the list, read from its end, whose last line this is
---@field grows string? the text whose last row this is
---@field within string? the key of the line to go to if this one is left out
---@field submits boolean? whether the line is that of a field that submits by itself

---@class svvs.Target
---@field kind 'property'|'member'|'action'|'row'|'more'|'sending'|'kept'|'question'
---@field name string of the property or the action
---@field value any of a row or a member
---@field member svvs.Field? of a record

local Painter = {}
Painter.__index = Painter

-- Adds a line of pieces: each is a text and optionally a highlight group.
function Painter:line(key, target, pieces)
  local line, texts, length = { key = key, target = target, marks = {} }, {}, 0
  for index, piece in ipairs(pieces) do
    local text = format.drawn(piece[1])
    texts[index] = text
    if piece[2] and text ~= '' then table.insert(line.marks, { length, length + #text, piece[2] }) end
    length = length + #text
  end
  line.text = table.concat(texts)
  table.insert(self.lines, line)
  return line
end

local function margin(prefix, letter)
  if not letter then return { MARGIN } end
  return { (' %s%s  '):format(prefix, letter), 'SvvsKey' }
end

-- The actions of the rows of an array, with their keys.
function Painter:row_actions(field)
  local parts = {}
  for _, action in ipairs(screens.row_actions(self.screen, field.name)) do
    table.insert(parts, (action.letter and 'a' .. action.letter .. ' ' or '') .. action.title)
  end
  if screens.is_chosen(field) then table.insert(parts, 'Enter opens') end
  return #parts > 0 and '  ' .. table.concat(parts, ', ') or ''
end

function Painter:more(name, key, count)
  local text = ('… and %d %s rows: Enter shows the next %d'):format(count, key == 'more' and 'more' or key, M.MORE)
  local target = { kind = 'more', name = name }
  self:line(('property %s/%s%d'):format(name, key, count), target, { { MARGIN }, { text, 'SvvsDescription' } })
end

-- The indexes of the rows that are shown: the first ones, or the last ones of a list that is read from its end.
function Painter:shown_rows(field, rows)
  local limit = self.limits[field.name] or M.ROWS
  if field.scroll then return math.max(1, #rows - limit + 1), #rows end
  return 1, math.min(limit, #rows)
end

function Painter:rows(field, rows, key)
  local name, from, to = field.name, self:shown_rows(field, rows)
  local width = self.width - #MARGIN
  local lines, header = tables.lines(field.columns, field.of or {}, rows, from, to, width)
  if header then self:line(key .. '/titles', nil, { { MARGIN }, { header, 'SvvsHeader' } }) end
  if from > 1 then self:more(name, 'earlier', from - 1) end
  for index, text in ipairs(lines) do
    local row = rows[from + index - 1]
    local id = format.is_record(row) and row[field.key] or from + index - 1
    local target = { kind = 'row', name = name, value = row }
    local line = self:line(key .. '/' .. tostring(id), target, { { MARGIN }, { text } })
    line.is_stop = index == 1
  end
  if to < #rows then self:more(name, 'more', #rows - to) end
  if field.scroll then self.lines[#self.lines].ends = name end
end

-- A filter in words: a text without a title, and a title alone if it is true.
local function criterion(field, value)
  local text = format.text(field, value, 60)
  if value == true then text = field.title end
  if value ~= true and type(value) ~= 'string' then text = field.title .. ': ' .. text end
  return '“' .. text .. '”'
end

-- The reason why a list is empty; nothing if work in progress may fill it, or if an error may be the reason.
function Painter:no_rows(field, key)
  local state, has_error = self.view.state, false
  for _, one in ipairs(self.screen.parts) do
    has_error = has_error or one.role == 'error' and screens.is_shown(one, state)
  end
  if #self.busy == 0 and not has_error then
    local text, filters = 'No ' .. format.within(field.title), {}
    for _, one in ipairs(screens.active_filters(self.screen, field.name, state)) do
      table.insert(filters, criterion(one, state[one.name]))
    end
    if #filters > 0 then text = 'No rows match ' .. table.concat(filters, ' and ') end
    local target = { kind = 'property', name = field.name }
    self:line(key .. '/none', target, { { MARGIN }, { text, 'SvvsDescription' } })
  end
  if field.scroll then self.lines[#self.lines].ends = field.name end
end

-- The width of the widest title.
local function widest(fields)
  local width = 0
  for _, field in ipairs(fields) do
    width = math.min(TITLE, math.max(width, vim.api.nvim_strwidth(field.title)))
  end
  return width
end

function Painter:members(field, record, key)
  local members = vim.tbl_filter(function(member)
    return screens.is_shown(member, record)
  end, format.members(field.members, record))
  local width = widest(members)
  for _, member in ipairs(members) do
    local value = record[member.name]
    local target = { kind = 'member', name = field.name, value = value, member = member }
    local pieces = { { MARGIN .. '  ' }, { format.fit(member.title, width), 'SvvsName' } }
    if member.role ~= 'flag' then
      local text = format.text(member, value)
      vim.list_extend(pieces, { { ' : ', 'SvvsSign' }, { text, member.format == 'url' and 'SvvsURL' or 'SvvsValue' } })
    end
    self:line(key .. '/' .. member.name, target, pieces)
  end
end

-- Whether a value is shown by its members.
local function is_fields(field, value)
  return format.is_record(value) and not (field.format == 'file' and format.is_place(value))
end

-- The value of a property on the line of the property.
function Painter:value(field, value)
  if field.secret then
    local draft = self.drafts[field.name]
    local is_entered = draft and draft:shown() ~= ''
    return { is_entered and '(secret, entered)' or '(secret)', 'SvvsDescription' }
  end
  if field.role == 'error' then return { '! ' .. format.inline(value), 'SvvsError' } end
  if field.format == 'stream' and type(value) == 'string' then return { '' } end
  if field.role == 'progress' then return { format.bar(screens.fraction(field, self.view.state)), 'SvvsValue' } end
  if format.is_array(value) then
    return { ('(%d)%s'):format(#value, value[1] ~= nil and self:row_actions(field) or ''), 'SvvsDescription' }
  end
  if is_fields(field, value) then return { screens.is_chosen(field) and 'Enter opens' or '', 'SvvsDescription' } end
  if type(value) == 'boolean' and screens.is_settable(field) then return { value and '[x]' or '[ ]', 'SvvsValue' } end
  local is_link = field.format == 'url' or field.format == 'file' and format.is_place(value)
  return { format.lines(field, value)[1], is_link and 'SvvsURL' or 'SvvsValue' }
end

-- The end of a text that grows. Its last row is a copy, because another one will be the last.
function Painter:stream(field, text, key)
  local name, followers = field.name, self.page.followers[field.name]
  local is_held = followers and #followers < #vim.fn.win_findbuf(self.page.buffer)
  local width, limit = math.max(1, self.width - #MARGIN), self.limits[name] or M.ROWS
  local stream = streams.rows(self.page.streams[name], name, text, width, limit, is_held)
  self.page.streams[name] = stream
  if stream.from > 0 then
    local words = format.left_out(stream.from) .. ': Enter shows more'
    self:line(key .. '/more', { kind = 'more', name = name }, { { MARGIN }, { words, 'SvvsDescription' } })
  end
  vim.list_extend(self.lines, stream.rows)
  if #stream.rows > 0 then
    table.insert(self.lines, vim.tbl_extend('force', table.remove(self.lines), { grows = name }))
  end
end

-- The lines of a long text after its first.
function Painter:long_text(field, value, width)
  local texts = format.lines(field, value)
  for index = 2, math.min(#texts, LINES) do
    local text = index == LINES and #texts > LINES and '… K shows the whole text' or texts[index]
    local target = { kind = 'property', name = field.name }
    self:line(('property %s/line %d'):format(field.name, index), target, {
      { MARGIN .. (' '):rep(width) .. ' : ' }, { text, 'SvvsValue' },
    })
  end
end

-- The value of a part, or of the user's text that takes its place, and whether that was not sent.
function Painter:current(field)
  local draft, edited = self.drafts[field.name], prompts.edited()
  local typed = draft and not (edited and edited.draft == draft) and draft.typed or nil
  local text = typed or draft and not draft:is_message() and draft.sent[#draft.sent] or nil
  if not text then return self.view.state[field.name] end
  local value = prompts.parse(field, text)
  return value == nil and text or value, typed ~= nil
end

-- The texts of a field that are on their way, and those that have not arrived.
function Painter:messages(field, key)
  local draft = self.drafts[field.name]
  local function add(kind, texts, hint)
    local count = #texts > 1 and ' ' .. #texts or ''
    local text = ('%s%s: %s'):format(kind, count, format.clean(table.concat(texts, ', '), 200))
    local target = { kind = kind, name = field.name }
    local pieces = { { MARGIN .. '  ' }, { text, 'SvvsDescription' }, { hint or '', 'SvvsDescription' } }
    self:line(key .. '/' .. kind, target, pieces).problem = hint and text
  end
  if not draft or field.secret then return end
  if draft:is_message() and draft.sent[1] then add('sending', draft.sent) end
  if draft.doubtful[1] then add('may have arrived', draft.doubtful) end
  if draft.kept[1] then add('kept', draft.kept, ' (Enter on this line takes it)') end
end

function Painter:property(field, width)
  local value, is_typed = self:current(field)
  local key, letter = 'property ' .. field.name, screens.is_settable(field) and field.letter
  local pieces = { margin('c', letter), { field.title, 'SvvsName' } }
  if field.role ~= 'flag' then
    pieces[2][1] = format.fit(field.title, width)
    vim.list_extend(pieces, { { screens.is_settable(field) and ' = ' or ' : ', 'SvvsSign' }, self:value(field, value) })
  end
  if vim.tbl_contains(self.busy, field) then table.insert(pieces, { ' …', 'SvvsBusy' }) end
  if is_typed then table.insert(pieces, { '  (not sent)', 'SvvsStale' }) end
  local refusal = self.refused[field.name]
  if refusal then table.insert(pieces, { '  ! ' .. format.clean(refusal, 200), 'SvvsError' }) end
  local line = self:line(key, { kind = 'property', name = field.name }, pieces)
  line.is_stop, line.submits = screens.is_settable(field), field.submits ~= nil
  line.problem = field.role == 'error' and '! ' .. format.inline(value, 200) or is_typed and field.title .. ': not sent'
  for _, one in ipairs(screens.errors_about(self.screen, field, self.view.state)) do
    local text = '! ' .. format.inline(self.view.state[one.name])
    local below = self:line(key .. '/' .. one.name, line.target, { { MARGIN .. '  ' }, { text, 'SvvsError' } })
    below.problem = format.clean(text, 200)
  end
  if format.is_array(value) and value[1] == nil then self:no_rows(field, key) end
  if format.is_array(value) and value[1] ~= nil then self:rows(field, value, key) end
  if is_fields(field, value) then self:members(field, value, key) end
  if field.format == 'stream' and type(value) == 'string' then
    self:stream(field, value, key)
  elseif not field.secret then
    self:long_text(field, value, width)
  end
  self:messages(field, key)
end

-- The question of a part, with its choices.
function Painter:question(part, question)
  local key, target = 'question ' .. part.name, { kind = 'question', name = part.name }
  local titles = vim.tbl_map(function(choice) return format.clean(choice.title, 200) end, question.choices)
  local title = format.clean(question.title, 200)
  local line = self:line(key, target, {
    { ' Q   ', 'SvvsKey' }, { title, 'SvvsTitle' }, { '  ' .. table.concat(titles, ', '), 'SvvsAction' },
  })
  line.is_stop, line.problem = true, title .. ' (Q answers)'
  local message = type(question.message) == 'string' and question.message or nil
  for index, text in ipairs(message and format.lines({ format = 'longText' }, message) or {}) do
    if index <= LINES then self:line(('%s/%d'):format(key, index), target, { { MARGIN }, { text } }) end
  end
end

function Painter:action(action)
  local arguments, group = {}, action.destructive and 'SvvsDestructive' or 'SvvsAction'
  for _, field in ipairs(action.asks or {}) do
    local title = field.title .. (field.optional and '?' or '')
    if field ~= screens.row_argument(action) then table.insert(arguments, title) end
  end
  local function is_typed(name) return self.drafts[name].typed ~= nil end
  if screens.is_dimmed(self.screen, action, self.view.state, is_typed) then group = 'SvvsDimmed' end
  self:line('action ' .. action.name, { kind = 'action', name = action.name }, {
    margin('a', action.letter),
    { action.title, group },
    { #arguments > 0 and ' (' .. table.concat(arguments, ', ') .. ')' or '', 'SvvsName' },
    { '  ' .. (action.description or ''), 'SvvsDescription' },
  }).is_stop = true
end

---The lines of a view.
---@param page svvs.Page
---@param width integer columns of the screen
---@return svvs.Line[]
function M.lines(page, width)
  local screen, state = page.screen, page.view.state
  local self = setmetatable({ lines = {}, view = page.view, screen = screen, width = width }, Painter)
  self.page, self.limits, self.refused = page, page.limits, page.refused
  self.drafts, self.busy = page.drafts, screens.busy(screen, state)
  local shown = screens.shown(screen, state)
  local hidden = vim.tbl_filter(function(part) return not screens.is_shown(part, state) end, self.busy)
  self:line('title', nil, {
    { page:title(), 'SvvsTitle' },
    { #hidden > 0 and ' …' or '', 'SvvsBusy' },
    { page.ending and '  ' .. page.ending or '', 'SvvsStale' },
  })
  self:line('description', nil, { { screen.description or '', 'SvvsDescription' } })
  local unsent = page.is_blank and table.concat(forms.unsent(page), ', ') or ''
  if unsent ~= '' then self:line('unsent', nil, { { MARGIN .. 'not sent, but kept: ' .. format.clean(unsent) } }) end
  if page.is_blank then return self.lines end
  self:line('gap 1', nil, {})
  local title_width = widest(shown)
  for _, part in ipairs(screen.parts) do
    local question = screens.question(part, state)
    if question then self:question(part, question) end
  end
  for _, part in ipairs(shown) do
    self:property(part, title_width)
  end
  self:line('gap 2', nil, {})
  for _, action in ipairs(screens.offered(screen)) do
    self:action(action)
  end
  return self.lines
end

return M

---What becomes of a text that the user types: the section Texts of SCREENS.md.
local M = {}

---The text of one part. It outlives the page that shows it, the view and the server. The methods that return a text
---return the one to send now, if any.
---@class svvs.Draft
---@field part svvs.Part
---@field typed string? what the user has typed and not sent
---@field sent string[] the texts that are on their way, the oldest first
---@field kept string[] the messages beside the field
---@field doubtful string[] the typed or kept messages that may have arrived
---@field private served string the text of the value in the state
---@field private own string the last text of the user that the server has accepted
---@field private is_filtering boolean? whether the oldest text on its way is a filter that was sent without Enter
---@field private orphaned integer how many of the texts on their way were sent to a view that has ended; they are the
---  first
---@field private is_over boolean? whether the state is that of a view that has ended: what the user types now is typed,
---  even if the state has it
local Draft = {}
Draft.__index = Draft

---@param part svvs.Part
---@return svvs.Draft
function M.new(part)
  return setmetatable({ part = part, served = '', own = '', sent = {}, orphaned = 0, kept = {}, doubtful = {} }, Draft)
end

---The text in the field.
---@return string
function Draft:shown() return self.typed or self:_untyped() end

function Draft:_untyped()
  if #self.sent == 0 then return self.served end
  return self:is_message() and '' or self.sent[#self.sent]
end

---Whether each text is a message of its own, instead of the next version of one value.
---@return boolean
function Draft:is_message()
  return self.part.submits ~= nil and not self.part.filters and not self.part.secret
end

---Whether Enter sends the text. A key that is pressed twice does not send it twice.
---@return boolean
function Draft:is_ready()
  return self.typed ~= nil or self.part.submits and #self.sent == (self.is_filtering and 1 or 0)
end

---The texts of the user that are neither in the state nor on their way.
---@return string[]
function Draft:unsent()
  return vim.list_extend(self.typed ~= '' and { self.typed } or {}, self.kept)
end

---The user has changed the text of the field, or has discarded it.
---@param text string?
---@return string?
function Draft:edit(text)
  self.doubtful = vim.tbl_filter(function(each) return vim.tbl_contains(self.kept, each) end, self.doubtful)
  self:_type(text)
  return self:_due()
end

---The state has changed.
---@param text string
function Draft:serve(text)
  if self.is_over then return end
  self.served = text
  self:_type(self.typed)
end

---The user sends the text.
---@return string?
function Draft:enter()
  if not self:is_ready() then return nil end
  table.insert(self.sent, self:shown())
  self:edit(nil)
  return self.sent[#self.sent]
end

---The sending of a text has ended: the property is set, or the call of its action has ended, or neither. It is lost if
---the connection has ended during the call, or the call was cancelled.
---@param text string
---@param ending 'set'|'called'|'refused'|'lost'
---@return string?
function Draft:finish(text, ending)
  local index = 1
  while self.sent[index] ~= text do
    if index > #self.sent then return nil end -- a secret that was forgotten
    index = index + 1
  end
  table.remove(self.sent, index)
  self.is_filtering = self.is_filtering and index > 1
  local is_kept = ending == 'lost' or index <= self.orphaned
  if index <= self.orphaned then self.orphaned = self.orphaned - 1 end
  local is_last, is_refused = self:is_message() or index > #self.sent, ending == 'refused' or ending == 'lost'
  if ending == 'lost' and self:is_message() and text ~= '' then table.insert(self.doubtful, text) end
  -- The state does not contain a secret.
  if self.part.secret and not is_refused then self.served = ending == 'set' and text or '' end
  local is_left = ending == 'called' and text == self.served and not self.is_over -- by the app
  if is_last and (is_refused or is_left) then self:_give_back(text, is_kept) end
  self:_type(self.typed)
  if is_refused then return nil end
  self.own = self.served
  return self:_due()
end

---Exchanges the text of the field with the first one that is kept.
function Draft:recall()
  if #self.kept == 0 then return end
  local shown = self:shown()
  local is_own = self.typed ~= nil or shown == self.own
  if is_own and shown ~= '' then table.insert(self.kept, shown) end
  self:_type(table.remove(self.kept, 1))
end

---The view is closed. A message that only its state has is typed again, and a secret is forgotten.
function Draft:close()
  self:_stop(self:is_message())
  if self.part.secret then
    self.typed, self.sent = nil, {}
  end
end

---The server has ended. What it had of the user, except for a secret, is typed again.
function Draft:lose() self:_stop(not self.part.secret) end

function Draft:_stop(is_given_back)
  local is_own = is_given_back and self.own == self.served and self.own ~= '' and #self.sent == 0
  self.is_over, self.orphaned = true, #self.sent
  -- The field stays empty until a new view is open.
  if self.part.secret or self:is_message() and #self.sent > 0 then self.served = '' end
  self.typed = self.typed or is_own and self.own or nil
end

---A new view is open, perhaps of another server or another version of the app, with this text in its state.
---@param part svvs.Part
---@param text string
---@return string?
function Draft:begin(part, text)
  self.part, self.is_over = part, false
  self:serve(text)
  return self:_due()
end

function Draft:_type(text)
  if text == self:_untyped() and not self.is_over then
    self.own, text = text, nil
  end
  self.typed = text
end

-- Gives a text back to the user. A message that is kept stays beside the field: the next letters, or Enter, are meant
-- for another message.
function Draft:_give_back(text, is_kept)
  local is_beside = is_kept and self:is_message() and text ~= self:shown()
  if self.typed == nil and not is_beside then
    self:_type(text)
  elseif self:is_message() and text ~= '' and text ~= self.typed then
    table.insert(self.kept, text)
  end
end

-- A filter is sent while the user types it, one text at a time.
function Draft:_due()
  if not self.part.filters or not self.typed or #self.sent > 0 or self.is_over then return nil end
  self.is_filtering = true
  return self:enter()
end

return M

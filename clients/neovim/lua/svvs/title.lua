---Titles, made from names where nobody has declared one.
local format = require('svvs.format')

local M = {}
local LENGTH = 200 -- bytes that a title has at most

-- A title out of a name such as `isLoading` or `user_id`.
local function made(name)
  local spaced = name:gsub('([%l%d])(%u)', '%1 %2'):gsub('(%u)(%u%l%l)', '%1 %2'):gsub('_', ' ')
  local words = {}
  for word in spaced:gmatch('%S+') do
    local is_acronym = word:find('^%u%u')
    table.insert(words, is_acronym and word or word:lower())
  end
  local text = table.concat(words, ' ')
  return text == '' and name or text:sub(1, 1):upper() .. text:sub(2)
end

---A title on one line.
---@param title string? the declared one
---@param name string
---@return string
function M.of(title, name)
  local is_declared = type(title) == 'string' and title ~= ''
  return format.clean(is_declared and title or made(name), LENGTH)
end

---A letter for each name, the first of its title that is free, as the second key of a map. Some may get none.
---@param names string[]
---@param title_of fun(name: string): string
---@return table<string, string> letters by the names
function M.letters(names, title_of)
  local letters, is_taken = {}, {}
  for _, name in ipairs(names) do
    local own = title_of(name):lower():gsub('%W', '')
    for letter in (own .. own:upper() .. 'abcdefghijklmnopqrstuvwxyz'):gmatch('.') do
      if not is_taken[letter] then
        letters[name], is_taken[letter] = letter, true
        break
      end
    end
  end
  return letters
end

return M

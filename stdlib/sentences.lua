-- What sentences do that are no call of one function; commands.lua names each where its sentence is. Read when one of them is said for the first time.

-- A script may put something of its own in the place of these.
local concat, integer = table.concat, math.tointeger

local sentences = {}

-- What sentences say for a field.
local field_of = { on = "date", note = "notes", ["in"] = "account", to = "account", from = "account", ["@"] = "price" }

function sentences.amend(said)
  local changes = { id = said.id }
  local words = {}
  for name, value in pairs(said.changes or {}) do
    if math.type(name) then words[name] = value else changes[name] = value end
  end
  -- `amend 418 amount 50` means the same as amount=50.
  for place = 1, #words, 2 do
    local name = field_of[words[place]] or words[place]
    if words[place + 1] == nil then error(("amend: %s has no value; write %s=…"):format(name, name), 0) end
    changes[name] = words[place + 1]
  end
  return amend(changes)
end

function sentences.whatif(said)
  return whatif(function() return command.run(said.what) end)
end

function sentences.net_worth(said)
  local on = said.on or today()
  return snapshots { every = "day", from = on, to = on, base = said.base }
end

function sentences.explain_cash(said)
  return explain { account = said.account, on = said.on }
end

function sentences.rebalance(said)
  local name = said.what[1]
  return rebalance { targets = name, weights = not name and said.what or nil, account = said.account, cash = said.cash }
end

-- `every month on the 1st deposit 500 to Savings`: when, and behind it the sentence of what is recorded.
local weekdays = { monday = 1, tuesday = 1, wednesday = 1, thursday = 1, friday = 1, saturday = 1, sunday = 1 }
local recorded = {
  deposit = "deposit", withdraw = "withdrawal", buy = "buy", sell = "sell", transfer = "transfer", interest = "interest", fee = "fee", tax = "tax",
  credit = "credit", dividend = "dividend", bonus = "bonus",
}

local unsaid = "every: say what is recorded behind when it is: every month on the 1st deposit 500 to Savings"

-- Reads when a rule has its days, from the words up to that of what it records; gives the rest of the line too.
local function schedule(line)
  local rule, frequency, days = {}, {}, {}
  local kept, rest = line:match("^as%s+(%S+)%s+(.+)$")
  if kept then rule.name, line = kept, rest end
  while true do
    local word, behind_word = line:match("^(%S+)%s+(.+)$")
    if not word then error(unsaid, 0) end
    if recorded[word] then break end
    line = behind_word
    if word == "on" then days[1] = days[1] or ""
    elseif word == "from" or word == "to" or word == "as" then
      local value, behind = line:match("^(%S+)%s+(.+)$")
      if not value or word ~= "as" and not value:find("^[%dty]") then error(unsaid, 0) end
      rule[word == "as" and "name" or word], line = word == "as" and value or command.read("date", value), behind
    elseif days[1] then
      if word ~= "the" then days[#days + 1] = word end
    else
      frequency[#frequency + 1] = word
    end
  end
  local every, on = concat(frequency, " "), concat(days, " ", 2)
  local place = on:match("^(%d+)%a*%.?$")
  if weekdays[every:lower()] then rule.every, rule.weekday = "week", every:lower()
  else rule.every = every end
  if on == "last" or on == "last day" then rule.day = "last"
  elseif place then rule.day = integer(tonumber(place))
  elseif weekdays[on:lower()] then rule.weekday = on:lower()
  elseif on ~= "" then rule.on = on end
  return rule, line
end

function sentences.every(said)
  local rule, line = schedule(said.what)
  local symbol, amount, account = line:match("^buy%s+(%S+)%s+for%s+(%S+)%s+in%s+(.+)$")
  if symbol then
    -- Units for a sum, at the price of the day.
    rule.record = { type = "buy", symbol = symbol, amount = command.read("money", amount), account = account }
  else
    local verb, fields = command.parse(line)
    if fields.date then error("every: a rule has its own days; leave out \"on\" behind what is recorded", 0) end
    fields.type = recorded[verb] or verb
    rule.record = fields
  end
  rule.name = rule.name or line
  return recurring(rule)
end

function sentences.forecast(said)
  return forecast { months = said.count, by = said.by, series = said.series }
end

function sentences.goal(said)
  said.by = said.by:find("^%d%d%d%d$") and said.by .. "-12-31" or command.read("date", said.by)
  local rate = said.rate and said.rate:match("^(.-)%%$")
  if said.rate then said.rate = tostring(command.read("decimal", rate or said.rate)) .. (rate and "%" or "") end
  return goal(said)
end

function sentences.set(said)
  if not said.key then return settings() end
  return setting(said.key, said.value)
end

function sentences.unwatch(said)
  return watch { symbol = said.symbol, remove = true }
end

function sentences.verify(said)
  local sound, problems, count, hash, notes = verify(said.expect)
  for _, problem in ipairs(problems) do print(problem) end
  for _, note in ipairs(notes) do print(note) end
  if sound then print("the book is sound") end
  -- The last line is the one to keep.
  print(("%d %s, last hash %s"):format(count, count == 1 and "entry" or "entries", hash))
end

function sentences.restore(said)
  print(("a backup comes back while no prompt has the book open: leave with quit, then say luca restore '%s' BOOK"):format(said.path))
end

return sentences

-- What sentences do that are no call of one function; commands.lua names each where its sentence is. Read when one of them is said for the first time.

-- A script may put something of its own in the place of these.
local concat, unpack, integer, find, gmatch = table.concat, table.unpack, math.tointeger, string.find, string.gmatch

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

-- Questions, whose words are the same for all of them; commands.lua has their grammar.

-- What is summed of the rows of a question, and what tells rows apart that are never summed together.
local summed = {
  gains = { "proceeds", "cost_basis", "gain" }, income = { "amount", "tax" }, fees = { "amount" }, contributions = { "amount" },
  trades = { "amount", "fee", "tax", apart = "type" }, activities = { "amount", "fee", "tax", apart = "type" },
  holdings = { "cost_basis", "market_value", "unrealized_gain" }, lots = { "cost_basis", "market_value", "unrealized_gain" }, cash = { "balance" },
}
local standing = { holdings = true, lots = true, cash = true }
local periods = { day = "day", week = "week", month = "month", quarter = "quarter", year = "year" }
for name, every in pairs { days = "day", weeks = "week", months = "month", quarters = "quarter", years = "year", daily = "day", weekly = "week", monthly = "month", quarterly = "quarter", yearly = "year", annually = "year" } do
  periods[name] = every
end

-- The end of a year, or today where it is not over.
local function end_of(year)
  local last, now = ("%04d-12-31"):format(year), today()
  return year == now.year and now or last
end

-- The words behind `by`: columns, and a year that may stand behind them; and what adds a column that is not among them.
local function keys_of(said)
  local keys, known = {}, { ["and"] = true }
  local function add(key)
    if not known[key] then keys[#keys + 1] = key end
    known[key] = true
  end
  for key in gmatch(said.columns or "", "[%w_]+") do
    if find(key, "^%d%d%d%d$") and not said.year then said.year = integer(tonumber(key)) else add(periods[key] or key) end
  end
  said.columns = nil
  return keys, add
end

-- The words of a day, a year or a span that a function of states has no field for: it tells the end of them.
local function settle_day(name, said, keys)
  for _, key in ipairs(keys) do
    if periods[key] then
      local of, year = said.symbol or said.account, said.year and (" %d"):format(said.year) or ""
      local hint = ("say net worth%s%s by %s"):format(of and (of:find "%s" and " of %q" or " of %s"):format(of) or "", year, key)
      error({ message = ("%s by %s: a state is of one day"):format(name, key), kind = "sentence", hint = hint }, 0)
    end
  end
  if said.year then said.on = said.on or end_of(said.year)
  elseif said.from or said.to then said.on = said.on or said.to or today() end
  said.year, said.from, said.to = nil, nil, nil
end

-- The day of a question about what happened.
local function settle_span(said)
  if said.on then said.from, said.to, said.on = said.on, said.on, nil end
end

-- A script may put something of its own in the place of what a question calls.
local function rows_of(name, said) return _ENV[name](said) end

-- Rows of an instrument where the function has no field for one.
local function of_symbol(name, said)
  local symbol = said.symbol
  if name == "cash" and symbol then
    error({ message = ("cash is no part of %s, which is an instrument"):format(symbol), kind = "sentence", hint = ("say holdings of %s, income of %s, or cash in ACCOUNT"):format(symbol, symbol) }, 0)
  elseif name == "contributions" and symbol then
    said.symbol = nil
    return rows_of(name, said):where { symbol = instrument(symbol).symbol }
  end
  return rows_of(name, said)
end

-- Stored prices of what an account holds or held, in the currency asked for.
local function prices(name, said)
  local base, held = said.base, said.account and trades { account = said.account }:distinct "symbol":list "symbol"
  said.account, said.base, said.symbol = nil, nil, said.symbol or held and held[1] and held
  local rows = rows_of(name, said)
  if held and not said.symbol then return rows:head(0) end
  if not base then return rows end
  local function converted(column)
    return function(row) return row[column] and convert { amount = row[column], from = row.currency, to = base, on = row.date } end
  end
  return rows:select("symbol", "date", "close", "currency", "source"):with(base, converted "close")
end

local function ask(name, said)
  local keys, add = keys_of(said)
  if standing[name] then settle_day(name, said, keys) else settle_span(said) end
  local answer, base = name == "quotes" and prices or of_symbol, said.base
  local rows = answer(name, said)
  if #keys == 0 then return rows end
  if name == "quotes" then
    -- The last price of each span: prices are not added up.
    add "symbol"
    return rows:by(unpack(keys)):last(base or "close")
  end
  local sums = summed[name]
  if sums.apart then add(sums.apart) end
  if not base then add "currency" end
  return rows:by(unpack(keys)):sum(unpack(sums))
end

-- What is wrong is told of the line that was typed, not of the place in this file.
local function plainly(answer, ...)
  local ok, told = pcall(answer, ...)
  if ok then return told end
  error(type(told) ~= "string" and { message = told.message, kind = told.kind, hint = told.hint } or told, 0)
end

for _, name in ipairs { "gains", "income", "fees", "contributions", "trades", "activities", "quotes", "holdings", "lots", "cash" } do
  sentences["ask_" .. name] = function(said) return plainly(ask, name, said) end
end

-- How often values over time are told, and of which parts: `by month`, `by account`, `by year and account`.
local function parts(said)
  for _, key in ipairs(keys_of(said)) do
    if periods[key] then said.every = key else said.by = key end
  end
end

function sentences.ask_performance(said)
  settle_span(said)
  parts(said)
  return plainly(rows_of, "returns", said)
end

function sentences.ask_net(said)
  parts(said)
  -- One day, unless a span or how often was asked for.
  if not said.every and not said.from and not said.to then
    local on = said.on or said.year and end_of(said.year) or today()
    said.from, said.to, said.on, said.year, said.every = on, on, nil, nil, "day"
  else
    if said.on then said.to, said.on = said.on, nil end
    said.every = said.every or "month"
  end
  return plainly(rows_of, "snapshots", said)
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

-- The sentence of what is recorded. What is wrong with it is told with the whole line.
local function parsed(line, before)
  local ok, verb, fields = pcall(command.parse, line)
  if ok then return verb, fields end
  local first = line:match("^%S+")
  local hint = verb.hint and verb.hint:gsub("%f[%w]" .. first .. "%f[^%w]", "every " .. before .. first, 1)
  error({ message = verb.message, kind = verb.kind, hint = hint }, 0)
end

-- The first account, as a sentence names it.
local function some_account()
  local one = accounts()[1]
  return one and (one.name:find "%s" and ("%q"):format(one.name) or one.name)
end

-- What is missing, and the line with it.
local function refuse(message, before, rest)
  local account = some_account()
  local hint = account and ("did you mean \"every %s%s in %s\"?"):format(before, rest, account) or "add: in ACCOUNT"
  error({ message = "every: " .. message, kind = "sentence", hint = hint }, 0)
end

function sentences.every(said)
  local rule, line = schedule(said.what)
  local before = said.what:sub(1, #said.what - #line)
  local symbol, amount, rest = line:match("^buy%s+(%S+)%s+for%s+(%S+)%s*(.*)$")
  if symbol then
    -- Units for a sum, at the price of the day.
    local account = rest:match("^in%s+(.+)$") or refuse("nothing tells in which account", before, line)
    rule.record = { type = "buy", symbol = symbol, amount = command.read("money", amount), account = account }
  else
    local verb, fields = parsed(line, before)
    if fields.date then error("every: a rule has its own days; leave out \"on\" behind what is recorded", 0) end
    if verb == "buy" and not fields.price then
      refuse("units need a price (@ PRICE); a sum is spent at the price of the day", before, ("buy %s for 200"):format(fields.symbol))
    end
    if not fields.account and not fields.from then refuse("nothing tells in which account", before, line) end
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

-- Questions, whose words are the same for all of them: of what, when, by what, in which currency. commands.lua has their grammar, and names these functions.

-- A script may put something of its own in the place of these.
local unpack, integer, find, gmatch = table.unpack, math.tointeger, string.find, string.gmatch

local questions = {}

-- What is summed of the rows of a question, and what tells rows apart that are never summed together.
local summed = {
  gains = { "proceeds", "cost_basis", "gain" }, income = { "amount", "tax" }, fees = { "amount" }, contributions = { "amount" },
  trades = { "amount", "fee", "tax", "cash", apart = "type" }, activities = { "amount", "fee", "tax", "cash", apart = "type" },
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
  -- What another book calls so is not looked up in this one.
  if name == "contributions" and symbol and said.book then
    said.symbol = nil
    return rows_of(name, said):where { symbol = symbol }
  end
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
  local base, held = said.base, said.account and trades { account = said.account, book = said.book }:distinct "symbol":list "symbol"
  said.account, said.base, said.symbol = nil, nil, said.symbol or held and held[1] and held
  local rows = rows_of(name, said)
  if held and not said.symbol then return rows:head(0) end
  if not base then return rows end
  local function converted(column)
    return function(row) return row[column] and convert { amount = row[column], from = row.currency, to = base, on = row.date } end
  end
  return rows:select("symbol", "date", "close", "currency", "source"):with(base, converted "close")
end

-- What is known of the instrument or the account of a row, as a column of its own: `gains by class`, `income by owner`.
local sources = {
  class = { "instruments", "symbol", "symbol" }, kind = { "instruments", "symbol", "symbol" },
  portfolio = { "accounts", "account", "name" }, owner = { "accounts", "account", "name" }, group = { "accounts", "account", "name" },
}
local function with_column(rows, key, book)
  local source, there = sources[key], {}
  for _, column in ipairs(rows:columns()) do there[column] = true end
  if not source or there[key] or not there[source[2]] then return rows end
  local values = {}
  -- Of several books, each has its own.
  local function place(row, name) return name and (book and row.book .. "\0" or "") .. name end
  for _, row in ipairs(rows_of(source[1], { book = book })) do values[place(row, row[source[3]])] = row[key] or key == "class" and row.kind or nil end
  return rows:with(key, function(row) return row[source[2]] and values[place(row, row[source[2]])] end)
end

local function ask(name, said)
  local keys, add = keys_of(said)
  if standing[name] then settle_day(name, said, keys) else settle_span(said) end
  local answer, base, book = name == "quotes" and prices or of_symbol, said.base, said.book
  local rows = answer(name, said)
  if #keys == 0 then return rows end
  for _, key in ipairs(keys) do
    if key == "tag" and book then
      error({ message = name .. " by tag: tags are told of one book", kind = "sentence", hint = "leave out book, or say tagged TAG" }, 0)
    end
    rows = key == "tag" and by_tag(rows) or with_column(rows, key, book)
  end
  if name == "quotes" then
    -- The last price of each span: prices are not added up.
    add "symbol"
    if not base then add "currency" end
    return rows:by(unpack(keys)):last(base or "close")
  end
  local sums = summed[name]
  -- Proceeds less costs are no gain where a loss was not allowed, unless that is told.
  for _, row in ipairs(name == "gains" and rows or {}) do
    if row.wash and not row.wash:is_zero() then sums = { "proceeds", "cost_basis", "gain", "wash" } end
  end
  if sums.apart then add(sums.apart) end
  if not base then add "currency" end
  return rows:by(unpack(keys)):sum(unpack(sums))
end

-- What is wrong is told of the line that was typed, not of the place in this file, nor of the function that answers a question of another name.
local typed = { snapshots = "net worth", returns = "performance" }
local function plainly(answer, name, ...)
  local ok, told = pcall(answer, name, ...)
  if ok then return told end
  local other = typed[name]
  if other and type(told) ~= "string" and told.message:sub(1, #name + 1) == name .. ":" then
    error({ message = other .. told.message:sub(#name + 1), kind = told.kind, hint = told.hint }, 0)
  end
  error(type(told) ~= "string" and { message = told.message, kind = told.kind, hint = told.hint } or told, 0)
end

for _, name in ipairs { "gains", "income", "fees", "contributions", "trades", "activities", "quotes", "holdings", "lots", "cash" } do
  questions["ask_" .. name] = function(said) return plainly(ask, name, said) end
end

-- How often values over time are told, and of which parts: `by month`, `by account`, `by year and account`.
local function parts(said)
  for _, key in ipairs(keys_of(said)) do
    if periods[key] then said.every = key else said.by = key end
  end
end

function questions.ask_performance(said)
  settle_span(said)
  parts(said)
  return plainly(rows_of, "returns", said)
end

function questions.ask_net(said)
  said.every = periods[said.every] or said.every
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

return questions

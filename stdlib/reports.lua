-- The reports of one table that come with luca, and what all the reports that come with it share; those of several parts have a file each in the folder reports.
-- Read when a report is asked for.

local filters = {
  { name = "account", type = "account", doc = "Only of this account." },
  { name = "owner", type = "string", doc = "Only of accounts of this owner." },
  { name = "portfolio", type = "string", doc = "Only of accounts in this portfolio." },
  { name = "symbol", type = "symbol", doc = "Only of this instrument." },
  { name = "base", type = "currency", doc = "All figures in this currency, each by the rate of its own day." },
}

-- The parameters given, and the usual filters behind them.
local function with(...)
  local list = { ... }
  for _, filter in ipairs(filters) do list[#list + 1] = filter end
  return list
end

-- The same without the instrument, for what is known of accounts alone.
local function with_accounts(...)
  local list = { ... }
  for _, filter in ipairs(filters) do
    if filter.name ~= "symbol" then list[#list + 1] = filter end
  end
  return list
end

local year = { name = "year", type = "integer", doc = "Only of this year." }

report.define {
  name = "holdings",
  summary = "Holdings by symbol over all accounts, largest value first.",
  parameters = with { name = "on", type = "date", doc = "As of the end of this day." },
  example = "report.holdings{on=\"2010-12-31\"}",
  run = function(p)
    return holdings(p):by("symbol", "currency"):sum("quantity", "cost_basis", "market_value", "unrealized_gain"):sort("-market_value")
  end,
}

report.define {
  name = "gains",
  summary = "Realised gains by year, symbol and term.",
  parameters = with(year),
  example = "report.gains{year=2007}",
  run = function(p)
    return gains(p):by("year", "symbol", "term", "currency"):sum("quantity", "proceeds", "cost_basis", "gain")
  end,
}

report.define {
  name = "income",
  summary = "Dividends and interest by year, symbol and type.",
  parameters = with(year),
  example = "report.income{year=2007}",
  run = function(p)
    return income(p):by("year", "symbol", "type", "currency"):sum("amount", "tax")
  end,
}

report.define {
  name = "activity",
  summary = "What was recorded: how many activities of each type a year, and the cash they moved.",
  parameters = with(year),
  example = "report.activity{year=2007}",
  run = function(p)
    return activities(p):by("year", "type", "currency"):sum("cash")
  end,
}

report.define {
  name = "income_by_month",
  summary = "Dividends and interest by year and currency, a column for each month.",
  parameters = with(year),
  example = "report.income_by_month{year=2007}",
  run = function(p)
    local rows = income(p):with("of", function(row) return tostring(row.date):sub(6, 7) end)
    return rows:pivot { rows = { "year", "currency" }, across = "of", values = "amount" }
  end,
}

local kit = { with = with, with_accounts = with_accounts, year = year }

kit.that_year = { name = "year", type = "integer", doc = "The year; the present one, or the last with entries." }
kit.on = { name = "on", type = "date", doc = "As of the end of this day; today." }

-- The fields of several tables in one; what comes later counts.
local function joined(...)
  local all = {}
  for _, fields in ipairs { ... } do
    for name, value in pairs(fields) do all[name] = value end
  end
  return all
end

-- The accounts that are asked for, as filters of a query.
local function accounts_of(p) return { account = p.account, owner = p.owner, portfolio = p.portfolio } end

-- What is asked for, as filters of a query.
local function filters_of(p) return joined(accounts_of(p), { symbol = p.symbol }) end

-- The currency in which all figures are to be told; nil where each stays in its own.
function kit.base(p) return p.base or setting("base_currency") end

-- The filters of a query that keeps each row in its own currency, or in the one that all figures are to be told in.
function kit.filters(p, more) return joined(filters_of(p), { base = kit.base(p) }, more or {}) end

-- The same without the instrument.
function kit.account_filters(p, more) return joined(accounts_of(p), more or {}) end

-- The parts whose amounts can be added up: all that is asked for, told in the base currency or in the only one, else the accounts of each currency by themselves.
-- Each has its currency in base, what its headings end in, and the filters of a query: with the currency, in the rows' own ones, or of accounts alone.
function kit.parts(p)
  local base, names, codes, parts = kit.base(p), {}, {}, {}
  for row in accounts(accounts_of(p)) do
    if not names[row.currency] then names[row.currency], codes[#codes + 1] = {}, row.currency end
    table.insert(names[row.currency], row.name)
  end
  if base or #codes < 2 then codes = { base or codes[1] or false } end
  table.sort(codes, function(one, other) return tostring(one) < tostring(other) end)
  for place, code in ipairs(codes) do
    local told = #codes > 1 and { account = names[code] } or {}
    parts[place] = {
      base = code or nil,
      suffix = #codes > 1 and " in " .. code or "",
      filters = function(more) return joined(filters_of(p), told, { base = code or nil }, more or {}) end,
      own = function(more) return joined(filters_of(p), told, more or {}) end,
      accounts = function(more) return joined(accounts_of(p), told, more or {}) end,
    }
  end
  return parts
end

-- Notes for the end of a report, each once. of() notes what a frame warns of and gives the frame back.
function kit.notes()
  local notes, seen = { list = {} }, {}
  function notes.say(sentence)
    if not seen[sentence] then seen[sentence], notes.list[#notes.list + 1] = true, sentence end
  end
  function notes.of(rows)
    for _, warning in ipairs(rows.warnings) do notes.say(warning.message) end
    return rows
  end
  return notes
end

-- Says that each currency stands by itself where there are several.
function kit.say_currencies(parts, notes)
  if #parts < 2 then return end
  local codes = {}
  for _, part in ipairs(parts) do codes[#codes + 1] = part.base end
  notes.say("The accounts are in " .. table.concat(codes, ", ") .. ", and each currency stands by itself; base=" .. codes[1] .. " tells all in one.")
end

-- Says which accounts have no positions, since their owner tells what they are worth.
function kit.say_told(p, notes)
  for row in accounts(accounts_of(p)) do
    if row.tracking == "value" then notes.say(row.name .. " has no positions: its owner tells what it is worth.") end
  end
end

-- The year asked for, else the present one, else the last with entries before it.
function kit.year_of(p)
  if p.year then return p.year end
  local filter, now = accounts_of(p), today()
  local function last(rows) return #rows > 0 and rows:max("date").year or 0 end
  if #activities(joined(filter, { year = now.year })) > 0 then return now.year end
  local found = math.max(last(activities(joined(filter, { to = now }))), last(values(joined(filter, { to = now }))))
  return found > 0 and found or now.year
end

-- The first and the last day of a year, which ends today where it has not ended yet.
function kit.span(of_year)
  local last, now = date(of_year, 12, 31), today()
  return date(of_year, 1, 1), now.year == of_year and now or last
end

-- Of whom and of when a report is, in a line, and in which currency unless each amount keeps its own.
function kit.subtitle(p, time, keeps_currencies)
  local words = { tostring(time) }
  if p.account then words[#words + 1] = "account " .. tostring(p.account) end
  for _, name in ipairs { "owner", "portfolio", "symbol" } do
    if p[name] then words[#words + 1] = name .. " " .. tostring(p[name]) end
  end
  if kit.base(p) and not keeps_currencies then words[#words + 1] = "in " .. kit.base(p) end
  return table.concat(words, ", ")
end

-- A figure for each of some columns of a row, with the names to show.
function kit.figures(row, currency, list)
  local figures = {}
  for place, item in ipairs(list) do figures[place] = kit.figure(item[1], row and row[item[2]], currency, item.note, item.signed) end
  return { figures = figures }
end

-- An amount with its currency; unknown stays unknown.
function kit.money(amount, currency) return amount and (currency and money(amount, currency) or amount) end

-- A figure of money; gains and losses are told apart where signed.
function kit.figure(name, amount, currency, note, signed)
  return { name = name, value = kit.money(amount, currency), note = note or nil, sign = signed and amount or nil }
end

-- A share in percent with its sign, as people write it; nil for one that is unknown.
function kit.percent(share)
  if not share then return nil end
  local percent = (share * 100):round(2)
  return (percent:sign() > 0 and "+" or "") .. percent:text(2) .. "%"
end

-- A section of a report: its heading and its items, without those that are nil or false.
function kit.section(heading, ...)
  local section = { heading = heading }
  for place = 1, select("#", ...) do
    local item = select(place, ...)
    if item then section[#section + 1] = item end
  end
  return section
end

-- The rows, or a sentence where there are none.
function kit.rows(rows, sentence) return #rows > 0 and rows or sentence end

-- A frame of a list whose figures were worked out of those of queries: the columns of texts and dates first, then the figures, each shown as what it is. No figure in the list
-- is nought, and false is unknown.
function kit.frame(list, names, figures)
  local rows = {}
  for place, item in ipairs(list) do
    rows[place] = {}
    for _, name in ipairs(names) do rows[place][name] = item[name] end
  end
  if #rows == 0 then return frame({}, table.move(figures, 1, #figures, #names + 1, table.move(names, 1, #names, 1, {}))) end
  local made = frame(rows, names)
  for _, figure in ipairs(figures) do
    local place = 0
    made = made:with(figure, function()
      place = place + 1
      local value = list[place][figure]
      if value == nil then return 0 end
      return value or nil
    end)
  end
  return made
end

-- Adds to a figure of such a list; an unknown amount makes it unknown.
function kit.add(item, figure, amount)
  if item[figure] == nil then item[figure] = amount or false else item[figure] = item[figure] and amount and item[figure] + amount or false end
end

-- The sum of a column in one currency, and how many of its rows are unknown; nil where all are.
function kit.sum(rows, column)
  local sum, known, unknown = D "0", 0, 0
  for row in rows do
    if row[column] then sum, known = sum + row[column], known + 1 else unknown = unknown + 1 end
  end
  return (known > 0 or unknown == 0) and sum or nil, unknown
end

-- So many things of a kind, in words.
function kit.count(count, what) return count .. " " .. what .. (count == 1 and "" or "s") end

-- What is said of a sum without its unknown parts; nil where all are known.
function kit.without(unknown, what) return unknown > 0 and "without " .. kit.count(unknown, what) .. " of unknown amount" or nil end

-- The same figures without totals: what stands at points of time is not added up. The keys tell the rows apart, and order them.
function kit.standing(rows, keys, figures) return rows:by(table.unpack(keys)):first(table.unpack(figures)) end

-- Values over time to be drawn, of one thing or of several that a column tells apart: unknown where something is left out of them, since the rest alone is another thing.
function kit.curve(rows, by)
  local list, is_whole = {}, true
  for row in rows do
    is_whole = is_whole and not row.left_out
    local item = { date = row.date, value = not row.left_out and row.value or false, contribution = row.contribution or false, currency = row.currency }
    if by then item[by] = row[by] end
    list[#list + 1] = item
  end
  if is_whole then return rows end
  local keys = by and { by, "date", "currency" } or { "date", "currency" }
  return kit.standing(kit.frame(list, keys, { "value", "contribution" }), keys, { "value", "contribution" })
end

-- The rows with the month in which each begins.
function kit.with_month(rows) return rows:with("month", function(row) return tostring(row.from):sub(1, 7) end) end

-- A chart of rows of which some columns may be unknown throughout: without these, and a sentence where nothing is left to be drawn.
function kit.chart(rows, options)
  local known = {}
  for _, column in ipairs(type(options.y) == "table" and options.y or { options.y }) do
    if #rows == 0 or rows:count(column) > 0 then known[#known + 1] = column end
  end
  if #known == 0 then return "What would be drawn here is unknown." end
  options.y = known
  return rows:chart(options)
end

-- A row for each month of a span, those in which nothing happened with nought: the sums of one column of rows with dates, in one currency. A month with an unknown
-- amount is unknown.
function kit.by_month(rows, column, first, last, currency)
  local list, sums, known = {}, {}, rows:where(function(row) return row[column] end)
  if #known > 0 then
    for row in known:by("month"):sum(column) do sums[row.month] = row[column] end
  end
  for row in rows do
    if not row[column] then sums[tostring(row.date):sub(1, 7)] = false end
  end
  for place, day in ipairs(months { from = first.first_of_month, to = last }) do
    local month = tostring(day):sub(1, 7)
    list[place] = { month = month, amount = sums[month], currency = currency }
    if list[place].amount == nil then list[place].amount = D "0" end
    if not list[place].amount then list[place].amount = nil end
  end
  return frame(list, { "month", "amount", "currency" })
end

return kit

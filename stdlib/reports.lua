-- What the reports that come with luca share: parameters, the parts of a book whose amounts can be added up, figures, tables and charts. Each file of the folder
-- reports is run with it as its argument. Read when a report is asked for.

local filters = {
  { name = "account", type = "account", doc = "Only of this account." },
  { name = "owner", type = "string", doc = "Only of accounts of this owner." },
  { name = "portfolio", type = "string", doc = "Only of accounts in this portfolio." },
  { name = "symbol", type = "symbol", doc = "Only of this instrument." },
  { name = "base", type = "currency", doc = "All figures in this currency, each by the rate of its own day." },
  { name = "tag", type = "string", doc = "Only of what has this tag: accounts, instruments or activities." },
}

-- The parameters given, and behind them those of the usual filters whose names are in a text.
local function with_some(names, ...)
  local list = { ... }
  for _, filter in ipairs(filters) do
    if text.contains(names, filter.name) then list[#list + 1] = filter end
  end
  return list
end

local kit = { with_some = with_some }

-- The parameters given, and the usual filters behind them.
function kit.with(...) return with_some("account owner portfolio symbol base tag", ...) end

kit.year = { name = "year", type = "integer", doc = "Only of this year." }
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
local function filters_of(p) return joined(accounts_of(p), { symbol = p.symbol, tag = p.tag }) end

-- Those of a list that are asked for: all of it where nothing is.
local function both(asked, list, what, tag)
  if asked == nil then return list end
  for _, name in ipairs(list) do
    if text.lower(name) == text.lower(tostring(asked)) then return { name } end
  end
  error("the " .. what .. " " .. tostring(asked) .. " has no tag " .. tag, 0)
end

-- The arguments of a report with the accounts or instruments that have the tag in its place. What has both, or activities alone, stays a tag, for the queries that know it.
local function tagged(p)
  if not p.tag then return p end
  local names, symbols, narrowed = {}, {}, joined(p, { asked = p })
  for row in book:tags { tag = p.tag } do
    if row.kind == "account" then names[#names + 1] = row.name elseif row.kind == "instrument" then symbols[#symbols + 1] = row.name end
  end
  if #names > 0 and #symbols == 0 then
    narrowed.account, narrowed.tag = both(p.account, names, "account", p.tag), nil
  elseif #symbols > 0 and #names == 0 then
    narrowed.symbol, narrowed.tag = both(p.symbol, symbols, "instrument", p.tag), nil
  end
  return narrowed
end

-- Defines a report of several parts; its arguments come with their tag looked up. Of days to come there is nothing to tell.
function kit.define(report_of)
  local run = report_of.run
  report_of.run = function(p)
    local asked = p.year and date(p.year, 1, 1) or p.on or today()
    if asked <= today() then return run(tagged(p)) end
    return report { title = report_of.name, sections = { asked .. " is still to come; today is " .. today() .. "." } }
  end
  return report.define(report_of)
end

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

-- Instruments with the options on them, as a list of symbols; nil for none.
function kit.with_options(symbol)
  local asked = {}
  for _, name in ipairs(type(symbol) == "table" and symbol or { symbol }) do asked[tostring(name)] = true end
  return symbol and instruments {}:where(function(row) return asked[row.symbol] or asked[row.underlying or ""] end):list("symbol") or nil
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
  local words, asked = { tostring(time) }, p.asked or p
  for _, name in ipairs { "account", "owner", "portfolio", "symbol", "tag" } do
    if asked[name] then words[#words + 1] = name .. " " .. tostring(asked[name]) end
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

-- A figure of money, which stays unknown where its amount is; gains and losses are told apart where signed.
function kit.figure(name, amount, currency, note, signed)
  return { name = name, value = amount and currency and money(amount, currency) or amount or nil, note = note or nil, sign = signed and amount or nil }
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
    list[#list + 1] = { date = row.date, value = not row.left_out and row.value or false, contribution = row.contribution or false, currency = row.currency }
    if by then list[#list][by] = row[by] end
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
    if sums[month] == nil then sums[month] = D "0" end
    list[place] = { month = month, amount = sums[month] or nil, currency = currency }
  end
  return frame(list, { "month", "amount", "currency" })
end

-- What accounts whose owner tells their worth come to on a day; nil where there are none.
local function told_worth(part, on)
  -- What a tag of accounts and instruments leaves of cash is not known by account.
  if part.own().tag then return nil end
  local names = {}
  for row in accounts(part.accounts()) do
    if row.tracking == "value" then names[#names + 1] = row.name end
  end
  local found = #names > 0 and snapshots { account = names, on = on, base = part.base }
  return found and #found > 0 and found[1].value or nil
end

-- What is held in each currency, its cash and what was told of accounts included, and what that is worth in the currency of the part.
local function by_currency(part, on, notes)
  local rows, places = {}, {}
  local function add(found, column)
    for row in notes.of(found) do
      local place = places[row.currency] or #rows + 1
      places[row.currency], rows[place] = place, rows[place] or { name = row.currency, own = D "0" }
      if row[column] then rows[place].own = rows[place].own + row[column] else rows[place].left_out = "something without a price" end
    end
  end
  add(holdings(part.own { on = on }), "market_value")
  if not part.own().symbol and not part.own().tag then
    add(cash(part.accounts { on = on }), "balance")
    add(values(part.accounts { on = on }), "value")
  end
  for _, row in ipairs(rows) do
    local done, sum = pcall(convert, { amount = money(row.own, row.name), to = part.base, on = on })
    if done then row.value = sum.amount else row.left_out = "no rate to " .. part.base end
  end
  return rows
end

-- The tags that something has.
local function all_tags()
  local done, found = pcall(function() return book:tags {}:distinct("tag"):list("tag") end)
  return done and found or {}
end

-- What has each tag; what has several counts in each.
local function by_tag(part, on, notes)
  local rows = {}
  for _, tag in ipairs(all_tags()) do
    local done, found = pcall(function() return notes.of(snapshots(part.filters { on = on, tag = tag }))[1] end)
    rows[#rows + 1] = { name = tag, value = done and found and found.value or nil, left_out = not done and "a tag of more than instruments or accounts" or found and found.left_out }
  end
  notes.say("What has several tags counts in each of them, so that their sum may be more than the whole.")
  return rows
end

-- What is worth how much by class or kind, added up from the instruments, whose worth a report with their gains has asked for already.
local function by_class(part, by, on, notes)
  local of, left_out, rows = {}, {}, {}
  for row in instruments {} do of[row.symbol] = by == "class" and row.class or row.kind end
  local found = notes.of(snapshots(part.filters { on = on, by = "symbol" })):with(by, function(row) return of[row.symbol] or row.symbol end)
  for row in found do
    if row.left_out then left_out[row[by]] = (left_out[row[by]] and left_out[row[by]] .. ", " or "") .. row.left_out end
  end
  for row in found:by(by):sum("value") do rows[#rows + 1] = { name = row[by], value = row.value, left_out = left_out[row[by]] } end
  return rows
end

-- What a part is made of, by class, account and so on, the largest first: value, and share in percent where all of it is known.
function kit.allocation(part, by, on, notes)
  local rows, name = {}, by == "currency" and "code" or by
  if by == "currency" then
    rows = by_currency(part, on, notes)
  elseif by == "tag" then
    rows = by_tag(part, on, notes)
  elseif by == "class" or by == "kind" then
    rows = by_class(part, by, on, notes)
  else
    for row in notes.of(snapshots(part.filters { on = on, by = by })) do rows[#rows + 1] = { name = row[by] or "none", value = row.value, left_out = row.left_out } end
  end
  local told = (by == "class" or by == "kind" or by == "symbol") and told_worth(part, on)
  for _, row in ipairs(told and table.move(rows, 1, #rows, 1, {}) or {}) do
    if row.name == "cash" and row.value then row.value, rows[#rows + 1] = row.value - told, { name = "told by their owner", value = told } end
  end
  local weights, kept, whole = {}, {}, true
  for _, row in ipairs(rows) do
    if not row.value or not row.value:is_zero() or row.left_out then
      -- Where all of it is left out, nothing is known of it.
      if row.value and row.left_out and row.value:is_zero() then row.value = nil end
      kept[#kept + 1] = { [name] = row.name, value = row.value, left_out = row.left_out, currency = part.base }
      weights[#kept] = row.value or D "0"
      whole = whole and by ~= "tag" and row.value and not row.left_out and row.value:sign() >= 0
    end
  end
  for place, share in ipairs(whole and #kept > 0 and D "100":split(weights, 2) or {}) do kept[place].percent = share end
  local found = frame(kept, { name, "value", whole and "percent" or "left_out", "currency" }):sort("-value")
  return whole and found:with("percent", function(row) return row.percent end, "percent") or found, name
end

-- A chart of an allocation: slices of a whole, or bars where something is owed and where the whole is not known.
function kit.allocation_chart(rows, name, title)
  local kind = "donut"
  for row in rows do
    if not row.value or row.value:sign() < 0 then kind = "bar" end
  end
  return kit.chart(rows, { kind = kind, x = name, y = "value", title = title })
end

return kit

-- What the reports that come with luca share: parameters, the parts of a book whose amounts can be added up, notes and years; report_figures.lua and report_shares.lua add
-- figures, tables and charts. Each file of the folder reports is run with it as its argument. Read when a report is asked for.
local further = { ... }

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
local function accounts_of(p) return { account = p.account, owner = p.owner, portfolio = p.portfolio, tag = p.on_accounts and p.tag or nil } end

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

-- The arguments of a report with the accounts or the instruments that have the tag in its place, and what it is on. A tag of several kinds of things, or of activities, stays, for the
-- queries that know it: what was sold by an activity with the tag has it, too, wherever that is.
local function tagged(p)
  if not p.tag then return p end
  local names, symbols, narrowed = {}, {}, joined(p, { asked = p, on_activities = false })
  for row in book:tags { tag = p.tag } do
    if row.kind == "account" then names[#names + 1] = row.name elseif row.kind == "instrument" then symbols[#symbols + 1] = row.name else narrowed.on_activities = true end
  end
  narrowed.on_accounts, narrowed.on_instruments = #names > 0, #symbols > 0
  if narrowed.on_accounts and not narrowed.on_instruments and not narrowed.on_activities then
    narrowed.account, narrowed.tag = both(p.account, names, "account", p.tag), nil
  elseif narrowed.on_instruments and not narrowed.on_accounts and not narrowed.on_activities then
    narrowed.symbol, narrowed.tag = both(p.symbol, symbols, "instrument", p.tag), nil
  end
  return narrowed
end

-- The accounts in which what is asked for lies: of a tag on accounts and activities, those that have it and those where such an activity was.
local function places(p)
  local all = accounts { account = p.account, owner = p.owner, portfolio = p.portfolio }
  if not p.tag or not p.on_accounts or p.on_instruments then return all end
  local has = {}
  for row in accounts(accounts_of(p)) do has[row.name] = true end
  for row in activities(filters_of(p)) do has[row.account] = true end
  return all:where(function(row) return has[row.name] end)
end

-- The tag that was asked for, for the queries that find by themselves what has it.
function kit.tag(p) return (p.asked or p).tag end

-- What is said where something of whole accounts is asked for by a tag that no account has; nil where one has it.
function kit.not_of_accounts(p, what)
  return p.asked and not p.on_accounts and what .. " of whole accounts, and no account has the tag " .. p.asked.tag or nil
end

-- Whether less than the book is asked for, other than by a tag.
function kit.is_narrowed(p)
  local asked = p.asked or p
  return (asked.account or asked.owner or asked.portfolio or asked.symbol) ~= nil
end

-- The heading of what can be asked for by a tag alone.
function kit.of_book(heading, p) return kit.is_narrowed(p) and heading .. " of the whole book" or heading end

-- Says what a tag counts in that is on activities and on something that is worth something.
function kit.say_tag(p, notes)
  if not p.tag or not p.on_activities or p.on_accounts == p.on_instruments then return end
  local what = p.on_accounts and "accounts" or "instruments"
  notes.say("The tag " .. p.tag .. " is on activities, too: what was sold, paid and charged counts them; worth and returns are of the " .. what .. " that have it.")
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
  for row in places(p) do
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
  function notes.first(sentence) table.insert(notes.list, 1, sentence) end
  function notes.of(rows)
    for _, warning in ipairs(rows.warnings) do notes.say(warning.message) end
    return rows
  end
  return notes
end

-- Whether something is said of the figures so far: in the notes, or in the warnings of a table or of what a chart was made of.
function kit.is_doubtful(notes, sections)
  local is_doubtful = #notes.list > 0
  for _, section in ipairs(sections) do
    for _, item in ipairs(type(section) == "table" and section or {}) do
      local kind = type(item) == "userdata" and getmetatable(item)
      local rows = kind == "chart" and item.frame or kind == "frame" and item
      is_doubtful = is_doubtful or rows and #rows.warnings > 0 or false
    end
  end
  return is_doubtful
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

-- A report of a year, or of another time: sections of each part, by a function of the part, the time, the notes and the sections so far. What stands behind those of all parts
-- is added by another function.
function kit.in_parts(p, time, title, sections_of, more)
  local notes, parts, sections = kit.notes(), kit.parts(p), {}
  for _, part in ipairs(parts) do sections_of(part, time, notes, sections) end
  if more then more(notes, sections) end
  kit.say_tag(p, notes)
  kit.say_currencies(parts, notes)
  return report { title = title, subtitle = kit.subtitle(p, time), sections = sections, notes = notes.list }
end

for _, add_to in ipairs(further) do add_to(kit) end
return kit

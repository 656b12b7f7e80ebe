-- Positions by underlying: an instrument with the options on it, its shares, premium, effective basis, income, and what was closed.
local kit = ...

local basis = { "shares", "cost_basis", "effective_basis", "effective_price" }
local premium = { "contracts", "premium_received", "option_gain" }
local worth = { "market_value", "unrealized_gain", "realized_gain", "income" }

local function chosen(list, columns, is_wanted)
  local kept = {}
  for _, row in ipairs(list) do kept[#kept + 1] = is_wanted(row) and row or nil end
  return kit.frame(kept, { "underlying", "currency" }, columns)
end

-- What is open, by underlying: what it cost, the options on it, and what it is worth and brought.
local function open_section(open, optioned)
  if #open == 0 then return { heading = "Open", "Nothing is held." } end
  local function told(columns) return open:select("underlying", "currency", table.unpack(columns)) end
  return kit.section(
    "Open",
    "What the shares cost, and what is left of that after the options on them:", told(basis),
    #optioned > 0 and "Options on them: premium received is above zero, premium paid below; the gain is of closed ones.", #optioned > 0 and optioned,
    "What all is worth and brought:", told(worth))
end

-- One underlying: its lines, the terms of the open options on it, and what sales left of each instrument.
local function detail(row, held, open_options, closed, names)
  local function own(line) return names[line.symbol] == row.underlying and line.currency == row.currency end
  local terms = open_options:where(own):with("premium_received", function(line) return line.premium and -line.premium end)
  local sold = closed:where(own)
  return kit.section(
    row.underlying .. " in " .. row.currency,
    #terms > 0 and "Held; the cost of what was sold to open is below zero:" or "Held:",
    held:where(own):select("account", "symbol", "quantity", "average_cost", "cost_basis", "price", "market_value", "unrealized_gain", "currency"),
    #terms > 0 and "Open options, with the premium received above zero and paid below:",
    #terms > 0 and kit.in_words(terms, "cover"):select("account", "symbol", "right", "strike", "expires", "days", "contracts", "premium_received", "cover", "currency"),
    #sold > 0 and "Sold or closed:",
    #sold > 0 and sold:by("symbol", "currency"):sum(kit.sales(sold, "quantity", "proceeds", "cost_basis", "gain")))
end

kit.define {
  name = "positions",
  summary = "Positions by underlying: shares, options on it, premium, effective basis, gains and income, open and closed.",
  parameters = kit.with(kit.on),
  example = "report.positions{on=\"2014-12-31\", symbol=\"ORCL\"}",
  run = function(p)
    local on, notes, symbols = p.on or today(), kit.notes(), kit.with_options(p.symbol)
    local function asked(day) return kit.filters(p, { on = day, to = not day and on or nil, symbol = symbols }) end
    local held, closed, paid = holdings(asked(on)), gains(asked()), notes.of(income(asked()))
    local list, names = kit.underlyings(notes.of(held), notes.of(closed), paid)
    local columns = table.move(worth, 1, #worth, #basis + 1, table.move(basis, 1, #basis, 1, {}))
    local open = chosen(list, columns, function(row) return row.is_open end):sort("-market_value", "underlying")
    local optioned = chosen(list, premium, function(row) return row.is_open and (row.contracts ~= nil or row.option_gain ~= nil) end)
    local gone, terms = chosen(list, { "realized_gain", "option_gain", "income" }, function(row) return not row.is_open end), options(kit.account_filters(p, { on = on }))
    local sections = { open_section(open, optioned) }
    for row in open do sections[#sections + 1] = detail(row, held, terms, closed, names) end
    sections[#sections + 1] = { heading = "Closed", #gone > 0 and gone:sort("underlying") or "Nothing was closed." }
    local asked_for, more = {}, {}
    for _, name in ipairs(p.asked and p.symbol or {}) do asked_for[tostring(name)] = true end
    for name in pairs(p.asked and p.symbol and names or {}) do more[name] = not asked_for[name] or nil end
    more = kit.sorted(more)
    if #more > 0 then notes.say("Told with what they are options on, though without the tag " .. p.asked.tag .. ": " .. table.concat(more, ", ") .. ".") end
    kit.say_tag(p, notes)
    kit.say_told(p, notes)
    return report { title = "Positions", subtitle = kit.subtitle(p, on), sections = sections, notes = notes.list }
  end,
}

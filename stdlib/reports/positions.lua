-- Positions by underlying: an instrument with the options on it, its shares, premium, effective basis, income, and what was closed.
local kit = ...

-- A row for each underlying and currency. premium_received is what the open options brought less what they cost, option_gain what closed ones left; effective_basis is what the
-- shares cost less both, and effective_price that for one share. What is unknown of a part makes its sum unknown.
local function underlyings(held, closed, paid)
  local of, found, list, names = {}, {}, {}, {}
  for row in instruments {} do of[row.symbol] = { row.underlying or row.symbol, row.kind == "option" } end
  local function position(line)
    local name, is_option = table.unpack(of[line.symbol] or { line.symbol, false })
    local key = name .. " " .. line.currency
    names[line.symbol] = name
    if not found[key] then
      found[key] = { underlying = name, currency = line.currency, is_open = false }
      list[#list + 1] = found[key]
    end
    return found[key], is_option
  end
  for line in held do
    local row, is_option = position(line)
    row.is_open = true
    kit.add(row, is_option and "contracts" or "shares", is_option and line.quantity:abs() or line.quantity)
    kit.add(row, is_option and "premium_received" or "cost_basis", line.cost_basis and (is_option and -line.cost_basis or line.cost_basis))
    for _, column in ipairs { "market_value", "unrealized_gain" } do kit.add(row, column, line[column]) end
  end
  for line in closed do
    local row, is_option = position(line)
    kit.add(row, is_option and "option_gain" or "realized_gain", line.gain)
  end
  for line in paid:where(function(line) return line.symbol end) do kit.add(position(line), "income", line.amount) end
  for _, row in ipairs(list) do
    local has_shares = row.shares and row.shares:sign() > 0 and row.cost_basis
    row.effective_basis = has_shares and row.premium_received ~= false and row.option_gain ~= false and row.cost_basis - (row.premium_received or 0) - (row.option_gain or 0)
    row.effective_price = row.effective_basis and row.effective_basis / row.shares
  end
  return list, names
end

local basis = { "shares", "contracts", "cost_basis", "premium_received", "option_gain", "effective_basis", "effective_price" }
local worth = { "market_value", "unrealized_gain", "realized_gain", "income" }

local function chosen(list, is_open, columns)
  local kept = {}
  for _, row in ipairs(list) do kept[#kept + 1] = row.is_open == is_open and row or nil end
  return kit.frame(kept, { "underlying", "currency" }, columns)
end

-- One underlying: its lines, the terms of the open options on it, and what sales left of each instrument.
local function detail(row, held, open_options, closed, names)
  local function own(line) return names[line.symbol] == row.underlying and line.currency == row.currency end
  local terms, sold = open_options:where(function(line) return line.underlying == row.underlying and line.currency == row.currency end), closed:where(own)
  return kit.section(
    row.underlying .. " in " .. row.currency,
    held:where(own):select("account", "symbol", "quantity", "average_cost", "cost_basis", "price", "market_value", "unrealized_gain", "currency"),
    #terms > 0 and terms:select("account", "symbol", "right", "strike", "expires", "days", "contracts", "premium", "cover", "currency"),
    #sold > 0 and sold:by("symbol", "currency"):sum("quantity", "proceeds", "cost_basis", "gain"))
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
    local list, names = underlyings(notes.of(held), notes.of(closed), paid)
    local open = chosen(list, true, table.move(worth, 1, #worth, #basis + 1, table.move(basis, 1, #basis, 1, {}))):sort("-market_value", "underlying")
    local gone, terms = chosen(list, false, { "realized_gain", "option_gain", "income" }), options(kit.account_filters(p, { on = on }))
    local function told(columns) return #open > 0 and open:select("underlying", "currency", table.unpack(columns)) end
    local sections = { kit.section("Open", told(basis) or "Nothing is held.", told(worth)) }
    for row in open do sections[#sections + 1] = detail(row, held, terms, closed, names) end
    sections[#sections + 1] = { heading = "Closed", #gone > 0 and gone:sort("underlying") or "Nothing was closed." }
    kit.say_told(p, notes)
    return report { title = "Positions", subtitle = kit.subtitle(p, on), sections = sections, notes = notes.list }
  end,
}

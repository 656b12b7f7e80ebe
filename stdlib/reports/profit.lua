-- Profit and loss by month of a year: where it came from, what it adds up to, and which instruments brought it.
local kit = ...

local sources = {
  { "price_gain", "Prices" }, { "income", "Dividends and interest" }, { "currency_gain", "Currencies" }, { "fees", "Fees" }, { "taxes", "Taxes" },
}

local gained, standing = { "gain", "so_far", "price_gain", "income", "currency_gain", "fees", "taxes" }, { "opening", "brought_in", "taken_out", "gain", "closing" }

-- What led from the opening to the closing value, a row each; without what did nothing. Where one of several is unknown, they stand in one, which follows from the others.
local function steps(row)
  local list = {}
  local function add(name, amount, always)
    if always or not amount:is_zero() then list[#list + 1] = { place = #list + 1, step = name, amount = amount, currency = row.currency } end
  end
  local are_known = true
  for _, source in ipairs(sources) do are_known = are_known and row[source[1]] end
  add("Opening value", row.opening, true)
  local flows = row.inflows and row.outflows and { { "Brought in", row.inflows }, { "Taken out", -row.outflows } } or { { "Brought in less taken out", row.closing - row.opening - row.gain } }
  for _, flow in ipairs(flows) do add(flow[1], flow[2]) end
  for _, source in ipairs(are_known and sources or { { "gain", "Profit or loss" } }) do add(source[2], row[source[1]]) end
  add("Closing value", row.closing, true)
  return kit.standing(frame(list, { "place", "step", "amount", "currency" }), { "place", "step", "currency" }, { "amount" }):select("step", "amount", "currency")
end

-- The months with the sum of their gains so far, which is unknown from the first unknown month on.
local function running(months)
  local sum = false
  return months:with("so_far", function(row)
    if sum == false then sum = row.gain else sum = sum and row.gain and sum + row.gain end
    return sum
  end)
end

local function worth_sections(part, asked, notes, sections)
  local whole = kit.left_out(notes.of(attribution(part.filters { year = asked })), "closing")[1]
  if not whole then return table.insert(sections, { heading = "The year" .. part.suffix, "Nothing was there in this year." }) end
  local keys, months_of_year, columns = { "month", "currency" }, kit.left_out(running(kit.with_month(attribution(part.filters { year = asked, every = "month" }))), "closing", standing)
  local by_month = kit.standing(months_of_year, keys, gained)
  sections[#sections + 1] = kit.section(
    "The year" .. part.suffix,
    kit.figures(whole, whole.currency, {
      { "Profit or loss", "gain", signed = true }, { "Prices", "price_gain", signed = true }, { "Income", "income" }, { "Currencies", "currency_gain", signed = true },
      { "Fees", "fees" }, { "Taxes", "taxes" }, { "Closing value", "closing", note = whole.left_out and "without " .. whole.left_out },
    }),
    kit.chart(by_month, { kind = "bar", x = "month", y = "gain", title = "Profit and loss by month" .. part.suffix }),
    kit.chart(by_month, { kind = "line", x = "month", y = "so_far", base = 0, title = "Profit and loss since the year began" .. part.suffix }),
    by_month)
  sections[#sections + 1] = kit.section(
    "From opening to closing value" .. part.suffix,
    whole.opening and whole.gain and not whole.left_out and steps(whole):chart { kind = "waterfall", x = "step", y = "amount", title = "What led from one to the other" .. part.suffix }
      or "Something is unknown, so that the steps do not lead to the closing value.",
    kit.standing(kit.with_flows(months_of_year), keys, columns))
  local by_symbol = attribution(part.filters { year = asked, by = "symbol" }):where(function(row) return not row.gain or not row.gain:is_zero() end):sort("-gain")
  local told, shown = kit.left_out(by_symbol, "closing", { "symbol", "gain", "price_gain", "income", "currency_gain", "fees", "taxes", "closing", "currency" })
  by_symbol = told:select(table.unpack(shown))
  sections[#sections + 1] = kit.section(
    "By instrument" .. part.suffix,
    #by_symbol > 0 and by_symbol:chart { kind = "bar", x = "symbol", y = "gain", title = "Profit and loss by instrument" .. part.suffix } or "No instrument gained or lost.",
    #by_symbol > 0 and by_symbol)
end

local function sections_of(part, asked, notes, sections)
  worth_sections(part, asked, notes, sections)
  local realized = gains(part.filters { year = asked }):with("month", function(row) return tostring(row.closed):sub(1, 7) end)
  sections[#sections + 1] = kit.section(
    "Realised by month" .. part.suffix,
    #realized > 0 and realized:by("month", "currency"):sum(kit.sales(realized, "proceeds", "cost_basis", "gain")) or "Nothing was sold.")
end

kit.define {
  name = "profit",
  summary = "Profit and loss by month: prices, income, currencies, fees and taxes, and which instruments brought it.",
  parameters = kit.with(kit.that_year),
  example = "report.profit{year=2014}",
  run = function(p) return kit.in_parts(p, kit.year_of(p), "Profit and loss", sections_of) end,
}

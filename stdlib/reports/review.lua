-- The year in review: what all was worth before and after, what was saved and gained, the best and the worst, income, sales and costs, beside the year before.
local kit = ...

local lines = {
  { "Worth at the beginning", "opening" }, { "Brought in", "brought_in" }, { "Taken out", "taken_out" }, { "Gain from prices", "price_gain" }, { "Dividends and interest", "income" },
  { "Gain from currencies", "currency_gain" }, { "Fees", "fees" }, { "Taxes", "taxes" }, { "Gain in all", "gain" }, { "Worth at the end", "closing" },
}

-- The figures of a year beside those of the year before.
local function beside(now, before)
  local list = {}
  for place, line in ipairs(lines) do
    list[place] = { place = place, what = line[1], currency = now.currency, this_year = now[line[2]] or false, year_before = before and before[line[2]] or false }
  end
  local lacks = now.left_out and "this year " .. now.left_out or nil
  if before and before.left_out then lacks = (lacks and lacks .. "; " or "") .. "the year before " .. before.left_out end
  local keys, columns = { "place", "what", "currency" }, { "what", "this_year", "year_before", "currency", lacks and "left_out" }
  local rows = kit.standing(kit.frame(list, keys, { "this_year", "year_before" }), keys, { "this_year", "year_before" })
  return rows:with("left_out", function(row) return row.place == #list and lacks or nil end):select(table.unpack(columns))
end

local function best_and_worst(part, asked, sections)
  local all = attribution(part.filters { year = asked, by = "symbol" })
  local best = all:where(function(row) return row.gain and row.gain:sign() > 0 end):sort("-gain"):head(5)
  local worst = all:where(function(row) return row.gain and row.gain:sign() < 0 end):sort("gain"):head(5)
  for _, side in ipairs { { "What gained most", best, "Nothing gained." }, { "What lost most", worst, "Nothing lost." } } do
    if #side[2] == 0 then sections[#sections + 1] = { heading = side[1] .. part.suffix, kit.none(all, "gain", side[3]) } else sections[#sections + 1] = kit.section(side[1] .. part.suffix, kit.sources(side[2])) end
  end
end

local function worth_sections(part, asked, notes, sections)
  local years = kit.left_out(kit.with_flows(notes.of(attribution(part.filters { from = date(asked - 1, 1, 1), to = date(asked, 12, 31), every = "year" }))), "closing")
  local now, before
  for row in years do
    if row.to.year == asked then now = row else before = row end
  end
  if not now then return table.insert(sections, { heading = "The year" .. part.suffix, "Nothing was there in this year." }) end
  local result = returns(part.filters { year = asked })[1] or {}
  sections[#sections + 1] = kit.section(
    "The year" .. part.suffix,
    { figures = {
      kit.figure("Worth at the end", now.closing, now.currency, now.left_out and "without " .. now.left_out), kit.figure("Gain", now.gain, now.currency, result.twr and "return " .. kit.percent(result.twr), true),
      kit.figure("Brought in", now.brought_in, now.currency), kit.figure("Taken out", now.taken_out, now.currency),
      kit.figure("Dividends and interest", now.income, now.currency),
    } },
    kit.chart(
      kit.curve(snapshots(part.filters { from = date(asked - 1, 12, 31), to = date(asked, 12, 31), every = "week" })),
      { kind = "line", x = "date", y = { "value", "contribution" }, title = "What all was worth, week by week" .. part.suffix }),
    beside(now, before))
  local monthly = kit.with_month(returns(part.filters { year = asked, every = "month" }))
  sections[#sections + 1] = kit.section(
    "Returns by month" .. part.suffix,
    { figures = { { name = "Time-weighted return", value = result.twr, style = "share", sign = result.twr }, { name = "Deepest fall", value = result.max_drawdown, style = "share", sign = result.max_drawdown } } },
    monthly:select("month", "twr"):chart { kind = "bar", x = "month", y = "twr", title = "Time-weighted return by month" .. part.suffix })
  best_and_worst(part, asked, sections)
end

local function sections_of(part, asked, notes, sections)
  worth_sections(part, asked, notes, sections)
  local paid, sold = income(part.filters { year = asked }), gains(part.filters { year = asked })
  sections[#sections + 1] = kit.section("Who paid most" .. part.suffix,
    #paid > 0 and kit.with_payer(paid):by("payer", "currency"):sum("amount"):sort("-amount"):head(5) or "Nothing was paid.")
  sections[#sections + 1] = kit.section("What was sold" .. part.suffix,
    #sold > 0 and sold:by("symbol", "currency"):sum(kit.sales(sold, "quantity", "proceeds", "cost_basis", "gain")):sort("-gain") or "Nothing was sold.")
end

kit.define {
  name = "review",
  summary = "The year in review: worth before and after, saved and gained, best and worst, income and sales, beside the year before.",
  parameters = kit.with(kit.that_year),
  example = "report.review{year=2014}",
  run = function(p)
    local asked = kit.year_of(p)
    return kit.in_parts(p, asked, asked .. " in review", sections_of, function(notes)
      local count, told = #activities(kit.account_filters(p, { year = asked, symbol = p.symbol, tag = p.tag })), p.symbol and 0 or #values(kit.account_filters(p, { from = date(asked, 1, 1), to = date(asked, 12, 31) }))
      notes.first("Entries of " .. asked .. " behind these figures: " .. count .. (told > 0 and ", and " .. kit.count(told, "value") .. " told by the owners of accounts" or "") .. ".")
    end)
  end,
}

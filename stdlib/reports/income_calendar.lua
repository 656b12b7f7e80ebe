-- Dividends and interest as a calendar: month by month, by instrument, how they grew from year to year, and what the next twelve months may bring.
local kit = ...

-- The income of each year in one currency, and how it grew on the year before, in percent; the year that has not ended yet has no growth.
local function by_year(paid)
  local rows, unknown, before = paid:by("year", "currency"):sum("amount", "tax"), {}, nil
  for row in paid do unknown[row.date.year] = unknown[row.date.year] or not row.amount end
  return rows:with("growth_percent", function(row)
    local earlier = before
    before = row
    if not earlier or earlier.year + 1 ~= row.year or row.year == today().year and today() < date(row.year, 12, 31) or unknown[row.year] or unknown[earlier.year] or earlier.amount:sign() <= 0 then return nil end
    return ((row.amount / earlier.amount - 1) * 100):round(2, "half_up")
  end, "percent"):with("year", function(row) return tostring(row.year) end)
end

-- A row for each of what a column tells of a payment, and a column for each month.
local function calendar(paid, column)
  return paid:with("in_month", function(row) return tostring(row.date):sub(6, 7) end):pivot { rows = column, across = "in_month", values = "amount" }
end

local function sections_of(part, asked, notes, sections)
  local first, last = kit.span(asked)
  local all = notes.of(income(part.filters { to = last }))
  local paid = all:where { year = asked }
  local sum, unknown = kit.sum(paid, "amount")
  local tax, unknown_taxes = kit.sum(paid, "tax")
  local months, lacks = kit.by_month(paid, "amount", first, last, part.base)
  sections[#sections + 1] = kit.section(
    "Income" .. part.suffix,
    { figures = {
      kit.figure("Dividends and interest", sum, part.base, kit.without(unknown, "payment") or kit.count(#paid, "payment")), kit.figure("Tax withheld", tax, part.base, kit.without(unknown_taxes, "tax")),
      kit.figure("After tax", sum and tax and sum - tax, part.base, kit.without(math.max(unknown, unknown_taxes), "payment")), kit.figure("A month on average", sum and unknown == 0 and (sum / #months):round(2), part.base),
    } },
    #paid > 0 and months:chart { kind = "bar", x = "month", y = "amount", title = "Dividends and interest by month" .. part.suffix .. lacks },
    #paid > 0 and calendar(kit.with_payer(paid), "payer"))
  local years = by_year(all)
  sections[#sections + 1] = kit.section(
    "Growth from year to year" .. part.suffix,
    kit.rows(years, "Nothing was paid yet."),
    #years > 1 and years:chart { kind = "bar", x = "year", y = "amount", title = "Dividends and interest by year" .. part.suffix },
    #years > 1 and calendar(all, "year"):chart { kind = "heatmap", title = "Dividends and interest by year and month" .. part.suffix })
end

-- What may come in the next twelve months, which is only known of today.
local function ahead(p, notes)
  local expected = income_forecast(kit.account_filters(p, { symbol = p.symbol, tag = p.tag }))
  local section = { heading = "The next twelve months, if all pays what it did in the last twelve", "Nothing is expected." }
  if #expected == 0 then return section end
  section[1] = expected:by("month", "currency"):sum("amount")
  section[2] = kit.with_payer(expected):by("payer", "type", "currency"):sum("amount")
  local yield = notes.of(yields(kit.filters(p))):where(function(row) return row.payments > 0 end)
  if #yield > 0 then section[3] = yield:select("account", "symbol", "payments", "income", "cost_basis", "market_value", "yield_on_cost", "yield_on_value", "currency") end
  return section
end

kit.define {
  name = "income_calendar",
  summary = "Dividends and interest by month and instrument, their growth from year to year, and what may come next.",
  parameters = kit.with(kit.that_year),
  example = "report.income_calendar{year=2014}",
  run = function(p)
    local asked = kit.year_of(p)
    return kit.in_parts(p, asked, "Income calendar", sections_of, function(notes, sections)
      if asked == today().year then sections[#sections + 1] = ahead(p, notes) end
    end)
  end,
}

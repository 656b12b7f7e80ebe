-- The reports of one table: holdings, gains, income, and what was recorded.
local kit = ...

report.define {
  name = "holdings",
  summary = "Holdings by symbol over all accounts, largest value first.",
  parameters = kit.with { name = "on", type = "date", doc = "As of the end of this day." },
  example = "report.holdings{on=\"2010-12-31\"}",
  run = function(p)
    return holdings(p):by("symbol", "currency"):sum("quantity", "cost_basis", "market_value", "unrealized_gain"):sort("-market_value")
  end,
}

report.define {
  name = "gains",
  summary = "Realised gains by year, symbol and term.",
  parameters = kit.with(kit.year),
  example = "report.gains{year=2007}",
  run = function(p)
    local sold = gains(p)
    return sold:by("year", "symbol", "term", "currency"):sum(kit.sales(sold, "quantity", "proceeds", "cost_basis", "gain"))
  end,
}

report.define {
  name = "income",
  summary = "Dividends and interest by year, symbol and type.",
  parameters = kit.with(kit.year),
  example = "report.income{year=2007}",
  run = function(p)
    return income(p):by("year", "symbol", "type", "currency"):sum("amount", "tax")
  end,
}

report.define {
  name = "activity",
  summary = "What was recorded: the cash that activities of each type moved, by year.",
  parameters = kit.with(kit.year),
  example = "report.activity{year=2007}",
  run = function(p)
    return activities(p):by("year", "type", "currency"):sum("cash")
  end,
}

report.define {
  name = "income_by_month",
  summary = "Dividends and interest by year and currency, a column for each month.",
  parameters = kit.with(kit.year),
  example = "report.income_by_month{year=2007}",
  run = function(p)
    local rows = income(p):with("of", function(row) return tostring(row.date):sub(6, 7) end)
    return rows:pivot { rows = { "year", "currency" }, across = "of", values = "amount" }
  end,
}

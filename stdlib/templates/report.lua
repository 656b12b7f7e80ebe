-- What was paid out: dividends and interest, a row each.
--
--   luca run NAME.lua                  of all years
--   luca run NAME.lua --year 2014      of one
--
-- Beside init.lua, which says `require "NAME"`, it is a report like the built-in ones: report NAME 2014

local wanted = {
  year = { type = "integer", doc = "Only of this year.", place = 1 },
  account = { type = "account", doc = "Only of this account." },
}

report.define {
  name = "NAME",
  summary = "What was paid out, a row each.",
  options = wanted,
  example = "report.NAME{year=2014}",
  run = function(given)
    local rows = {}
    for paid in income { year = given.year, account = given.account } do
      rows[#rows + 1] = { date = paid.date, symbol = paid.symbol, net = paid.amount - paid.tax, currency = paid.currency }
    end
    return frame(rows, { "date", "symbol", "net", "currency" })
  end,
}

if script.main() then show(report.NAME(options(wanted))) end

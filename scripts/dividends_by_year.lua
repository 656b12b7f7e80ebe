-- Dividends by year and symbol.
--
--   luca run scripts/dividends_by_year.lua                 every year
--   luca run scripts/dividends_by_year.lua --year 2014     one year
--
-- Beside init.lua, which says `require "dividends_by_year"`, it is a report like the built-in ones: report dividends 2014

local wanted = {
  year = { type = "integer", place = 1, doc = "Only of this year." },
  owner = { type = "string", doc = "Only of accounts of this owner." },
}

report.define {
  name = "dividends",
  summary = "Dividends by symbol, a column a year.",
  options = wanted,
  example = "report.dividends{year=2014}",
  run = function(p)
    return income { type = "dividend", year = p.year, owner = p.owner }
      :pivot { rows = { "symbol", "currency" }, across = "year", values = "amount" }
  end,
}

-- Run as a script it prints the report; loaded by another file it only defines it.
if script.main() then show(report.dividends(options(wanted))) end

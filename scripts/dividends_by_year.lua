-- Dividends by year and symbol.
--
--   luca run scripts/dividends_by_year.lua                 every year
--   luca run scripts/dividends_by_year.lua --year 2014     one year
--
-- Beside init.lua, which says `require "dividends_by_year"`, it is a report like the built-in ones: report dividends 2014

report.define {
  name = "dividends",
  summary = "Dividends by symbol, a column a year.",
  parameters = {
    { name = "year", type = "integer", doc = "Only of this year." },
    { name = "owner", type = "string", doc = "Only of accounts of this owner." },
  },
  example = "report.dividends{year=2014}",
  run = function(p)
    return income { type = "dividend", year = p.year, owner = p.owner }
      :pivot { rows = { "symbol", "currency" }, across = "year", values = "amount" }
  end,
}

-- Run as a script, with its own arguments, it prints the report; loaded by another file it only defines it.
if arg and arg[0]:find("dividends_by_year", 1, true) then
  local wanted = {}
  for place = 1, #arg, 2 do
    local name = arg[place]:match "^%-%-(%l+)$"
    if not name or not arg[place + 1] then
      error(("dividends_by_year.lua takes --year 2014 and --owner Ray, not %s"):format(arg[place]), 0)
    end
    wanted[name] = arg[place + 1]
  end
  -- The report looks at names and values, as it does at the prompt.
  show(report.run("dividends", wanted))
end

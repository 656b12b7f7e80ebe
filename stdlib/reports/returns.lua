-- Returns: how well all did, by year and month as a heat map, its falls, and its rolling returns.
local kit = ...

local function figures(row)
  return {
    figures = {
      { name = "Time-weighted", value = row.twr, style = "share", sign = row.twr }, { name = "Per year", value = row.annualized_twr, style = "share", sign = row.annualized_twr, note = row.twr and not row.annualized_twr and "told from a year on" or nil },
      { name = "Money-weighted", value = row.irr, style = "share", sign = row.irr }, { name = "Volatility", value = row.volatility, style = "share" },
      { name = "Deepest fall", value = row.max_drawdown, style = "share", sign = row.max_drawdown }, kit.figure("Gain", row.gain, row.currency, nil, true),
    },
  }
end

local function sections_of(part, p, notes, sections)
  local function asked(more) return part.filters { year = p.year, [more and "every" or "benchmark"] = more or p.benchmark } end
  local rows = notes.of(returns(asked()))
  if #rows == 0 then
    table.insert(sections, { heading = "In all" .. part.suffix, "Nothing was there to have a return." })
    return
  end
  local by_year, calendar = kit.with_month(returns(asked(p.year and "month" or "year"))):with("year", function(row) return row.from.year end), calendar_returns(part.filters { year = p.year })
  sections[#sections + 1] = kit.section(
    "In all" .. part.suffix, figures(rows[1]), p.benchmark and rows,
    by_year:select(p.year and "month" or "year", "twr"):chart { kind = "bar", x = p.year and "month" or "year", y = "twr", title = "Time-weighted return by " .. (p.year and "month" or "year") .. part.suffix })
  sections[#sections + 1] = kit.section(
    "By year and month" .. part.suffix,
    calendar:chart { kind = "heatmap", title = "Time-weighted return by year and month" .. part.suffix })
  local falls = drawdowns(part.filters { year = p.year })
  local deepest = falls:head(10)
  sections[#sections + 1] = kit.section(
    "Falls from a peak" .. part.suffix,
    #falls > 0 and deepest or rows[1].twr and "There was none." or "They are unknown, since something has no price or no rate on some days.",
    #falls > 10 and "The ten deepest of " .. #falls .. ".",
    #falls > 0 and deepest:chart { kind = "bar", x = "trough", y = "depth", title = "The deepest falls, by the day of the lowest point" .. part.suffix })
  if p.year then return end
  local rolling = rolling_returns(part.filters { window = p.window })
  sections[#sections + 1] = kit.section(
    "Rolling returns" .. part.suffix,
    #rolling > 0 and rolling:chart { kind = "line", x = "to", y = "twr", base = 0, title = "Return over windows of " .. p.window .. part.suffix }
      or "There is no window of " .. p.window .. " yet.")
end

kit.define {
  name = "returns",
  summary = "Returns: time- and money-weighted, a heat map by year and month, falls from peaks, and rolling returns.",
  parameters = kit.with(
    kit.year, { name = "window", type = "string", default = "12 months", doc = "How long the windows of rolling returns are." },
    { name = "benchmark", type = "symbol", doc = "An instrument to compare with, by its prices alone." }),
  example = "report.returns{symbol=\"ORCL\"}",
  run = function(p)
    return kit.in_parts(p, p.year or "up to " .. tostring(today()), "Returns", function(part, _, notes, sections) sections_of(part, p, notes, sections) end)
  end,
}

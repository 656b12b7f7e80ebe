-- How things stand: what all is worth and how that changed, what it is made of, what moved most, what came in, what is due, and what to look at.
local kit = ...

-- What was gained from a day on, as a figure with the return.
local function gained(name, part, from, on, notes)
  local rows = returns(part.filters { from = from, to = on })
  local row = rows[1]
  if not row then return { name = name, note = "nothing was there yet" } end
  if not row.gain then notes.of(rows) end
  return kit.figure(name, row.gain, row.currency, row.twr and "return " .. kit.percent(row.twr) or "return unknown", true)
end

local function worth(part, on, notes)
  local first = activities(part.accounts { to = on }):first("date")
  local every = first and on - first <= 92 and "day" or first and on - first <= 730 and "week" or "month"
  local curve = snapshots(part.filters { to = on, every = every })
  if #curve == 0 then return { heading = "Net worth" .. part.suffix, "Nothing is recorded yet." } end
  local now = curve[#curve]
  return {
    heading = "Net worth" .. part.suffix,
    { figures = {
      kit.figure("Net worth", now.value, now.currency, now.left_out and "without " .. now.left_out),
      gained("Gain this month", part, on.first_of_month, on, notes), gained("Gain this year", part, date(on.year, 1, 1), on, notes),
      kit.figure("Gain in all", now.gain, now.currency, nil, true),
    } },
    kit.chart(kit.curve(curve), { kind = "line", x = "date", y = { "value", "contribution" }, title = "What all is worth, and what was brought in" .. part.suffix }),
  }
end

local function earned(part, on, notes)
  local from = on.first_of_month:add { months = -11 }
  local paid = notes.of(income(part.filters { from = from, to = on }))
  local sum, unknown = kit.sum(paid, "amount")
  local months, lacks = kit.by_month(paid, "amount", from, on, part.base)
  return kit.section("Income of twelve months" .. part.suffix,
    { figures = { kit.figure("Dividends and interest", sum, part.base, kit.without(unknown, "payment") or kit.count(#paid, "payment")) } },
    #paid > 0 and kit.chart(months, { kind = "bar", x = "month", y = "amount", title = "Dividends and interest by month" .. part.suffix .. lacks }))
end

local function movers(part, on)
  local all = attribution(part.filters { from = on.first_of_month, to = on, by = "symbol" })
  local moved = all:where(function(row) return row.gain and not row.gain:is_zero() end)
  local told, other = kit.sources(moved:with("size", function(row) return row.gain:abs() end):top(8, "size"):sort("-gain"))
  local chart = told:chart { kind = "bar", x = "symbol", y = "gain", title = "Gains and losses of this month" .. part.suffix }
  return kit.section("Biggest movers of this month" .. part.suffix, #moved > 0 and chart or kit.none(all, "gain", "Nothing moved this month."), #moved > 0 and told, other)
end

-- What rules would record and which options end within thirty days; only of today, since a rule knows no other.
local function due(p, on)
  local coming = recurring.due { to = on + 30, tag = kit.tag(p) }
  local ending = options(kit.account_filters(p, { on = on })):where(function(row) return row.days <= 30 end)
  if p.tag or p.symbol then ending = ending:where(function(row) return #holdings { account = row.account, symbol = row.symbol, tag = kit.tag(p), on = on } > 0 end) end
  local told = #ending > 0 and kit.in_words(ending, "cover"):select("account", "symbol", "right", "strike", "expires", "days", "contracts", "cover")
  return kit.section("Due within thirty days", kit.is_narrowed(p) and "Rules of the whole book:", kit.rows(coming, "No rule is due."), told and "Options that end:", told)
end

local function sections_of(part, on, notes, sections)
  local section, moved = { heading = "Allocation" .. part.suffix }, movers(part, on)
  for _, by in ipairs { "class", "currency" } do
    local rows, name = kit.allocation(part, by, on, notes)
    if #rows > (by == "currency" and 1 or 0) then table.move({ kit.allocation_chart(rows, name, "Worth by " .. by .. part.suffix), rows }, 1, 2, #section + 1, section) end
  end
  if #section == 0 then section[1] = "Nothing is held." end
  table.move({ worth(part, on, notes), section, moved, earned(part, on, notes) }, 1, 4, #sections + 1, sections)
end

kit.define {
  name = "dashboard",
  summary = "What all is worth and how that changed, what it is made of, what moved, what came in, what is due, and warnings.",
  parameters = kit.with(kit.on),
  example = "report.dashboard{on=\"2010-12-31\"}",
  run = function(p)
    local on = p.on or today()
    return kit.in_parts(p, on, "Dashboard", sections_of, function(notes, sections)
      if on == today() then sections[#sections + 1] = due(p, on) end
      sections[#sections + 1] = { heading = kit.of_book("Warnings", p), kit.rows(warnings { on = on, prices = true, tag = kit.tag(p) }, kit.is_doubtful(notes, sections) and "What these figures lack is told in the notes." or "There is nothing to warn of.") }
    end)
  end,
}

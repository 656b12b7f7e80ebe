-- Fees and taxes: what all cost in a year and in the years before, of which kind, where, and in proportion to what it is worth.
local kit = ...

-- The average worth at the ends of months; nothing where one of them is not wholly known.
local function average_worth(part, first, last)
  if part.own().tag then return nil end
  local rows = snapshots(part.filters { from = first, to = last, every = "month" })
  for row in rows do
    if row.left_out or not row.value then return nil end
  end
  return #rows > 0 and rows:avg("value") or nil
end

local function sections_of(part, asked, notes, sections)
  local first, last = kit.span(asked)
  local all = notes.of(fees(part.filters { to = last }))
  local charged = all:where { year = asked }
  local taxes, other = charged:where { kind = "tax" }, charged:where(function(row) return row.kind ~= "tax" end)
  local tax, unknown_taxes = kit.sum(taxes, "amount")
  local fee, unknown_fees = kit.sum(other, "amount")
  local average = average_worth(part, first, last)
  local share = average and average:sign() > 0 and fee and unknown_fees == 0 and fee / average
  local months, lacks = kit.by_month(charged, "amount", first, last, part.base)
  sections[#sections + 1] = kit.section(
    "Fees and taxes" .. part.suffix,
    #charged > 0 and { figures = {
      kit.figure("Fees", fee, part.base, kit.without(unknown_fees, "fee") or kit.count(#other, "fee")),
      kit.figure("Taxes", tax, part.base, kit.without(unknown_taxes, "tax payment") or kit.count(#taxes, "tax payment")),
      { name = "Fees, of what all was worth", value = share or nil, style = "share", note = "on the average of the month-ends" },
    } },
    #charged > 0 and months:chart { kind = "bar", x = "month", y = "amount", title = "Fees and taxes by month" .. part.suffix .. lacks }
      or "Nothing was charged.")
  if #charged > 0 then
    sections[#sections + 1] = { heading = "By kind" .. part.suffix, kit.charged(charged:by("kind", "currency"):sum("amount")) }
    sections[#sections + 1] = { heading = "By account and instrument" .. part.suffix, kit.charged(charged:by("account", "symbol", "kind", "currency"):sum("amount"):sort("-amount")) }
  end
  if #all > 0 then
    local chart = kit.charged(all:by("year", "kind", "currency"):sum("amount")):chart { kind = "bar", x = "year", y = "amount", by = "kind", title = "Fees and taxes by year" .. part.suffix }
    sections[#sections + 1] = { heading = "By year" .. part.suffix, chart }
  end
end

kit.define {
  name = "costs",
  summary = "Fees and taxes: of which kind, where, by month and by year, and in proportion to what all is worth.",
  parameters = kit.with(kit.that_year),
  example = "report.costs{year=2014}",
  run = function(p) return kit.in_parts(p, kit.year_of(p), "Costs", sections_of) end,
}

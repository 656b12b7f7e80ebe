-- What a tax return asks for, of a tax year: gains lot by lot, short and long, wash sales, dividends and interest, and the taxes that were withheld or paid.
local kit = ...

-- The first and the last day of the tax year that begins in a year, such as the 6th of April for "04-06".
local function span(p)
  local month, day = p.begins:match("^(%d%d?)-(%d%d?)$")
  if not month then error({ message = "tax_year: begins must be a month and a day, got \"" .. p.begins .. "\"", hint = "such as report tax_year 2014 begins=04-06" }, 0) end
  local first = date(kit.year_of(p), tonumber(month), tonumber(day))
  if not p.year and first > today() then first = first:add { years = -1 } end
  return first, first:add { years = 1 } - 1
end

-- The settings that shaped the gains, in a sentence.
local function policies(rows)
  local list = {}
  local said = { ["true"] = "yes", ["false"] = "no", fifo = "first in, first out", lifo = "last in, first out" }
  for name, value in pairs(rows.policies) do list[#list + 1] = kit.word(name) .. ": " .. (said[tostring(value)] or tostring(value)) end
  table.sort(list)
  return "Settings that shape the gains: " .. table.concat(list, "; ") .. "."
end

local function gain_sections(sold, notes, sections)
  local terms = #sold > 0 and sold:by("term", "currency"):sum(kit.sales(sold, "proceeds", "cost_basis", "gain"))
  local figures = {}
  for row in terms or sold do
    figures[#figures + 1] = kit.figure((row.term == "long" and "Long-term" or row.term == "short" and "Short-term" or "Other") .. " gains", row.gain, row.currency, nil, true)
    local washed = kit.sum(sold:where { term = row.term, currency = row.currency }, "wash")
    if washed and washed:sign() > 0 then figures[#figures + 1] = kit.figure("Losses not allowed, " .. row.term, washed, row.currency) end
  end
  for row in sold do
    if not row.gain then notes.say("The gain of " .. row.symbol .. " sold on " .. row.closed .. " is unknown, and stands in no total.") end
  end
  sections[#sections + 1] = kit.section("Gains", #figures > 0 and { figures = figures }, terms or "Nothing was sold.")
  if not terms then return end
  sections[#sections + 1] = { heading = "Gains by instrument", sold:by("symbol", "term", "currency"):sum(kit.sales(sold, "quantity", "proceeds", "cost_basis", "gain")) }
  local lot_by_lot = sold:sort("closed", "symbol", "opened"):select(kit.sales(sold, "symbol", "account", "opened", "closed", "quantity", "proceeds", "cost_basis", "gain", "term", "currency"))
  sections[#sections + 1] = { heading = "Gains lot by lot", lot_by_lot }
  local washed = sold:where(function(row) return row.wash and not row.wash:is_zero() end)
    :select("symbol", "account", "opened", "closed", "quantity", "proceeds", "cost_basis", "gain", "wash", "term", "currency")
  if setting("wash_sales") == "false" then
    notes.say("Wash sales are not looked for; setting(\"wash_sales\", true) has losses checked for purchases within 30 days.")
  else
    sections[#sections + 1] = { heading = "Wash sales", kit.rows(washed, "There was none.") }
  end
end

local function income_sections(paid, charged, sections)
  sections[#sections + 1] = kit.section(
    "Dividends, interest and other income",
    #paid > 0 and paid:by("type", "currency"):sum("amount", "tax") or "Nothing was paid.",
    #paid > 0 and kit.with_payer(paid):by("payer", "type", "currency"):sum("amount", "tax"))
  local function part(of) return charged:where(function(row) return (row.kind == "tax") == of end) end
  for _, kind in ipairs { { "Taxes withheld and paid", part(true), "No tax was withheld or paid." }, { "Fees", part(false), "No fee was paid." } } do
    sections[#sections + 1] = kit.section(kind[1], #kind[2] > 0 and kit.charged(kind[2]:by("kind", "account", "symbol", "currency"):sum("amount")) or kind[3])
  end
end

kit.define {
  name = "tax_year",
  summary = "A tax year: gains lot by lot, short and long, wash sales, income, and taxes withheld and paid.",
  parameters = kit.with(kit.that_year, { name = "begins", type = "string", default = "01-01", doc = "The month and day on which tax years begin, such as 04-06 in the United Kingdom." }),
  example = "report.tax_year{year=2014}",
  run = function(p)
    local notes, sections = kit.notes(), {}
    local first, last = span(p)
    local asked = kit.filters(p, { from = first, to = last })
    local sold = notes.of(gains(asked))
    gain_sections(sold, notes, sections)
    income_sections(notes.of(income(asked)), notes.of(fees(asked)), sections)
    notes.say(policies(sold))
    return report { title = "Tax year", subtitle = kit.subtitle(p, first .. " to " .. last), sections = sections, notes = notes.list }
  end,
}

-- Cash reserves: what the tiers of a plan are to hold and hold, how far that covers them, where the money lies, what to move, and what it will earn.
local kit = ...

-- The tiers of a plan beside what they hold, as rows for bars side by side.
local function sides(found, currency)
  local list, keys = {}, { "place", "tier", "side", "currency" }
  local function add(tier, side, amount) list[#list + 1] = { place = #list + 1, tier = tier, side = side, amount = amount or false, currency = currency } end
  for row in found do
    add(row.name, "target", row.target)
    add(row.name, "held", not row.left_out and row.balance)
  end
  return kit.standing(kit.frame(list, keys, { "amount" }), keys, { "amount" }):select("tier", "side", "amount", "currency")
end

local function plan_sections(plan, on, count, notes, sections)
  local found = notes.of(tiers { plan = plan.name, on = on })
  local has_figures = #found:where(function(row) return not (row.target and row.target:is_zero() and row.balance and row.balance:is_zero()) end) > 0
  sections[#sections + 1] = kit.section(
    plan.name,
    { figures = {
      kit.figure("Held", plan.balance, plan.currency, plan.left_out and "without " .. plan.left_out), kit.figure("To be held", plan.target, plan.currency),
      plan.target and plan.target:is_zero() and { name = "Covered", value = "nothing to be held" } or { name = "Covered", value = plan.covered, style = "percent" }, kit.figure("Lacking in tiers", plan.gap, plan.currency),
    } },
    has_figures and kit.chart(
      sides(found, plan.currency), { kind = "bar", x = "tier", y = "amount", by = "side", stacked = false, title = plan.name .. ": target and what is held, in " .. plan.currency }),
    kit.rows(found, "The plan has no tier."))
  local kept = tiers { plan = plan.name, on = on, by = "account" }
  sections[#sections + 1] = { heading = "Where it lies: " .. plan.name, kit.rows(kept, "No tier has an account.") }
  local done, moves = pcall(tier_transfers, { plan = plan.name, on = on })
  local advice = done and kit.rows(moves, "Nothing is to be moved.") or "What is to be moved is not known: " .. moves.message .. "."
  sections[#sections + 1] = { heading = "To be moved between tiers: " .. plan.name, advice }
  local grown, series = pcall(forecast, { plan = plan.name, on = on, months = count, series = true })
  local heading = "Growth in " .. kit.count(count, "month") .. ": " .. plan.name
  if not grown then
    sections[#sections + 1] = { heading = heading, "What it will earn is not known: " .. series.message .. "." }
  elseif #series == 0 or #kept == 0 then
    sections[#sections + 1] = { heading = heading, "No tier has an account that could earn anything." }
  else
    sections[#sections + 1] = kit.section(
      heading,
      not notes.of(series)[1].left_out and series:chart { kind = "line", x = "date", y = "balance", title = "What the accounts will hold, in " .. plan.currency },
      forecast { plan = plan.name, on = on, months = count, by = "account" })
  end
end

kit.define {
  name = "reserves",
  summary = "Cash reserves: tiers with what they are to hold and hold, coverage, what to move, and what they will earn.",
  parameters = {
    { name = "plan", type = "string", doc = "Only this reserve plan." }, kit.on, { name = "months", type = "integer", default = 12, doc = "How many months the forecast has." },
  },
  example = "report.reserves{}",
  run = function(p)
    local on, notes, sections = p.on or today(), kit.notes(), {}
    local all = plans()
    for row in all do
      if not p.plan or text.lower(p.plan) == text.lower(row.name) then plan_sections(row, on, p.months, notes, sections) end
    end
    if #all == 0 then
      sections[1] = "The book has no reserve plan; plan{ready=true} begins one with six tiers."
    elseif #sections == 0 then
      sections[1] = "There is no plan " .. p.plan .. "; there is " .. table.concat(all:list("name"), ", ") .. "."
    end
    return report { title = "Cash reserves", subtitle = kit.subtitle({}, on, true), sections = sections, notes = notes.list }
  end,
}

-- The savings tracker: what each account is worth, and how that changed since its last update and in 30, 90 and 365 days; with goals.
local kit = ...

local spans = { 30, 90, 365 }

-- The rows of a day by account, and the accounts in order; nothing for accounts that were not there yet.
local function standing(part, on)
  local rows, found = {}, snapshots(part.filters { on = on, by = "account" }):sort("account")
  for row in found do rows[row.account] = row end
  return rows, found
end

-- The day of the last update of each account that is open, and the value before it: of the worth that was told last, else of the last entry.
local function updates(part, on)
  local days, before = {}, {}
  for row in activities(part.accounts { to = on }):by("account"):max("date") do days[row.account] = row.date end
  for row in values(part.accounts { to = on }):by("account"):max("date") do days[row.account] = row.date end
  for row in accounts(part.accounts()) do
    if row.closed and row.closed <= on then days[row.name] = nil end
  end
  for name, day in pairs(days) do before[name] = snapshots { account = name, on = day - 1, base = part.base, by = "account" }[1] end
  return days, before
end

-- What an account changed by: all of it where it was not there before; unknown where something is left out.
local function change(now, before)
  if now.left_out or before and before.left_out then return false end
  return now.value - (before and before.value or 0)
end

local function sections_of(part, on, notes, sections)
  local days, before = updates(part, on)
  local earlier, list, left_out = {}, {}, {}
  for _, span in ipairs(spans) do earlier[span] = standing(part, on - span) end
  local _, present = standing(part, on)
  for now in notes.of(present) do
    local name = now.account
    if days[name] then
      local item = { account = name, updated = days[name], currency = now.currency, value = now.value, since_update = change(now, before[name]) }
      if now.left_out then left_out[#left_out + 1], item.value = now.left_out, now.value and not now.value:is_zero() and now.value or false end
      for _, span in ipairs(spans) do
        local old, changed = earlier[span][name], change(now, earlier[span][name])
        local brought = now.contribution and (not old and now.contribution or old.contribution and now.contribution - old.contribution)
        item["days_" .. span], item["gain_" .. span] = changed, changed and brought and changed - brought or false
      end
      list[#list + 1] = item
    end
  end
  if #list == 0 then return table.insert(sections, { heading = "Savings" .. part.suffix, "There is no account with an entry yet." }) end
  local rows = kit.frame(list, { "account", "updated", "currency" }, { "value", "since_update", "days_30", "days_90", "days_365", "gain_30", "gain_90", "gain_365" }):sort("-value", "account")
  local function total(name, column, note)
    local sum, unknown = kit.sum(rows, column)
    if column ~= "value" and unknown > 0 then return { name = name, note = "unknown for " .. kit.count(unknown, "account") } end
    return kit.figure(name, sum, part.base, note, column ~= "value")
  end
  sections[#sections + 1] = kit.section(
    "Savings" .. part.suffix,
    { figures = { total("All accounts", "value", #left_out > 0 and "without " .. table.concat(left_out, ", ")), total("In thirty days", "days_30"), total("In ninety days", "days_90"), total("In a year", "days_365") } },
    rows:select("account", "value", "updated", "since_update", "days_30", "days_90", "days_365", "currency"),
    "The same without what was brought in and taken out, which is what the accounts gained themselves:",
    rows:select("account", "gain_30", "gain_90", "gain_365", "currency"))
  local curve = kit.curve(snapshots(part.filters { from = on - 365, to = on, every = "month", by = "account" }), "account")
  sections[#sections + 1] = kit.section("A year of growth" .. part.suffix, kit.chart(curve, { kind = "line", x = "date", y = "value", by = "account", title = "Worth by account" .. part.suffix }))
end

kit.define {
  name = "savings",
  summary = "Savings tracker: each account's worth and its change since the last update and in 30, 90 and 365 days; with goals.",
  parameters = kit.with_some("account owner portfolio base tag", kit.on),
  example = "report.savings{on=\"2014-12-31\"}",
  run = function(p)
    local on, notes, parts, sections = p.on or today(), kit.notes(), kit.parts(p), {}
    for _, part in ipairs(parts) do sections_of(part, on, notes, sections) end
    sections[#sections + 1] = { heading = "Goals", kit.rows(goals { on = on }, "There is no goal; goal{name=…, amount=…, by=…, account=…} keeps one.") }
    kit.say_currencies(parts, notes)
    return report { title = "Savings", subtitle = kit.subtitle(p, on), sections = sections, notes = notes.list }
  end,
}

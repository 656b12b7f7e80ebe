-- The savings tracker: what each account is worth, and how that changed since its last update and in 30, 90 and 365 days; with goals.
local kit = ...

local spans = { 30, 90, 365 }

-- The rows of a day by account, and the accounts in order; nothing for accounts that were not there yet.
local function standing(part, on)
  local rows, found = {}, snapshots(part.filters { on = on, by = "account" }):sort("account")
  for row in found do rows[row.account] = row end
  return rows, found
end

-- The day of the last update of each account that is open, and the value before it: of the worth that was told last, else of the last entry of what is asked for, else of any.
local function updates(part, on)
  local days, before = {}, {}
  for _, rows in ipairs { activities(part.accounts { to = on }), activities(part.own { to = on }), values(part.accounts { to = on }) } do
    for row in rows:by("account"):max("date") do days[row.account] = row.date end
  end
  for row in accounts(part.accounts()):where(function(row) return row.closed and row.closed <= on end) do days[row.name] = nil end
  for name, day in pairs(days) do before[name] = snapshots(part.filters { account = name, on = day - 1, by = "account" })[1] end
  return days, before
end

-- What an account changed by: all of it where it was not there before; unknown where something is left out.
local function change(now, before) return not (now.left_out or before and before.left_out) and now.value - (before and before.value or 0) end

local function sections_of(part, on, notes, sections)
  local days, before = updates(part, on)
  local earlier, list, left_out = {}, {}, {}
  for _, span in ipairs(spans) do earlier[span] = standing(part, on - span) end
  for now in notes.of(select(2, standing(part, on))) do
    if days[now.account] then
      local item = { account = now.account, updated = days[now.account], currency = now.currency, value = now.value, since_update = change(now, before[now.account]) }
      if now.left_out then left_out[#left_out + 1], item.value = now.left_out, now.value and not now.value:is_zero() and now.value or false end
      for _, span in ipairs(spans) do
        local old, changed = earlier[span][now.account], change(now, earlier[span][now.account])
        local brought = now.contribution and (not old and now.contribution or old.contribution and now.contribution - old.contribution)
        item["in_" .. span .. "_days"], item["gained_in_" .. span .. "_days"] = changed, changed and brought and changed - brought or false
      end
      list[#list + 1] = item
    end
  end
  if #list == 0 then return table.insert(sections, { heading = "Accounts" .. part.suffix, "There is no account with an entry yet." }) end
  local rows = kit.frame(list, { "account", "updated", "currency" }, { "value", "since_update", "in_30_days", "in_90_days", "in_365_days", "gained_in_30_days", "gained_in_90_days", "gained_in_365_days" }, { since_update = true }):sort("-value", "account")
  -- What was brought in is no gain: the change has no colour, and the gain stands below it.
  local function changed(name, column)
    local sum, unknown = kit.sum(rows, column)
    if unknown > 0 then return { name = name, note = "unknown for " .. kit.count(unknown, "account") } end
    local gain, gains_unknown = kit.sum(rows, "gained_" .. column)
    return kit.figure(name, sum, part.base, gains_unknown == 0 and kit.gained(gain, part.base) or "gain unknown")
  end
  sections[#sections + 1] = kit.section(
    "Accounts" .. part.suffix,
    { figures = {
      kit.figure("All accounts", kit.sum(rows, "value"), part.base, #left_out > 0 and "without " .. table.concat(left_out, ", ")),
      changed("In thirty days", "in_30_days"), changed("In ninety days", "in_90_days"), changed("In a year", "in_365_days"),
    } },
    "What they are worth, and by how much that changed with the last update:", rows:select("account", "value", "updated", "since_update", "currency"),
    "By how much that changed, with what was brought in and taken out:", rows:select("account", "in_30_days", "in_90_days", "in_365_days", "currency"),
    "What they gained themselves, without what was brought in and taken out:",
    rows:select("account", "gained_in_30_days", "gained_in_90_days", "gained_in_365_days", "currency"))
  local curve = kit.curve(snapshots(part.filters { from = on - 365, to = on, every = "month", by = "account" }), "account")
  sections[#sections + 1] = kit.section(
    "A year of growth" .. part.suffix, kit.chart(curve, { kind = "line", x = "date", y = "value", by = "account", title = "Worth by account" .. part.suffix }))
end

kit.define {
  name = "savings",
  summary = "Savings tracker: each account's worth and its change since the last update and in 30, 90 and 365 days; with goals.",
  parameters = kit.with_some("account owner portfolio base tag", kit.on),
  example = "report.savings{on=\"2014-12-31\"}",
  run = function(p)
    local on = p.on or today()
    return kit.in_parts(p, on, "Savings", sections_of, function(notes, sections)
      local refused, none = kit.not_of_accounts(p, "Goals are"), p.asked and "No goal is of these accounts." or "There is no goal; goal{name=…, amount=…, by=…, account=…} keeps one."
      sections[#sections + 1] = { heading = kit.of_book("Goals", p), refused and refused .. "." or kit.rows(notes.of(goals { on = on, tag = kit.tag(p) }), none) }
    end)
  end,
}

-- How many months the reserves would last: a report of its own, by what was withdrawn in the last twelve months.
--
--   luca run scripts/emergency_fund.lua                  six months are wanted
--   luca run scripts/emergency_fund.lua 9                or nine
--
-- Beside init.lua, which says `require "emergency_fund"`, it is a report like the built-in ones: report emergency_fund

-- Spending goes out of these accounts; the reserve lies in these.
local SPENDING, RESERVE = { "Savings" }, { "Savings", "Options" }

local function spent_a_month()
  local out = activities { account = SPENDING, type = "withdrawal", from = today() - 364, to = today() }:where { status = "posted" }
  return (out:sum("amount") / 12):round(2)
end

report.define {
  name = "emergency_fund", summary = "How many months the reserves would last.", example = "report.emergency_fund{months=6}",
  parameters = { { name = "months", type = "integer", doc = "How many are wanted.", default = 6 } },
  run = function(p)
    local wanted, spent = p.months or 6, spent_a_month()
    local held = cash { account = RESERVE }:by("currency"):sum("balance")
    if spent:is_zero() then return held end
    return held:with("months", function(line) return (line.balance / spent):round(1) end)
      :with("wanted", function() return spent * wanted end)
      :with("missing", function(line) return line.balance < spent * wanted and spent * wanted - line.balance or D"0" end)
  end,
}

if arg and arg[0]:find("emergency_fund", 1, true) then
  -- The report looks at what was typed, as it does at the prompt.
  show(report.run("emergency_fund", { table.unpack(arg) }))
  print(("%s a month was spent"):format(spent_a_month()))
end

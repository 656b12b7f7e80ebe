-- How many months the reserves would last: a report of its own, by what was withdrawn in the last twelve months.
--
--   luca run scripts/emergency_fund.lua                                  six months are wanted, of all accounts
--   luca run scripts/emergency_fund.lua 9 --reserve Savings,Checking     or nine, of these
--
-- Beside init.lua, which says `require "emergency_fund"`, it is a report like the built-in ones: report emergency_fund

local wanted = {
  months = { type = "integer", default = 6, place = 1, doc = "How many are wanted." },
  spending = { type = "account", list = true, doc = "The accounts that spending goes out of; all where left out." },
  reserve = { type = "account", list = true, doc = "The accounts in which the reserve lies; all where left out." },
}

-- What went out in a month on average, by currency.
local function spent_a_month(spending)
  local out = activities { account = spending, type = "withdrawal", from = today() - 364, to = today() }:where { status = "posted" }
  local of = {}
  for line in out:by("currency"):sum("amount") do of[line.currency] = (line.amount / 12):round(2) end
  return of
end

report.define {
  name = "emergency_fund", summary = "How many months the reserves would last.", example = "report.emergency_fund{months=6}", options = wanted,
  run = function(p)
    local months, spent = p.months or 6, spent_a_month(p.spending)
    local function need(line) return (spent[line.currency] or D"0") * months end
    return cash { account = p.reserve }:by("currency"):sum("balance")
      :with("spent", function(line) return spent[line.currency] or D"0" end)
      :with("months", function(line)
        local each = spent[line.currency]
        return each and not each:is_zero() and (line.balance / each):round(1) or nil
      end)
      :with("wanted", need)
      :with("missing", function(line) return line.balance < need(line) and need(line) - line.balance or D"0" end)
  end,
}

if script.main() then show(report.emergency_fund(options(wanted))) end

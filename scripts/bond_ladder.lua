-- A ladder of deposits or bonds: a part of the money comes free each year, and goes back in at the far end for the long rate.
--
--   luca run scripts/bond_ladder.lua                 shows the ladder of a first sum, or what a ladder that stands asks for
--   luca run scripts/bond_ladder.lua --apply         makes the accounts and moves the money
--
-- Each rung is an account with a rate and a day on which it matures. Run again later, it moves what has matured to a new last rung.

local SOURCE, SUM, RUNGS, CURRENCY = "Savings", D"10000", 5, "USD"
local RATES = { "1%", "1.4%", "1.8%", "2.1%", "2.4%" }

local function name(year) return "Ladder " .. year end

local function rung(years, rate, amount)
  local day, year = today(), today().year + years
  -- The 29th of February comes in leap years only.
  local matures = date(year, day.month, day.month == 2 and math.min(day.day, 28) or day.day)
  account { name = name(year), type = "deposit", currency = CURRENCY, opened = today(), rate = rate, matures = matures }
  if amount:is_zero() then return end
  transfer { date = today(), from = SOURCE, to = name(year), amount = amount, notes = "ladder" }
end

local function standing() return accounts {}:where(function(a) return a.name:find("^Ladder ") and not a.closed end) end

-- A new ladder has a rung for each year to come; of one that stands, what has matured becomes the last.
local function build()
  local rungs = standing()
  if #rungs == 0 then
    for place, part in ipairs(SUM:split(RUNGS)) do rung(place, RATES[place], part) end
  end
  for old in rungs do
    if old.matures <= today() then
      local free = cash { account = old.name }:sum("balance")
      if not free:is_zero() then transfer { date = today(), from = old.name, to = SOURCE, amount = free, notes = "matured" } end
      account { name = old.name, closed = today() }
      rung(RUNGS, RATES[RUNGS], free)
    end
  end
  return standing():with("balance", function(a) return cash { account = a.name }:sum("balance") end)
    :with("interest", function(a) return (cash { account = a.name }:sum("balance") * a.rate):round(2) end)
    :select("name", "matures", "rate", "balance", "interest", "currency")
end

local apply = arg and arg[1] == "--apply"
local other = arg and arg[apply and 2 or 1]
if other then error("bond_ladder.lua takes --apply and nothing else, not " .. other, 0) end
show(apply and build() or whatif(build))
print(apply and "recorded" or "nothing is recorded; --apply does")

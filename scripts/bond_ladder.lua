-- A ladder of deposits or bonds: a part of the money comes free each year, and goes back in at the far end for the long rate.
--
--   luca run scripts/bond_ladder.lua                 shows the ladder of a first sum, or what a ladder that stands asks for
--   luca run scripts/bond_ladder.lua --apply         makes the accounts and moves the money
--
-- Each rung is an account with a rate and a day on which it matures. Run again later, it moves what has matured to a new last rung.

local given = options {
  sum = { type = "decimal", default = 10000, place = 1, doc = "What goes into a new ladder." },
  from = { type = "account", required = true, default = "Savings", doc = "Where the money comes from, and what matures goes to." },
  rungs = { type = "integer", default = 5, doc = "How many years it reaches." },
  rates = { type = "string", list = true, default = { "1%", "1.4%", "1.8%", "2.1%", "2.4%" }, doc = "The rate of each year's rung." },
  apply = { type = "boolean", doc = "Makes the accounts and moves the money." },
}
if given.rungs < 1 then error { kind = "option", message = "bond_ladder.lua: a ladder has one rung at least" } end
local currency = account(given.from).currency

local function name(year) return "Ladder " .. year end

local function rung(years, amount)
  local day, year = today(), today().year + years
  -- The 29th of February comes in leap years only.
  local matures = date(year, day.month, day.month == 2 and math.min(day.day, 28) or day.day)
  local rate = given.rates[years] or given.rates[#given.rates]
  account { name = name(year), type = "deposit", currency = currency, opened = today(), rate = rate, matures = matures }
  if amount:is_zero() then return end
  transfer { date = today(), from = given.from, to = name(year), amount = amount, notes = "ladder" }
end

local function standing() return accounts {}:where(function(a) return a.name:find "^Ladder %d+$" and a.matures and not a.closed end) end

local function balance(of) return cash { account = of }:where { currency = currency }:sum("balance") end

-- A new ladder has a rung for each year to come; of one that stands, what has matured becomes the last.
local function build()
  local rungs = standing()
  if #rungs == 0 then
    for place, part in ipairs(given.sum:split(given.rungs)) do rung(place, part) end
  end
  for old in rungs do
    if old.matures <= today() then
      local free = balance(old.name)
      if not free:is_zero() then transfer { date = today(), from = old.name, to = given.from, amount = free, notes = "matured" } end
      account { name = old.name, closed = today() }
      rung(given.rungs, free)
    end
  end
  return standing():with("balance", function(a) return balance(a.name) end)
    :with("interest", function(a) return (balance(a.name) * a.rate):round(2) end)
    :select("name", "matures", "rate", "balance", "interest", "currency")
end

show(given.apply and build() or whatif(build))
print(given.apply and "recorded" or "nothing is recorded; --apply does")

-- Cash reserves in tiers: what each holds and lacks, and where new money goes.
--
--   luca run scripts/reserve_planner.lua                   shows the tiers, and what they will have earned in a year
--   luca run scripts/reserve_planner.lua 5000              and where 5000 would go, account by account
--   luca run scripts/reserve_planner.lua 5000 --apply      records the deposits, as one act
--
-- A tier is filled by priority, its accounts by weight and up to their caps. Change the tiers, or keep those that the book has.

local given = options {
  amount = { type = "decimal", place = 1, doc = "New money." },
  savings = { type = "account", required = true, default = "Savings", doc = "The account of the first tiers." },
  growth = { type = "account", list = true, default = { "Brokerage", "Options" }, doc = "The accounts of the last tier." },
  apply = { type = "boolean", doc = "Records the deposits." },
}
if given.apply and not given.amount then error { kind = "option", message = "reserve_planner.lua needs an amount beside --apply" } end

if #plans() == 0 then
  tier { name = "Buffer", purpose = "What comes unexpected", target = 3000, accounts = { { account = given.savings, apy = "1.5%" } } }
  tier { name = "Emergency", purpose = "Six months without an income", target = 15000, accounts = { { account = given.savings, apy = "1.5%" } } }
  if given.growth then tier { name = "Growth", purpose = "Growth of what is left", target = 100000, accounts = given.growth } end
end
show(tiers():select("priority", "name", "target", "balance", "gap", "covered"))
show(forecast { months = 12 })

if not given.amount then return end
local proposal = allocate(given.amount, { detail = true })
show(proposal)
if given.apply then
  show(proposal:apply {}:select("date", "type", "account", "amount", "currency", "notes"))
else
  show(proposal:preview())
  print("nothing is recorded; --apply does")
end

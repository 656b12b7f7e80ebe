-- Cash reserves in tiers: what each holds and lacks, and where new money goes.
--
--   luca run scripts/reserve_planner.lua                   shows the tiers, and what they will have earned in a year
--   luca run scripts/reserve_planner.lua 5000              and where 5000 would go, account by account
--   luca run scripts/reserve_planner.lua 5000 --apply      records the deposits, as one act
--
-- A tier is filled by priority, its accounts by weight and up to their caps. Change the tiers, or keep those that the book has.

local TIERS = {
  { name = "Buffer", purpose = "What comes unexpected", target = 3000, accounts = { { account = "Savings", apy = "1.5%" } } },
  { name = "Emergency", purpose = "Six months without an income", target = 15000, accounts = { { account = "Savings", apy = "1.5%" } } },
  { name = "Growth", purpose = "Growth of what is left", target = 100000, accounts = { "Brokerage", { account = "Options", weight = 2, cap = 15000 } } },
}

local amount, apply
for _, word in ipairs(arg or {}) do
  if word == "--apply" then
    apply = true
  elseif not amount and not word:find "^%-%-" then
    amount = decimal(word)
  else
    error("reserve_planner.lua takes an amount and --apply, not " .. word, 0)
  end
end
if apply and not amount then error("reserve_planner.lua needs an amount beside --apply", 0) end

if #plans() == 0 then
  for _, t in ipairs(TIERS) do tier(t) end
end
show(tiers():select("priority", "name", "target", "balance", "gap", "covered"))
show(forecast { months = 12 })

if not amount then return end
local proposal = allocate(amount, { detail = true })
show(proposal)
if apply then
  show(proposal:apply {}:select("date", "type", "account", "amount", "currency", "notes"))
else
  show(proposal:preview())
  print("nothing is recorded; --apply does")
end

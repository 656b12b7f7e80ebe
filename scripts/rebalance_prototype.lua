-- A rebalancing rule to change and try: which trades would it make, and what is the portfolio after them beside today's?
--
--   luca run scripts/rebalance_prototype.lua                shows the trades, and the portfolio after them beside today's
--   luca run scripts/rebalance_prototype.lua --apply        records them too
--
-- Change the rule or the account, run it again. Whatever a rule asks for, no more is sold than is held and no more spent than there is.

local account_name = "Brokerage"
local apply = arg and arg[1] == "--apply"
local other = arg and arg[apply and 2 or 1]
if other then error("rebalance_prototype.lua takes --apply and nothing else, not " .. other, 0) end

local targets = { ORCL = D"0.60", NVDA = D"0.40" }

-- The rule: whole units only, and never past the target from either side.
rebalance.rule("prototype", function(p)
  local held = p.holdings:where(function(h) return targets[h.symbol] and h.price end)
  local total = held:sum("market_value")
  for h in held do
    local units = ((total * targets[h.symbol] - h.market_value) / h.price):round(0, "down")
    if units:sign() < 0 then p:sell(h.symbol, { quantity = -units }) elseif units:sign() > 0 then p:buy(h.symbol, { quantity = units }) end
  end
end, "Brings ORCL and NVDA to 60 and 40 percent in whole units.")

local plan = rebalance { rule = "prototype", account = account_name }
show(plan)
show(plan:preview())

if apply then
  plan:apply {}
  print("recorded")
else
  print("nothing is recorded; --apply does")
end

-- Lots that stand at a loss: what selling them would save in taxes, and which of them the rule of 30 days would spoil.
--
--   luca run scripts/tax_loss_harvesting.lua                          as of today
--   luca --today 2012-11-30 run scripts/tax_loss_harvesting.lua       as of another day
--   luca run scripts/tax_loss_harvesting.lua --apply                  records the sales
--
-- Nothing is sold of what was bought within 30 days, in any account of the owner: its loss would not count.

local given = options {
  owner = { type = "string", doc = "Only accounts of this owner." },
  rate = { type = "decimal", default = D"0.25", doc = "The rate of the tax." },
  smallest = { type = "decimal", default = 100, doc = "The smallest loss that is worth it." },
  apply = { type = "boolean", doc = "Records the sales." },
}
local day = today()

local recent = {}
for trade in trades { owner = given.owner, type = "buy", from = day - 30, to = day } do recent[trade.symbol] = true end

local losses = lots { owner = given.owner, on = day }:where(function(lot)
  return lot.side == "long" and lot.unrealized_gain and lot.unrealized_gain <= -given.smallest
end):sort("unrealized_gain")
if #losses == 0 then return print("no lot stands at a loss of " .. given.smallest .. " or more") end

show(losses
  :with("saves", function(lot) return recent[lot.symbol] and D"0" or (-lot.unrealized_gain * given.rate):round(2) end)
  :with("spoilt", function(lot) return recent[lot.symbol] and "bought within 30 days" or "" end)
  :select("account", "symbol", "opened", "remaining", "cost_basis", "market_value", "unrealized_gain", "term", "saves", "spoilt"))

local function realised() return gains { owner = given.owner, year = day.year }:by("term", "currency"):sum("gain") end

local function harvest()
  for lot in losses do
    local priced = quote { symbol = lot.symbol, date = day }
    if priced and not recent[lot.symbol] then
      sell { date = day, account = lot.account, symbol = lot.symbol, quantity = lot.remaining, price = priced.close, lots = lot.id, notes = "loss harvested" }
    end
  end
  return realised()
end
local before = realised()
show(compare(before, given.apply and harvest() or whatif(harvest)))
print(given.apply and "recorded" or "nothing is recorded; --apply does. Buy nothing of it within 30 days.")

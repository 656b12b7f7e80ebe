-- Lots that stand at a loss: what selling them would save in taxes, and which of them the rule of 30 days would spoil.
--
--   luca run scripts/tax_loss_harvesting.lua                          as of today
--   luca --today 2012-11-30 run scripts/tax_loss_harvesting.lua       as of another day
--   luca run scripts/tax_loss_harvesting.lua --apply                  records the sales
--
-- Nothing is sold of what was bought within 30 days, in any account of the owner: its loss would not count.

local OWNER, RATE, SMALLEST = "Jerry", D"0.25", D"100"
local day = today()
local apply = arg and arg[1] == "--apply"
local other = arg and arg[apply and 2 or 1]
if other then error("tax_loss_harvesting.lua takes --apply and nothing else, not " .. other, 0) end

local recent = {}
for trade in trades { owner = OWNER, type = "buy", from = day - 30, to = day } do recent[trade.symbol] = true end

local losses = lots { owner = OWNER, on = day }:where(function(lot)
  return lot.side == "long" and lot.unrealized_gain and lot.unrealized_gain <= -SMALLEST
end):sort("unrealized_gain")
if #losses == 0 then return print("no lot stands at a loss of " .. SMALLEST .. " or more") end

show(losses
  :with("saves", function(lot) return recent[lot.symbol] and D"0" or (-lot.unrealized_gain * RATE):round(2) end)
  :with("spoilt", function(lot) return recent[lot.symbol] and "bought within 30 days" or "" end)
  :select("account", "symbol", "opened", "remaining", "cost_basis", "market_value", "unrealized_gain", "term", "saves", "spoilt"))

local function harvest()
  for lot in losses do
    if not recent[lot.symbol] then
      local price = quote { symbol = lot.symbol, date = day }.close
      sell { date = day, account = lot.account, symbol = lot.symbol, quantity = lot.remaining, price = price, lots = lot.id, notes = "loss harvested" }
    end
  end
  return gains { owner = OWNER, year = day.year }:by("term"):sum("gain")
end
local before = gains { owner = OWNER, year = day.year }:by("term"):sum("gain")
show(compare(before, apply and harvest() or whatif(harvest)))
print(apply and "recorded" or "nothing is recorded; --apply does. Buy nothing of it within 30 days.")

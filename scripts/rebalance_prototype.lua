-- A rebalancing rule to change and try: how far is the portfolio from its targets, and which trades would close the gap?
--
--   luca run scripts/rebalance_prototype.lua                shows the trades, and the portfolio after them beside today's
--   luca run scripts/rebalance_prototype.lua --apply        records them too
--
-- Change `targets`, `rule` or the account, run it again.

local account_name = "Brokerage"
local targets = { ORCL = D"0.60", NVDA = D"0.40" }

-- The rule: given what is held and what all of it is worth, how many whole units to buy (or, below zero, to sell).
local function rule(holding, total)
  local wanted = total * targets[holding.symbol]
  return ((wanted - holding.market_value) / holding.price):round(0, "down")
end

local held = holdings { account = account_name }:where(function(h) return targets[h.symbol] and h.price end)
local total = held:sum("market_value")
if #held == 0 then error("nothing in " .. account_name .. " has a target and a price") end

local plan = held
  :with("trade", function(h) return rule(h, total) end)
  :with("weight_now", function(h) return (h.market_value * 100 / total):round(2) end)
  :with("target", function(h) return targets[h.symbol] * 100 end)
  :with("weight_after", function(h) return ((h.market_value + rule(h, total) * h.price) * 100 / total):round(2) end)

show(plan:select("symbol", "quantity", "price", "market_value", "weight_now", "target", "trade", "weight_after"))

if arg and arg[1] == "--apply" then
  -- Sales first, so that their cash can pay for the purchases.
  for line in plan:sort("trade") do
    local units = line.trade:abs()
    local trade = { account = account_name, symbol = line.symbol, quantity = units, price = line.price, notes = "rebalanced" }
    if line.trade:sign() < 0 then sell(trade) elseif line.trade:sign() > 0 then buy(trade) end
  end
  print("recorded")
else
  print("nothing is recorded; --apply does")
end

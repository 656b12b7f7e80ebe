-- A rebalancing rule to change and try: which trades would it make, and what is the portfolio after them beside today's?
--
--   luca run scripts/rebalance_prototype.lua                             shows the trades, and the portfolio after them beside today's
--   luca run scripts/rebalance_prototype.lua --weights ORCL=60,NVDA=40   by weights of your own
--   luca run scripts/rebalance_prototype.lua --apply                     records them too
--
-- Change the rule or the account, run it again. Whatever a rule asks for, no more is sold than is held and no more spent than there is.

local given = options {
  account = { type = "account", required = true, default = "Brokerage", doc = "What is rebalanced." },
  weights = { type = "string", list = true, doc = "Symbols with their weights; equal ones of what the account holds where left out." },
  apply = { type = "boolean", doc = "Records the trades." },
}

-- The part of each symbol, all together one.
local function shares()
  local of, total = {}, D"0"
  for _, text in ipairs(given.weights or {}) do
    local symbol, weight = text:match "^(.+)=([%d.]+)$"
    if not symbol then error { kind = "option", message = "rebalance_prototype.lua: --weights is written ORCL=60,NVDA=40, not " .. text } end
    of[symbol] = D(weight)
  end
  for held in holdings { account = given.account } do
    if not given.weights and held.quantity > 0 and held.price and held.kind ~= "option" then of[held.symbol] = D"1" end
  end
  for _, weight in pairs(of) do total = total + weight end
  for symbol, weight in pairs(of) do of[symbol] = weight / total end
  return of
end

local targets = shares()
if not next(targets) then return print(given.account .. " holds nothing yet that has a price") end

-- The rule: whole units only, and never past the target from either side.
rebalance.rule("prototype", function(p)
  local held = p.holdings:where(function(h) return targets[h.symbol] and h.price end)
  local total = held:sum("market_value")
  for h in held do
    local units = ((total * targets[h.symbol] - h.market_value) / h.price):round(0, "down")
    if units:sign() < 0 then p:sell(h.symbol, { quantity = -units }) elseif units:sign() > 0 then p:buy(h.symbol, { quantity = units }) end
  end
end, "Brings what is held to its weights in whole units.")

local plan = rebalance { rule = "prototype", account = given.account }
show(plan)
if #plan == 0 then return print("there is nothing to trade") end
show(plan:preview())

if given.apply then
  plan:apply {}
  print("recorded")
else
  print("nothing is recorded; --apply does")
end

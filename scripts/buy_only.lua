-- New money goes where most is lacking, and nothing is sold: no gains are realised, no taxes are due.
--
--   luca run scripts/buy_only.lua                              with 5000 of the cash in the account
--   luca run scripts/buy_only.lua 20000                        with another sum
--   luca run scripts/buy_only.lua --weights ORCL=60,NVDA=40    by weights of your own
--   luca run scripts/buy_only.lua 20000 --apply                records the purchases
--
-- With ten times as much, how much closer to the targets? The last table compares the two.

local given = options {
  sum = { type = "decimal", default = 5000, place = 1, doc = "What is spent." },
  account = { type = "account", required = true, default = "Brokerage", doc = "Where it is bought." },
  weights = { type = "string", list = true, doc = "Symbols with their weights; equal ones of what the account holds where left out." },
  apply = { type = "boolean", doc = "Records the purchases." },
}

local function weights()
  local of = {}
  for _, text in ipairs(given.weights or {}) do
    local symbol, weight = text:match "^(.+)=([%d.]+)$"
    if not symbol then error { kind = "option", message = "buy_only.lua: --weights is written ORCL=60,NVDA=40, not " .. text } end
    of[symbol] = D(weight)
  end
  if given.weights then return of end
  for held in holdings { account = given.account } do
    if held.quantity > 0 and held.price and held.kind ~= "option" then of[held.symbol] = 1 end
  end
  return of
end

local wanted = weights()
if not next(wanted) then return print(given.account .. " holds nothing yet that has a price; say what is wanted by --weights ORCL=60,NVDA=40") end

local function buys(sum)
  return rebalance { weights = wanted, account = given.account, mode = "new_money", cash = sum, min_trade = 50 }
end

local proposal = buys(given.sum)
show(proposal)
if #proposal == 0 then
  print("there is nothing to buy")
elseif given.apply then
  show(proposal:apply {}:select("date", "type", "account", "symbol", "quantity", "price", "amount", "currency"))
else
  show(proposal:preview())
  show(compare(proposal:preview(), buys(given.sum * 10):preview(), { columns = { "weight_after", "drift_after" } }))
  print("nothing is recorded; --apply does")
end

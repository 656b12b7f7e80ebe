-- New money goes where most is lacking, and nothing is sold: no gains are realised, no taxes are due.
--
--   luca run scripts/buy_only.lua                    with 5000 of the cash in the account
--   luca run scripts/buy_only.lua 20000              with another sum
--   luca run scripts/buy_only.lua 20000 --apply      records the purchases
--
-- With ten times as much, how much closer to the targets? The last table compares the two.

local ACCOUNT, WEIGHTS = "Brokerage", { ORCL = 50, NVDA = 30, MSFT = 20 }

local function buys(sum)
  return rebalance { weights = WEIGHTS, account = ACCOUNT, mode = "new_money", cash = sum, min_trade = 50 }
end

local sum, apply
for _, word in ipairs(arg or {}) do
  if word == "--apply" then
    apply = true
  elseif not sum and not word:find "^%-%-" then
    sum = decimal(word)
  else
    error("buy_only.lua takes a sum and --apply, not " .. word, 0)
  end
end
sum = sum or D"5000"
local proposal = buys(sum)
show(proposal)
if apply then
  show(proposal:apply {}:select("date", "type", "account", "symbol", "quantity", "price", "amount", "currency"))
else
  show(proposal:preview())
  show(compare(proposal:preview(), buys(sum * 10):preview(), { columns = { "weight_after", "drift_after" } }))
  print("nothing is recorded; --apply does")
end

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

local sum = decimal(arg and arg[1] and arg[1] ~= "--apply" and arg[1] or "5000")
local proposal = buys(sum)
show(proposal)
if arg and (arg[1] == "--apply" or arg[2] == "--apply") then
  show(proposal:apply {}:select("date", "type", "account", "symbol", "quantity", "price", "amount", "currency"))
else
  show(proposal:preview())
  show(compare(proposal:preview(), buys(sum * 10):preview(), { columns = { "weight_after", "drift_after" } }))
  print("nothing is recorded; --apply does")
end

-- Buys for the same sum each month, whatever the price: more units when they are cheap, fewer when they are dear.
--
-- Run it from cron, by `luca recurring run scripts/dollar_cost_averaging.lua`, or by hand: it buys what is due up to today, oldest month
-- first, each once. Whole units only; what is left of a month's sum goes into the next month's. A month without a price buys nothing then,
-- and nothing later.

local ACCOUNT, SYMBOL, SUM, START = "Brokerage", "ORCL", D"500", "2014-07-01"
local NOTE = "monthly " .. SYMBOL

-- What was to be invested up to a day, less what was.
local function left(day)
  local months = #recurring.history { name = NOTE }:where { state = "posted" } + 1
  return SUM * months - trades { account = ACCOUNT, symbol = SYMBOL, to = day }:where { notes = NOTE }:sum("amount")
end

recurring {
  name = NOTE, every = "month", on = "first working day", from = START,
  record = function(day)
    local priced = quote { symbol = SYMBOL, date = day }
    local units = priced and left(day) // priced.close
    if units and units > 0 then
      buy { date = day, account = ACCOUNT, symbol = SYMBOL, quantity = units, price = priced.close, notes = NOTE }
    end
  end,
}

local bought = recurring.run { name = NOTE }
if #bought == 0 then
  print("nothing is due")
else
  show(bought:select("date", "account", "symbol", "quantity", "price", "amount", "currency"))
  local units, cost = bought:sum("quantity"), bought:sum("amount")
  print(("%s %s for %s, %s each on average"):format(units, SYMBOL, cost, (cost / units):round(4)))
end

-- Buys for the same sum each month, whatever the price: more units when they are cheap, fewer when they are dear.
--
--   luca run scripts/dollar_cost_averaging.lua --symbol ORCL --sum 500 --from 2014-07-01
--
-- Run it from cron, by `luca recurring run scripts/dollar_cost_averaging.lua`, or by hand: it buys what is due up to today, oldest month
-- first, each once. Whole units only; what is left of a month's sum goes into the next month's. A month without a price buys nothing then,
-- and nothing later.

local given = options {
  account = { type = "account", required = true, default = "Brokerage", doc = "Where it is bought." },
  symbol = { type = "symbol", required = true, default = "ORCL", doc = "What is bought." },
  sum = { type = "decimal", default = 500, doc = "What is spent each month." },
  from = { type = "date", default = today().first_of_month, doc = "The first day that counts." },
}
local note = "monthly " .. given.symbol

-- What was to be invested up to a day, less what was.
local function left(day)
  local months = #recurring.history { name = note }:where { state = "posted" } + 1
  return given.sum * months - trades { account = given.account, symbol = given.symbol, to = day }:where { notes = note }:sum("amount")
end

recurring {
  name = note, every = "month", on = "first working day", from = given.from,
  record = function(day)
    local priced = quote { symbol = given.symbol, date = day }
    local units = priced and left(day) // priced.close
    if units and units > 0 then
      buy { date = day, account = given.account, symbol = given.symbol, quantity = units, price = priced.close, notes = note }
    end
  end,
}

local bought = recurring.run { name = note }
if #bought == 0 then
  print("nothing is due")
else
  show(bought:select("date", "account", "symbol", "quantity", "price", "amount", "currency"))
  local units, cost = bought:sum("quantity"), bought:sum("amount")
  if units > 0 then print(("%s %s for %s, %s each on average"):format(units, given.symbol, cost, (cost / units):round(4))) end
end

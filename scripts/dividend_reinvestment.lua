-- Buys units for the dividends of the last twelve months that were not reinvested yet, at the close of the day on which they came.
--
--   luca run scripts/dividend_reinvestment.lua              shows what would be bought
--   luca run scripts/dividend_reinvestment.lua --apply      records it
--
-- A purchase is known again by its note, so a dividend is reinvested once, however often the script runs. A dividend of a day without a
-- price, or of something that is not held any more, is left alone.

local given = options {
  account = { type = "account", required = true, default = "Brokerage", doc = "Whose dividends are reinvested." },
  digits = { type = "integer", default = 4, doc = "How many digits a unit has behind the point." },
  apply = { type = "boolean", doc = "Records the purchases." },
}

local done = {}
for trade in trades { account = given.account, type = "buy" } do done[trade.notes or ""] = true end

local bought, passed = {}, {}
for paid in activities { account = given.account, type = "dividend", from = today() - 364, to = today() } do
  local note = "reinvested dividend " .. paid.id
  if not done[note] and paid.status == "posted" then
    local priced = quote { symbol = paid.symbol, date = paid.date }
    local held = holdings { account = given.account, symbol = paid.symbol }
    if priced and #held > 0 then
      local units = ((paid.amount - (paid.tax or 0)) / priced.close):round(given.digits, "down")
      if units > 0 then
        bought[#bought + 1] = { date = paid.date, account = given.account, symbol = paid.symbol, quantity = units, price = priced.close, notes = note }
      end
    else
      passed[#passed + 1] = ("%s of %s: %s"):format(paid.amount, paid.date, priced and "it is not held any more" or "that day has no price")
    end
  end
end

-- On a branch that is thrown away, unless the trades are to stay.
local function record()
  for _, trade in ipairs(bought) do buy(trade) end
  return holdings { account = given.account }
end
local before = holdings { account = given.account }
local after = given.apply and record() or whatif(record)

for _, trade in ipairs(bought) do print(("%s  %s %s at %s"):format(trade.date, trade.quantity, trade.symbol, trade.price)) end
for _, reason in ipairs(passed) do print("passed over " .. reason) end
if #bought == 0 then return print("nothing is left to reinvest") end
show(compare(before, after, { columns = { "quantity", "cost_basis", "market_value" } }))
print(given.apply and "recorded" or "nothing is recorded; --apply does")

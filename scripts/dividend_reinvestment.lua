-- Buys units for the dividends of the last twelve months that were not reinvested yet, at the close of the day on which they came.
--
--   luca run scripts/dividend_reinvestment.lua              shows what would be bought
--   luca run scripts/dividend_reinvestment.lua --apply      records it
--
-- A purchase is known again by its note, so a dividend is reinvested once, however often the script runs. Units have four digits; a
-- dividend of a day without a price, or of something that is not held any more, is left alone.

local ACCOUNT, DIGITS = "Brokerage", 4
local apply = arg and arg[1] == "--apply"
local other = arg and arg[apply and 2 or 1]
if other then error("dividend_reinvestment.lua takes --apply and nothing else, not " .. other, 0) end

local done = {}
for trade in trades { account = ACCOUNT, type = "buy" } do done[trade.notes or ""] = true end

local bought, passed = {}, {}
for paid in activities { account = ACCOUNT, type = "dividend", from = today() - 364, to = today() } do
  local note = "reinvested dividend " .. paid.id
  if not done[note] and paid.status == "posted" then
    local priced = quote { symbol = paid.symbol, date = paid.date }
    local held = holdings { account = ACCOUNT, symbol = paid.symbol }
    if priced and #held > 0 then
      local units = ((paid.amount - paid.tax) / priced.close):round(DIGITS, "down")
      if units > 0 then
        bought[#bought + 1] = { date = paid.date, account = ACCOUNT, symbol = paid.symbol, quantity = units, price = priced.close, notes = note }
      end
    else
      passed[#passed + 1] = ("%s of %s: %s"):format(paid.amount, paid.date, priced and "it is not held any more" or "that day has no price")
    end
  end
end

-- On a branch that is thrown away, unless the trades are to stay.
local function record()
  for _, trade in ipairs(bought) do buy(trade) end
  return holdings { account = ACCOUNT }
end
local before = holdings { account = ACCOUNT }
local after = apply and record() or whatif(record)

for _, trade in ipairs(bought) do print(("%s  %s %s at %s"):format(trade.date, trade.quantity, trade.symbol, trade.price)) end
for _, reason in ipairs(passed) do print("passed over " .. reason) end
show(compare(before, after, { columns = { "quantity", "cost_basis", "market_value" } }))
print(#bought == 0 and "nothing is left to reinvest" or apply and "recorded" or "nothing is recorded; --apply does")

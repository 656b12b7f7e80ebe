-- The history of a Charles Schwab brokerage account, in the layout with a title and a footer (to about 2023) and in the one without.
-- What is known of the files: "Amount" is signed cash with the fees inside; quantities have no sign on trades; "03/03/2025 as of 02/28/2025" was booked on
-- the first day and is of the second; a reinvested dividend is two rows, the income and the purchase; a split's quantity is the shares added.
-- Sources: the parsers of KapJI/capital-gains-calculator, jbms/beancount-import and redstreet/beancount_reds_importers.

local kit = ...
local number = kit.number

local meaning = kit.meanings {
  buy = { "Buy", "Reinvest Shares", "Buy to Open", "Buy to Close" },
  sell = { "Sell", "Sell Short", "Sell to Open", "Sell to Close" },
  dividend = {
    "Cash Dividend", "Qualified Dividend", "Non-Qualified Div", "Special Dividend", "Special Qual Div", "Pr Yr Cash Div", "Pr Yr Special Div", "Div Adjustment",
    "Reinvest Dividend", "Qual Div Reinvest", "Pr Yr Div Reinvest", "Long Term Cap Gain Reinvest", "Short Term Cap Gain Reinvest", "Long Term Cap Gain",
    "Short Term Cap Gain",
  },
  interest = { "Credit Interest", "Bank Interest", "Bond Interest", "Margin Interest" },
  tax = { "NRA Tax Adj", "NRA Withholding", "Foreign Tax Paid", "IRS Withhold Adj" },
  fee = { "ADR Mgmt Fee", "Service Fee" },
  credit = { "Promotional Award" },
  flow = {
    "MoneyLink Transfer", "MoneyLink Deposit", "MoneyLink Adj", "Wire Funds", "Wire Sent", "Wire Received", "Wire Funds Received", "Wire Funds Adj", "Funds Received",
    "Funds Paid", "Bank Transfer", "Visa Purchase", "Misc Cash Entry", "Misc Credits",
  },
  journal = { "Journal" },
  units = { "Journaled Shares", "Security Transfer" },
  split = { "Stock Split" },
  expiry = { "Expired" },
  merged = { "Cash Merger", "Full Redemption Adj" },
}
-- The row with the units of a sale whose cash is in a row of its own.
local units_of = { ["Cash Merger"] = "Cash Merger Adj", ["Full Redemption Adj"] = "Full Redemption" }
local cash_of = { ["Cash Merger Adj"] = true, ["Full Redemption"] = true }
local intents = {
  ["Buy to Open"] = "buy_to_open", ["Buy to Close"] = "buy_to_close", ["Sell to Open"] = "sell_to_open", ["Sell to Close"] = "sell_to_close", ["Sell Short"] = nil,
}
local by_hand = {
  ["Stock Plan Activity"] = "the row has no price: record transfer_in with the shares and what they were worth on the day of the vest",
  ["Reverse Split"] = "record split{symbol=…, ratio=\"1:10\"} by hand",
  ["Spin-off"] = "record{type=\"spinoff\", symbol=…, into=…, ratio=…, share=…} by hand",
  ["Stock Merger"] = "record{type=\"merger\", symbol=…, into=…, ratio=…} by hand", ["Cancel Buy"] = "void the purchase that it cancels, or leave both rows out of the file",
  ["Assigned"] = "record assign{symbol=…, quantity=…} by hand", ["Exchange or Exercise"] = "record exercise{symbol=…, quantity=…} by hand",
}

kit.define {
  name = "schwab", summary = "The history of a Charles Schwab brokerage account.", account = "Schwab", currency = "USD",
  headings = { "Date", "Action", "Symbol", "Fees & Comm", "Amount" },
  read = function(records, file)
    -- Rows of which the cash and the units stand apart.
    local partner, taken = {}, {}
    for _, r in ipairs(records) do
      local other = units_of[r["Action"]]
      for _, s in ipairs(other and records or {}) do
        if s["Action"] == other and s["Symbol"] == r["Symbol"] and not taken[s.line] then
          partner[r.line], taken[s.line] = s, r
          break
        end
      end
    end
    -- The units that the rows of the file before a day come to.
    local function held(symbol, day)
      local units = D "0"
      for _, r in ipairs(records) do
        local what = r["Symbol"] == symbol and meaning[r["Action"]]
        if (what == "buy" or what == "sell" or what == "units") and importer.day(r["Date"], "mdy") < day then
          local size = kit.sum(number(r["Quantity"]))
          units = units + (what == "sell" and -size:abs() or size)
        end
      end
      return units
    end
    return kit.each(records, function(r)
      local action = r["Action"] or ""
      if (r["Date"] or ""):find "^Transactions Total" then return nil, "it is the total" end
      local what, amount, quantity = meaning[action], number(r["Amount"]), kit.size(r["Quantity"])
      local draft = { line = r.line, date = importer.day(r["Date"], "mdy"), symbol = r["Symbol"], name = r["Description"], currency = "USD" }
      -- Options go by the symbol, the last day, the strike and the right: QZA 04/17/2026 15.00 C.
      if draft.symbol:find "^%S+ %d%d/%d%d/%d%d%d%d [%d.]+ [CP]$" then draft.kind, draft.multiplier = "option", 100 end
      local function paid(type)
        if not amount then kit.refuse("the amount is missing") end
        draft.name, draft.notes = nil, r["Description"]
        return kit.payment(draft, type, amount)
      end
      if taken[r.line] then return { part_of = taken[r.line].line } end
      if what == "buy" or what == "sell" then
        draft.type, draft.subtype, draft.quantity, draft.price, draft.fee = what, intents[action], quantity, number(r["Price"]), kit.size(r["Fees & Comm"])
        -- Bonds are priced by the hundred of what they pay back.
        if #draft.symbol == 9 and draft.symbol:find "^%d%w+%d$" and draft.price then draft.kind, draft.price = "bond", draft.price / 100 end
        draft.cash = amount
        return draft
      end
      if what == "dividend" then
        draft.type, draft.amount, draft.cash = "dividend", amount, amount
        if not draft.symbol or draft.symbol == "" then return paid "credit" end
        return draft
      end
      if what == "tax" then
        local is_of_interest = draft.symbol == ""
        paid "tax"
        if is_of_interest then draft.symbol = nil end
        return draft
      end
      if what == "interest" or what == "fee" or what == "credit" then return paid(what) end
      if (what == "flow" or what == "journal") and (not amount or amount:is_zero()) then return nil, "it moves no cash" end
      if what == "flow" then
        draft.symbol, draft.name, draft.notes = nil, nil, r["Description"]
        return kit.flow(draft, amount, "deposit", "withdrawal")
      end
      if what == "journal" then
        -- Cash that goes to another account of the same owner, or comes from one.
        draft.symbol, draft.name, draft.notes = nil, nil, r["Description"]
        return kit.flow(draft, amount, "transfer_in", "transfer_out")
      end
      if what == "units" then
        local moved = number(r["Quantity"])
        draft.type = (moved:sign() < 0 or (amount and amount:sign() < 0)) and "transfer_out" or "transfer_in"
        draft.quantity, draft.group = quantity, "outside"
        return draft
      end
      if what == "expiry" then
        draft.type, draft.quantity = "expiry", quantity
        return draft
      end
      if what == "merged" then
        local units = partner[r.line]
        if not units then kit.refuse("the row with its units, \"" .. units_of[action] .. "\", is not in the file") end
        draft.type, draft.quantity, draft.amount, draft.cash = "sell", kit.size(units["Quantity"]), amount, amount
        return draft
      end
      if what == "split" then
        draft.name = nil
        return kit.split(draft, number(r["Quantity"]), held(r["Symbol"], draft.date), file.account)
      end
      if action == "Cash In Lieu" then return paid "credit" end
      if by_hand[action] or cash_of[action] then kit.refuse("what \"" .. action .. "\" did stands in no column", by_hand[action]) end
      return kit.unknown("action", action, file)
    end)
  end,
}

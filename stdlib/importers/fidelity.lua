-- The history of Fidelity accounts in the United States, of one account or of all ("History_for_Account_….csv", "Accounts_History.csv").
-- What is known of the files: blank lines before the header, legal text behind the rows; the action is free text whose beginning tells the kind; quantity and amount
-- are signed, charges and accrued interest inside the amount. The core fund is the account's cash here, so that moves into and out of it are left out.
-- Sources: redstreet/beancount_reds_importers and its sample files.

local kit = ...

-- By the beginning of the action; the first that fits holds.
local meanings = {
  { "core", "PURCHASE INTO CORE ACCOUNT", "REDEMPTION FROM CORE ACCOUNT" },
  { "by_hand", "YOU BOUGHT ASSIGNED", "YOU SOLD ASSIGNED", "BUY CANCEL", "SELL CANCEL", "CXL ", "ASSIGNED", "MERGER", "REVERSE SPLIT", "SPIN-OFF", "NAME CHANGED", "DISTRIBUTION", "EXCHANGED TO", "CONVERSION SHARES" },
  { "buy", "YOU BOUGHT", "REINVESTMENT" },
  { "sell", "YOU SOLD", "REDEMPTION PAYOUT" },
  { "expiry", "EXPIRED" },
  { "dividend", "DIVIDEND RECEIVED", "LONG-TERM CAP GAIN", "SHORT-TERM CAP GAIN" },
  { "return_of_capital", "RETURN OF CAPITAL" },
  { "tax", "FOREIGN TAX PAID", "ADJ FOREIGN TAX PAID", "NON-RESIDENT TAX" },
  { "fee", "FEE CHARGED", "ADVISOR FEE", "ADR FEE" },
  { "interest", "INTEREST", "MUNI EXEMPT INT", "MARGIN INTEREST" },
  { "credit", "IN LIEU OF FRX SHARE" },
  { "transfer", "TRANSFER OF ASSETS", "TRANSFERRED FROM", "TRANSFERRED TO", "JOURNALED", "ROLLOVER SHARES" },
  {
    "flow", "ELECTRONIC FUNDS TRANSFER", "DIRECT DEPOSIT", "DIRECT DEBIT", "DEBIT CARD PURCHASE", "CHECK RECEIVED", "CHECK PAID", "BILL PAYMENT", "WIRE TRANSFER", "CASH CONTRIBUTION",
    "PARTIC CONTR", "CO CONTR", "ROLLOVER CASH", "CASH ADVANCE",
  },
}
local core_funds = { SPAXX = true, FDRXX = true, FCASH = true, ["CORE**"] = true, ["SPAXX**"] = true, ["FDRXX**"] = true }

local function meaning(action)
  for _, row in ipairs(meanings) do
    for index = 2, #row do
      if action:sub(1, #row[index]) == row[index] then return row[1] end
    end
  end
end

kit.define {
  name = "fidelity", summary = "The history of Fidelity accounts in the United States.", account = "Fidelity", currency = "USD",
  headings = { "Run Date", "Action", "Symbol" },
  read = function(records, file)
    local accounts, count = {}, 0
    for _, r in ipairs(records) do
      local account = (r["Run Date"] or ""):find "^%d%d[/-]%d%d[/-]%d%d%d%d$" and r["Account Number"]
      if account and not accounts[account] then accounts[account], count = true, count + 1 end
    end
    local function number(r, name) return kit.number(r[name .. " ($)"] or r[name]) end
    return kit.each(records, function(r)
      local filled = 0
      for index = 1, #r do
        if r[index] ~= "" then filled = filled + 1 end
      end
      -- Legal text, parted by the commas in it where it stands in no quotes, and the day of the download.
      if not r["Run Date"]:find "^%d" and (filled <= 2 or not r["Amount ($)"] and not r["Amount"]) then return nil, "it is the footer" end
      local currency = r["Currency"] or "USD"
      if not currency:find "^%u%u%u$" then kit.refuse("its columns are not where the header says: the currency is \"" .. currency .. "\"", "export the file anew, which Fidelity writes right by now") end
      local action = r["Action"]:upper()
      local what, amount, quantity = meaning(action), number(r, "Amount"), number(r, "Quantity")
      local symbol = r["Symbol"] ~= "" and r["Symbol"] or nil
      local draft = { line = r.line, date = importer.day(r["Run Date"], "mdy"), currency = currency, account = count > 1 and "Fidelity " .. r["Account Number"] or nil }
      local month, day, year = action:match "AS OF (%d%d)%-(%d%d)%-(%d%d)%f[%D]"
      if month then draft.date = importer.day(("20%s-%s-%s"):format(year, month, day)) end
      local function named()
        draft.symbol, draft.name = symbol, r["Description"] or r["Security Description"]
        -- Options go by a minus, the underlying, the last day, the right and the strike: -QZA260320P12.
        if symbol:find "^%-%w+%d%d%d%d%d%d[CP][%d.]+$" then draft.symbol, draft.kind, draft.multiplier = symbol:sub(2), "option", 100 end
        return draft
      end
      if core_funds[symbol] and (what == "core" or what == "buy" or what == "sell") then return nil, "the core fund is the account's cash" end
      if what == "core" then return nil, "the core fund is the account's cash" end
      if what == "by_hand" then kit.refuse("what it did stands in no column: " .. r["Action"]) end
      if what == "buy" or what == "sell" then
        named()
        local charges = kit.sum(number(r, "Commission"), number(r, "Fees"))
        local earned = kit.unless_zero(number(r, "Accrued Interest"))
        local size = amount:abs()
        draft.type, draft.quantity, draft.price, draft.fee = what, quantity:abs(), number(r, "Price"), kit.unless_zero(charges)
        draft.amount = (what == "buy" and size - charges or size + charges) - kit.sum(earned and earned:abs())
        if action:find "OPENING TRANSACTION" then draft.subtype = what .. "_to_open" elseif action:find "CLOSING TRANSACTION" then draft.subtype = what .. "_to_close" end
        draft.cash = what == "buy" and -(draft.amount + charges) or draft.amount - charges
        if not draft.price or draft.price:is_zero() then draft.price = nil elseif not draft.multiplier then kit.priced(draft) end
        if not earned then return draft end
        -- Interest that a bond had earned changes hands with it.
        local interest = { date = draft.date, account = draft.account, currency = currency, symbol = draft.symbol, notes = "accrued interest" }
        return { draft, kit.payment(interest, "interest", what == "buy" and -earned:abs() or earned:abs()) }
      end
      if what == "expiry" then
        named()
        draft.type, draft.quantity = "expiry", quantity:abs()
        return draft
      end
      if (what == "dividend" or what == "return_of_capital") and symbol and not core_funds[symbol] then
        named()
        draft.type, draft.amount, draft.cash = what, amount, amount
        return draft
      end
      if not amount or amount:is_zero() then
        if what == "transfer" and quantity and not quantity:is_zero() then
          named()
          draft.type, draft.quantity, draft.group = quantity:sign() < 0 and "transfer_out" or "transfer_in", quantity:abs(), "outside"
          return draft
        end
        if what then return nil, "it moves no cash" end
      end
      local noted = kit.noted(draft, what, amount, r["Action"], symbol)
      if noted then return noted end
      if what == "flow" or what == "transfer" then
        if quantity and not quantity:is_zero() and what == "transfer" and symbol and not core_funds[symbol] then
          named()
          draft.type, draft.quantity, draft.group = quantity:sign() < 0 and "transfer_out" or "transfer_in", quantity:abs(), "outside"
          return draft
        end
        draft.notes = r["Action"]
        return kit.flow(draft, amount, what == "flow" and "deposit" or "transfer_in", what == "flow" and "withdrawal" or "transfer_out")
      end
      return kit.unknown("action", r["Action"], file)
    end)
  end,
}

-- The transactions of a Vanguard brokerage account in the United States ("OfxDownload.csv"): the second of several tables in one file.
-- What is known of the files: each line ends with a comma; Net Amount is signed cash; shares need not be signed; each move of cash is mirrored by a sweep into or
-- out of the settlement fund, which is the account's cash here, so that sweeps are left out. Sources: readers of such files in several public repositories.

local kit = ...
local number = kit.number

local meanings = {
  buy = { "Buy", "Buy to open", "Buy to close", "Buy to cover", "Reinvestment", "Reinvestment (LT gain)", "Reinvestment (ST gain)" },
  sell = { "Sell", "Sell to open", "Sell to close", "Sell short", "Corp Action (Redemption)" },
  dividend = { "Dividend", "Capital gain (LT)", "Capital gain (ST)" },
  interest = { "Interest", "Interest charge" },
  fee = { "Fee", "Advisor fee" },
  tax = { "Withholding" },
  flow = { "Funds Received", "Contribution", "Withdrawal", "Distribution", "Rollover (incoming)", "Wire in", "Wire out" },
  transfer = { "Transfer (incoming)", "Transfer (outgoing)" },
  sweep = { "Sweep in", "Sweep out" },
  credit = { "Corp Action (Cash in lieu)" },
}
local meaning = {}
for what, names in pairs(meanings) do
  for _, name in ipairs(names) do meaning[name] = what end
end
local subtypes = { ["Buy to open"] = "buy_to_open", ["Buy to close"] = "buy_to_close", ["Buy to cover"] = "buy_to_close", ["Sell to open"] = "sell_to_open", ["Sell to close"] = "sell_to_close", ["Sell short"] = "sell_to_open" }
local settlement_funds = { VMFXX = true, VMMXX = true }

kit.define {
  name = "vanguard", summary = "The transactions of a Vanguard brokerage account in the United States.", account = "Vanguard", currency = "USD",
  headings = { "Account Number", "Trade Date", "Settlement Date", "Transaction Type", "Transaction Description" },
  read = function(records, file)
    local accounts, count, is_over = {}, 0, false
    for _, r in ipairs(records) do
      if (r["Trade Date"] or ""):find "^%d" and not accounts[r["Account Number"]] then
        accounts[r["Account Number"]], count = true, count + 1
      end
    end
    local order = file.date_order or "mdy"
    return kit.each(records, function(r)
      for _, cell in ipairs(r) do is_over = is_over or cell == "Plan Number" or cell == "Fund Account Number" end
      if is_over then return nil, "it is of another table of the file" end
      local what, amount, shares = meaning[r["Transaction Type"]], number(r["Net Amount"]), kit.size(r["Shares"])
      local symbol = r["Symbol"] ~= "" and r["Symbol"] or nil
      local draft = { line = r.line, date = importer.day(r["Trade Date"], order), currency = "USD", account = count > 1 and "Vanguard " .. r["Account Number"] or nil }
      local function named()
        draft.symbol, draft.name = symbol, r["Investment Name"]
        return draft
      end
      if what == "sweep" then return nil, "the settlement fund is the account's cash" end
      if what == "buy" or what == "sell" then
        if settlement_funds[symbol] then return nil, "the settlement fund is the account's cash" end
        if not symbol then kit.refuse "it has no symbol" end
        named()
        local charges = kit.size(r["Commissions and Fees"] or r["Commission Fees"])
        draft.type, draft.subtype, draft.quantity, draft.price = what, subtypes[r["Transaction Type"]], shares, number(r["Share Price"])
        draft.fee, draft.cash = charges, what == "buy" and -amount:abs() or amount:abs()
        draft.amount = what == "buy" and amount:abs() - kit.sum(charges) or amount:abs() + kit.sum(charges)
        local earned = kit.size(r["Accrued Interest"])
        if not earned then return kit.priced(draft) end
        -- Interest that a bond had earned changes hands with it.
        draft.amount = what == "buy" and draft.amount - earned or draft.amount - earned
        draft.cash = what == "buy" and draft.cash + earned or draft.cash - earned
        local interest = { date = draft.date, account = draft.account, currency = "USD", symbol = symbol, notes = "accrued interest" }
        return { kit.priced(draft), kit.payment(interest, "interest", what == "buy" and -earned or earned) }
      end
      if what == "dividend" and symbol and not settlement_funds[symbol] then
        named()
        draft.type, draft.amount, draft.cash = "dividend", amount, amount
        return draft
      end
      local noted = kit.noted(draft, what, amount, r["Transaction Description"], symbol)
      if noted then return noted end
      if what == "flow" then
        draft.notes = r["Transaction Description"]
        return kit.flow(draft, amount, "deposit", "withdrawal")
      end
      if what == "transfer" then
        local is_out = r["Transaction Type"] == "Transfer (outgoing)"
        if not shares then
          draft.notes = r["Transaction Description"]
          return kit.flow(draft, amount, "transfer_in", "transfer_out")
        end
        named()
        draft.type, draft.quantity, draft.group = is_out and "transfer_out" or "transfer_in", shares, "outside"
        return draft
      end
      if r["Transaction Type"] == "Expired" then
        named()
        draft.type, draft.quantity = "expiry", shares
        return draft
      end
      return kit.unknown("transaction type", r["Transaction Type"], file)
    end)
  end,
}

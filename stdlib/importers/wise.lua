-- The statement of a balance at Wise ("statement_….csv"), one file for each currency.
-- What is known of the files: ids name what they are of; a conversion has the same id in the files of both currencies, so that each file brings its own side. Whether the
-- fees are inside the amount is told by the running balance, which the amounts have to lead to. Source: OSadovy/uabean.

local kit = ...

kit.define {
  name = "wise", summary = "The statement of a balance at Wise.", account = "Wise",
  headings = { "TransferWise ID", "Date", "Amount", "Currency", "Description", "Running Balance" },
  read = function(records)
    -- Newest first: each balance is the one below it and the amount of its own row.
    local wrong = {}
    for place = 1, #records - 1 do
      local r, before = records[place], records[place + 1]
      local now, earlier = kit.number(r["Running Balance"]), kit.number(before["Running Balance"])
      if now and earlier and r["Currency"] == before["Currency"] then
        local ascending = earlier - now == kit.number(before["Amount"])
        if now - earlier ~= kit.number(r["Amount"]) and not ascending then wrong[r.line] = true end
      end
    end
    return kit.each(records, function(r)
      local amount, currency = kit.number(r["Amount"]), r["Currency"]
      if wrong[r.line] then kit.refuse(("its amount of %s does not lead from one balance to the next"):format(amount)) end
      local id, note = r["TransferWise ID"], r["Description"]
      if note == "" then note = r["Payment Reference"] end
      local draft = { line = r.line, date = importer.day(r["Date"], "dmy"), currency = currency, account_currency = currency, notes = note }
      if amount:is_zero() then return nil, "it moves no cash" end
      local from, to = r["Exchange From"] or "", r["Exchange To"] or ""
      local is_exchange = id:find "^BALANCE%-" or r["Transaction Details Type"] == "CONVERSION" or note:find "^Converted "
      if is_exchange and from ~= "" and to ~= "" and from ~= to then
        draft.type, draft.amount, draft.cash, draft.group = "exchange", amount, amount, id
        return draft
      end
      if id:find "^FEE%-" or id:find "^ACCRUAL_CHARGE%-" then return kit.payment(draft, "fee", amount) end
      if id:find "^BALANCE_CASHBACK%-" then return kit.payment(draft, "credit", amount) end
      if id:find "INTEREST" then return kit.payment(draft, "interest", amount) end
      return kit.flow(draft, amount, "deposit", "withdrawal")
    end)
  end,
}

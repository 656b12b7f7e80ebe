-- The account statement of Revolut's stocks ("trading-account-statement_….csv"), in its forms of 2021, 2022 and 2025.
-- What is known of the files: no ISIN, no fee and no id; totals have no sign on trades and have the fee in them; prices are rounded to the cent; dividends
-- are what is left after the tax; a split tells the shares that it added; the rate is another direction than luca's, and of no use beside the account's
-- own money of each currency. Sources: dickwolff/Export-To-Ghostfolio, BittyTax/BittyTax, ulyssetsd/revoprofit.

local kit = ...

kit.define {
  name = "revolut", summary = "The account statement of Revolut's stocks.", account = "Revolut",
  headings = { "Date", "Ticker", "Type", "Quantity", "Price per share", "Total Amount", "Currency", "FX Rate" },
  read = function(records, file)
    local mark = kit.mark(file, records, "Quantity", "Total Amount") or "point"
    -- The units that the rows of the file before a day come to.
    local function held(symbol, day)
      local units = D "0"
      for _, r in ipairs(records) do
        local is_before = r["Ticker"] == symbol and importer.day(r["Date"], "dmy") < day
        if is_before and r["Type"]:find "^BUY" then units = units + kit.number(r["Quantity"], mark):abs() end
        if is_before and r["Type"]:find "^SELL" then units = units - kit.number(r["Quantity"], mark):abs() end
      end
      return units
    end
    return kit.each(records, function(r)
      local kind = r["Type"]
      local date, time = importer.day(r["Date"], "dmy")
      local total, quantity = kit.number(r["Total Amount"], mark), kit.number(r["Quantity"], mark)
      local draft = { line = r.line, date = date, time = time, symbol = r["Ticker"], currency = r["Currency"] }
      local side = kind:match "^(%u+) %- %u+$" or kind
      if side == "BUY" or side == "SELL" then
        -- What the total has beside price and quantity is the fee; smaller differences come of the rounded price.
        local price = kit.number(r["Price per share"], mark)
        local worth, units = quantity * price, quantity:abs()
        local charge = side == "BUY" and total - worth or worth - total
        local rounding = units * D "0.005" + D "0.01"
        draft.type, draft.quantity, draft.cash = side:lower(), units, side == "BUY" and -total or total
        if charge > rounding then
          draft.price, draft.fee = price, charge
        elseif charge < -rounding then
          kit.refuse(("%s shares at %s are %s, more than the total of %s explains"):format(units, price, worth, total))
        else
          draft.amount = total
        end
        return draft
      end
      if kind == "DIVIDEND" then
        draft.type, draft.amount, draft.cash = "dividend", total, total
        return draft
      end
      if kind == "DIVIDEND TAX (CORRECTION)" then return kit.payment(draft, "tax", total) end
      if kind == "CUSTODY FEE" or kind == "CUSTODY_FEE" or kind == "CUSTODY FEE REVERSAL" then
        draft.symbol, draft.notes = nil, kind:lower()
        local is_back = kind == "CUSTODY FEE REVERSAL"
        return kit.payment(draft, "fee", is_back and total:abs() or -total:abs())
      end
      if kind == "CASH TOP-UP" or kind == "CASH WITHDRAWAL" then
        draft.symbol = nil
        return kit.flow(draft, kind == "CASH TOP-UP" and total or -total:abs(), "deposit", "withdrawal")
      end
      if kind == "BOND COUPON" then return kit.payment(draft, "interest", total) end
      if kind == "REWARD" then
        draft.notes = "reward"
        if (draft.symbol or "") ~= "" and quantity and not quantity:is_zero() then
          -- Shares, of which no cash comes.
          local price = kit.size(r["Price per share"], mark)
          draft.quantity = quantity:abs()
          return kit.reward(draft, kind, file, price and price * draft.quantity or kit.unless_zero(total), r["Currency"], r["Currency"])
        end
        if not total then kit.refuse "its amount is missing" end
        draft.symbol = nil
        return kit.payment(draft, "credit", total)
      end
      if kind == "RETURN OF CAPITAL" then
        draft.type, draft.amount, draft.cash = "return_of_capital", total, total
        return draft
      end
      if kind:find "^TRANSFER FROM REVOLUT" then return nil, "the same units under another custodian" end
      if kind == "STOCK SPLIT" then return kit.split(draft, quantity, held(r["Ticker"], date), file.account) end
      return kit.unknown("type", kind, file)
    end)
  end,
}

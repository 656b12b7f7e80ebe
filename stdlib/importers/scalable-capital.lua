-- The transactions of a Scalable Capital account.
-- What is known of the files: orders that were cancelled or have lapsed stay there, with another status than Executed; whether fee and tax are inside the amount
-- differs from file to file, and is told by quantity times price in each row with units. The overnight account is not in the file.
-- Sources: portfolio-performance/portfolio (its template for such files) and reports in the issues of other importers.

local kit = ...

local flows = { ["Deposit"] = true, ["Withdrawal"] = true, ["Cash Transfer In"] = true, ["Cash Transfer Out"] = true }
local payments = { ["Distribution"] = "dividend", ["Interest"] = "interest", ["Fee"] = "fee", ["Taxes"] = "tax" }

kit.define {
  name = "scalable-capital", summary = "The transactions of a Scalable Capital account.", account = "Scalable Capital", currency = "EUR",
  headings = { "date", "time", "status", "reference", "description", "assetType", "type", "isin", "shares", "price", "amount", "fee", "tax", "currency" },
  read = function(records, file)
    local mark = kit.mark(file, records, "amount", "price") or "comma"
    return kit.each(records, function(r)
      if r.status ~= "Executed" then return nil, "its status is " .. r.status end
      local amount, fee, tax = kit.number(r.amount, mark), kit.size(r.fee, mark), kit.number(r.tax, mark)
      local shares, price = kit.size(r.shares, mark), kit.number(r.price, mark)
      tax = kit.unless_zero(tax)
      local draft = { line = r.line, date = importer.day(r.date), symbol = r.isin, name = r.description, currency = r.currency, id = r.reference }
      if r.type == "Buy" or r.type == "Sell" or r.type == "Savings plan" then
        local is_sale = r.type == "Sell"
        local worth, charges = shares * price, kit.sum(fee, tax)
        local size, rounding = amount:abs(), shares * D "0.005" + D "0.01"
        -- The amount is either what was traded, or that with the charges: whichever is nearer to quantity times price.
        local before, after = size, is_sale and size - charges or size + charges
        local without = is_sale and size + charges or size - charges
        if (without - worth):abs() < (size - worth):abs() then before, after = without, size end
        if (before - worth):abs() > rounding then
          kit.refuse(("%s shares at %s are %s, which with or without the charges is not the amount of %s"):format(shares, price, worth, amount))
        end
        draft.type, draft.quantity, draft.price, draft.amount = is_sale and "sell" or "buy", shares, price, before
        draft.fee, draft.tax, draft.cash = fee, tax, is_sale and after or -after
        return draft
      end
      draft.name, draft.notes = nil, r.description
      if flows[r.type] then
        draft.symbol = nil
        return kit.flow(draft, amount, "deposit", "withdrawal")
      end
      if payments[r.type] then
        local type = payments[r.type]
        if type == "interest" or type == "fee" then draft.symbol = nil end
        if type == "dividend" and (not draft.symbol or draft.symbol == "") then type = "interest" end
        if tax then kit.refuse(("whether the tax of %s is inside the amount of %s is not known of such rows"):format(tax, amount), "record the payment by hand as the account's statement has it, and import the others with partial=true") end
        if type == "dividend" then draft.name, draft.notes = r.description, nil end
        return kit.payment(draft, type, type == "fee" and -amount:abs() or amount)
      end
      if r.type == "Security transfer" and shares then
        local is_out = (kit.number(r.shares, mark)):sign() < 0
        draft.type, draft.quantity, draft.group = is_out and "transfer_out" or "transfer_in", shares, "outside"
        if not is_out then draft.price = price end
        return draft
      end
      if r.type == "Corporate action" then kit.refuse("what the corporate action did stands in no column: " .. r.description) end
      return kit.unknown("type", r.type, file)
    end)
  end,
}

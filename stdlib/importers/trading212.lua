-- The history of a Trading 212 account (Invest, ISA), as exported from 2020 on: four layouts, so that columns are read by their headings.
-- What is known of the files: "Total" is in the account's currency, fees included and without a sign for trades; prices are in that of the exchange
-- (GBX for pence); "Exchange rate" is of the instrument's currency for one of the account's, and "Not available" for dividends; a dividend's price and
-- total are what is left after the tax. Sources: the parsers of KapJI/capital-gains-calculator and dickwolff/Export-To-Ghostfolio.

local kit = ...
local number, whole = kit.number, kit.whole

-- What an action is; those of trades and dividends are told by their first or last word.
local payments = {
  ["Interest on cash"] = "interest", ["Lending interest"] = "interest", ["Dividend (Interest)"] = "interest",
  ["Spending cashback"] = "credit", ["Result adjustment"] = "credit",
}
local flows = { ["Deposit"] = true, ["Withdrawal"] = true, ["Card debit"] = true, ["Card credit"] = true, ["Card refund"] = true }
local by_hand = {
  ["Stock Split"] = "record split{symbol=…, ratio=\"4:1\"} by hand", ["Spin off"] = "record{type=\"spinoff\", symbol=…, into=…, ratio=…, share=…} by hand",
  ["Stock distribution"] = "record by hand what the shares came from: a merger, a spinoff or dividend_in_kind",
  ["Custom stock distribution"] = "record the rights by hand: record{type=\"transfer_in\", symbol=…, quantity=…, price=0}",
}

kit.define {
  name = "trading212", summary = "The history of a Trading 212 account.", account = "Trading 212",
  headings = { "Action", "No. of shares", "Price / share" },
  read = function(records, file)
    -- "Total (GBP)" in the first files, "Total" and "Currency (Total)" in the later ones.
    local fixed, charges = {}, {}
    for _, heading in ipairs(file.header) do
      local name, currency = heading:match "^(.-) %((%a%a%a)%)$"
      if name then fixed[name:lower()] = { heading = heading, currency = currency:upper() } end
      local plain = name or heading
      local last = plain:lower():match "(%a+)$"
      if (last == "fee" or last == "tax" or last == "duty" or last == "levy") and plain:lower() ~= "withholding tax" then charges[#charges + 1] = plain end
    end
    local function money(r, name)
      local of = fixed[name:lower()]
      if of then return number(r[of.heading]), of.currency end
      return whole(number(r[name]), r["Currency (" .. name .. ")"])
    end

    -- A split is two rows: the units before it and those after it.
    local opens, closed, became = {}, {}, {}
    for _, r in ipairs(records) do
      if r["Action"] == "Stock split open" then opens[#opens + 1] = r end
    end
    local function opening(r)
      for index, open in ipairs(opens) do
        local is_same = open["ISIN"] == r["ISIN"] or open["Ticker"] == r["Ticker"] or open["Name"] == r["Name"]
        if is_same and (importer.day(open.Time or open["Time (UTC)"])) == (importer.day(r.Time or r["Time (UTC)"])) then return table.remove(opens, index) end
      end
    end
    for _, r in ipairs(records) do
      if r["Action"] == "Stock split close" then
        local open = opening(r)
        if open then
          closed[r.line], closed[open.line] = open, r
          if open["ISIN"] ~= r["ISIN"] then became[open["ISIN"]] = became[r["ISIN"]] or r["ISIN"] end
        end
      end
    end

    -- Tickers repeat across exchanges: where two instruments of the file share one, their ISINs tell them apart. A split may change the ISIN.
    local isins, shared = {}, {}
    for _, r in ipairs(records) do
      local ticker, isin = r["Ticker"] or "", r["ISIN"] or ""
      isin = became[isin] or isin
      if ticker ~= "" and isin ~= "" then
        if isins[ticker] and isins[ticker] ~= isin then shared[ticker] = true end
        isins[ticker] = isins[ticker] or isin
      end
    end
    local function symbol(r) return shared[r["Ticker"]] and r["ISIN"] or r["Ticker"] end

    local function trade(r, draft, is_sale)
      local total, paid_in = money(r, "Total")
      local price, priced_in = whole(number(r["Price / share"]), r["Currency (Price / share)"])
      local quantity = number(r["No. of shares"])
      if is_sale and price:is_zero() then kit.refuse("shares that were taken over, and paid for in others", "record{type=\"merger\", symbol=…, into=…, ratio=…} by hand for this row and the distribution after it, and import the others with partial=true") end
      local worth, own, other = quantity * price, D "0", D "0"
      for _, name in ipairs(charges) do
        local charge, currency = money(r, name)
        if charge and not charge:is_zero() then
          if currency == priced_in then own = own + charge
          elseif currency == paid_in then other = other + charge
          else kit.refuse(("the charge \"%s\" is in %s, neither the price's currency nor the total's"):format(name, currency)) end
        end
      end
      draft.symbol, draft.name, draft.quantity, draft.price, draft.currency = symbol(r), r["Name"], quantity, price, priced_in
      draft.settle, draft.cash = paid_in, is_sale and total or -total
      if paid_in == priced_in then
        draft.fee = kit.unless_zero(own)
        return draft
      end
      -- What the charges in the account's currency are in that of the price, by the rate that the total tells.
      local net = is_sale and worth - own or worth + own
      if not other:is_zero() then own = own + other * net / (is_sale and total + other or total - other) end
      local stated = r["Exchange rate"]
      if stated and stated:find "^%d" and not total:is_zero() then draft.fx_rate = 1 / kit.rate(number(stated), net / total) end
      draft.fee = kit.unless_zero(own)
      return draft
    end

    local function dividend(r, draft)
      local total, paid_in = money(r, "Total")
      local tax, taxed_in = money(r, "Withholding tax")
      local price, priced_in = whole(number(r["Price / share"]), r["Currency (Price / share)"])
      local quantity = number(r["No. of shares"])
      tax = kit.unless_zero(tax)
      draft.type, draft.symbol, draft.name, draft.cash = "dividend", symbol(r), r["Name"], total
      if total:sign() < 0 then
        -- An earlier one taken back, of which the tax stands in no certain sign.
        draft.amount, draft.currency, draft.notes = total, paid_in, r["Action"]
      elseif quantity and price and priced_in ~= paid_in and (not tax or taxed_in == priced_in) then
        draft.amount, draft.tax, draft.currency, draft.settle = kit.sum(quantity * price, tax), tax, priced_in, paid_in
      elseif not tax or taxed_in == paid_in then
        draft.amount, draft.tax, draft.currency = kit.sum(total, tax), tax, paid_in
      else
        draft.amount, draft.currency, draft.notes = total, paid_in, ("after %s %s of tax at source"):format(tax, taxed_in)
      end
      return draft
    end

    return kit.each(records, function(r)
      local action = r["Action"]
      local date, time = importer.day(r["Time"] or r["Time (UTC)"])
      local total, paid_in = money(r, "Total")
      local draft = { line = r.line, date = date, time = time, id = r["ID"], account_currency = paid_in, currency = paid_in }
      local side = action:match " (%a+)$"
      if side == "buy" or side == "sell" then
        draft.type = side
        return trade(r, draft, side == "sell")
      end
      if r["Notes"] and r["Notes"] ~= "" then draft.notes = r["Notes"] end
      if payments[action] then
        draft.notes = draft.notes or action
        return kit.payment(draft, payments[action], total)
      end
      if action:find "^Dividend" then return dividend(r, draft) end
      if flows[action] then
        local charge = kit.unless_zero((money(r, "Deposit fee")))
        local is_out = total:sign() < 0 or action == "Withdrawal" or action == "Card debit"
        draft.type, draft.amount, draft.cash = is_out and "withdrawal" or "deposit", total:abs(), is_out and -total:abs() or total
        if charge and not is_out then draft.amount, draft.fee = draft.amount + charge, charge end
        if action:find "^Card" then draft.notes = r["Merchant name"] ~= "" and r["Merchant name"] or action end
        return draft
      end
      if action == "Currency conversion" then
        local given, from = money(r, "Currency conversion from amount")
        local received, to = money(r, "Currency conversion to amount")
        if not given or not received then kit.refuse("a conversion tells both amounts, and one is missing") end
        draft.group, draft.account_currency = "conversion " .. (r["ID"] ~= "" and r["ID"] or tostring(time)), nil
        return kit.exchange(draft, given:abs(), from, received:abs(), to)
      end
      local other = closed[r.line]
      if other and action == "Stock split open" then return { part_of = other.line } end
      if other then
        local after, before = number(other["No. of shares"]), number(r["No. of shares"])
        local drafts = { { type = "split", line = r.line, date = date, time = time, symbol = symbol(r), currency = select(2, whole(nil, r["Currency (Price / share)"])), ratio = tostring(after) .. ":" .. tostring(before) } }
        if symbol(other) ~= symbol(r) then
          drafts[2] = { type = "symbol_change", line = r.line, date = date, time = time, symbol = symbol(r), currency = drafts[1].currency, into = symbol(other) }
        end
        return drafts
      end
      if action == "Transfer in" or action == "Transfer out" then
        draft.type, draft.group = action == "Transfer in" and "transfer_in" or "transfer_out", "outside"
        local quantity = kit.size(r["No. of shares"])
        if not quantity then
          draft.amount = total:abs()
          return draft
        end
        draft.symbol, draft.name, draft.quantity = symbol(r), r["Name"], quantity
        draft.price, draft.currency = whole(kit.size(r["Price / share"]), r["Currency (Price / share)"])
        return draft
      end
      if by_hand[action] then kit.refuse("what the action \"" .. action .. "\" did stands in no column", by_hand[action] .. ", and import the others with partial=true") end
      if action:find "^Stock split" then kit.refuse("the other row of this split is not in the file", by_hand["Stock Split"] .. ", and import the others with partial=true") end
      return kit.unknown("action", action, file)
    end)
  end,
}

-- The transactions that Trade Republic exports itself ("Transaktionsexport", since 2025), parted by commas or semicolons.
-- What is known of the files: amount, fee and tax are signed, and their sum is what moved the cash; a dividend's amount is before tax, and the tax holds that at
-- source and the German one together; the symbol is the ISIN, or the ticker of a coin. Corrections turn all signs. Sources: the extractor of
-- portfolio-performance/portfolio with its sample files, aritzmmartinez/libtraderepublic.

local kit = ...
local number = kit.number

local meaning = kit.meanings {
  trade = { "BUY", "SELL", "PRIVATE_MARKET_BUY", "PRIVATE_MARKET_SELL" },
  dividend = { "DIVIDEND", "DISTRIBUTION", "DIVIDEND_EQUIVALENT_PAYMENT" },
  interest = { "INTEREST_PAYMENT", "BOND_INTEREST", "BOND_ACCRUED_INTEREST" },
  flow = {
    "CUSTOMER_INBOUND", "CUSTOMER_INPAYMENT", "TRANSFER_INBOUND", "TRANSFER_INSTANT_INBOUND", "TRANSFER_IN", "TRANSFER_DIRECT_DEBIT_INBOUND", "VIBAN_TRANSFER_INBOUND",
    "GENERAL_INBOUND", "CUSTOMER_OUTBOUND_REQUEST", "TRANSFER_OUTBOUND", "TRANSFER_INSTANT_OUTBOUND", "TRANSFER_OUT", "VIBAN_TRANSFER_OUTBOUND",
    "CUSTOMER_INPAYMENT_REVERSAL", "CARD_TRANSACTION", "CARD_TRANSACTION_INTERNATIONAL", "CARD_TRANSACTION_REFUND", "CARD_TRANSACTION_INTERNATIONAL_REFUND",
    "CARD_TRANSACTION_REFUND_REVERSAL", "CARD_TRANSACTION_INTERNATIONAL_REFUND_REVERSAL", "MANUAL_CASH_TRANSFER",
  },
  fee = { "FEE", "CARD_ORDERING_FEE" },
  tax = { "TAX", "TAX_OPTIMIZATION", "PRE_DETERMINED_TAX_BASE" },
  credit = { "BENEFITS_SAVEBACK", "STOCKPERK", "BONUS", "KINDERGELD_BONUS", "REFERRAL", "GIFT", "COMPENSATION", "ADDITIONAL_INCOME" },
  paid_back = { "TILG", "FINAL_MATURITY", "EARLY_REDEMPTION", "LIQUIDATION_PROCEEDS", "REDEMPTION", "WARRANT_EXERCISE" },
  delivery = { "FREE_DELIVERY" },
  migration = { "MIGRATION" },
}
local kinds = { STOCK = "stock", FUND = "etf", CRYPTO = "crypto", BOND = "bond", DERIVATIVE = "other" }

kit.define {
  name = "trade-republic", summary = "The transactions that Trade Republic exports.", account = "Trade Republic", currency = "EUR",
  headings = { "datetime", "category", "type", "asset_class", "transaction_id" },
  read = function(records, file)
    -- Units that are paid back stand in one row, the cash of it in another of the same day and symbol.
    local cash_of, units_of = {}, {}
    for _, r in ipairs(records) do
      if meaning[r.type] == "paid_back" and kit.size(r.shares) and not kit.size(r.amount) then
        for _, s in ipairs(records) do
          if meaning[s.type] == "paid_back" and s.symbol == r.symbol and s.date == r.date and not kit.size(s.shares) and kit.size(s.amount) and not units_of[s.line] then
            cash_of[r.line], units_of[s.line] = s, r
            break
          end
        end
      end
    end

    return kit.each(records, function(r)
      local what, symbol = meaning[r.type], r.symbol ~= "" and r.symbol or nil
      local amount, charge, tax = number(r.amount) or D "0", kit.unless_zero(number(r.fee)), kit.unless_zero(number(r.tax))
      local cash, shares = kit.sum(amount, charge, tax), number(r.shares)
      local date = importer.day(r.date ~= "" and r.date or r.datetime)
      local moment = r.datetime:sub(1, 10) == tostring(date) and select(2, importer.day(r.datetime)) or nil
      local draft = { line = r.line, date = date, time = moment, currency = r.currency, id = r.transaction_id }
      local function security()
        draft.symbol, draft.name, draft.kind = symbol, r.name, kinds[r.asset_class]
        return draft
      end
      -- Charges as luca tells them, above zero. What was given back beside a payment is an activity of its own.
      local function charged()
        local turned, more = amount:sign() < 0 and draft.type ~= "buy" and draft.type ~= "withdrawal", nil
        draft.cash = cash
        if charge then draft.fee = -charge end
        if tax and (tax:sign() < 0 or turned) then
          draft.tax = -tax
        elseif tax then
          draft.cash = cash - tax
          more = kit.payment({ date = date, time = moment, currency = r.currency, symbol = symbol, notes = "tax given back" }, "tax", tax)
        end
        return more and { draft, more } or draft
      end
      local function sale(units, money)
        security()
        draft.type, draft.quantity, draft.amount = "sell", units, money
        return charged()
      end

      if what == "trade" then
        security()
        draft.type, draft.quantity, draft.price, draft.amount = (shares:sign() < 0 or amount:sign() > 0) and "sell" or "buy", shares:abs(), number(r.price), amount:abs()
        if draft.price then kit.priced(draft) end
        return charged()
      end
      if what == "dividend" and symbol then
        security()
        draft.type, draft.amount = "dividend", amount
        return charged()
      end
      draft.notes = r.description ~= "" and r.description or r.type
      if what == "interest" or what == "dividend" then
        draft.type, draft.amount, draft.symbol = "interest", amount, symbol
        return charged()
      end
      if what == "flow" then
        if amount:is_zero() then return nil, "it moves no cash" end
        draft.type, draft.amount = amount:sign() < 0 and "withdrawal" or "deposit", amount:abs()
        draft.cash, draft.fee = cash, charge and -charge
        if r.counterparty_name and r.counterparty_name ~= "" then draft.notes = r.counterparty_name end
        return draft
      end
      if what == "fee" or what == "tax" then
        draft.symbol = symbol
        return cash:is_zero() and { skip = "it moves no cash" } or kit.payment(draft, what, cash)
      end
      if what == "credit" then
        if shares and not shares:is_zero() and cash:is_zero() then
          security()
          draft.type, draft.quantity, draft.price, draft.group = "transfer_in", shares:abs(), number(r.price), "outside"
          return draft
        end
        return cash:is_zero() and { skip = "it moves no cash" } or kit.payment(draft, "credit", cash)
      end
      if what == "paid_back" then
        if units_of[r.line] then return { part_of = units_of[r.line].line } end
        local other = cash_of[r.line]
        if other then
          amount, charge, tax = number(other.amount), kit.unless_zero(number(other.fee)), kit.unless_zero(number(other.tax))
          cash = kit.sum(amount, charge, tax)
        end
        if shares and not shares:is_zero() then return sale(shares:abs(), amount) end
        kit.refuse("what was paid back is not told in units", "record the sale or the end of it by hand, and import the others with partial=true")
      end
      if what == "delivery" then
        security()
        draft.type, draft.quantity, draft.group = shares:sign() < 0 and "transfer_out" or "transfer_in", shares:abs(), "outside"
        return draft
      end
      if what == "migration" then return nil, "the same units under another custodian" end
      if r.type == "SPLIT" then
        kit.refuse("whether its shares are those added or the new number of them is not known", ("record split{symbol=\"%s\", date=\"%s\", ratio=\"2:1\"} by hand, and import the others with partial=true"):format(r.symbol, date))
      end
      return kit.unknown("type", r.type, file)
    end)
  end,
}

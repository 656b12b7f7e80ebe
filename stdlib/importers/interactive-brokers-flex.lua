-- The statements that Interactive Brokers' Flex queries give as XML: of one account or of several, with whatever sections and columns the query asks for.
-- What is known of the files: all data are attributes, and each may be missing; a trade stands there as its executions, and perhaps again as order, closed lots and
-- summaries; net cash is proceeds, taxes and commission; a tax at source is a row of its own with the dividend's text; the quantity of a corporate action is
-- the change; times are those of New York, and evenings belong to the day that they name. Sources: csingley/ibflex (types and enumerations), OSadovy/uabean.

local kit = ...
local number, has_code = kit.number, kit.has_code

local kinds = { STK = "stock", OPT = "option", WAR = "stock", BOND = "bond", BILL = "bond", FUND = "fund", CRYPTO = "crypto", IOPT = "other" }
local payments = {
  ["Withholding Tax"] = "tax", ["871(m) Withholding"] = "tax", ["Broker Interest Received"] = "interest", ["Broker Interest Paid"] = "interest",
  ["Bond Interest Received"] = "interest", ["Bond Interest Paid"] = "interest", ["Other Fees"] = "fee", ["Advisor Fees"] = "fee", ["Commission Adjustments"] = "fee",
  ["Price Adjustments"] = "credit", ["Cashback"] = "credit",
}
local dividends = { ["Dividends"] = true, ["Payment In Lieu Of Dividends"] = true }
local flows = { ["Deposits & Withdrawals"] = true, ["Deposits/Withdrawals"] = true }
local months = { JAN = 1, FEB = 2, MAR = 3, APR = 4, MAY = 5, JUN = 6, JUL = 7, AUG = 8, SEP = 9, OCT = 10, NOV = 11, DEC = 12 }
local month_names = { "JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC" }

-- Sections that are no rows to record, and why.
local others = {
  OptionEAE = "it repeats what the trades say", TransactionTaxes = "the trades have these taxes", ConversionRates = "these are the broker's rates; luca takes its own",
  SecuritiesInfo = "it tells what the symbols are", AccountInformation = "it tells whose account it is", FxTransactions = "the trades of currencies say the same", StmtFunds = "it repeats what the other sections say",
}

-- What a function gives; nil where it raises something, since its row is refused when it is read by itself.
local function try(f, ...)
  local ok, value = pcall(f, ...)
  if ok then return value end
end

-- The order of days in dates with slashes, which the query chooses: by a part of some date that is no month.
local function slash_order(elements, file)
  if file.date_order then return file.date_order end
  local sample
  for _, element in ipairs(elements) do
    for name, value in pairs(element.attributes) do
      local first, second = value:match "^(%d%d)/(%d%d)/%d+"
      if first and name:lower():find "date" then
        sample = value
        if tonumber(first) > 12 then return "dmy" end
        if tonumber(second) > 12 then return "mdy" end
      end
    end
  end
  if sample then
    error({ message = ("%s may be of two days"):format(sample), hint = "say date_order=\"mdy\" or \"dmy\", as the Flex query has it" }, 0)
  end
end

local function day_of(text, order)
  -- A T stands before a time, and in the name of a month: 20241017T101500, 17-OCT-24.
  local plain = (text or ""):match "^%s*([^;,%s]*)":gsub("T%d.*$", "")
  if not plain or plain == "" then return nil end
  local year, month, day = plain:match "^(%d%d%d%d)(%d%d)(%d%d)$"
  if year then return (importer.day(("%s-%s-%s"):format(year, month, day))) end
  local dd, name, yy = plain:match "^(%d%d)%-(%a%a%a)%-(%d%d)$"
  if dd and months[name:upper()] then return (importer.day(("20%s-%02d-%s"):format(yy, months[name:upper()], dd))) end
  return (importer.day(plain, order or "ymd"))
end

-- Options go by the name that the activity statement has for them: QZA 17APR26 15 C.
local function symbol_of(a, order)
  if a.assetCategory ~= "OPT" or (a.underlyingSymbol or "") == "" or (a.strike or "") == "" or (a.putCall or "") == "" then
    return (a.symbol or ""):gsub("%s+", " ")
  end
  local last = day_of(a.expiry, order)
  if not last then return (a.symbol:gsub("%s+", " ")) end
  local year, month, day = tostring(last):match "^%d%d(%d%d)-(%d%d)-(%d%d)$"
  return ("%s %s%s%s %s %s"):format(a.underlyingSymbol, day, month_names[tonumber(month)], year, number(a.strike), a.putCall)
end

-- All elements of a statement's section.
local function section(statement, tag)
  local found = {}
  for _, child in ipairs(statement) do
    if child.tag == tag then
      for _, element in ipairs(child) do found[#found + 1] = element end
    end
  end
  return found
end

-- The rows that tell each thing once: executions rather than orders, details rather than sums. Where no column tells which a row is an order is passed over beside trades.
local function chosen(elements, level)
  local is_there, has_trades = false, false
  for _, e in ipairs(elements) do
    if e.attributes.levelOfDetail == level then is_there = true end
  end
  local function fits(e)
    local own = e.attributes.levelOfDetail
    return not own or own == level or not is_there and (own == "ORDER" or own == "SUMMARY")
  end
  for _, e in ipairs(elements) do has_trades = has_trades or e.tag == "Trade" and fits(e) end
  return function(e) return fits(e) and not (has_trades and e.tag == "Order") end
end

-- Reads one statement: gives its drafts, and by draft what tells it where another statement has it, too, and it has no number of its own.
local function read_statement(statement, account, order)
  local base, keys = nil, {}
  for _, child in ipairs(statement) do
    if child.tag == "AccountInformation" and child.attributes.currency then base = child.attributes.currency end
  end
  local function draft(e, date)
    local a = e.attributes
    return { line = e.line, date = date, account = account, currency = a.currency, account_currency = base, id = a.transactionID }
  end
  local function cash_day(a) return day_of(a.dateTime, order) or day_of(a.settleDate, order) or day_of(a.reportDate, order) end

  local trades = section(statement, "Trades")
  local is_chosen_trade = chosen(trades, "EXECUTION")
  -- A cancellation turns the quantity of the trade that it cancels.
  local cancelled = {}
  for _, e in ipairs(trades) do
    local a = e.attributes
    if (a.buySell or ""):find "%(Ca%.%)" and is_chosen_trade(e) then
      for _, other in ipairs(trades) do
        local o = other.attributes
        local is_it = not cancelled[other.line] and other ~= e and is_chosen_trade(other) and o.symbol == a.symbol and not (o.buySell or ""):find "%(Ca%.%)"
        if is_it and o.tradePrice == a.tradePrice and kit.sum(try(number, o.quantity), try(number, a.quantity)):is_zero() then
          cancelled[other.line], cancelled[e.line] = e, other
          break
        end
      end
    end
  end

  local function forex(e, proceeds, charge)
    local a = e.attributes
    local entry = draft(e, day_of(a.tradeDate, order) or cash_day(a))
    entry.group = ("fx %s"):format(a.transactionID or e.line)
    local drafts = kit.forex(entry, a.symbol, number(a.quantity), proceeds, charge, a.ibCommissionCurrency or base or a.currency)
    if a.transactionID then keys[drafts[1]], keys[drafts[2]] = a.transactionID .. " given", a.transactionID .. " received" end
    return drafts
  end

  local function trade(e)
    local a = e.attributes
    if e.tag ~= "Trade" and e.tag ~= "Order" then return nil, "it repeats what the trades say" end
    if not is_chosen_trade(e) then return nil, "it repeats what the executions say" end
    if cancelled[e.line] then return nil, "the trade and its cancellation undo one another" end
    if (a.buySell or ""):find "%(Ca%.%)" then
      kit.refuse("the trade that it cancels is not in the file", "void the trade that it cancels, and import the others with partial=true")
    end
    local quantity, charge, taxes = number(a.quantity), number(a.ibCommission), number(a.taxes) or D "0"
    local proceeds = number(a.proceeds) or a.tradeMoney and number(a.tradeMoney) and -number(a.tradeMoney)
    local net = number(a.netCash)
    if not quantity or not proceeds then kit.refuse("quantity or proceeds are missing", "choose \"Quantity\" and \"Proceeds\" for the section Trades of the Flex query, and run it again") end
    if not charge and not net then
      kit.refuse("neither commission nor net cash is told", "choose \"IB Commission\" and \"Net Cash\" for the section Trades of the Flex query, and run it again")
    end
    charge = charge or net - proceeds - taxes
    if a.assetCategory == "CASH" then return forex(e, proceeds, charge) end
    local kind = kinds[a.assetCategory or "STK"]
    if not kind then kit.refuse(("trades of the category \"%s\" are not read"):format(a.assetCategory)) end
    local entry = draft(e, day_of(a.tradeDate, order) or cash_day(a))
    entry.type = quantity:sign() < 0 and "sell" or "buy"
    entry.symbol, entry.name, entry.kind, entry.quantity, entry.price = symbol_of(a, order), a.description, kind, quantity:abs(), number(a.tradePrice)
    entry.amount, entry.tax = proceeds:abs(), kit.unless_zero(-taxes)
    if kind == "option" then entry.multiplier = number(a.multiplier) or 100 end
    if kind == "bond" and entry.price then entry.price = entry.price / 100 end
    if has_code(a.notes, "Ep") then
      return { line = e.line, date = entry.date, account = account, account_currency = base, currency = a.currency, id = entry.id, type = "expiry", symbol = entry.symbol, quantity = entry.quantity, kind = kind, multiplier = entry.multiplier }
    end
    kit.intend(entry, a.openCloseIndicator)
    if has_code(a.notes, "A") or has_code(a.notes, "Ex") then entry.notes = "by assignment or exercise; the premium stays with the option" end
    entry.cash = proceeds + taxes
    local is_own = (a.ibCommissionCurrency or "") == "" or a.ibCommissionCurrency == a.currency
    if is_own and charge:sign() <= 0 then
      entry.fee, entry.cash = kit.unless_zero(-charge), entry.cash + charge
      if net and (entry.cash - net):abs() > D "0.005" then kit.refuse(("proceeds, taxes and commission come to %s, and the net cash is %s"):format(entry.cash, net)) end
      return entry
    end
    -- What the exchange gives back is above zero, and a commission may be in another currency: payments of their own.
    local more = draft(e, entry.date)
    more.currency, more.notes = is_own and a.currency or a.ibCommissionCurrency, (charge:sign() > 0 and "rebate " or "commission ") .. entry.symbol
    more.id = more.id and more.id .. "c"
    if charge:is_zero() then return entry end
    return { entry, kit.payment(more, charge:sign() > 0 and "credit" or "fee", charge) }
  end

  local cash_rows = section(statement, "CashTransactions")
  local is_chosen_cash = chosen(cash_rows, "DETAIL")
  local paid, taxed = {}, {}
  for _, e in ipairs(cash_rows) do
    local a = e.attributes
    local amount = try(number, a.amount)
    if is_chosen_cash(e) and amount and (dividends[a.type] or a.type == "Withholding Tax") then
      local list = dividends[a.type] and paid or taxed
      list[#list + 1] = { line = e.line, date = try(cash_day, a), currency = a.currency, text = a.description or "", amount = amount }
    end
  end
  local tax_of, dividend_of = kit.withheld(paid, taxed)
  local function cash(e)
    local a = e.attributes
    if not is_chosen_cash(e) then return nil, "it repeats what the details say" end
    local amount, entry = number(a.amount), draft(e, cash_day(a))
    if not amount then kit.refuse("its amount is missing", "choose \"Amount\" for the section Cash Transactions of the Flex query, and run it again") end
    if amount:is_zero() then return nil, "it moves no cash" end
    local symbol = a.symbol
    if dividends[a.type] and symbol then
      local text, tax = (a.description or ""):lower(), tax_of(e.line)
      entry.type = text:find "%(return of capital%)" and amount:sign() > 0 and "return_of_capital" or "dividend"
      entry.symbol, entry.amount, entry.cash = symbol, amount, amount
      if tax then entry.tax, entry.cash = -tax.amount, amount + tax.amount end
      return entry
    end
    entry.notes = a.description
    if dividends[a.type] then return kit.payment(entry, "credit", amount) end
    if flows[a.type] then return kit.flow(entry, amount, "deposit", "withdrawal") end
    if dividend_of(e.line) then return { part_of = dividend_of(e.line).line } end
    local type = payments[a.type]
    if type == "tax" then entry.symbol = symbol end
    if type then return kit.payment(entry, type, amount) end
    kit.refuse(("the type \"%s\" is not known"):format(a.type or ""), "record what it did by hand, and import the others with partial=true; or add it to the importer's table")
  end

  local splits = {}
  local function corporate(e)
    local a = e.attributes
    local text, entry, quantity = a.actionDescription or a.description or "", draft(e, cash_day(a)), number(a.quantity) or D "0"
    entry.symbol = (a.symbol or ""):gsub("%.OLD$", "")
    local ratio = kit.told_ratio(text)
    if ratio and (a.type == "FS" or a.type == "FI" or a.type == "RS") then
      -- A reverse split is two rows: the units before it, and those after it.
      local key = (a.actionID or ("%s %s"):format(entry.date, ratio)) .. " " .. entry.symbol
      if splits[key] then return { part_of = splits[key] } end
      splits[key], keys[entry] = e.line, key
      entry.type, entry.ratio, entry.id = "split", ratio, nil
      return entry
    end
    local proceeds = number(a.proceeds) or number(a.amount) or D "0"
    if (a.type == "TC" or a.type == "BM" or a.type == "TM") and quantity:sign() < 0 and proceeds:sign() > 0 and not text:upper():find " WITH " then
      entry.type, entry.quantity, entry.amount, entry.cash = "sell", quantity:abs(), proceeds, proceeds
      return entry
    end
    if quantity:is_zero() and proceeds:is_zero() then return nil, "it moves neither units nor cash" end
    kit.refuse("what the corporate action did to the cost of the units stands in no column: " .. text, "record it by hand (merger, spinoff, symbol_change), and import the others with partial=true")
  end

  local function transfer(e)
    local a = e.attributes
    local entry, quantity, moved = draft(e, day_of(a.date, order) or cash_day(a)), kit.size(a.quantity), number(a.cashTransfer)
    if a.assetCategory ~= "CASH" and quantity then
      entry.type = (a.direction == "OUT" or number(a.quantity):sign() < 0) and "transfer_out" or "transfer_in"
      entry.symbol, entry.name, entry.kind, entry.quantity, entry.group = symbol_of(a, order), a.description, kinds[a.assetCategory or "STK"], quantity, "outside"
      return entry
    end
    if not moved or moved:is_zero() then return nil, "it moves no cash" end
    return kit.flow(entry, moved, "transfer_in", "transfer_out")
  end

  local readers = { Trades = trade, CashTransactions = cash, CorporateActions = corporate, Transfers = transfer }
  local entries, is_checked = {}, false
  for _, child in ipairs(statement) do
    local rows = readers[child.tag] and kit.each(child, readers[child.tag])
    for _, entry in ipairs(rows or {}) do
      if entry.cash and not entry.currency then
        local hint = ("choose \"Currency\" for the section %s of the Flex query, and run it again"):format(child.tag:gsub("(%l)(%u)", "%1 %2"))
        entry = { line = entry.line, refuse = "its currency is missing", hint = hint }
      end
      entries[#entries + 1] = entry
    end
    if child.tag == "SalesTaxes" or child.tag == "TradeConfirms" then
      for _, e in ipairs(child) do
        entries[#entries + 1] = { line = e.line, refuse = ("rows of %s are not read"):format(child.tag), hint = "record it by hand as the statement says, and import the others with partial=true" }
      end
    elseif child.tag == "CashReport" then
      is_checked = true
    elseif not rows then
      entries[#entries + 1] = { line = child.line, skip = others[child.tag] or ("the section \"%s\" is not read"):format(child.tag) }
    end
  end

  -- The cash report says what each currency began and ended with.
  local sums = {}
  for _, entry in ipairs(entries) do
    if entry.cash then sums[entry.currency] = kit.sum(sums[entry.currency], entry.cash) end
  end
  for _, e in ipairs(section(statement, "CashReport")) do
    local a = e.attributes
    local first, last = try(number, a.startingCash), try(number, a.endingCash)
    local is_of_one = (a.currency or ""):find "^%u%u%u$"
    local told, sum = first and last and last - first, kit.sum(is_of_one and sums[a.currency])
    if told and is_of_one and (told - sum):abs() > D "0.05" then
      entries[#entries + 1] = {
        line = e.line, refuse = ("the cash report says that %s %s moved, and the rows that are read come to %s"):format(told, a.currency, sum),
        hint = "choose the sections Trades, Cash Transactions, Corporate Actions and Transfers for the Flex query, record by hand what is of none, and import the others with partial=true",
      }
    else
      local why = "the rows that are read come to what it says"
      if not a.currency then
        why = "it names no currency, so that the rows cannot be held against it; choose Currency for the section Cash Report of the Flex query"
      elseif not is_of_one then
        why = "it is the sum of all currencies"
      elseif not told then
        why = "it does not say what it began and ended with; choose Starting Cash and Ending Cash for the section Cash Report of the Flex query"
      end
      entries[#entries + 1] = { line = e.line, skip = why }
    end
  end
  if not is_checked then
    entries[#entries + 1] = { line = statement.line, skip = "it has no cash report to hold the rows against; choose the section Cash Report for the Flex query" }
  end
  return entries, keys
end

kit.define {
  name = "interactive-brokers-flex", summary = "A Flex query of Interactive Brokers as XML.", account = "Interactive Brokers", twins = true,
  xml = { "FlexQueryResponse", "FlexStatementResponse" },
  read = function(root, file)
    if root.tag == "FlexStatementResponse" then
      local why = ""
      for _, e in ipairs(root) do
        if e.tag == "ErrorMessage" then why = ": " .. e.text end
      end
      error({ message = "it is no statement, but the answer that there is none" .. why, hint = "run the Flex query again, and download what it gives" }, 0)
    end
    local statements, accounts, elements, count = {}, {}, {}, 0
    for _, list in ipairs(root) do
      for _, statement in ipairs(list) do
        statements[#statements + 1] = statement
        local id = statement.attributes.accountId or ""
        if id ~= "" and not accounts[id] then accounts[id], count = true, count + 1 end
        for _, child in ipairs(statement) do
          elements[#elements + 1] = child
          for _, e in ipairs(child) do elements[#elements + 1] = e end
        end
      end
    end
    -- An empty attribute says as much as one that is not there.
    for _, element in ipairs(elements) do
      for name, value in pairs(element.attributes) do
        if value == "" then element.attributes[name] = nil end
      end
    end
    if #statements == 0 then error({ message = "it holds no statement", hint = "run the Flex query for a period in which the account was there" }, 0) end
    local left, order, entries, seen = {}, slash_order(elements, file), {}, {}
    for _, statement in ipairs(statements) do
      local id = statement.attributes.accountId
      local account = count > 1 and id and "Interactive Brokers " .. id or kit.numbered_account(file, id, "Interactive Brokers")
      local rows, keys = read_statement(statement, account, order)
      for _, entry in ipairs(rows) do
        -- Statements of one file may overlap: a row under the number of another is that row.
        local own = entry.id or keys[entry]
        local key = own and entry.type and ("%s %s %s"):format(id, own, entry.type)
        if key and seen[key] then
          entry = { line = entry.line, skip = "an earlier row of the file has its number" }
          left[entry.line] = true
        elseif key then
          seen[key] = entry.line
        elseif left[entry.part_of] then
          entry = { line = entry.line, skip = "an earlier row of the file has its number" }
        end
        entries[#entries + 1] = entry
      end
    end
    return entries
  end,
}

-- The activity statement of Interactive Brokers as CSV, in English: of one account or of several, and of brokers that stand on it (CapTrader, LYNX …).
-- What is known of the files: each row begins with its section and Header, Data, SubTotal or Total; a section has a header for each class of assets. A trade
-- stands there as an order, and again as its executions and closed lots; proceeds are signed and without the commission, which is below zero; of a currency
-- pair the commission is in the base currency. A tax at source is a row of its own with the dividend's text. A split's quantity is the change.
-- Sources: oittaa/ibkr-report-parser, csingley/ibflex (codes), taxjson/taxjson. The rows are held against the Cash Report of the same file.

local kit = ...
local number = kit.number

local kinds = {
  ["Stocks"] = "stock", ["Equity and Index Options"] = "option", ["Warrants"] = "stock", ["Bonds"] = "bond", ["Treasury Bills"] = "bond", ["Mutual Funds"] = "fund",
  ["Crypto"] = "crypto", ["Structured Products"] = "other",
}
local payments = { ["interest"] = "interest", ["fees"] = "fee", ["transaction fees"] = "fee", ["other fees"] = "fee", ["dividends"] = "dividend", ["withholding tax"] = "tax" }
local subtypes = { buyO = "buy_to_open", buyC = "buy_to_close", sellO = "sell_to_open", sellC = "sell_to_close" }

local function has_code(codes, code) return (";" .. (codes or ""):gsub("%s", "") .. ";"):find(";" .. code .. ";", 1, true) ~= nil end

-- A record with its cells by the headings of its section, in small letters, since newer files write some of them so.
local function rows_of(records)
  local headers, rows = {}, {}
  for _, r in ipairs(records) do
    local section = (r[1] or ""):lower()
    local row = { line = r.line, section = section, kind = r[2], cells = r }
    if r[2] == "Header" then
      headers[section] = {}
      for index = 3, #r do headers[section][r[index]:lower()] = index end
    else
      for heading, index in pairs(headers[section] or {}) do row[heading] = r[index] end
    end
    rows[#rows + 1] = row
  end
  return rows
end

importer.define {
  name = "interactive-brokers", summary = "The activity statement of Interactive Brokers.", account = "Interactive Brokers",
  sniff = function(records)
    local first = records[1]
    if not (first and first[1] == "Statement" and first[2] == "Header") then return false end
    for _, r in ipairs(records) do
      if r[1] == "Statement" and r[3] == "Title" then return r[4] ~= "Transaction History" end
    end
    return false
  end,
  read = function(records)
    local rows = rows_of(records)
    local base, accounts, has_orders, is_english, multipliers = nil, {}, false, false, {}
    for _, row in ipairs(rows) do
      local cells = row.cells
      if row.section == "statement" and cells[3] == "Title" then is_english = cells[4] == "Activity Statement" end
      if row.section == "account information" and cells[3] == "Base Currency" then base = cells[4] end
      if row.account and row.account ~= "" and row.kind == "Data" and not row.account:find "^Total" then accounts[row.account] = true end
      if row.datadiscriminator == "Order" then has_orders = true end
      if row.section == "financial instrument information" and row.multiplier and row.kind == "Data" then multipliers[row.symbol] = number(row.multiplier) end
    end
    if not is_english then
      error({ message = "the statement is not in English", hint = "choose English as the language of the statement at Interactive Brokers, and export it again" }, 0)
    end
    local names = {}
    for name in pairs(accounts) do names[#names + 1] = name end
    local function account_of(row) return #names > 1 and row.account and row.account ~= "" and "Interactive Brokers " .. row.account or nil end
    local function draft(row, date)
      return { line = row.line, date = importer.day(date or row.date or row["date/time"]), account = account_of(row), currency = row.currency, account_currency = base }
    end
    local function is_total(row) return row.kind ~= "Data" or (row.cells[3] or ""):find "^Total" ~= nil end
    local function symbol_of(text)
      local symbol = text:match "^([^(]-)%s*%(%w+%)"
      return symbol ~= "" and symbol or nil
    end

    -- Each tax at source belongs to the dividend of its day whose text it repeats.
    local taxes, taxed = {}, {}
    for _, row in ipairs(rows) do
      if row.section == "withholding tax" and not is_total(row) then taxes[#taxes + 1] = row end
    end
    local function tax_of(row)
      local text = row.description:gsub("%s*%([^()]*%)%s*$", "")
      for _, tax in ipairs(taxes) do
        local is_same = tax.date == row.date and tax.currency == row.currency and tax.account == row.account and not taxed[tax.line]
        if is_same and tax.description:gsub("%s+%- %u%u Tax.*$", "") == text and kit.sum(number(tax.amount)):sign() * kit.sum(number(row.amount)):sign() < 0 then
          taxed[tax.line] = row
          return tax
        end
      end
    end
    local with_tax = {}
    for _, row in ipairs(rows) do
      if row.section == "dividends" and not is_total(row) then with_tax[row.line] = tax_of(row) end
    end

    local function commission(row)
      for heading, cell in pairs(row) do
        if type(heading) == "string" and heading:find "^comm" then return number(cell) or D "0" end
      end
      return D "0"
    end
    local function forex(row)
      local first, second = row.symbol:match "^(%u+)%.(%u+)$"
      if not first then kit.refuse(("\"%s\" is no pair of currencies"):format(row.symbol)) end
      local quantity, proceeds, charge = number(row.quantity), number(row.proceeds), commission(row)
      local base_draft = draft(row)
      base_draft.group = ("fx %s %s"):format(row["date/time"], row.line)
      local drafts
      if quantity:sign() > 0 then
        drafts = kit.exchange(base_draft, proceeds:abs(), second, quantity, first)
      else
        drafts = kit.exchange(base_draft, quantity:abs(), first, proceeds, second)
      end
      if not charge:is_zero() then
        local fee = draft(row)
        fee.currency, fee.notes = base or row.currency, "commission " .. row.symbol
        drafts[#drafts + 1] = kit.payment(fee, "fee", charge)
      end
      return drafts
    end
    local function trade(row)
      if row.datadiscriminator == "ClosedLot" then return nil, "closed lots repeat what the trades say" end
      if row.datadiscriminator ~= (has_orders and "Order" or "Trade") then return nil, "executions repeat what the orders say" end
      local category = row["asset category"]
      if category == "Forex" then return forex(row) end
      local kind = kinds[category]
      if not kind or not row.proceeds then kit.refuse(("trades of \"%s\" are not read"):format(category)) end
      local entry, quantity, proceeds, charge = draft(row), number(row.quantity), number(row.proceeds), commission(row)
      entry.type = quantity:sign() < 0 and "sell" or "buy"
      entry.symbol, entry.kind, entry.quantity, entry.price, entry.amount = row.symbol, kind, quantity:abs(), number(row["t. price"]), proceeds:abs()
      if kind == "option" then entry.multiplier = multipliers[row.symbol] or 100 end
      if kind == "bond" then entry.price = entry.price / 100 end
      local opens, closes = has_code(row.code, "O"), has_code(row.code, "C")
      if has_code(row.code, "Ep") then
        entry.type, entry.price, entry.amount = "expiry", nil, nil
        return entry
      end
      if opens ~= closes and (kind == "option" or (opens and entry.type == "sell") or (closes and entry.type == "buy")) then
        entry.subtype = subtypes[entry.type .. (opens and "O" or "C")]
      end
      if has_code(row.code, "A") or has_code(row.code, "Ex") then entry.notes = "by assignment or exercise; the premium stays with the option" end
      if charge:sign() <= 0 then
        entry.fee, entry.cash = kit.unless_zero(-charge), proceeds + charge
        return entry
      end
      -- What the exchange gives back is above zero.
      entry.cash = proceeds
      local rebate = draft(row)
      rebate.notes = "rebate " .. row.symbol
      return { entry, kit.payment(rebate, "credit", charge) }
    end
    local function payment(row)
      local entry, amount = draft(row), number(row.amount)
      if not amount or amount:is_zero() then return nil, "it moves no cash" end
      entry.notes = row.description
      if row.section == "withholding tax" then
        if taxed[row.line] then return { part_of = taxed[row.line].line } end
        entry.symbol = symbol_of(row.description)
        return kit.payment(entry, "tax", amount)
      end
      if row.section ~= "dividends" then return kit.payment(entry, payments[row.section], amount) end
      entry.symbol = symbol_of(row.description)
      if not entry.symbol then return kit.payment(entry, "credit", amount) end
      local tax = with_tax[row.line]
      entry.type = row.description:find "%(Return of Capital%)" and amount:sign() > 0 and "return_of_capital" or "dividend"
      entry.amount, entry.cash, entry.notes = amount, amount, nil
      if tax then entry.tax, entry.cash = -number(tax.amount), amount + number(tax.amount) end
      return entry
    end
    local splits = {}
    local function corporate(row)
      local text, entry, quantity = row.description or "", draft(row, row["date/time"]), number(row.quantity) or D "0"
      local proceeds = number(row.proceeds) or D "0"
      entry.symbol = symbol_of(text)
      local new, old = text:match "Split%s+([%d.,]+)%s+for%s+([%d.,]+)"
      if new then
        -- A reverse split is two rows: the units before it, and those after it.
        local key = row["date/time"] .. text:match "Split%s+[%d.,]+%s+for%s+[%d.,]+" .. (row.account or "") .. entry.symbol:gsub("%.OLD$", "")
        if splits[key] then return { part_of = splits[key] } end
        splits[key] = row.line
        entry.symbol = entry.symbol:gsub("%.OLD$", "")
        entry.type, entry.ratio = "split", tostring(number(new)) .. ":" .. tostring(number(old))
        return entry
      end
      if text:find "Merged%(Acquisition%)%s+[Ff][Oo][Rr]%s+%u%u%u" and quantity:sign() < 0 then
        entry.type, entry.quantity, entry.amount, entry.cash = "sell", quantity:abs(), proceeds, proceeds
        return entry
      end
      kit.refuse("what the corporate action did to the cost of the units stands in no column: " .. text, "record it by hand (merger, spinoff, symbol_change), and import the others with partial=true")
    end
    local function transfer(row)
      local entry, cash, quantity = draft(row), number(row["cash amount"]), kit.size(row.qty)
      entry.type = row.direction == "Out" and "transfer_out" or "transfer_in"
      if row["asset category"] ~= "Cash" and quantity then
        entry.symbol, entry.kind, entry.quantity, entry.group = row.symbol, kinds[row["asset category"]], quantity, "outside"
        return entry
      end
      if not cash or cash:is_zero() then return nil, "it moves no cash" end
      return kit.flow(entry, cash, "transfer_in", "transfer_out")
    end

    local sections = {
      ["trades"] = trade, ["dividends"] = payment, ["withholding tax"] = payment, ["interest"] = payment, ["fees"] = payment, ["transaction fees"] = payment, ["other fees"] = payment,
      ["corporate actions"] = corporate, ["transfers"] = transfer,
      ["deposits & withdrawals"] = function(row)
        local entry = draft(row, row["settle date"])
        entry.notes = row.description
        return kit.flow(entry, number(row.amount), "deposit", "withdrawal")
      end,
    }
    local moved = {}
    local entries = kit.each(rows, function(row)
      local read = sections[row.section]
      if not read then return nil, ("the section \"%s\" is not read"):format(row.cells[1]) end
      if row.kind == "Header" then return nil, "it is a header" end
      if is_total(row) then return nil, "it is a total" end
      local result, reason = read(row)
      return result, reason
    end)
    for _, entry in ipairs(entries) do
      if entry.cash then moved[entry.currency] = kit.sum(moved[entry.currency], entry.cash) end
    end

    -- The Cash Report says what each currency began and ended with.
    if #names > 1 then return entries end
    local starts = {}
    for _, row in ipairs(rows) do
      if row.section == "cash report" and row["currency summary"] == "Starting Cash" then starts[row.currency] = number(row.total) end
      if row.section == "cash report" and row["currency summary"] == "Ending Cash" and row.currency:find "^%u%u%u$" then
        local told, sum = number(row.total) - kit.sum(starts[row.currency]), kit.sum(moved[row.currency])
        if (told - sum):abs() > D "0.05" then
          entries[#entries + 1] = {
            line = row.line, refuse = ("the Cash Report says that %s %s moved, and the rows that are read come to %s"):format(told, row.currency, sum),
            hint = "find the rows of other sections that moved cash, record them by hand, and import the others with partial=true",
          }
        end
      end
    end
    return entries
  end,
}

-- The activity statement of Interactive Brokers as CSV, of one account or of several, and of brokers that stand on it (CapTrader, LYNX …).
-- What is known of the files: each row begins with its section and Header, Data, SubTotal or Total; a section has a header for each class of assets. A trade
-- stands there as an order, and again as its executions and closed lots; proceeds are signed and without the commission, which is below zero; of a currency
-- pair the commission is in the base currency. A tax at source is a row of its own with the dividend's text. A split's quantity is the change.
-- Statements in German, Spanish, French and Chinese have the names below; what else is known of these languages is little, so that rows with money under another name are refused.
-- Sources: oittaa/ibkr-report-parser, csingley/ibflex (codes), taxjson/taxjson, and tests and parsers of public importers for the other languages. The rows are held
-- against the Cash Report of the same file.

local kit = ...
local number, has_code = kit.number, kit.has_code

local kinds = {
  ["Stocks"] = "stock", ["Equity and Index Options"] = "option", ["Warrants"] = "stock", ["Bonds"] = "bond", ["Treasury Bills"] = "bond", ["Mutual Funds"] = "fund",
  ["Crypto"] = "crypto", ["Structured Products"] = "other", ["Aktien"] = "stock", ["Acciones"] = "stock", ["Actions"] = "stock", ["股票"] = "stock", ["股票和指数期权"] = "option",
}
local forex_names = { ["Forex"] = true, ["Devisen"] = true, ["外汇"] = true }
local payments = { ["interest"] = "interest", ["fees"] = "fee", ["transaction fees"] = "fee", ["other fees"] = "fee", ["dividends"] = "dividend", ["withholding tax"] = "tax" }

-- English names by those of other languages, in small letters.
local languages = { ["field name"] = "en", ["feldname"] = "de", ["nombre del campo"] = "es", ["nom champ"] = "fr", ["域名称"] = "zh" }
local sections_in_english = {
  ["kontoinformation"] = "account information", ["kontoinformationen"] = "account information", ["transaktionen"] = "trades", ["dividenden"] = "dividends",
  ["quellensteuer"] = "withholding tax", ["zinsen"] = "interest", ["gebühren"] = "fees", ["transaktionsgebühren"] = "transaction fees", ["einzahlungen & auszahlungen"] = "deposits & withdrawals",
  ["kapitalmaßnahmen"] = "corporate actions", ["cash-bericht"] = "cash report", ["offene positionen"] = "open positions", ["informationen zum finanzinstrument"] = "financial instrument information",
  ["información sobre la cuenta"] = "account information", ["operaciones"] = "trades", ["dividendos"] = "dividends", ["retención de impuestos"] = "withholding tax",
  ["tarifas"] = "fees", ["depósitos y retiradas"] = "deposits & withdrawals", ["información de instrumento financiero"] = "financial instrument information",
  ["transactions"] = "trades", ["dividendes"] = "dividends", ["dépôts et retraits"] = "deposits & withdrawals",
  ["账户信息"] = "account information", ["交易"] = "trades", ["股息"] = "dividends", ["代扣税"] = "withholding tax", ["利息"] = "interest", ["费用"] = "fees", ["存款和取款"] = "deposits & withdrawals",
  ["转账"] = "transfers", ["未平仓持仓"] = "open positions",
}
local headings_in_english = {
  ["anlagekategorie"] = "asset category", ["vermögenswertkategorie"] = "asset category", ["währung"] = "currency", ["konto"] = "account", ["datum"] = "date", ["datum/zeit"] = "date/time", ["menge"] = "quantity",
  ["t.-kurs"] = "t. price", ["erlös"] = "proceeds", ["erlöse"] = "proceeds", ["provision/gebühr"] = "comm/fee", ["prov./gebühr"] = "comm/fee", ["beschreibung"] = "description", ["betrag"] = "amount",
  ["abrechnungsdatum"] = "settle date", ["abwicklungsdatum"] = "settle date", ["berichtsdatum"] = "report date", ["währungsübersicht"] = "currency summary", ["gesamt"] = "total", ["multiplikator"] = "multiplier",
  ["categoría de activo"] = "asset category", ["divisa"] = "currency", ["símbolo"] = "symbol", ["fecha"] = "date", ["fecha/hora"] = "date/time", ["cantidad"] = "quantity", ["precio trans."] = "t. price",
  ["t. precio"] = "t. price", ["productos"] = "proceeds", ["tarifa/com."] = "comm/fee", ["código"] = "code", ["descripción"] = "description", ["fecha de liquidación"] = "settle date", ["multiplicador"] = "multiplier",
  ["catégorie d'actifs"] = "asset category", ["devise"] = "currency", ["compte"] = "account", ["symbole"] = "symbol", ["date/heure"] = "date/time", ["quantité"] = "quantity", ["prix trans."] = "t. price",
  ["produit"] = "proceeds", ["comm/tarif"] = "comm/fee", ["montant"] = "amount", ["date de règlement"] = "settle date",
  ["资产分类"] = "asset category", ["货币"] = "currency", ["账户"] = "account", ["日期"] = "date", ["日期/时间"] = "date/time", ["数量"] = "quantity", ["交易价格"] = "t. price", ["收益"] = "proceeds",
  ["佣金/税"] = "comm/fee", ["描述"] = "description", ["金额"] = "amount", ["结算日期"] = "settle date", ["合约乘数"] = "multiplier", ["方向"] = "direction", ["现金金额"] = "cash amount",
}
local base_names = { ["Base Currency"] = true, ["Basiswährung"] = true, ["Divisa base"] = true, ["基础货币"] = true }
local totals = { "^Total", "^Gesamt", "^总" }
local ends = { ["Ending Cash"] = true, ["Endbarsaldo"] = true }

-- A record with its cells by the headings of its section, in small letters, since newer files write some of them so.
local function rows_of(records)
  local headers, rows = {}, {}
  for _, r in ipairs(records) do
    local section = kit.lower(r[1] or "")
    section = sections_in_english[section] or section
    local row = { line = r.line, section = section, kind = r[2], cells = r }
    if r[2] == "Header" then
      headers[section] = {}
      for index = 3, #r do
        local heading = kit.lower(r[index])
        local name = headings_in_english[heading] or heading
        -- One Spanish word is both of these; and Chinese has one for symbols and for codes, of which the symbol stands beside the currency or the day.
        if heading == "cantidad" and payments[section] or heading == "cantidad" and section == "deposits & withdrawals" then name = "amount" end
        if heading == "代码" then
          local before, after = headings_in_english[kit.lower(r[index - 1])], headings_in_english[kit.lower(r[index + 1] or "")]
          local is_beside = before == "currency" or after == "currency" or before == "date/time" or after == "date/time" or before == "date" or after == "date"
          name = is_beside and "symbol" or "code"
        end
        if heading:find "^佣金" or heading:find "^provision" then name = "comm/fee" end
        headers[section][name] = index
      end
      row.has_money = headers[section].currency and (headers[section].amount or headers[section].proceeds or headers[section]["cash amount"]) and true
    else
      row.has_money = headers[section] and headers[section].currency and (headers[section].amount or headers[section].proceeds or headers[section]["cash amount"]) and true
      for heading, index in pairs(headers[section] or {}) do row[heading] = r[index] end
    end
    rows[#rows + 1] = row
  end
  return rows
end

kit.define {
  name = "interactive-brokers", summary = "The activity statement of Interactive Brokers.", account = "Interactive Brokers", twins = true,
  sniff = function(records)
    local first = records[1]
    if not (first and first[1] == "Statement" and first[2] == "Header") then return false end
    local is_one = false
    for _, r in ipairs(records) do
      if r[1] == "Statement" and r[3] == "Title" then return r[4] ~= "Transaction History" end
      if r[1] == "Statement" and r[3] == "BrokerName" then is_one = true end
    end
    return is_one
  end,
  read = function(records, file)
    local rows = rows_of(records)
    local base, accounts, has_orders, multipliers = nil, {}, false, {}
    local number_of_account
    local language = languages[(records[1][3] or ""):lower()]
    for _, row in ipairs(rows) do
      local cells = row.cells
      if row.section == "account information" and base_names[cells[3]] then base = cells[4] end
      local field = row.section == "account information" and kit.lower(cells[3] or "")
      if field and (field == "account" or headings_in_english[field] == "account") then number_of_account = cells[4] end
      if row.account and row.account ~= "" and row.kind == "Data" and not row.account:find "^Total" then accounts[row.account] = true end
      if row.datadiscriminator == "Order" then has_orders = true end
      if row.section == "financial instrument information" and row.multiplier and row.kind == "Data" then multipliers[row.symbol] = number(row.multiplier) end
    end
    if not language then
      error({ message = "the statement is in a language of which no names are known: its second heading is \"" .. (records[1][3] or "") .. "\"", hint = "choose English as the Language in the window from which the statement is downloaded, and export it again" }, 0)
    end
    local names = {}
    for name in pairs(accounts) do names[#names + 1] = name end
    local own = #names <= 1 and kit.numbered_account(file, number_of_account, "Interactive Brokers") or nil
    local function account_of(row) return own or #names > 1 and row.account and row.account ~= "" and "Interactive Brokers " .. row.account or nil end
    local function draft(row, date)
      return { line = row.line, date = importer.day(date or row.date or row["date/time"]), account = account_of(row), currency = row.currency, account_currency = base }
    end
    local function is_total(row)
      for _, name in ipairs { row.cells[3] or "", row.currency or "", row["asset category"] or "", row.subtitle or "" } do
        for _, word in ipairs(totals) do
          if name:find(word) then return true end
        end
      end
      return row.kind ~= "Data"
    end
    local function symbol_of(text)
      local symbol = text:match "^([^(]-)%s*%(%w+%)"
      return symbol ~= "" and symbol or nil
    end

    -- Each tax at source belongs to the dividend of its day whose text it repeats.
    local paid, taxes = {}, {}
    for _, row in ipairs(rows) do
      local list = row.section == "dividends" and paid or row.section == "withholding tax" and taxes
      if list and not is_total(row) and number(row.amount) then
        list[#list + 1] = { line = row.line, date = row.date, currency = row.currency, account = row.account, text = row.description or "", amount = number(row.amount) }
      end
    end
    local tax_of, dividend_of = kit.withheld(paid, taxes)

    local function commission(row)
      for heading, cell in pairs(row) do
        if type(heading) == "string" and heading:find "^comm" then return number(cell) or D "0" end
      end
      return D "0"
    end
    local function forex(row)
      local entry = draft(row)
      entry.group = ("fx %s %s"):format(row["date/time"], row.line)
      return kit.forex(entry, row.symbol, number(row.quantity), number(row.proceeds), commission(row), base or row.currency)
    end
    local function trade(row)
      if row.datadiscriminator == "ClosedLot" then return nil, "closed lots repeat what the trades say" end
      if row.datadiscriminator ~= (has_orders and "Order" or "Trade") then return nil, "executions repeat what the orders say" end
      local category = row["asset category"]
      if forex_names[category] then return forex(row) end
      local kind = kinds[category]
      if not kind or not row.proceeds then kit.refuse(("trades of \"%s\" are not read"):format(category)) end
      local entry, quantity, proceeds, charge = draft(row), number(row.quantity), number(row.proceeds), commission(row)
      entry.type = quantity:sign() < 0 and "sell" or "buy"
      entry.symbol, entry.kind, entry.quantity, entry.price, entry.amount = row.symbol, kind, quantity:abs(), number(row["t. price"]), proceeds:abs()
      if kind == "option" then entry.multiplier = multipliers[row.symbol] or 100 end
      if kind == "bond" then entry.price = entry.price / 100 end
      if has_code(row.code, "Ep") then
        entry.type, entry.price, entry.amount = "expiry", nil, nil
        return entry
      end
      kit.intend(entry, row.code)
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
      if not amount then kit.refuse "its amount is missing" end
      if amount:is_zero() then return nil, "it moves no cash" end
      entry.notes = row.description
      if row.section == "withholding tax" then
        if dividend_of(row.line) then return { part_of = dividend_of(row.line).line } end
        entry.symbol = symbol_of(row.description)
        return kit.payment(entry, "tax", amount)
      end
      if row.section ~= "dividends" then return kit.payment(entry, payments[row.section], amount) end
      entry.symbol = symbol_of(row.description)
      if not entry.symbol then return kit.payment(entry, "credit", amount) end
      local tax = tax_of(row.line)
      local ending = row.description:match "%(([^()]*)%)%s*$"
      if language ~= "en" and ending and ending:lower():find "[ck]apital" then
        kit.refuse(("whether \"%s\" is a return of capital is not known of statements in this language"):format(ending), "export the statement in English, or record the row by hand and import the others with partial=true")
      end
      entry.type = row.description:find "%(Return of Capital%)" and amount:sign() > 0 and "return_of_capital" or "dividend"
      entry.amount, entry.cash, entry.notes = amount, amount, nil
      if tax then entry.tax, entry.cash = -tax.amount, amount + tax.amount end
      return entry
    end
    local splits = {}
    local function corporate(row)
      local text, entry, quantity = row.description or "", draft(row, row["date/time"]), number(row.quantity) or D "0"
      local proceeds = number(row.proceeds) or D "0"
      entry.symbol = symbol_of(text)
      local ratio = kit.told_ratio(text)
      if ratio then
        -- A reverse split is two rows: the units before it, and those after it.
        local key = row["date/time"] .. text:match "Split%s+[%d.,]+%s+for%s+[%d.,]+" .. (row.account or "") .. entry.symbol:gsub("%.OLD$", "")
        if splits[key] then return { part_of = splits[key] } end
        splits[key] = row.line
        entry.symbol = entry.symbol:gsub("%.OLD$", "")
        entry.type, entry.ratio = "split", ratio
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
      if not read and language ~= "en" and row.has_money and row.kind == "Data" and not is_total(row) and row.section ~= "open positions" then
        kit.refuse(("the section \"%s\" is not known in this language, and its rows tell money"):format(row.cells[1]), "choose English as the Language in the window from which the statement is downloaded, and export it again")
      end
      if not read then return nil, ("the section \"%s\" is not read"):format(row.cells[1]) end
      if row.kind == "Header" then return nil, "it is a header" end
      if is_total(row) then return nil, "it is a total" end
      local result, reason = read(row)
      return result, reason
    end)
    for _, entry in ipairs(entries) do
      if entry.cash then moved[entry.currency] = kit.sum(moved[entry.currency], entry.cash) end
    end

    -- The Cash Report says what each currency began with, in its first row, and what it ended with.
    if #names > 1 then return entries end
    local started = {}
    for _, row in ipairs(rows) do
      if row.section == "cash report" and row.currency and not started[row.currency] then started[row.currency] = number(row.total) end
      if row.section == "cash report" and ends[row["currency summary"]] and (row.currency or ""):find "^%u%u%u$" then
        local told, sum = number(row.total) - kit.sum(started[row.currency]), kit.sum(moved[row.currency])
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

-- The account statement of a DEGIRO account ("Account.csv"): all that moved its cash, trades among it, in English, Dutch, German, French, Spanish, Portuguese
-- and Italian. Half of the columns have no heading, so they are read by their place.
-- What is known of the files: the currency stands in the named column, the amount in the one after it; newest first; a trade is up to five rows with one order
-- number (the trade, its fee, the two sides of an exchange, a tax); a dividend and its tax are two rows of one moment; a long description goes on in a
-- row of its own. Trades are in Transactions.csv too: import one of the two files, not both.
-- Sources: jaccobroere/wealthfolio-degiro-importer, dickwolff/Export-To-Ghostfolio and published exports.

local kit = ...
local number = kit.number

local verbs = {
  Buy = "buy", Koop = "buy", Kauf = "buy", Achat = "buy", Compra = "buy", Acquisto = "buy",
  Sell = "sell", Verkoop = "sell", Verkauf = "sell", Vente = "sell", Venta = "sell", Venda = "sell", Vendita = "sell",
}
-- What a description means, by what stands in it in small letters; the first that fits holds. Letters with accents are left to the dot.
local meanings = {
  { "fund", "cash market fund", "geldmarktfonds", "fonds mon.+taires", "money market", "koersverandering geldmarkt", "fondo de mercado" },
  { "sweep", "cash sweep", "naar uw geldrekening", "van uw geldrekening", "ihr geldkonto", "ihrem geldkonto", "cash account at flatex", "compte esp.ces flatex" },
  { "withheld", "dividend tax", "dividendbelasting", "dividendensteuer", "imp.+t.+ sur dividende", "retenci.+n del dividendo", "ritenuta", "imposto.+dividend" },
  { "dividend", "dividend", "kapitalaussch.+ttung", "distribution", "uitkering", "aussch.+ttung" },
  { "exchange", "^fx ", "valuta .*debitering", "valuta .*creditering", "w.+hrungswechsel", "op.+ration de change", "cambio de divisa", "de divisa", "operazione valuta", "autofx" },
  { "charge", "transaction and/or third", "transactiekosten", "transaktionsgeb.+hr", "frais degiro", "frais de courtage", "costes de transacci", "comiss.+es de transa", "costi di transazione" },
  { "charge", "transactiebelasting", "transaction tax", "transaktionssteuer", "stamp duty", "taxe sur les transactions", "beurstaks" },
  { "interest", "interest", "rente", "zins", "int..r..t", "inter..s", "juros", "interessi" },
  { "fee", "connection fee", "connectivity", "aansluitingskosten", "einrichtung von handelsmodalit", "frais de connexion", "conectividad", "connettivit", "service%-?%s?fee", "b%.t%.w%.", "adr/gdr", "kosten", "geb.+hr", " fee" },
  { "reserved", "^reserv" },
  {
    "flow", "deposit", "storting", "einzahlung", "sofort", "versement", "ingreso", "dep.+sito", "withdrawal", "terugstorting", "auszahlung", "retrait", "retirada", "levantamento",
    "prelievo", "bonifico",
  },
}

local function meaning(description)
  local text = description:lower()
  for _, row in ipairs(meanings) do
    for index = 2, #row do
      if text:find(row[index]) then return row[1] end
    end
  end
end

kit.define {
  name = "degiro-account", summary = "The account statement of a DEGIRO account: all that moved its cash.", account = "DEGIRO", currency = "EUR",
  sniff = function(records)
    local first, is_of_one, unnamed = records[1] or {}, false, 0
    for place, heading in ipairs(first) do
      is_of_one = is_of_one or heading:upper():find "ISIN" ~= nil
      if heading == "" and place < #first then unnamed = unnamed + 1 end
    end
    local is_trades = #first >= 17 and first[4]:upper():find "ISIN" and first[9] == ""
    if is_of_one and unnamed >= 2 and not is_trades then return 1 end
    return false
  end,
  read = function(records, file)
    local first = file.header
    if not (#first >= 11 and first[5]:upper():find "ISIN" and first[9] == "" and first[11] == "") then
      error({ message = "its columns stand in another order than DEGIRO's, and those without a heading can be told by their place alone", hint = "export the file anew, and import it as it comes" }, 0)
    end
    local mark = kit.mark(file, records, 9, 11, 7) or "comma"
    local entries, rows = {}, {}
    -- Lines that go on with a description belong to the row above them.
    for _, r in ipairs(records) do
      local last = rows[#rows]
      if r[1] == "" and last and r[6] ~= "" and (r[9] or "") == "" then
        last.text = last.text .. " " .. r[6]
        entries[#entries + 1] = { line = r.line, part_of = last.line }
      else
        local row = { line = r.line, r = r, text = r[6] or "", order = r[12] or "", currency = r[8], amount = number(r[9], mark) }
        row.what = meaning(row.text)
        -- "Koop 4 @ 25 USD (US00QZA00107)", "Buy 4 QUARZA INC@25 USD (…)", "Kauf 4 zu je 25 USD (…)": the price is the last number that a currency and a bracket follow.
        local action, quantity = row.text:match "^(%S+)%s+([%d.,]+)"
        local price, currency = row.text:match ".*[^%d.,]([%d.,]+)%s+(%u%u%u)%s*%("
        if not price then price, currency = row.text:match ".*[^%d.,]([%d.,]+)%s+(%u%u%u)%s*$" end
        if verbs[action] and price then
          row.what, row.side, row.quantity, row.price, row.priced_in = "trade", verbs[action], number(quantity, mark), number(price, mark), currency
        end
        if row.text:find "^[%u \128-\255-]+: %S+ [%d.,]+" then row.what = "event" end
        rows[#rows + 1] = row
      end
    end

    local done = {}
    local function take(row) done[row.line] = true end
    local function add(row, entry)
      entry.line = row.line
      entries[#entries + 1] = entry
      take(row)
    end
    local function part(row, main) add(row, { part_of = main.line }) end
    local function draft(row, fields)
      fields.date, fields.currency, fields.account_currency = importer.day(row.r[1], "dmy"), row.currency, "EUR"
      return fields
    end
    local function is_security(row) return row.r[5] ~= "" and not row.r[5]:find "^NLFLATEXACNT" and row.r[5] ~= "NL0011280581" end
    -- The other side of an exchange: the first row of its order and day that goes the other way in another currency.
    local sides = {}
    for _, row in ipairs(rows) do
      if row.what == "exchange" and row.amount then
        local key = row.order .. " " .. row.r[1]
        sides[key] = sides[key] or {}
        table.insert(sides[key], row)
      end
    end
    local function other_side(row)
      for _, other in ipairs(sides[row.order .. " " .. row.r[1]]) do
        if not done[other.line] and other.currency ~= row.currency and other.amount:sign() * row.amount:sign() < 0 then return other end
      end
    end
    local function exchange(row, main)
      local other = other_side(row)
      if not other then return add(row, { refuse = "the other side of this exchange is not in the file", hint = "export a longer span, or leave the row out with partial=true" }) end
      local given, received = row, other
      if row.amount:sign() > 0 then given, received = other, row end
      local base = draft(row, { line = (main or row).line, notes = row.text, group = ("fx %s %s %s"):format(row.r[1], row.r[2], row.order ~= "" and row.order or row.line) })
      for _, side in ipairs(kit.exchange(base, given.amount:abs(), given.currency, received.amount, received.currency)) do entries[#entries + 1] = side end
      take(row)
      part(other, main or row)
      if main then part(row, main) end
    end

    -- The rows of one order stand or fall with its first trade.
    local orders = {}
    for _, row in ipairs(rows) do
      if row.what == "trade" and row.order ~= "" and not orders[row.order] then orders[row.order] = row end
    end
    local fill = kit.counter()
    local function trade(row, main)
      local size = row.amount:abs()
      local price, currency = kit.whole(row.price, row.priced_in)
      if currency ~= row.currency then kit.refuse(("the price is in %s, and the amount in %s"):format(currency, row.currency)) end
      local fields = kit.priced(draft(row, {
        line = main.line, type = row.side, symbol = row.r[5], name = row.r[4], quantity = row.quantity, price = price, amount = size, cash = row.amount,
        id = fill(row.order),
      }))
      row.fields = fields
      entries[#entries + 1] = fields
      take(row)
      if row ~= main then part(row, main) end
      return fields
    end
    for _, row in ipairs(rows) do
      if row.what == "trade" and row.amount then
        local is_read, why = pcall(trade, row, orders[row.order] or row)
        if not is_read then add(row, { refuse = why.message, hint = why.hint }) end
      end
    end
    for _, row in ipairs(rows) do
      local main = orders[row.order]
      -- What is done, or moves nothing, is told below.
      local what = not done[row.line] and row.amount and not row.amount:is_zero() and row.what or nil
      if main and what == "exchange" then
        exchange(row, main)
      elseif main and what == "charge" and row.amount:sign() < 0 and main.fields and main.currency == row.currency then
        main.fields.fee, main.fields.cash = kit.sum(main.fields.fee, -row.amount), main.fields.cash + row.amount
        part(row, main)
      elseif what == "charge" and row.order ~= "" and not main then
        -- The file that has the trade has this row, too.
        add(row, { refuse = "the trade of which it is a charge is not in the file", hint = "export a span of days with the whole order, or import the others with partial=true" })
      elseif main and what then
        -- The fee of an order, a tax on it, or the interest that a bond had earned.
        local fields = draft(row, { line = main.line, symbol = row.r[5], notes = row.text })
        entries[#entries + 1] = kit.payment(fields, what == "interest" and "interest" or "fee", row.amount)
        part(row, main)
      elseif what == "exchange" then
        exchange(row)
      end
    end

    -- A dividend with the tax of the same moment.
    for _, row in ipairs(rows) do
      if row.what == "dividend" and not done[row.line] and row.amount and is_security(row) then
        local fields = draft(row, { type = "dividend", symbol = row.r[5], name = row.r[4], amount = row.amount, cash = row.amount })
        for _, other in ipairs(rows) do
          local is_same = other.what == "withheld" and not done[other.line] and other.amount and other.r[5] == row.r[5] and other.r[1] == row.r[1] and other.r[2] == row.r[2]
          if is_same and other.currency == row.currency and other.amount:sign() * row.amount:sign() < 0 then
            fields.tax, fields.cash = -other.amount, row.amount + other.amount
            part(other, row)
            break
          end
        end
        add(row, fields)
      end
    end

    -- Money that DEGIRO keeps elsewhere overnight goes and comes back; what its fund gained or lost on a day is interest.
    local nets, last = {}, {}
    local function key_of(row) return row.what .. (row.currency or "") .. (row.what == "fund" and row.r[1] or "") end
    for _, row in ipairs(rows) do
      if not done[row.line] and row.amount and (row.what == "fund" or row.what == "sweep") then
        local key = key_of(row)
        nets[key], last[key] = kit.sum(nets[key], row.amount), last[key] or row
      end
    end
    for _, row in ipairs(rows) do
      if not done[row.line] and (row.what == "fund" or row.what == "sweep") then
        local key = key_of(row)
        if last[key] ~= row or nets[key]:is_zero() then
          add(row, { skip = "money that DEGIRO moves between its own accounts" })
        elseif row.what == "fund" then
          add(row, kit.payment(draft(row, { notes = "the money market fund" }), "interest", nets[key]))
        else
          add(row, { refuse = ("the moves between DEGIRO's own accounts do not cancel out: %s %s is left"):format(nets[key], row.currency), hint = "export a longer span of days, in which they do" })
        end
      end
    end

    local direct = { interest = "interest", fee = "fee", charge = "fee", withheld = "tax" }
    for _, row in ipairs(rows) do
      if not done[row.line] then
        if not row.amount or row.amount:is_zero() then
          add(row, { skip = "it moves no cash" })
        elseif direct[row.what] then
          local fields = kit.payment(draft(row, { notes = row.text }), direct[row.what], row.amount)
          if is_security(row) and row.what ~= "interest" then fields.symbol, fields.name = row.r[5], row.r[4] end
          add(row, fields)
        elseif row.what == "flow" or row.what == "reserved" then
          add(row, kit.flow(draft(row, { notes = row.text }), row.amount, "deposit", "withdrawal"))
        elseif row.what == "event" then
          add(row, { refuse = "it is half of a split, a merger or a change of the ISIN", hint = "record it by hand, such as split{symbol=\"" .. row.r[5] .. "\", ratio=\"2:1\"}, and import the others with partial=true" })
        else
          local is_read, why, reason = pcall(kit.unknown, "description", row.text, file)
          add(row, is_read and { skip = reason } or { refuse = why.message, hint = why.hint })
        end
      end
    end
    return entries
  end,
}

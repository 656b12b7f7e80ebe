-- luca import --learn: what the columns of a bank's file are, asked one question at a time, and the importer that is written of the answers.
-- The chunk gives a function that begins with the file's records and what was told of it, and goes on with an answer. It gives the next question, or name and text of the
-- importer. A question without a default, or one of which nothing in the file is certain, has to be answered: dates and numbers are never guessed.

local words = {
  date = { "buchungstag", "buchungsdatum", "booking date", "buchung", "posting date", "transaction date", "trade date", "handelstag", "datum", "date", "fecha", "data", "dag", "dato" },
  amount = { "betrag", "umsatz", "amount", "montant", "importe", "importo", "bedrag", "belopp", "kwota", "wert", "value", "sum" },
  paid_in = { "credit", "haben", "gutschrift", "paid in", "money in", "crédit", "eingang", "abono", "avere" },
  paid_out = { "debit", "soll", "lastschrift", "paid out", "money out", "débit", "ausgang", "cargo", "dare" },
  balance = { "saldo", "balance", "solde", "kontostand" },
  notes = {
    "empfänger", "auftraggeber", "payee", "name", "verwendungszweck", "beschreibung", "description", "libellé", "merchant", "details", "memo", "concepto", "descrizione",
    "omschrijving", "narrative", "text",
  },
  type = { "type", "typ", "art", "transaktion", "action", "vorgang", "tipo" },
  currency = { "währung", "currency", "ccy", "devise", "moneda", "valuta", "divisa", "waluta", "munt" },
  symbol = { "symbol", "ticker", "isin", "wkn", "wertpapier" },
  quantity = { "stück", "anzahl", "quantity", "shares", "menge", "nominal", "units" },
  price = { "kurs", "price", "cours", "prezzo", "precio" }, fee = { "gebühr", "fee", "provision", "commission", "spesen" }, tax = { "steuer", "tax" },
}
local types = { "buy", "sell", "dividend", "interest", "fee", "tax", "credit", "deposit", "withdrawal", "transfer_in", "transfer_out", "skip" }
local known = {
  kauf = "buy", buy = "buy", achat = "buy", compra = "buy", koop = "buy", purchase = "buy", verkauf = "sell", sell = "sell", vente = "sell", venta = "sell", verkoop = "sell", sale = "sell",
  dividende = "dividend", dividend = "dividend", dividendo = "dividend", zinsen = "interest", interest = "interest", zins = "interest", ["gebühr"] = "fee", fee = "fee", steuer = "tax", tax = "tax",
  einzahlung = "deposit", deposit = "deposit", gutschrift = "deposit", auszahlung = "withdrawal", withdrawal = "withdrawal", lastschrift = "withdrawal", umbuchung = "skip",
}
local orders, marks = { "dmy", "mdy", "ymd" }, { "point", "comma" }

local function contains(list, value)
  for _, entry in ipairs(list) do
    if entry == value then return true end
  end
  return false
end

local function day_of(cell, order)
  if not cell:find "^%d+[./-]%d+[./-]%d+" and not cell:find "^%d%d%d%d%d%d%d%d$" then return nil end
  local ok, day = pcall(importer.day, cell, order)
  return ok and day or nil
end

local function number_of(cell, mark)
  local ok, number = pcall(importer.number, cell, mark)
  return ok and number or nil
end

local function is_day(cell) return (day_of(cell, "dmy") or day_of(cell, "mdy") or day_of(cell, "ymd")) ~= nil end
local function is_number(cell) return cell:find "%d" and (number_of(cell, "point") or number_of(cell, "comma")) ~= nil end

-- The number of the record that holds the headings: the first of texts alone above a row with a day and a number.
local function header_of(records)
  for place, record in ipairs(records) do
    local texts, others = 0, 0
    for _, cell in ipairs(record) do
      if cell ~= "" and (is_day(cell) or is_number(cell)) then others = others + 1 elseif cell ~= "" then texts = texts + 1 end
    end
    local below, days, numbers = records[place + 1], 0, 0
    for _, cell in ipairs(below or {}) do
      if is_day(cell) then days = days + 1 elseif is_number(cell) then numbers = numbers + 1 end
    end
    if texts >= 2 and others == 0 and days > 0 and numbers > 0 then return place end
  end
  error({ message = "no line of headings stands above rows with a date and an amount", hint = "put one above the rows, such as Date,Amount,Text" }, 0)
end

-- The columns with a heading of their own: their cells, and what all of these can be.
local function columns_of(records, header, currencies)
  local columns, by_name, rows = {}, {}, {}
  for place = header + 1, #records do
    local has_day = false
    for _, cell in ipairs(records[place]) do has_day = has_day or is_day(cell) end
    if has_day then rows[#rows + 1] = records[place] end
  end
  for index, heading in ipairs(records[header]) do
    if heading ~= "" and not by_name[heading] then
      local is_word = {}
      local column = { heading = heading, index = index, cells = {}, words = {}, is_day = true, is_number = true, is_code = true }
      for _, row in ipairs(rows) do
        local cell = row[index] or ""
        if cell ~= "" then
          column.cells[#column.cells + 1] = cell
          column.is_day, column.is_number = column.is_day and is_day(cell), column.is_number and is_number(cell) and not is_day(cell)
          column.is_code = column.is_code and currencies[cell] ~= nil
          if not is_word[cell] then is_word[cell], column.words[#column.words + 1] = true, cell end
        end
      end
      if #column.cells == 0 then column.is_day, column.is_number, column.is_code = false, false, false end
      columns[#columns + 1], by_name[heading] = column, column
    end
  end
  return columns, by_name, rows
end

local function is_called(column, field)
  local heading = column.heading:lower()
  for _, word in ipairs(words[field]) do
    if heading:find(word, 1, true) then return true end
  end
  return false
end

-- The headings of the columns of which something holds, those called so first.
local function headings_of(columns, field, holds)
  local first, others = {}, {}
  for _, column in ipairs(columns) do
    if holds(column) then table.insert(is_called(column, field) and first or others, column.heading) end
  end
  local called = #first
  for _, heading in ipairs(others) do first[#first + 1] = heading end
  return first, called
end

-- The ways in which all of some cells can be read, those alone that lead to different values.
local function readings(ways, cells, read)
  local possible, seen = {}, {}
  for _, way in ipairs(ways) do
    local values = {}
    for _, cell in ipairs(cells) do
      local value = read(cell, way)
      if value == nil then
        values = nil
        break
      end
      values[#values + 1] = tostring(value)
    end
    local text = values and table.concat(values, " ")
    if text and not contains(seen, text) then possible[#possible + 1], seen[#seen + 1] = way, text end
  end
  return possible
end

-- Whether some number of a column is not zero.
local function holds_some(column, mark)
  for _, cell in ipairs(column.cells) do
    local number = number_of(cell, mark)
    if number and not number:is_zero() then return true end
  end
  return false
end

-- The heading of the column of balances; nil for none.
local function balance_of(columns)
  for _, column in ipairs(columns) do
    if column.is_number and is_called(column, "balance") then return column.heading end
  end
end

-- Whether each balance is the one of the row before and what the row moved: its amount, less its charge. False where nothing tells.
local function leads(rows, by_name, balance, map, charge)
  if not balance or #rows < 2 then return false end
  local function figure(row, heading) return number_of(row[by_name[heading].index] or "", map.decimal_mark) end
  local is_rising, is_falling = true, true
  for place = 2, #rows do
    local function moved(row) return (figure(row, map.amount) or D "0") - (charge and figure(row, charge) or D "0") end
    local now, before = figure(rows[place], balance), figure(rows[place - 1], balance)
    if not now or not before then return false end
    is_rising, is_falling = is_rising and now - before == moved(rows[place]), is_falling and before - now == moved(rows[place - 1])
  end
  return is_rising or is_falling
end

-- Of several orders of a date's parts those by which no day is still to come; all of them, where each has such a day.
local function past(possible, cells)
  local past_ones = {}
  for _, order in ipairs(possible) do
    local is_past = true
    for _, cell in ipairs(cells) do is_past = is_past and day_of(cell, order) <= today() end
    if is_past then past_ones[#past_ones + 1] = order end
  end
  return #past_ones > 0 and past_ones or possible
end

local function learn(records, told)
  local header = header_of(records)
  local columns, by_name, rows = columns_of(records, header, told.currencies)
  -- Asks until an answer holds. A default that is certain needs no answer where nobody is to give one; one beside which nothing else is possible is not asked at all.
  local function ask(question, default, is_certain, check, is_sole)
    local wrong
    if is_sole then
      local result = check(default)
      if result ~= nil then return result end
    end
    while true do
      local answer = coroutine.yield { ask = question, default = default, certain = is_certain and default ~= nil, wrong = wrong }
      answer = answer:match "^%s*(.-)%s*$"
      if answer == "" then answer = default or "" end
      local result
      result, wrong = check(answer)
      if result ~= nil then return result end
    end
  end
  local function among(list, all)
    return function(answer)
      for _, name in ipairs(all or list) do
        if name:lower() == answer:lower() then return name end
      end
      return nil, ("\"%s\" is none of %s"):format(answer, table.concat(list, ", "))
    end
  end
  local function column_names()
    local names = {}
    for _, column in ipairs(columns) do names[#names + 1] = column.heading end
    return names
  end
  local function told_as(field)
    for heading, name in pairs(told.columns) do
      if name == field then return heading end
    end
  end
  for heading in pairs(told.columns) do
    if not by_name[heading] then error({ message = ("the file has no column \"%s\""):format(heading), hint = "its columns are " .. table.concat(column_names(), ", ") }, 0) end
  end
  local map = {}

  -- The day, and the order of its parts.
  local days = headings_of(columns, "date", function(column) return column.is_day end)
  if #days == 0 then error({ message = "no column holds a date in each row", hint = "an importer of a few lines of Lua reads such files: help importer.define" }, 0) end
  map.date = told_as "date" or ask(("Which column is the day of a row? (%s)"):format(table.concat(days, ", ")), days[1], #days == 1, among(days, days), #days == 1)
  local possible = past(readings(orders, by_name[map.date].cells, day_of), by_name[map.date].cells)
  local is_told = false
  for _, cell in ipairs(told.date_order and by_name[map.date].cells or {}) do is_told = is_told or day_of(cell, told.date_order) ~= nil end
  if #possible == 0 and not is_told then
    error({
      message = ("the days of the column \"%s\" are not all in one order of day, month and year"):format(map.date),
      hint = "look at its cells, or say which column is the day: columns={[\"Heading\"]=\"date\"}",
    }, 0)
  end
  map.date_order = told.date_order or (#possible == 1 and possible[1])
    or ask(("In which order are the parts of %s? (%s)"):format(by_name[map.date].cells[1] or "a date", table.concat(possible, ", ")), nil, false, among(possible))

  -- The amount: of one column with signs, or of two.
  local sums, called = headings_of(columns, "amount", function(column) return column.is_number and not is_called(column, "balance") end)
  local into, out = told_as "paid_in", told_as "paid_out"
  for _, column in ipairs(columns) do
    local is_sum = column.is_number or #column.cells == 0
    if not into and is_sum and is_called(column, "paid_in") then into = column.heading end
    if not out and is_sum and is_called(column, "paid_out") then out = column.heading end
  end
  if told_as "amount" then
    map.amount = told_as "amount"
  elseif told_as "paid_in" and told_as "paid_out" then
    map.paid_in, map.paid_out = into, out
  else
    local default = into and out and into ~= out and into .. ", " .. out or sums[1]
    if not default then error({ message = "no column holds a number in each row", hint = "an importer of a few lines of Lua reads such files: help importer.define" }, 0) end
    -- Two that are called so, the one that is called an amount, or the only one that holds numbers.
    local is_sole = default:find(", ", 1, true) ~= nil or called == 1 or #sums == 1
    ask(("Which column is the amount? Or two, first what came in: Credit, Debit (%s)"):format(table.concat(sums, ", ")), default, #sums == 1 or default:find(", ", 1, true) ~= nil, function(answer)
      local first, second = answer:match "^(.-)%s*,%s*(.+)$"
      if by_name[answer] then
        map.amount = answer
      elseif by_name[first] and by_name[second] then
        map.paid_in, map.paid_out = first, second
      else
        return nil, ("the file has no column \"%s\""):format(answer)
      end
      return true
    end, is_sole)
  end
  local figures = {}
  for _, heading in ipairs { map.amount or map.paid_in, map.paid_out } do
    for _, cell in ipairs(by_name[heading].cells) do figures[#figures + 1] = cell end
  end
  possible = readings(marks, figures, number_of)
  if #possible == 0 then error({ message = "some amount is a number neither with a point nor with a comma for decimals", hint = "look at the column " .. (map.amount or map.paid_in) }, 0) end
  map.decimal_mark = told.decimal_mark or (#possible == 1 and possible[1])
    or ask(("What parts the decimals of %s? (point, comma)"):format(figures[1]), nil, false, among(marks))
  local has_sign = map.amount == nil
  for _, cell in ipairs(figures) do
    local number = number_of(cell, map.decimal_mark)
    has_sign = has_sign or number ~= nil and number:sign() < 0
  end

  -- Whether what went out is written below zero: then a figure above it is one that came back.
  if map.paid_out then
    local above, below = 0, 0
    for _, cell in ipairs(by_name[map.paid_out].cells) do
      local number = number_of(cell, map.decimal_mark)
      local sign = number and number:sign() or 0
      above, below = above + (sign > 0 and 1 or 0), below + (sign < 0 and 1 or 0)
    end
    if above + below > 0 then map.paid_out_sign = below > above and "minus" or "plus" end
  end

  -- What a row is: its sign, or a word.
  local kinds = headings_of(columns, "type", function(column) return not column.is_day and not column.is_number and not column.is_code and #column.words > 0 and #column.words <= 15 and not is_called(column, "notes") end)
  local guess
  for _, heading in ipairs(kinds) do
    for _, word in ipairs(by_name[heading].words) do guess = guess or known[word:lower()] and heading end
  end
  if told_as "type" then
    map.type = told_as "type"
  else
    local choice = ask(
      has_sign and "Which column tells what a row is, such as Buy or Dividend? none: money that comes in and goes out" or "No amount is below zero: which column tells what a row is, such as Buy or Dividend? none: all of it came in",
      guess or (has_sign and "none" or nil), guess == nil and has_sign, among({ "none", table.unpack(kinds) }, { "none", table.unpack(column_names()) }))
    if choice ~= "none" then map.type = choice end
  end
  local is_of_units = false
  if map.type then
    map.types, map.unsigned = {}, not has_sign or nil
    for _, word in ipairs(by_name[map.type].words) do
      map.types[word] = told.types[word] or ask(("What is \"%s\"? (%s)"):format(word, table.concat(types, ", ")), known[word:lower()], false, among(types))
      is_of_units = is_of_units or contains({ "buy", "sell", "dividend" }, map.types[word])
    end
  end
  for _, field in ipairs(is_of_units and { "symbol", "quantity", "price", "fee", "tax" } or {}) do
    local list, count = headings_of(columns, field, function(column) return field == "symbol" and not column.is_number and not column.is_day or field ~= "symbol" and column.is_number and column.heading ~= map.amount end)
    local choice = told_as(field) or ask(("Which column is the %s? (%s)"):format(field, table.concat({ "none", table.unpack(list) }, ", ")), count > 0 and list[1] or "none", count == 1 or #list == 0 or count == 0 and (field == "fee" or field == "tax"), among({ "none", table.unpack(list) }))
    if choice ~= "none" then map[field] = choice end
  end

  -- A charge in a column of its own is inside the amount, or leaves the account beside it: the balance tells, else somebody does.
  local charges = not is_of_units and map.amount and headings_of(columns, "fee", function(column) return column.is_number and column.heading ~= map.amount and is_called(column, "fee") end) or {}
  local charge = charges[1]
  if charge and holds_some(by_name[charge], map.decimal_mark) then
    local alone, beside = leads(rows, by_name, balance_of(columns), map, nil), leads(rows, by_name, balance_of(columns), map, charge)
    local is_sure = alone ~= beside
    if ask(("Does \"%s\" leave the account beside \"%s\"? (yes, no)"):format(charge, map.amount), is_sure and (beside and "yes" or "no") or nil, is_sure, among { "yes", "no" }, is_sure) == "yes" then
      map.charge = charge
    end
  end

  -- Whom and what for, the currency, the account.
  local notes, count = headings_of(columns, "notes", function(column) return not column.is_day and not column.is_number and column.heading ~= map.type and column.heading ~= map.symbol and #column.cells > 0 end)
  local default = table.concat({ table.unpack(notes, 1, count > 0 and count or 1) }, ", ")
  map.notes = {}
  if told_as "notes" then
    map.notes = { told_as "notes" }
  elseif default ~= "" then
    ask("Which columns tell whom it was paid to, and what for? none: nobody", default, true, function(answer)
      map.notes = {}
      if answer == "none" then return true end
      for name in (answer .. ","):gmatch "%s*(.-)%s*," do
        if not by_name[name] then return nil, ("the file has no column \"%s\""):format(name) end
        map.notes[#map.notes + 1] = name
      end
      return true
    end, count > 0)
  end
  local account = told.account
  if not account then
    local names = {}
    for name in pairs(told.accounts) do names[#names + 1] = name end
    table.sort(names)
    account = ask(("Into which account?%s"):format(#names > 0 and " (" .. table.concat(names, ", ") .. ", or a new one)" or " It is made where there is none of the name."), names[1], #names == 1, function(answer)
      if answer == "" then return nil, "it needs a name" end
      return answer
    end)
  end
  local codes = headings_of(columns, "currency", function(column) return column.is_code and column.heading ~= map.symbol and column.heading ~= map.type end)
  map.currency = told_as "currency" or codes[1]
  local currency = told.currency or told.accounts[account]
  if not currency and not map.currency then
    currency = ask("In which currency are the amounts? (EUR, USD …)", nil, false, function(answer)
      if told.currencies[answer:upper()] then return answer:upper() end
      return nil, ("\"%s\" is no currency that luca knows"):format(answer)
    end)
  end
  local letters = { ["ä"] = "ae", ["ö"] = "oe", ["ü"] = "ue", ["ß"] = "ss", ["é"] = "e", ["è"] = "e", ["á"] = "a", ["à"] = "a", ["ó"] = "o", ["ñ"] = "n", ["ç"] = "c" }
  local plain = told.name:gsub("%.[^.]*$", ""):lower():gsub("[\xC3][\x80-\xBF]", letters):gsub("[^a-z]+", "-"):gsub("^%-+", ""):gsub("%-+$", "")
  if plain == "" then plain = "my-bank" end
  local name, number = plain, 2
  while contains(told.taken, name) do name, number = plain .. "-" .. number, number + 1 end
  name = ask("What shall the importer be called?", name, true, function(answer)
    if contains(told.taken, answer) then return nil, ("there is an importer \"%s\" already"):format(answer) end
    if answer:find "^[%w_-]+$" then return answer end
    return nil, "its name is of letters, digits, - and _"
  end, not contains(told.own, name))

  -- The importer as a text.
  local lines, used = {}, {}
  local function quoted(text) return ("%q"):format(text) end
  for _, field in ipairs { "date", "date_order", "amount", "paid_in", "paid_out", "paid_out_sign", "decimal_mark", "type", "unsigned", "symbol", "quantity", "price", "fee", "tax", "charge", "currency" } do
    local value = map[field]
    if value ~= nil then lines[#lines + 1] = ("      %s = %s,"):format(field, value == true and "true" or quoted(value)) end
    if by_name[value] then used[#used + 1] = quoted(value) end
  end
  local names = {}
  for _, heading in ipairs(map.notes) do
    names[#names + 1] = quoted(heading)
    used[#used + 1] = quoted(heading)
  end
  if #names > 0 then lines[#lines + 1] = "      notes = { " .. table.concat(names, ", ") .. " }," end
  if map.types then
    lines[#lines + 1] = "      types = {"
    for _, word in ipairs(by_name[map.type].words) do lines[#lines + 1] = ("        [%s] = %s,"):format(quoted(word), quoted(map.types[word])) end
    lines[#lines + 1] = "      },"
  end
  local text = {
    ("-- Learned from %s. Change what is wrong: luca reads it at the next import."):format(told.name), "local kit = ...", "", "importer.define {",
    ("  name = %s, summary = %s, account = %s,%s"):format(quoted(name), quoted("Files such as " .. told.name .. "."), quoted(account), currency and " currency = " .. quoted(currency) .. "," or ""),
    "  headings = { " .. table.concat(used, ", ") .. " },", "  read = function(records, file)", "    return kit.each(records, kit.mapped({", table.concat(lines, "\n"), "    }, file))", "  end,", "}", "",
  }
  local amount = map.amount and quoted(map.amount) or ("%q less %q"):format(map.paid_in, map.paid_out)
  local summary = ("the day is %q (%s), the amount %s (decimals after the %s)%s%s; the importer is called %s"):format(
    map.date, map.date_order, amount, map.decimal_mark, map.charge and (" less %q"):format(map.charge) or "", #map.notes > 0 and (", the text %q"):format(table.concat(map.notes, ", ")) or "", name)
  return { name = name, text = table.concat(text, "\n"), rows = #rows, summary = summary }
end

local running

return function(records, told, answer)
  local ok, result
  if running then
    ok, result = coroutine.resume(running, answer)
  else
    running = coroutine.create(learn)
    ok, result = coroutine.resume(running, records, told)
  end
  if not ok then error(result, 0) end
  return result
end

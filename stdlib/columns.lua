-- What the columns of a table hold, as learn.lua asks of them: days and numbers by the ways in which they can be read, and what a column is called by its heading.

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

return {
  contains = contains, day_of = day_of, number_of = number_of, header_of = header_of, columns_of = columns_of, is_called = is_called,
  headings_of = headings_of, readings = readings, holds_some = holds_some, balance_of = balance_of, leads = leads, past = past,
}

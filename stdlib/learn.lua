-- luca import --learn: what the columns of a bank's file are, asked one question at a time, and the importer that is written of the answers.
-- The chunk gives a function that begins with the file's records and what was told of it, and goes on with an answer. It gives the next question, or name and text of the
-- importer. A question without a default, or one of which nothing in the file is certain, has to be answered: dates and numbers are never guessed.

-- What columns.lua gives.
local told_of = ...
local contains, day_of, number_of, header_of, columns_of, is_called = told_of.contains, told_of.day_of, told_of.number_of, told_of.header_of, told_of.columns_of, told_of.is_called
local headings_of, readings, holds_some, balance_of, leads, past = told_of.headings_of, told_of.readings, told_of.holds_some, told_of.balance_of, told_of.leads, told_of.past

local types = { "buy", "sell", "dividend", "interest", "fee", "tax", "credit", "deposit", "withdrawal", "transfer_in", "transfer_out", "skip" }
local known = {
  kauf = "buy", buy = "buy", achat = "buy", compra = "buy", koop = "buy", purchase = "buy", verkauf = "sell", sell = "sell", vente = "sell", venta = "sell", verkoop = "sell", sale = "sell",
  dividende = "dividend", dividend = "dividend", dividendo = "dividend", zinsen = "interest", interest = "interest", zins = "interest", ["gebühr"] = "fee", fee = "fee", steuer = "tax", tax = "tax",
  einzahlung = "deposit", deposit = "deposit", gutschrift = "deposit", auszahlung = "withdrawal", withdrawal = "withdrawal", lastschrift = "withdrawal", umbuchung = "skip",
}
local orders, marks = { "dmy", "mdy", "ymd" }, { "point", "comma" }
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

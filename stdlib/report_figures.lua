-- What the reports that come with luca share, its second part: figures, words, frames of figures, sums, and what is drawn. Run with the kit as its argument.
local kit = ...

-- What people say for words of the data model; the others are shown without their `_`.
local spoken = {
  buy = "bought", sell = "sold", buy_to_open = "bought to open", sell_to_open = "sold to open", buy_to_close = "bought to close", sell_to_close = "sold to close",
  drip = "dividend reinvested", cash_secured = "cash-secured", naked = "uncovered",
}

-- The kinds of fees and taxes.
local charges = { trade = "trading fees", exchange = "exchange fees", account = "account fees", tax = "taxes" }

-- The words of a broker's statement for a word of the data model.
function kit.word(name) return name and (spoken[name] or (name:gsub("_", " "))) or nil end

-- The rows with such words in a column.
function kit.in_words(rows, column) return rows:with(column, function(row) return kit.word(row[column]) end) end

-- Fees and taxes with their kind in words.
function kit.charged(rows) return rows:with("kind", function(row) return charges[row.kind] or kit.word(row.kind) end) end

-- The rows with who paid: the instrument, and of interest the account.
function kit.with_payer(rows) return rows:with("payer", function(row) return row.symbol or row.account end) end

-- A gain in words, such as gain 1,005.00 USD; a word for a loss would tell one where amounts are masked.
function kit.gained(amount, currency)
  local digits = tostring(money(0, currency)):match "%.(%d+)"
  return "gain " .. amount:format(digits and #digits or 0) .. " " .. currency
end

-- A figure for each of some columns of a row, with the names to show.
function kit.figures(row, currency, list)
  local figures = {}
  for place, item in ipairs(list) do figures[place] = kit.figure(item[1], row and row[item[2]], currency, item.note, item.signed) end
  return { figures = figures }
end

-- A figure of money, which stays unknown where its amount is; gains and losses are told apart where signed.
function kit.figure(name, amount, currency, note, signed)
  return { name = name, value = amount and currency and money(amount, currency) or amount or nil, note = note or nil, sign = signed and amount or nil }
end

-- A share in percent with its sign, as people write it; nil for one that is unknown.
function kit.percent(share)
  if not share then return nil end
  local percent = (share * 100):round(2, "half_up")
  return (percent:sign() > 0 and "+" or "") .. percent:text(2) .. "%"
end

-- A section of a report: its heading and its items, without those that are nil or false.
function kit.section(heading, ...)
  local section = { heading = heading }
  for place = 1, select("#", ...) do
    local item = select(place, ...)
    if item then section[#section + 1] = item end
  end
  return section
end

-- The keys of a table, in order.
function kit.sorted(of)
  local keys = {}
  for key in pairs(of) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- A sentence of there being nothing, which is only as far as is known where a row lacks its figure.
function kit.none(rows, column, sentence) return #rows == rows:count(column) and sentence or (sentence:gsub("%.$", ", as far as is known.")) end

-- The rows, or a sentence where there are none.
function kit.rows(rows, sentence) return #rows > 0 and rows or sentence end

-- A frame of a list whose figures were worked out of those of queries: the columns of texts and dates first, then the figures, each shown as what it is. No figure in the list
-- is nought, and false is unknown.
local units = { shares = true, contracts = true, units = true }
-- The figures of a set have no total.
function kit.frame(list, names, figures, without_total)
  local rows = {}
  for place, item in ipairs(list) do
    rows[place] = {}
    for _, name in ipairs(names) do rows[place][name] = item[name] end
  end
  if #rows == 0 then return frame({}, table.move(figures, 1, #figures, #names + 1, table.move(names, 1, #names, 1, {}))) end
  local made = frame(rows, names)
  for _, figure in ipairs(figures) do
    local place, known = 0, false
    for _, item in ipairs(list) do known = known or item[figure] ~= nil end
    made = made:with(figure, function()
      place = place + 1
      local value = list[place][figure]
      if value ~= nil then return value or nil end
      -- A column of noughts alone is still one of amounts, or of units.
      if known then return 0 end
      return units[figure] and D "0" or money(0, list[place].currency)
    end, not known and units[figure] and "quantity" or nil, not (without_total and without_total[figure]))
  end
  return made
end

-- Adds to a figure of such a list; an unknown amount makes it unknown.
function kit.add(item, figure, amount)
  if item[figure] == nil then item[figure] = amount or false else item[figure] = item[figure] and amount and item[figure] + amount or false end
end

-- The sum of a column in one currency, and how many of its rows are unknown; nil where all are.
function kit.sum(rows, column)
  local sum, known, unknown = D "0", 0, 0
  for row in rows do
    if row[column] then sum, known = sum + row[column], known + 1 else unknown = unknown + 1 end
  end
  return (known > 0 or unknown == 0) and sum or nil, unknown
end

-- So many things of a kind, in words.
function kit.count(count, what) return count .. " " .. what .. (count == 1 and "" or "s") end

-- What is said of a sum without its unknown parts; nil where all are known.
function kit.without(unknown, what) return unknown > 0 and "without " .. kit.count(unknown, what) .. " of unknown amount" or nil end

-- The columns of sales that are told, with the losses that were not allowed where there are some: without these the gain is not what the others come to.
function kit.sales(sold, ...)
  local columns = { ... }
  if #sold:where(function(row) return row.wash and not row.wash:is_zero() end) > 0 then table.insert(columns, columns[#columns] == "gain" and #columns + 1 or #columns - 1, "wash") end
  return table.unpack(columns)
end

-- Gains with what they came from in few columns, which add up to them: prices, income, and all else in one where there is some. Behind them what that is, as a sentence.
function kit.sources(rows)
  local told, is_any = rows:with("other", function(row) return row.gain and row.price_gain and row.income and row.gain - row.price_gain - row.income or nil end, nil, false), false
  for row in told do is_any = is_any or row.other and not row.other:is_zero() end
  if not is_any then return rows:select("symbol", "gain", "price_gain", "income", "closing", "currency") end
  return told:select("symbol", "gain", "price_gain", "income", "other", "closing", "currency"), "Other is what currencies gained or lost, less fees and taxes."
end

-- The same figures without totals: what stands at points of time is not added up. The keys tell the rows apart, and order them.
function kit.standing(rows, keys, figures) return rows:by(table.unpack(keys)):first(table.unpack(figures)) end

-- Values over time to be drawn, of one thing or of several that a column tells apart: unknown where something is left out of them, since the rest alone is another thing.
function kit.curve(rows, by)
  local list, is_whole = {}, true
  for row in rows do
    is_whole = is_whole and not row.left_out
    list[#list + 1] = { date = row.date, value = not row.left_out and row.value or false, contribution = row.contribution or false, currency = row.currency }
    if by then list[#list][by] = row[by] end
  end
  if is_whole then return rows end
  local keys = by and { by, "date", "currency" } or { "date", "currency" }
  return kit.standing(kit.frame(list, keys, { "value", "contribution" }), keys, { "value", "contribution" })
end

-- The rows with the month in which each begins.
function kit.with_month(rows) return rows:with("month", function(row) return tostring(row.from):sub(1, 7) end) end

-- A chart of rows of which some columns may be unknown throughout: without these, and a sentence where nothing is left to be drawn.
function kit.chart(rows, options)
  local known = {}
  for _, column in ipairs(type(options.y) == "table" and options.y or { options.y }) do
    if #rows == 0 or rows:count(column) > 0 then known[#known + 1] = column end
  end
  if #known == 0 then return "What would be drawn here is unknown." end
  options.y = known
  return rows:chart(options)
end

-- A row for each month of a span, those in which nothing happened with nought: the sums of one column of rows with dates, in one currency. As in any other sum, what is unknown is left
-- out, and said to be; a month of which nothing is known is unknown. Behind them what the title of their chart ends in.
function kit.by_month(rows, column, first, last, currency)
  local list, sums, unknown, known = {}, {}, {}, rows:where(function(row) return row[column] end)
  if #known > 0 then
    for row in known:by("month"):sum(column) do sums[row.month] = row[column] end
  end
  for row in rows do
    local month = tostring(row.date):sub(1, 7)
    if not row[column] then unknown[month], sums[month] = (unknown[month] or 0) + 1, sums[month] or false end
  end
  for place, day in ipairs(months { from = first.first_of_month, to = last }) do
    local month = tostring(day):sub(1, 7)
    if sums[month] == nil then sums[month] = D "0" end
    list[place] = { month = month, amount = sums[month] or nil, currency = currency, left_out = unknown[month] and unknown[month] .. " of unknown amount" }
  end
  local columns = { "month", "amount", "currency" }
  if next(unknown) then columns[#columns + 1] = "left_out" end
  return frame(list, columns), next(unknown) and ", as far as is known" or ""
end

-- Rows of which something may be left out, and the columns to show of them, with what that is where there is such a row. Where all of a worth is left out, nothing is known of it.
function kit.left_out(rows, worth, columns)
  if #rows == 0 or rows:count("left_out") == 0 then return rows, columns end
  local shown = table.move(columns or {}, 1, #(columns or {}), 1, {})
  shown[#shown + 1] = "left_out"
  return rows:with(worth, function(row) return not (row.left_out and row[worth] and row[worth]:is_zero()) and row[worth] or nil end, nil, false), shown
end

-- The rows of a question of gains with all that was brought in, and all that was taken out, below zero.
function kit.with_flows(rows)
  return rows:with("brought_in", function(row) return row.inflows end):with("taken_out", function(row) return row.outflows and -row.outflows end)
end

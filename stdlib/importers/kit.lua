-- What the importers of this folder share. Each gets the table below as its argument: `local kit = ...`.
-- Money is never a float here: importer.number gives exact decimals, and `cash` in a draft has luca check the row against what the statement says that moved.

local kit = {}

-- Units in which some exchanges quote, as hundredths of a currency.
local hundredths = { GBX = "GBP", GBp = "GBP", ZAC = "ZAR", ZAc = "ZAR", ILA = "ILS", USX = "USD" }

-- Of the file that is being read: the decimal mark that was told, and whether some numbers show the comma as theirs, or the point.
local told_mark, shows_comma, shows_point

-- The number in a cell; nil for an empty one, and for a column that the file has not.
function kit.number(text, mark)
  if text == nil or text == "" then return nil end
  mark = mark or told_mark
  if mark or not shows_comma then return (importer.number(text, mark)) end
  if text:find "^[^%d]*[1-9]%d?%d?,%d%d%d[^%d]*$" then
    kit.refuse(("\"%s\" may be two numbers, since others of the file have a comma for decimals"):format(text), "say decimal_mark=\"comma\" or \"point\", from a shell --decimal-mark")
  end
  return (importer.number(text, shows_point and "point" or "comma"))
end

-- Whether a cell is this number, read with this decimal mark.
function kit.is_number(text, mark, expected)
  local ok, number = pcall(importer.number, text, mark)
  return ok and number ~= nil and number == expected
end

-- The number without its sign; nil for none and for zero.
function kit.size(text, mark)
  local number = kit.number(text, mark)
  if number == nil or number:is_zero() then return nil end
  return number:abs()
end

-- A number and its currency, pence and the like brought to the currency that they are part of.
function kit.whole(number, currency)
  local whole = hundredths[currency]
  if not whole then return number, currency end
  return number and number / 100, whole
end

-- A rate that is stated of a currency or of its hundredth part, whichever is nearer to what the amounts themselves tell.
function kit.rate(stated, told)
  return (stated - told):abs() <= (stated / 100 - told):abs() and stated or stated / 100
end

-- The sum of numbers, of which some may be nil.
function kit.sum(...)
  local sum = D "0"
  for index = 1, select("#", ...) do
    local number = select(index, ...)
    if number then sum = sum + number end
  end
  return sum
end

-- Nil in the place of a zero, which a draft does without.
function kit.unless_zero(number)
  if number == nil or number:is_zero() then return nil end
  return number
end

-- Options count a hundred of what they are on, and bonds are priced by the hundred of what they pay back: told by price and amount of a trade.
function kit.priced(draft)
  local product = draft.quantity * draft.price
  if product:is_zero() or not draft.amount then return draft end
  local times = draft.amount / product
  if times > 99 and times < 101 then draft.kind, draft.multiplier = "option", 100 end
  if times > D "0.0099" and times < D "0.0101" then draft.kind, draft.price = "bond", draft.price / 100 end
  return draft
end

-- A payment whose sign tells which way it goes: a draft of the one type where it comes in, of the other where it goes out.
function kit.flow(draft, amount, comes, goes)
  draft.type = amount:sign() < 0 and goes or comes
  draft.amount, draft.cash = amount:abs(), amount
  return draft
end

-- A payment that takes back an earlier one where it has the other sign: dividends, interest, fees, taxes and credits. Fees and taxes are what leaves.
function kit.payment(draft, type, cash)
  draft.type, draft.cash = type, cash
  draft.amount = (type == "fee" or type == "tax") and -cash or cash
  return draft
end

-- What each word of a file means: from lists of words by what they mean.
function kit.meanings(words)
  local meaning = {}
  for what, names in pairs(words) do
    for _, name in ipairs(names) do meaning[name] = what end
  end
  return meaning
end

-- Payments that are of no units: interest, dividends of funds that hold the cash, fees, credits; and taxes, which may be of some symbol. Nil for all else.
function kit.noted(draft, what, amount, note, symbol)
  local type = ({ dividend = "interest", interest = "interest", tax = "tax", fee = "fee", credit = "credit" })[what]
  if not type then return nil end
  draft.notes = note
  if what == "tax" then draft.symbol = symbol end
  return kit.payment(draft, type, amount)
end

-- The ratio of small whole numbers by which units become that many more; nil for none.
local function ratio_of(held, added)
  if held:sign() <= 0 or (held + added):sign() <= 0 then return nil end
  for old = 1, 50 do
    local new = (held + added) * old / held
    local whole = new:round(0)
    -- Fractions of units are printed to some digits only.
    if not whole:is_zero() and (new - whole):abs() < D "0.0001" then return tostring(whole) .. ":" .. old end
  end
end

-- A split of which the file tells the units that it added, below zero where it took some. What was held before it is what the rows of the file come to, what
-- the book has, or both together; where these lead to no ratio, or to several, the row is refused.
function kit.split(draft, added, held_in_file, account)
  local day, in_book, after, is_known = draft.date, D "0", D "0", false
  pcall(function()
    for row in holdings { account = account, symbol = draft.symbol, on = day - 1 } do in_book = in_book + row.quantity end
    for row in holdings { account = account, symbol = draft.symbol, on = day } do after = after + row.quantity end
    is_known = #activities { account = account, symbol = draft.symbol, type = "split", from = day, to = day } > 0
  end)
  local found
  if is_known then
    found = ratio_of(in_book, after - in_book)
  elseif in_book:is_zero() or held_in_file:is_zero() then
    found = ratio_of(in_book + held_in_file, added)
  else
    local alone, together = ratio_of(in_book, added), ratio_of(in_book + held_in_file, added)
    found = not (alone and together and alone ~= together) and (alone or together) or nil
  end
  if not found then
    kit.refuse(
      ("the split added %s shares, and not what became of one"):format(added),
      ("record split{symbol=\"%s\", date=\"%s\", ratio=\"2:1\"} with its ratio, and import the others with partial=true"):format(draft.symbol, day))
  end
  draft.type, draft.ratio, draft.notes = "split", found, ("%s shares were added"):format(added)
  return draft
end

-- The ratio that a text such as "Split 3 for 1" tells; nil for none.
function kit.told_ratio(text)
  local new, old = text:lower():match "split%s+([%d.,]+)%s+for%s+([%d.,]+)"
  return new and ("%s:%s"):format(importer.number(new), importer.number(old))
end

-- The taxes at source among the payments of a statement that has them as rows of their own: each is of the dividend of its day, currency and account whose text it
-- repeats, with " - US Tax" or the like behind it, and goes the other way. Gives a function that tells the tax of a dividend, and one that tells the dividend of a tax.
function kit.withheld(dividends, taxes)
  local tax_of, dividend_of = {}, {}
  local function text_of(payment) return payment.text:lower():gsub("%s*%([^()]*%)%s*$", "") end
  for _, dividend in ipairs(dividends) do
    local text = text_of(dividend)
    for _, tax in ipairs(taxes) do
      local is_near = tax.date == dividend.date and tax.currency == dividend.currency and tax.account == dividend.account and not dividend_of[tax.line]
      if is_near and tax.text:lower():gsub("%s+%- %a%a [^-]*$", "") == text and tax.amount:sign() * dividend.amount:sign() < 0 then
        tax_of[dividend.line], dividend_of[tax.line] = tax, dividend
        break
      end
    end
  end
  return function(line) return tax_of[line] end, function(line) return dividend_of[line] end
end

-- The two sides of an exchange: what was given and what was received, both above zero. A fee is a part of the side whose currency it is in.
function kit.exchange(draft, given, from, received, to)
  local function side(amount, currency)
    return { type = "exchange", line = draft.line, date = draft.date, time = draft.time, notes = draft.notes, group = draft.group, amount = amount, currency = currency, cash = amount, account = draft.account, account_currency = draft.account_currency }
  end
  return { side(-given, from), side(received, to) }
end

-- An exchange by a pair of currencies such as EUR.USD: the quantity is of the first, the proceeds are of the second, and the commission is a payment of its own.
function kit.forex(draft, pair, quantity, proceeds, commission, charged_in)
  local first, second = (pair or ""):match "^(%u+)%.(%u+)$"
  if not first then kit.refuse(("\"%s\" is no pair of currencies"):format(pair)) end
  local drafts
  if quantity:sign() > 0 then
    drafts = kit.exchange(draft, proceeds:abs(), second, quantity, first)
  else
    drafts = kit.exchange(draft, quantity:abs(), first, proceeds, second)
  end
  if commission:is_zero() then return drafts end
  local fee = { line = draft.line, date = draft.date, account = draft.account, account_currency = draft.account_currency, id = draft.id, currency = charged_in, notes = "commission " .. pair }
  drafts[#drafts + 1] = kit.payment(fee, "fee", commission)
  return drafts
end

-- Whether a code is among several that are parted by semicolons.
function kit.has_code(codes, code) return (";" .. (codes or ""):gsub("%s", "") .. ";"):find(";" .. code .. ";", 1, true) ~= nil end

-- Says of a trade that it opens or closes, where its codes say which of the two: of options, and of what is sold or bought back short.
function kit.intend(draft, codes)
  local opens, closes = kit.has_code(codes, "O"), kit.has_code(codes, "C")
  if opens == closes then return end
  local is_short = opens and draft.type == "sell" or closes and draft.type == "buy"
  if draft.kind == "option" or is_short then draft.subtype = draft.type .. (opens and "_to_open" or "_to_close") end
end

-- What units were worth on a day, and in which currency: the sum that the file tells, brought to the currency in which the book or the file has the symbol, else the last
-- price that the book has of the days before; nil where nothing tells.
local function worth(draft, told, told_in, currency)
  local is_known, known = pcall(instruments, { symbol = draft.symbol })
  local own = is_known and #known > 0 and known[1].currency or currency
  if told and (own or told_in) == told_in then return told, told_in end
  if told then
    local has_rate, sum = pcall(convert, { amount = told, from = told_in, to = own, on = draft.date })
    if has_rate then return sum.amount, own end
  end
  local has_prices, prices = pcall(quotes, { symbol = draft.symbol, from = draft.date - 7, to = draft.date })
  if not has_prices or #prices == 0 then return nil end
  local last = prices[#prices]
  return last.close * draft.quantity, last.currency
end

-- Units that came as a reward, which are income of what they were worth: of `told` in `told_in`, or what else tells it. What nothing tells is never taken for nothing:
-- the row is refused, unless who imports said that rows of its kind come in as units without a worth.
function kit.reward(draft, kind, file, told, told_in, currency)
  if file.types[kind] == "transfer_in" then
    draft.type, draft.group = "transfer_in", "outside"
    return draft
  end
  local sum, of = worth(draft, told, told_in, currency)
  if not sum then
    kit.refuse(
      ("what %s %s were worth on %s stands in no column"):format(draft.quantity, draft.symbol, draft.date),
      ("store the price, price %s 12.50 on %s, and import again; or types={[\"%s\"]=\"transfer_in\"} takes such units in without a worth"):format(draft.symbol, draft.date, kind))
  end
  draft.type, draft.amount, draft.currency = "staking_reward", sum, of
  return draft
end

-- The account of a file that is of one alone: nil for the one that is told, unless the book has the account under its number, as a file of several made it.
function kit.numbered_account(file, number, prefix)
  if not number or number == "" or file.account ~= prefix then return nil end
  local name = prefix .. " " .. number
  for row in accounts {} do
    if row.name == name then return name end
  end
end

-- Numbers the fills of an order, which are rows of their own: "ORDER#1", "ORDER#2". The same trade in another of the broker's files gets the same id, so
-- that it is not taken in twice.
function kit.counter()
  local counts = {}
  return function(order)
    if not order or order == "" then return nil end
    counts[order] = (counts[order] or 0) + 1
    return order .. "#" .. counts[order]
  end
end

-- A text in small letters, those with accents too.
function kit.lower(text)
  return (text:lower():gsub("\xC3[\x80-\x96\x98-\x9E]", function(letter) return "\xC3" .. string.char(letter:byte(2) + 32) end))
end

-- Whether some cell is a number that has this decimal mark, told by other than three digits behind it, or by a zero before it.
local function shows(records, mark, group)
  for _, r in ipairs(records) do
    for _, cell in ipairs(r) do
      local plain = cell:gsub("^%u%u%u ", ""):gsub("[$€£]", "")
      local whole, digits = plain:match("^[-+]?([%d" .. group .. "]*%d)" .. mark .. "(%d+)$")
      if whole and (#digits ~= 3 or whole == "0" or whole:find(group)) then return true end
    end
  end
  return false
end

-- Has the rows of a table read by their headings in whatever case the file has these.
local function read_by_headings(records, header)
  local places = {}
  for place, heading in ipairs(header) do
    local name = kit.lower(heading)
    places[name] = places[name] or place
  end
  local by_heading = {
    __index = function(r, heading)
      local place = type(heading) == "string" and places[kit.lower(heading)]
      return place and rawget(r, place) or nil
    end,
  }
  for _, r in ipairs(records) do setmetatable(r, by_heading) end
end

local forgets_marks = { __close = function() told_mark, shows_comma, shows_point = nil, nil, nil end }

-- Defines an importer as importer.define does, for files as they come: its rows are read by their headings in whatever case these are, and numbers with the
-- decimal mark that the whole file shows, since a spreadsheet may have written it anew.
function kit.define(definition)
  local read = definition.read
  function definition.read(content, file)
    local _ <close> = setmetatable({}, forgets_marks)
    if not definition.xml then
      read_by_headings(content, file.header)
      told_mark, shows_comma, shows_point = file.decimal_mark, shows(content, ",", "%."), shows(content, "%.", ",")
    end
    local entries = read(content, file)
    return entries
  end
  return importer.define(definition)
end

-- What a user does about a row of which a part is missing.
local cut_off = "the row may have been cut off: export the file anew, or record it by hand and import the others with partial=true"

-- What is wrong with a row, and what to do about it.
function kit.refuse(message, hint) error({ message = message, hint = hint or "record it by hand as the broker's note says, and import the others with partial=true" }, 0) end

-- Refuses an action that is not in the importer's table, unless who imports said that such rows are left out.
function kit.unknown(what, action, file)
  if action == nil or action == "" then kit.refuse(("it has no %s"):format(what), cut_off) end
  if file.types[action] == "skip" then return nil, ("rows of the %s \"%s\" are left out"):format(what, action) end
  kit.refuse(
    ("the %s \"%s\" is not known"):format(what, action),
    ("record what it did by hand, and types={[\"%s\"]=\"skip\"} leaves such rows out; or add it to the importer's table"):format(action))
end

-- Reads each record by itself: the function gives a draft, a list of them, or nil and why the row is left out; what it raises refuses its row.
function kit.each(records, read)
  local entries = {}
  local function add(line, entry)
    entry.line = entry.line or line
    entries[#entries + 1] = entry
  end
  for _, record in ipairs(records) do
    local ok, result, reason = pcall(read, record)
    if not ok then
      local raised = type(result) ~= "string" and result or { message = result }
      -- A figure that is not there stops the reading by itself.
      if raised.message:find "attempt to" or raised.message:find "^importer%.%a+: text is missing" then
        raised = { message = "it lacks a figure that rows of its kind have", hint = cut_off }
      end
      add(record.line, { refuse = raised.message, hint = raised.hint })
    elseif result == nil then
      add(record.line, { skip = reason or "it moves nothing" })
    elseif result[1] then
      for _, entry in ipairs(result) do add(record.line, entry) end
    else
      add(record.line, result)
    end
  end
  return entries
end

-- The decimal mark of a file, from the numbers in some of its columns: the comma where one has it as the last mark, else the point.
function kit.mark(file, records, ...)
  if file.decimal_mark then return file.decimal_mark end
  for _, record in ipairs(records) do
    for _, column in ipairs { ... } do
      local last = (record[column] or ""):match "^[%-+]?[%d.,' ]*([.,])%d*$"
      local commas, points = select(2, (record[column] or ""):gsub(",", "")), select(2, (record[column] or ""):gsub("%.", ""))
      if last == "," and (points > 0 or commas == 1 and not (record[column] or ""):find ",%d%d%d$") then return "comma" end
      if last == "." and (commas > 0 or points == 1 and not (record[column] or ""):find "%.%d%d%d$") then return "point" end
    end
  end
  return nil
end

return kit

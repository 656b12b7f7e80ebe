-- What sentences do that are no call of one function; commands.lua names each where its sentence is. Read when one of them is said for the first time.

-- A script may put something of its own in the place of these.
local concat, integer = table.concat, math.tointeger

local sentences = {}

-- What sentences say for a field.
local field_of = { on = "date", note = "notes", ["in"] = "account", to = "account", from = "account", ["@"] = "price" }

function sentences.amend(said)
  local changes = { id = said.id }
  local words = {}
  for name, value in pairs(said.changes or {}) do
    if math.type(name) then words[name] = value else changes[name] = value end
  end
  -- `amend 418 amount 50` means the same as amount=50.
  for place = 1, #words, 2 do
    local name = field_of[words[place]] or words[place]
    if words[place + 1] == nil then error(("amend: %s has no value; write %s=…"):format(name, name), 0) end
    changes[name] = words[place + 1]
  end
  return amend(changes)
end

-- What a tag is said of: the longest beginning of the words that is an account, a symbol or the id of an activity. What is left of them is the tag's.
local function with_thing(said)
  local words, names = {}, {}
  for _, row in ipairs(instruments()) do names[row.symbol:lower()] = { "symbol", row.symbol } end
  for _, row in ipairs(accounts()) do names[row.name:lower()] = { "account", row.name } end
  for word in said.thing:gmatch "%S+" do words[#words + 1] = word end
  for count = #words, 1, -1 do
    local name, rest = concat(words, " ", 1, count), concat(words, " ", count + 1)
    local found, id = names[name:lower()], integer(tonumber(name))
    if found or id then
      local tag = rest == "" and said.tag or rest .. " " .. said.tag
      -- `tag ORCL as tech` says the same as `tag ORCL tech`.
      return { [found and found[1] or "id"] = found and found[2] or id, tag = tag:gsub("^as%s+", "") }
    end
  end
  local _, near = account(said.thing)
  if not near:find "did you mean" then _, near = instrument(said.thing) end
  local hint = near:match "did you mean.*$" or "behind the word stands an account, a symbol or the id of an activity: tag Savings reserve"
  error({ message = ("nothing is called %q"):format(said.thing), kind = "unknown_name", hint = hint }, 0)
end

function sentences.tag(said) return tag(with_thing(said)) end

function sentences.untag(said) return untag(with_thing(said)) end

function sentences.whatif(said)
  return whatif(function() return command.run(said.what) end)
end

function sentences.explain_cash(said)
  return explain { account = said.account, on = said.on }
end

function sentences.rebalance(said)
  local name = said.what[1]
  return rebalance { targets = name, weights = not name and said.what or nil, account = said.account, tag = said.tag, cash = said.cash }
end

-- `every month on the 1st deposit 500 to Savings`: when, and behind it the sentence of what is recorded.
local weekdays = { monday = 1, tuesday = 1, wednesday = 1, thursday = 1, friday = 1, saturday = 1, sunday = 1 }
local recorded = {
  deposit = "deposit", withdraw = "withdrawal", buy = "buy", sell = "sell", transfer = "transfer", interest = "interest", fee = "fee", tax = "tax",
  credit = "credit", dividend = "dividend", bonus = "bonus",
}

-- What does something, and so is no question that a chart could show: the functions that sentences call.
local acts = {}
for verb in ("backup chart doctor every exit export help import quit report restore run script.sandbox sync unwatch verify whatif"):gmatch "%S+" do acts[verb] = "is no question" end
for verb in ([[adjust amend assign bonus buy credit delete_account deposit dividend dividend_in_kind drip exchange exercise expire fee interest merger notional_distribution order
  position record recurring.approve recurring.pause recurring.remove recurring.resume recurring.run recurring.skip redo return_of_capital sell spinoff split staking_reward
  symbol_change tag tax transfer undo untag value void withdraw]]):gmatch "%S+" do
  acts[verb] = "records something, and is no question"
end

local endings, writers = "svg, png, pdf or html", { svg = "svg", png = "png", pdf = "pdf", html = "html", htm = "html" }

local function names_of(meanings)
  local names = {}
  for name in pairs(meanings) do names[#names + 1] = name end
  return names
end

local kinds = "line, area, bar, pie, donut, scatter, heatmap, waterfall or treemap"
local questions = "chart a question such as net worth by month, holdings, income by year"

local function no_chart(message, hint)
  error({ message = "chart: " .. message, kind = "sentence", hint = hint }, 0)
end

-- What is behind the question is the chart's: `chart net worth by month as area to worth.svg`. A day behind `to` is the question's.
local function drawn_as(what)
  local kind, path
  while true do
    local before, word, value = what:match '^(.+)%s+(%l+)%s+"([^"]*)"$'
    if not before then before, word, value = what:match "^(.+)%s+(%l+)%s+(%S+)$" end
    if word == "as" and kind then
      no_chart(("as %s and as %s are two kinds"):format(value, kind), ("leave one out: chart %s as %s"):format(before, kind))
    elseif word == "as" then what, kind = before, value
    elseif word == "to" and path and value:find "%.%a+$" then
      no_chart(("to %s and to %s are two files"):format(value, path), ("a chart is written to one: chart %s to %s"):format(before, path))
    elseif word == "to" and not path and (value:find "%.%a+$" or not pcall(command.read, "date", value)) then what, path = before, value
    else break end
  end
  if what:find "^as%s" or what:find "^to%s" then no_chart("nothing says what is drawn", ("%s: chart income by year %s"):format(questions, what)) end
  if what:find "%sas$" then no_chart("behind as stands what is drawn", ("one of %s: %s bar"):format(kinds, "chart " .. what)) end
  if what:find "%sto$" then no_chart("behind to stands the file that is written", ("its name ends in .svg, .png, .pdf or .html: %s picture.svg"):format("chart " .. what)) end
  return what, kind, path
end

-- Which function writes a file of a name.
local function writer_of(path)
  local form = path:match "%.(%a+)$"
  if not form then no_chart(("%s does not say what is written"):format(path), ("its name ends in %s, as in %s.svg"):format(endings, path:find "[%w_]$" and path or "picture")) end
  local found = writers[form:lower()]
  if found then return found end
  local meant = command.nearest(form, names_of(writers))
  local hint = ("a chart is written as %s"):format(endings)
  no_chart(("%s would be no picture"):format(path), meant and ("did you mean %q? %s"):format(path:gsub("%a+$", meant), hint) or hint)
end

-- Tells an error of the line that was typed, with a hint that may be another.
local function rethrow(told, hint)
  if type(told) == "string" then error(told, 0) end
  error({ message = told.message, kind = told.kind, hint = hint(told.hint or "") }, 0)
end

-- Words that people have for what a question goes by another name, and questions that are one word short of it.
local meant_by = {
  assets = "net worth", balance = "cash", balances = "cash", capital = "net worth", dividends = "income", earnings = "income", networth = "net worth",
  performance = "returns", portfolio = "holdings", positions = "holdings", profits = "gains", wealth = "net worth", worth = "net worth",
}
for word in ("activities allocation attribution cash contributions drawdowns fees gains holdings income lots quotes returns risk trades"):gmatch "%l+" do meant_by[word] = word end

-- Says why a question cannot be drawn, and the one that was probably meant: without `as`, or by another name.
local function no_question(what, told)
  local before, kind = what:match "^(.+)%s+(%l+)$"
  if kind and kinds:find("%f[%l]" .. kind .. "%f[%L]") and kind ~= "or" then
    rethrow(told, function() return ("did you mean \"chart %s as %s\"?"):format(before, kind) end)
  end
  local first, rest = what:match "^(%a+)(.*)$"
  local word = first and first:lower()
  local question = word and meant_by[word]
  if word and not question then question = meant_by[command.nearest(word, names_of(meant_by))] end
  if question and question ~= word then rethrow(told, function() return ("did you mean \"chart %s%s\"?"):format(question, rest) end) end
  rethrow(told, function(hint) return hint end)
end

-- The years in which a question has rows whose own year has none; nil where it has no year, or no row in any.
local function years_with_rows(what)
  local before, year, rest = what:match "^(.-)%s+(%d%d%d%d)%f[%D](.*)$"
  if not year then return end
  local ok, rows = pcall(whatif, function() return command.run(before .. rest) end)
  if not ok or type(rows) ~= "userdata" or getmetatable(rows) ~= "frame" then return end
  local there, seen, years = {}, {}, {}
  for _, name in ipairs(rows:columns()) do there[name] = true end
  local column = there.date and "date" or there.closed and "closed" or there.year and "year" or there.month and "month"
  if not column then return end
  for _, row in ipairs(rows) do
    local own = row[column] and tostring(row[column]):sub(1, 4)
    if own and not seen[own] then seen[own], years[#years + 1] = true, own end
  end
  table.sort(years)
  if #years == 0 then return ("%s has no rows in any year"):format(before .. rest) end
  if #years > 20 then years = { years[1], "…", years[#years] } end
  return ("%s has rows in %s"):format(before .. rest, concat(years, ", "))
end

-- The line as it would be typed with all in one currency, or of one symbol where prices are in several; nil where the question takes neither.
local function in_one_currency(what, answer, kind, path, currency)
  local before, rest = what:match "^(.-)(%s+by%s.*)$"
  local _, symbol = pcall(function() return answer[1].symbol end)
  for _, try in ipairs { { "base", currency, " in " }, { "symbol", symbol, " " } } do
    local field, value, word = table.unpack(try)
    local line = value and (before or what) .. word .. value .. (rest or "")
    local ok, _, fields = pcall(command.parse, line or "")
    if line and ok and fields[field] == value then return ("chart %s%s%s"):format(line, kind and " as " .. kind or "", path and " to " .. path or "") end
  end
end

-- Says why nothing of an answer can be drawn: what its figures lack, and how that is stored.
local function nothing_known(what, answer)
  for _, warning in ipairs(answer.warnings) do
    local reason, advice = warning.message:match "^(.-); (.+)$"
    if reason and (warning.kind == "no_rate" or warning.kind == "no_price") then no_chart(("%s has no figures that are known: %s"):format(what, reason), advice) end
  end
  no_chart(what .. " has no figures that are known, so that there is nothing to draw", questions)
end

function sentences.chart(said)
  if not said.what then no_chart("nothing says what is drawn", questions .. ": chart income by year as bar") end
  local what, kind, path = drawn_as(said.what)
  local writer = path and writer_of(path)
  local ok, verb, fields = pcall(command.parse, what)
  if not ok then no_question(what, verb) end
  if acts[verb] then no_chart(("%s %s"):format(what, acts[verb]), questions) end
  local subject = what:gsub('"', ""):gsub("%s+", " ")
  -- A curve is meant; one day has none.
  if verb == "net" and not fields.columns and not fields.on and not fields.every then what = what .. " by month" end
  local known, answer = pcall(whatif, function() return command.run(what) end)
  if not known then no_question(what, answer) end
  if type(answer) ~= "userdata" or getmetatable(answer) ~= "frame" then no_chart(what .. " gives no table that can be drawn", questions) end
  if #answer == 0 then no_chart(what .. " has no rows, so that there is nothing to draw", years_with_rows(what) or questions) end
  local is_drawn, drawn = pcall(chart, answer, { kind = kind, subject = subject })
  if not is_drawn then
    local is_mixed = type(drawn) ~= "string" and drawn.kind == "mixed_currencies"
    local line = is_mixed and in_one_currency(what, answer, kind, path, (drawn.hint or ""):match '{base="(%u+)"}')
    rethrow(drawn, function(hint)
      if line then return ("did you mean \"%s\"?"):format(line) end
      hint = hint:gsub('kind="(%l+)"', "as %1")
      -- What a call names has no place in a sentence.
      return hint:find "^%l+=" and questions or hint
    end)
  end
  if drawn.empty then nothing_known(what, answer) end
  if not path then return drawn end
  return ("%s: %d bytes"):format(path, drawn[writer](drawn, path))
end

local unsaid = "every: say what is recorded behind when it is: every month on the 1st deposit 500 to Savings"

-- Reads when a rule has its days, from the words up to that of what it records; gives the rest of the line too.
local function schedule(line)
  local rule, frequency, days = {}, {}, {}
  local kept, rest = line:match("^as%s+(%S+)%s+(.+)$")
  if kept then rule.name, line = kept, rest end
  while true do
    local word, behind_word = line:match("^(%S+)%s+(.+)$")
    if not word then error(unsaid, 0) end
    if recorded[word] then break end
    line = behind_word
    if word == "on" then days[1] = days[1] or ""
    elseif word == "from" or word == "to" or word == "as" then
      local value, behind = line:match("^(%S+)%s+(.+)$")
      if not value or word ~= "as" and not value:find("^[%dty]") then error(unsaid, 0) end
      rule[word == "as" and "name" or word], line = word == "as" and value or command.read("date", value), behind
    elseif days[1] then
      if word ~= "the" then days[#days + 1] = word end
    else
      frequency[#frequency + 1] = word
    end
  end
  local every, on = concat(frequency, " "), concat(days, " ", 2)
  local place = on:match("^(%d+)%a*%.?$")
  if weekdays[every:lower()] then rule.every, rule.weekday = "week", every:lower()
  else rule.every = every end
  if on == "last" or on == "last day" then rule.day = "last"
  elseif place then rule.day = integer(tonumber(place))
  elseif weekdays[on:lower()] then rule.weekday = on:lower()
  elseif on ~= "" then rule.on = on end
  return rule, line
end

-- The sentence of what is recorded. What is wrong with it is told with the whole line.
local function parsed(line, before)
  local ok, verb, fields = pcall(command.parse, line)
  if ok then return verb, fields end
  local first = line:match("^%S+")
  local hint = verb.hint and verb.hint:gsub("%f[%w]" .. first .. "%f[^%w]", "every " .. before .. first, 1)
  error({ message = verb.message, kind = verb.kind, hint = hint }, 0)
end

-- The first account, as a sentence names it.
local function some_account()
  local one = accounts()[1]
  return one and (one.name:find "%s" and ("%q"):format(one.name) or one.name)
end

-- What is missing, and the line with it.
local function refuse(message, before, rest)
  local account = some_account()
  local hint = account and ("did you mean \"every %s%s in %s\"?"):format(before, rest, account) or "add: in ACCOUNT"
  error({ message = "every: " .. message, kind = "sentence", hint = hint }, 0)
end

function sentences.every(said)
  local rule, line = schedule(said.what)
  local before = said.what:sub(1, #said.what - #line)
  local symbol, amount, rest = line:match("^buy%s+(%S+)%s+for%s+(%S+)%s*(.*)$")
  if symbol then
    -- Units for a sum, at the price of the day.
    local account = rest:match("^in%s+(.+)$") or refuse("nothing tells in which account", before, line)
    rule.record = { type = "buy", symbol = symbol, amount = command.read("money", amount), account = account }
  else
    local verb, fields = parsed(line, before)
    if fields.date then error("every: a rule has its own days; leave out \"on\" behind what is recorded", 0) end
    if verb == "buy" and not fields.price then
      refuse("units need a price (@ PRICE); a sum is spent at the price of the day", before, ("buy %s for 200"):format(fields.symbol))
    end
    if not fields.account and not fields.from then refuse("nothing tells in which account", before, line) end
    fields.type = recorded[verb] or verb
    rule.record = fields
  end
  rule.name = rule.name or line
  return recurring(rule)
end

function sentences.forecast(said)
  return forecast { months = said.count, by = said.by, series = said.series }
end

function sentences.goal(said)
  said.by = said.by:find("^%d%d%d%d$") and said.by .. "-12-31" or command.read("date", said.by)
  local rate = said.rate and said.rate:match("^(.-)%%$")
  if said.rate then said.rate = tostring(command.read("decimal", rate or said.rate)) .. (rate and "%" or "") end
  return goal(said)
end

-- The setting that the words begin with, however its name is joined, and what it shall be: `lot method fifo`, `the base-currency to EUR`.
-- A value that follows the whole name is left as it was typed: an empty text brings back the default.
local function named(key, value)
  local known, words = {}, {}
  for _, row in ipairs(settings()) do known[row.key] = true end
  local name = key:lower():gsub("-", "_")
  if known[name] then return name, value and (value:gsub("^to%s+", ""):gsub("^=%s*", "")) end
  for word in (key .. " " .. (value or "")):gmatch("%S+") do words[#words + 1] = word end
  if words[1] == "the" then table.remove(words, 1) end
  for count = math.min(#words, 4), 1, -1 do
    name = table.concat(words, "_", 1, count):lower():gsub("-", "_")
    if known[name] then
      local rest = table.concat(words, " ", count + 1):gsub("^to%s+", ""):gsub("^=%s*", "")
      return name, rest ~= "" and rest or nil
    end
  end
  return key, value
end

function sentences.set(said)
  if not said.key then return settings() end
  return setting(named(said.key, said.value))
end

function sentences.unwatch(said)
  return watch { symbol = said.symbol, remove = true }
end

function sentences.verify(said)
  local sound, problems, count, hash, notes = verify(said.expect)
  for _, problem in ipairs(problems) do print(problem) end
  for _, note in ipairs(notes) do print(note) end
  if sound then print("the book is sound") end
  -- The last line is the one to keep.
  print(("%d %s, last hash %s"):format(count, count == 1 and "entry" or "entries", hash))
end

function sentences.restore(said)
  local lost, where = recorded_since(said.path), book and book.path
  if #lost > 0 then
    print("recorded since, and not in it:")
    print(lost)
  else
    print("it has all the entries of the book")
  end
  if script.restore(said.path) == nil then
    print(("nothing was restored; in the shell: luca restore '%s' --force%s"):format(said.path, where and (" --book '%s'"):format(where) or ""))
  end
end

return sentences

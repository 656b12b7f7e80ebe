-- Does something with books of a given size, and tells how long each thing took: luca --book B run growth.lua CASE N RESULT.
-- RESULT gets a line for each thing: its name, a tab, and the processor time in seconds. Benchmarks/README.md tells who reads it.

local case, n, result = arg[1], math.tointeger(tonumber(arg[2])), arg[3]
local lines = {}
local function timed(name, f, ...)
  collectgarbage()
  local start = os.clock()
  f(...)
  lines[#lines + 1] = name .. "\t" .. (os.clock() - start)
end

local first = date(2000, 1, 1)
-- Days run over twenty years, whatever the size; a step further each time.
local function day(i) return first + i * 7000 // n end
local function book(accounts, symbols)
  for i = 1, accounts or 2 do account{name = "A" .. i, currency = "USD"} end
  for i = 1, symbols or 1 do instrument{symbol = "S" .. i, currency = "USD"} end
end
local function held(units, symbol) buy{date = first, account = "A1", symbol = symbol or "S1", quantity = units, price = 1} end
local function many_lots(count) for i = 1, count or n do buy{date = first + i * 90 // (count or n), account = "A1", symbol = "S1", quantity = 1, price = 10 + i % 7} end end
local function each(f) return function() for i = 1, n do f(i) end end end
local function act(f) return function() transaction(function() for i = 1, n do f(i) end end) end end

-- By name: what is there before, and what is done n times. The time of the second is told, and the memory of both.
local verbs = {
  ["buy, one symbol"] = {book, each(function(i) buy{date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 10} end)},
  ["buy, newest first"] = {book, each(function(i) buy{date = day(n - i), account = "A1", symbol = "S1", quantity = 1, price = 10} end)},
  ["buy, many symbols"] = {function() book(2, n) end, each(function(i) buy{date = day(i), account = "A1", symbol = "S" .. i, quantity = 1, price = 10} end)},
  ["buy, many accounts"] = {function() book(n, 1) end, each(function(i) buy{date = day(i), account = "A" .. i, symbol = "S1", quantity = 1, price = 10} end)},
  ["buy, with notes"] = {book, each(function(i) buy{date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 10, notes = ("note %d "):format(i):rep(20)} end)},
  ["order"] = {function() book() instrument{symbol = "O", kind = "option", currency = "USD", underlying = "S1", right = "call", strike = 10, expires = "2030-01-01", multiplier = 100} end,
    each(function(i) order{account = "A1", date = day(i), legs = {{symbol = "O", quantity = 1, price = 1, side = "buy"}}} end)},
  ["record"] = {book, each(function(i) record{type = "deposit", date = day(i), account = "A1", amount = 5} end)},
  ["deposit"] = {book, each(function(i) deposit{date = day(i), account = "A1", amount = 5} end)},
  ["withdraw"] = {book, each(function(i) withdraw{date = day(i), account = "A1", amount = 5} end)},
  ["interest"] = {book, each(function(i) interest{date = day(i), account = "A1", amount = 5} end)},
  ["credit"] = {book, each(function(i) credit{date = day(i), account = "A1", amount = 5} end)},
  ["bonus"] = {book, each(function(i) bonus{date = day(i), account = "A1", amount = 5} end)},
  ["fee"] = {book, each(function(i) fee{date = day(i), account = "A1", amount = 5} end)},
  ["tax"] = {book, each(function(i) tax{date = day(i), account = "A1", amount = 5} end)},
  ["adjust"] = {book, each(function(i) adjust{date = day(i), account = "A1", amount = 5} end)},
  ["dividend"] = {function() book() held(10) end, each(function(i) dividend{date = day(i), account = "A1", symbol = "S1", amount = 5} end)},
  ["dividend, warnings asked"] = {function() book() for i = 1, n do deposit{date = first, account = "A1", amount = 1} end held(10) end,
    each(function(i) local _ = #dividend{date = day(i), account = "A1", symbol = "S1", amount = 5}.warnings end)},
  ["dividend of what was never held, warnings asked"] = {function() book() end, each(function(i) local _ = #dividend{date = day(i), account = "A1", symbol = "S1", amount = 5}.warnings end)},
  ["split, one symbol, warnings asked"] = {book, each(function(i) local _ = #split{date = day(i), symbol = "S1", ratio = "2:1"}.warnings end)},
  ["drip"] = {function() book() held(10) end, each(function(i) drip{date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 5, amount = 5} end)},
  ["dividend_in_kind"] = {function() book() held(10) end, each(function(i) dividend_in_kind{date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["staking_reward"] = {function() book() held(10) end, each(function(i) staking_reward{date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["notional_distribution"] = {function() book() held(10) end, each(function(i) notional_distribution{date = day(i), account = "A1", symbol = "S1", amount = 1} end)},
  ["exchange"] = {book, each(function(i) exchange{date = day(i), account = "A1", amount = 1, to = "EUR", received = 2} end)},
  ["return_of_capital, one lot"] = {function() book() held(10) end, each(function(i) return_of_capital{date = day(i), account = "A1", symbol = "S1", amount = 1} end)},
  ["sell, one lot"] = {function() book() held(n) end, each(function(i) sell{date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, many lots, fifo"] = {function() book() many_lots() end, each(function(i) sell{date = first + 100 + i * 90 // n, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, many lots, days in any order"] = {function() book() many_lots() end, each(function(i) sell{date = first + 100 + i * 7 % 90, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, many lots, lifo"] = {function() book() setting("lot_method", "lifo") many_lots() end, each(function(i) sell{date = day(i) + 100, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, many lots, hifo"] = {function() book() setting("lot_method", "hifo") many_lots() end, each(function(i) sell{date = day(i) + 100, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, many lots, average"] = {function() book() setting("lot_method", "average") many_lots() end, each(function(i) sell{date = day(i) + 100, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, named lots"] = {function() book() many_lots() end, function()
    local ids = lots_of("A1")
    for i = 1, n do sell{date = day(i) + 100, account = "A1", symbol = "S1", quantity = 1, price = 5, lots = {ids[i]}} end
  end},
  ["sell at a loss, wash sales"] = {function() book() setting("wash_sales", true) end, each(function(i)
    buy{date = day(i), account = "A1", symbol = "S1", quantity = 2, price = 10}
    sell{date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 5}
  end)},
  ["split, many symbols"] = {function() book(2, n) for i = 1, n do held(1, "S" .. i) end end, each(function(i) split{date = day(i), symbol = "S" .. i, ratio = "2:1"} end)},
  ["merger, many symbols"] = {function() book(2, 2 * n) for i = 1, n do held(1, "S" .. i) end end, each(function(i) merger{date = day(i), symbol = "S" .. i, into = "S" .. n + i, ratio = "2:1"} end)},
  ["spinoff, many symbols"] = {function() book(2, 2 * n) for i = 1, n do held(1, "S" .. i) end end, each(function(i) spinoff{date = day(i), symbol = "S" .. i, into = "S" .. n + i, ratio = "1:4", share = 0.1} end)},
  ["symbol_change, many symbols"] = {function() book(2, 2 * n) for i = 1, n do held(1, "S" .. i) end end, each(function(i) symbol_change{date = day(i), symbol = "S" .. i, into = "S" .. n + i} end)},
  ["position"] = {function() book(1, n) account{name = "P", currency = "USD", tracking = "holdings"} end, each(function(i) position{date = day(i), account = "P", symbol = "S" .. i, quantity = 1, price = 5} end)},
  ["transfer, cash"] = {book, each(function(i) transfer{date = day(i), from = "A1", to = "A2", amount = 5} end)},
  ["transfer, units of one lot"] = {function() book() held(n) end, each(function(i) transfer{date = day(i), from = "A1", to = "A2", symbol = "S1", quantity = 1} end)},
  ["transfer, units of many lots"] = {function() book() many_lots() end, each(function(i) transfer{date = first + 100 + i * 90 // n, from = "A1", to = "A2", symbol = "S1", quantity = 1} end)},
  ["transfer, units, one day"] = {function() book() held(n) end, each(function(i) transfer{date = first + 1, from = "A1", to = "A2", symbol = "S1", quantity = 1} end)},
  ["transfer, units, there and back on one day"] = {function() book() held(n) end, each(function(i)
    transfer{date = first + 1 + i, from = "A1", to = "A2", symbol = "S1", quantity = 1}
    transfer{date = first + 1 + i, from = "A2", to = "A1", symbol = "S1", quantity = 1}
  end)},
  ["transfer, units, all there and back on one day"] = {function() book() held(n) end, each(function(i)
    transfer{date = first + 1, from = "A1", to = "A2", symbol = "S1", quantity = 1}
    transfer{date = first + 1, from = "A2", to = "A1", symbol = "S1", quantity = 1}
  end)},
  ["transfer, units, newest first"] = {function() book() held(n) end, each(function(i) transfer{date = first + 1 + n - i, from = "A1", to = "A2", symbol = "S1", quantity = 1} end)},
  ["transfer, units, one group"] = {function() book() held(n) end, each(function(i) transfer{date = day(i), from = "A1", to = "A2", symbol = "S1", quantity = 1, group = "g"} end)},
  ["transfer, units, many accounts"] = {function() book(n, 1) held(n) end, each(function(i) transfer{date = day(i), from = "A1", to = "A" .. math.max(2, i), symbol = "S1", quantity = 1} end)},
  ["expire, options"] = {function() book(1, 1) for i = 1, n do
    instrument{symbol = "O" .. i, kind = "option", currency = "USD", underlying = "S1", right = "call", strike = 10, expires = "2030-01-01", multiplier = 100}
    buy{date = first, account = "A1", symbol = "O" .. i, quantity = 1, price = 1, subtype = "buy_to_open"} end end,
    each(function(i) expire{date = day(i), account = "A1", symbol = "O" .. i} end)},
  ["assign, one option"] = {function() book(1, 1)
    instrument{symbol = "O", kind = "option", currency = "USD", underlying = "S1", right = "put", strike = 10, expires = "2030-01-01", multiplier = 100}
    sell{date = first, account = "A1", symbol = "O", quantity = n, price = 1, subtype = "sell_to_open"} end,
    each(function(i) assign{date = day(i), account = "A1", symbol = "O", quantity = 1} end)},
  ["exercise, one option"] = {function() book(1, 1)
    instrument{symbol = "O", kind = "option", currency = "USD", underlying = "S1", right = "call", strike = 10, expires = "2030-01-01", multiplier = 100}
    buy{date = first, account = "A1", symbol = "O", quantity = n, price = 1, subtype = "buy_to_open"} end,
    each(function(i) exercise{date = day(i), account = "A1", symbol = "O", quantity = 1} end)},
  ["void"] = {function() book() many_lots() end, function() for _, id in ipairs(lots_of("A1")) do void{id = id} end end},
  ["void, deposits"] = {function() book() for i = 1, n do deposit{date = day(i), account = "A1", amount = 5} end end, function() for _, id in ipairs(activities{}:list("id")) do void{id = id} end end},
  ["void, transfers"] = {function() book() held(n) for i = 1, n do transfer{date = day(i), from = "A1", to = "A2", amount = 1} end end,
    function() for _, id in ipairs(activities{type = "transfer_in"}:list("id")) do void{id = id} end end},
  ["amend, deposits"] = {function() book() for i = 1, n do deposit{date = day(i), account = "A1", amount = 5} end end, function() for _, id in ipairs(activities{}:list("id")) do amend{id = id, amount = 6} end end},
  ["value"] = {function() account{name = "V", currency = "USD", tracking = "value"} end, each(function(i) value{account = "V", amount = i, date = day(i)} end)},
  ["quote"] = {book, each(function(i) quote{symbol = "S1", date = first + i, close = 10} end)},
  ["rate"] = {book, each(function(i) rate{from = "EUR", to = "USD", date = first + i, rate = 1.25} end)},
  ["account"] = {function() end, each(function(i) account{name = "A" .. i, currency = "USD"} end)},
  ["account, one anew"] = {function() end, each(function(i) account{name = "A", currency = "USD", group = "g" .. i} end)},
  ["instrument"] = {function() end, each(function(i) instrument{symbol = "S" .. i, currency = "USD"} end)},
  ["portfolio"] = {function() for i = 1, n do account{name = "A" .. i, currency = "USD", portfolio = "P" .. i} end end, each(function(i) portfolio{name = "P" .. i, owner = "Ada"} end)},
  ["setting, one anew"] = {book, each(function(i) setting("base_currency", i % 2 == 0 and "USD" or "EUR") end)},
  ["setting, of many accounts"] = {function() book(n, 1) end, each(function(i) setting("lot_method", "lifo", {account = "A" .. i}) end)},
  ["tag"] = {function() book(1, n) end, each(function(i) tag{symbol = "S" .. i, tag = {"t" .. i, "all"}} end)},
  ["tag, activities"] = {function() book() for i = 1, n do deposit{date = day(i), account = "A1", amount = 5} end end, function() for _, id in ipairs(activities{}:list("id")) do tag{id = id, tag = "all"} end end},
  ["untag"] = {function() book(1, n) for i = 1, n do tag{symbol = "S" .. i, tag = "all"} end end, each(function(i) untag{symbol = "S" .. i, tag = "all"} end)},
  ["watch"] = {function() book(1, n) end, each(function(i) watch{symbol = "S" .. i, above = 40} end)},
  ["limit"] = {book, each(function(i) limit{name = "L" .. i, account = "A1", amount = 500} end)},
  ["goal"] = {book, each(function(i) goal{name = "G" .. i, amount = 500, by = "2030-12-31", account = "A1"} end)},
  ["targets"] = {book, each(function(i) targets{name = "T" .. i, weights = {S1 = 100}} end)},
  ["tier"] = {book, each(function(i) tier{name = "T" .. i, target = 100, accounts = {"A1"}} end)},
  ["recurring"] = {book, each(function(i) recurring{name = "R" .. i, every = "year", from = "2026-01-01", record = {type = "deposit", account = "A1", amount = 5}} end)},
  ["recurring.skip"] = {function() book() recurring{name = "R", every = "day", from = first, record = {type = "deposit", account = "A1", amount = 5}} end,
    each(function(i) recurring.skip{name = "R", day = first + i - 1} end)},
  ["recurring.pause, many rules"] = {function() book() for i = 1, n do recurring{name = "R" .. i, every = "year", from = "2026-01-01", record = {type = "deposit", account = "A1", amount = 5}} end end,
    each(function(i) recurring.pause{name = "R" .. i, from = "2026-01-01"} end)},
  ["recurring.run"] = {function() book() recurring{name = "R", every = "day", from = today() - n, record = {type = "deposit", account = "A1", amount = 5}} end, function() recurring.run{} end},
  ["recurring.run, transfers"] = {function() book() held(n + 1) recurring{name = "R", every = "day", from = today() - n, record = {type = "transfer", from = "A1", to = "A2", symbol = "S1", quantity = 1}} end, function() recurring.run{} end},
  ["recurring.due"] = {function() book() deposit{date = first, account = "A1", amount = 1000000} recurring{name = "R", every = "day", from = today() - n, record = {type = "deposit", account = "A1", amount = 5}} end, function() recurring.due{} end},
  ["recurring.due, part of the cash, big book"] = {function() book() for i = 1, n do deposit{date = day(i), account = "A1", amount = 5} end
    recurring{name = "R", every = "day", from = today() - n, record = {type = "transfer", from = "A1", to = "A2", amount = "1% of cash"}} end, function() recurring.due{} end},
  ["recurring.due, with drafts"] = {function() book() deposit{date = first, account = "A1", amount = 1000000}
    recurring{name = "R", every = "day", from = today() - n, status = "draft", record = {type = "transfer", from = "A1", to = "A2", amount = 5}} recurring.run{}
    recurring{name = "Q", every = "day", from = today() - n, record = {type = "transfer", from = "A1", to = "A2", amount = 5}} end, function() recurring.due{} end},
  ["recurring.approve"] = {function() book() recurring{name = "R", every = "day", from = today() - n, status = "draft", record = {type = "deposit", account = "A1", amount = 5}} recurring.run{} end, function() recurring.approve{} end},
  ["transaction"] = {book, each(function(i) transaction(function() deposit{date = day(i), account = "A1", amount = 5} end) end)},
  ["transaction, units that move"] = {function() book() held(n) end, each(function(i) transaction(function() transfer{date = day(i), from = "A1", to = "A2", symbol = "S1", quantity = 1} end) end)},
  ["whatif"] = {function() book() many_lots() end, each(function(i) whatif(function() deposit{date = day(i), account = "A1", amount = 5} end) end)},
  ["whatif, units that move"] = {function() book() many_lots() end, each(function(i) whatif(function() transfer{date = first + 100, from = "A1", to = "A2", symbol = "S1", quantity = 1} end) end)},
  ["sell, many lots, lofo"] = {function() book() setting("lot_method", "lofo") many_lots() end, each(function(i) sell{date = day(i) + 100, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, many lots, pooled"] = {function() book() setting("lot_method", "pooled") many_lots() end, each(function(i) sell{date = day(i) + 100, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, many lots, lifo, one act"] = {function() book() setting("lot_method", "lifo") many_lots() end, act(function(i) sell{date = day(i) + 100, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, many lots, hifo, one act"] = {function() book() setting("lot_method", "hifo") many_lots() end, act(function(i) sell{date = day(i) + 100, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, many lots, average, one act"] = {function() book() setting("lot_method", "average") many_lots() end, act(function(i) sell{date = day(i) + 100, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, days in any order, one act"] = {function() book() many_lots() end, act(function(i) sell{date = first + 100 + i * 7 % 90, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, newest first, one act"] = {function() book() many_lots() end, act(function(i) sell{date = first + 100 + n - i, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, after buys of any order, one act"] = {book, act(function(i)
    buy{date = first + i * 7 % 90, account = "A1", symbol = "S1", quantity = 1, price = 10}
    sell{date = first + 100 + i * 7 % 90, account = "A1", symbol = "S1", quantity = 1, price = 5}
  end)},
  ["sell, days in any order, after a split, one act"] = {function() book() many_lots() split{date = first + 95, symbol = "S1", account = "A1", ratio = "2:1"} end,
    act(function(i) sell{date = first + 100 + i * 7 % 90, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell, days in any order, beside transfers, one act"] = {function() book() many_lots() transfer{date = first + 95, from = "A1", to = "A2", symbol = "S1", quantity = 1} end,
    act(function(i) sell{date = first + 100 + i * 7 % 90, account = "A1", symbol = "S1", quantity = 0.5, price = 5} end)},
  ["sell above its purchase, one day, one act"] = {book, act(function(i) sell{date = first, account = "A1", symbol = "S1", quantity = 1, price = 5} buy{date = first, account = "A1", symbol = "S1", quantity = 1, price = 5} end)},
  ["sell above all purchases, one day, one act"] = {book, function() transaction(function()
    for i = 1, n do sell{date = first, account = "A1", symbol = "S1", quantity = 1, price = 5} end
    for i = 1, n do buy{date = first, account = "A1", symbol = "S1", quantity = 1, price = 5} end end) end},
  ["sell above its purchase, days, after a split, one act"] = {function() book() held(1) split{date = first + 200, symbol = "S1", ratio = "2:1"} end,
    act(function(i) sell{date = day(i), account = "A1", symbol = "S1", quantity = 2, price = 5} buy{date = day(i), account = "A1", symbol = "S1", quantity = 2, price = 5} end)},
  ["transfer on above the transfer in, one act"] = {function() book(3) held(n) end, act(function(i)
    transfer{date = day(i), from = "A2", to = "A3", symbol = "S1", quantity = 1} transfer{date = day(i), from = "A1", to = "A2", symbol = "S1", quantity = 1} end)},
  ["transfer, lots older than those there"] = {function() book() many_lots() for i = 1, n do buy{date = first + 100, account = "A2", symbol = "S1", quantity = 1, price = 10} end end,
    each(function(i) transfer{date = first + 101 + i, from = "A1", to = "A2", symbol = "S1", quantity = 1} end)},
  ["void, one act"] = {function() book() many_lots() end, function() transaction(function() for _, id in ipairs(lots_of("A1")) do void{id = id} end end) end},
  ["watch, one act"] = {function() book(1, n) end, act(function(i) watch{symbol = "S" .. i, above = 40} end)},
  ["limit, one act"] = {book, act(function(i) limit{name = "L" .. i, account = "A1", amount = 500} end)},
  ["goal, one act"] = {book, act(function(i) goal{name = "G" .. i, amount = 500, by = "2030-12-31", account = "A1"} end)},
  ["targets, one act"] = {book, act(function(i) targets{name = "T" .. i, weights = {S1 = 100}} end)},
  ["tier, one act"] = {book, act(function(i) tier{name = "T" .. i, target = 100, accounts = {"A1"}} end)},
  ["setting, of many accounts, one act"] = {function() book(n, 1) end, act(function(i) setting("lot_method", "lifo", {account = "A" .. i}) end)},
  -- What finds too few units is refused by the act as a whole; what is wrong in itself is refused at once.
  ["pcall of what is refused, one act"] = {function() book() many_lots() end, act(function(i) pcall(sell, {date = first + 100, account = "A1", symbol = "S1", quantity = -1, price = 5}) end)},
  ["pcall of what is refused, late"] = {function() book() many_lots() sell{date = first + 200, account = "A1", symbol = "S1", quantity = n, price = 5} end,
    each(function(i) pcall(sell, {date = first + 100, account = "A1", symbol = "S1", quantity = 1, price = 5}) end)},
  ["pcall of what is refused, linked"] = {function() book() many_lots() transfer{date = first + 95, from = "A1", to = "A2", symbol = "S1", quantity = 1} end,
    each(function(i) pcall(sell, {date = first + 100, account = "A2", symbol = "S1", quantity = 5, price = 5}) end)},
  ["pcall of what is refused, linked, late"] = {function() book() many_lots() transfer{date = first + 95, from = "A1", to = "A2", symbol = "S1", quantity = 1} sell{date = first + 200, account = "A2", symbol = "S1", quantity = 1, price = 5} end,
    each(function(i) pcall(sell, {date = first + 100, account = "A2", symbol = "S1", quantity = 1, price = 5}) end)},
  ["pcall of what is refused"] = {function() book() many_lots() end, each(function(i) pcall(sell, {date = first + 100, account = "A2", symbol = "S1", quantity = 1, price = 5}) end)},
}

function lots_of(name) return activities{account = name}:list("id") end

-- Files of n rows, by name: what a line is of, below the header.
local transactions = "date,type,account,symbol,quantity,price,fee,amount,currency,notes"
local imports = {
  ["transactions, one symbol"] = {transactions, function(i) return ("%s,buy,A,X,1,10,1,,USD,"):format(day(i)) end},
  ["transactions, newest first"] = {transactions, function(i) return ("%s,buy,A,X,1,10,1,,USD,"):format(day(n - i)) end},
  ["transactions, bought and sold"] = {transactions, function(i) return ("%s,%s,A,X,1,10,1,,USD,"):format(day(i), i % 2 == 1 and "buy" or "sell") end},
  ["transactions, many symbols"] = {transactions, function(i) return ("%s,buy,A,X%d,1,10,1,,USD,"):format(day(i), i) end},
  ["transactions, many accounts"] = {transactions, function(i) return ("%s,buy,A%d,X,1,10,1,,USD,"):format(day(i), i) end},
  ["transactions, dividends"] = {transactions, function(i) return i == 1 and ("%s,buy,A,X,1,10,1,,USD,"):format(day(i)) or ("%s,dividend,A,X,,,,5,USD,"):format(day(i)) end},
  ["transactions, transfers of units"] = {transactions, function(i)
    return ("%s,transfer_in,A,X,2,10,,,USD,\n%s,transfer_out,A,X,1,,,,USD,"):format(day(i), day(i)) end},
  ["transactions, transfers of one day"] = {transactions, function(i)
    return ("2000-01-01,transfer_in,A,X,2,10,,,USD,\n2000-01-01,transfer_out,A,X,1,,,,USD,") end},
  ["transactions, splits"] = {transactions, function(i) return ("%s,buy,A,X%d,1,10,1,,USD,"):format(day(i), i) end},
  ["transactions, short notes"] = {transactions, function(i) return ("%s,deposit,A,,,,,5,USD,%s"):format(day(i), ("note %d "):format(i):rep(20)) end},
  ["transactions, one long note"] = {transactions, function(i) return i == 1 and ("%s,deposit,A,,,,,5,USD,%s"):format(day(i), ("note "):rep(100 * n)) or nil end},
  ["transactions, oversold rows"] = {transactions, function(i) return ("%s,sell,A,X,1,10,1,,USD,"):format(day(i)) end},
  ["prices"] = {"symbol,date,close,currency", function(i) return ("X,%s,%d,USD"):format(today() - i, 10 + i % 7) end},
  ["prices, many symbols"] = {"symbol,date,close,currency", function(i) return ("X%d,2020-01-01,%d,USD"):format(i, 10 + i % 7) end},
  ["ecb-rates"] = {"Date,USD,GBP", function(i) return ("%s,1.1,0.9"):format(today() - i) end},
  ["accounts"] = {"id,name,type,currency,portfolio,owner,group,opened,closed,allow_short,tracking,rate,matures", function(i) return ("%d,A%d,securities,USD,P,Ada,,,,false,transactions,,"):format(i, i) end},
  ["instruments"] = {"id,type,symbol,underlyingSymbol,expiry,strike,callPut,multiplier", function(i) return ("5C0E0000-0000-4000-8000-%012d,equity,X%d,,,,,"):format(i, i) end},
  ["family-tracker"] = {"Portfolio,Transaction ID,Symbol,Asset Name,Asset Type,Transaction Type,Quantity,Price,Amount,Fees,Date,Notes",
    function(i) return ("Family,B%d,ORCL,Oracle,Stock,Buy,10.0,31.2,312.0,1.0,%s,"):format(i, day(i)) end},
}

local function write_import(path)
  local file = assert(io.open(path, "w"))
  file:write(imports[case:match("^import (.*)")][1], "\n")
  for i = 1, n do
    local line = imports[case:match("^import (.*)")][2](i)
    if line then file:write(line, "\n") end
  end
  file:close()
end

-- The most memory that the process held, in bytes, where the system tells.
local function peak()
  local status = io.open("/proc/self/status")
  if not status then return end
  local text = status:read("a")
  status:close()
  return math.tointeger(tonumber(text:match("VmHWM:%s*(%d+)"))) * 1024
end

-- Books of n activities, by shape; then every question is asked of each.
local shapes = {
  ["one symbol"] = function() book() many_lots() end,
  ["bought and sold"] = function() book() for i = 1, n do (i % 2 == 1 and buy or sell){date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 10 + i % 7} end end,
  ["many symbols"] = function() book(2, n) for i = 1, n do buy{date = day(i), account = "A1", symbol = "S" .. i, quantity = 1, price = 10} end end,
  ["many accounts"] = function() book(n, 1) for i = 1, n do buy{date = day(i), account = "A" .. i, symbol = "S1", quantity = 1, price = 10} end end,
  ["dividends"] = function() book() held(10) for i = 1, n do dividend{date = day(i), account = "A1", symbol = "S1", amount = 5} end end,
  ["transfers"] = function() book() held(n) for i = 1, n do transfer{date = day(i), from = "A1", to = "A2", symbol = "S1", quantity = 1} end end,
  ["transfers of cash"] = function() book() deposit{date = first, account = "A1", amount = n} for i = 1, n do transfer{date = day(i), from = "A1", to = "A2", amount = 1} end end,
  ["unpaired transfers"] = function() book() for i = 1, n do record{type = "transfer_in", date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 1} end end,
  ["transfers without a cost, another currency"] = function() book() setting("base_currency", "EUR") rate{from = "EUR", to = "USD", date = first, rate = 1.25} for i = 1, n do
    buy{date = day(i), account = "A1", symbol = "S1", quantity = 1, price = 10 + i % 7}
    if i % 10 == 0 then record{type = "transfer_in", date = day(i), account = "A1", symbol = "S1", quantity = 1} end
    if i % 10 == 1 then transfer{date = day(i), from = "A1", to = "A2", symbol = "S1", quantity = 1} end end end,
  ["positions told again and again"] = function() account{name = "P", currency = "USD", tracking = "holdings"} instrument{symbol = "S1", currency = "USD"}
    for i = 1, n do position{date = day(i), account = "P", symbol = "S1", quantity = i, price = 5} end end,
  ["costs told after transfers without one"] = function() account{name = "P", currency = "USD", tracking = "holdings"} instrument{symbol = "S1", currency = "USD"} for i = 1, n do
    if i % 2 == 1 then record{type = "transfer_in", date = day(i), account = "P", symbol = "S1", quantity = 1} else position{date = day(i), account = "P", symbol = "S1", quantity = i, price = 4} end end end,
  ["splits"] = function() book(2, n) for i = 1, n do held(1, "S" .. i) split{date = day(i), symbol = "S" .. i, ratio = "2:1"} end end,
  ["notes"] = function() book() for i = 1, n do deposit{date = day(i), account = "A1", amount = 5, notes = ("note %d "):format(i):rep(20)} end end,
  ["voids"] = function() book() for i = 1, n do deposit{date = day(i), account = "A1", amount = 5} end for _, id in ipairs(activities{}:list("id")) do void{id = id} end end,
  ["amends"] = function() book() for i = 1, n do deposit{date = day(i), account = "A1", amount = 5} end for _, id in ipairs(activities{}:list("id")) do amend{id = id, amount = 6} end end,
  ["options"] = function() book(1, 1) for i = 1, n do
    instrument{symbol = "O" .. i, kind = "option", currency = "USD", underlying = "S1", right = "call", strike = 10, expires = "2030-01-01", multiplier = 100}
    buy{date = day(i), account = "A1", symbol = "O" .. i, quantity = 1, price = 1, subtype = "buy_to_open"} end end,
  ["quotes"] = function() book() held(10) for i = 1, n do quote{symbol = "S1", date = today() - i, close = 10 + i % 7} end end,
  ["rates"] = function() book() account{name = "E", currency = "EUR"} deposit{date = first, account = "E", amount = 5} setting("base_currency", "USD")
    for i = 1, n do rate{from = "EUR", to = "USD", date = today() - i, rate = 1.25} end end,
  ["values"] = function() account{name = "V", currency = "USD", tracking = "value"} for i = 1, n do value{account = "V", amount = i, date = day(i)} end end,
  ["rules"] = function() book() for i = 1, n do recurring{name = "R" .. i, every = "year", from = "2026-01-01", record = {type = "deposit", account = "A1", amount = 5}} end end,
  ["limits and goals"] = function() book() for i = 1, n do limit{name = "L" .. i, account = "A1", amount = 500} goal{name = "G" .. i, amount = 500, by = "2030-12-31", account = "A1"} end end,
}

local questions = {
  {"activities", function() return activities{} end}, {"trades", function() return trades{} end},
  {"holdings", function() return holdings{} end}, {"holdings, a past day", function() return holdings{on = "2010-06-30"} end},
  {"lots in another currency", function() return lots{base = "EUR"} end}, {"holdings in another currency", function() return holdings{base = "EUR"} end},
  {"contributions in another currency", function() return contributions{base = "EUR"} end}, {"returns in another currency", function() return returns{base = "EUR"} end},
  {"snapshots in another currency", function() return snapshots{every = "month", base = "EUR"} end},
  {"lots", function() return lots{} end}, {"lots, a past day", function() return lots{on = "2010-06-30"} end},
  {"gains", function() return gains{} end}, {"gains, one year", function() return gains{year = 2010} end},
  {"income", function() return income{} end}, {"cash", function() return cash{} end}, {"cash, a past day", function() return cash{on = "2010-06-30"} end},
  {"contributions", function() return contributions{} end}, {"warnings", function() return warnings{} end},
  {"accounts", function() return accounts{} end}, {"instruments", function() return instruments{} end}, {"options", function() return options{} end},
  {"portfolios", function() return portfolios{} end}, {"settings", function() return settings() end}, {"values", function() return values{} end},
  {"quotes", function() return quotes{} end}, {"rates", function() return rates{} end},
  {"convert", function() pcall(convert, {amount = money(1, "EUR"), to = "USD"}) end},
  {"snapshots", function() return snapshots{every = "month"} end}, {"returns", function() return returns{} end},
  {"attribution", function() return attribution{} end}, {"risk", function() return risk{} end}, {"drawdowns", function() return drawdowns{} end},
  {"calendar_returns", function() return calendar_returns{} end}, {"rolling_returns", function() return rolling_returns{window = "1 year"} end},
  {"explain_return", function() return explain_return{symbol = "S1"} end}, {"yields", function() return yields{} end},
  {"income_forecast", function() return income_forecast{} end},
  {"irr", function() local flows = {{"1999-01-01", -n}} for i = 1, n do flows[i + 1] = {tostring(day(i)), 1.01} end irr(flows) end},
  {"rebalance", function() return rebalance{weights = {S1 = 100}} end},
  {"recurring.list", function() return recurring.list{} end}, {"recurring.next", function() return recurring.next{count = 3} end}, {"recurring.due", function() return recurring.due{} end},
  {"limits", function() return limits{} end}, {"goals", function() return goals{} end}, {"plans", function() return plans() end}, {"tiers", function() return tiers() end},
  {"allocate", function() return allocate(500) end}, {"forecast", function() return forecast{months = 12} end}, {"tier_transfers", function() return tier_transfers() end},
  {"report.activity", function() return report.activity{} end}, {"report.gains", function() return report.gains{} end}, {"report.holdings", function() return report.holdings{} end},
  {"report.income", function() return report.income{} end}, {"report.income_by_month", function() return report.income_by_month{} end},
  {"explain", function() local f = holdings{} return #f > 0 and explain(f[1]) or f end},
  {"tags", function() return tags{} end}, {"by_tag", function() return by_tag(activities{}) end}, {"find", function() return find("buy") end},
  {"currencies", function() return currencies{} end}, {"fees", function() return fees{} end},
  {"explain_lot", function() local f = lots{} return #f > 0 and explain(f[1]) or f end},
  {"explain_gain", function() local f = gains{} return #f > 0 and explain(f[#f]) or f end},
  {"history", function() local f = activities{} return #f > 0 and history(f[#f].id) or f end},
  {"sql", function() return sql("select * from activities order by date") end},
  {"verify", function() verify() end},
  {"frame: where, sort, with", function() return activities{}:where{type = "buy"}:sort("-amount"):with("half", function(r) return 1 end) end},
  {"frame: by and its sums", function() return activities{}:by("account", "symbol", "year"):sum("fee") end},
  {"frame: by each row, first and last", function() local g = activities{}:by("id") g:first("type") g:last("type") g:count() return g:avg("fee") end},
  {"frame: pivot", function() return activities{}:pivot{rows = "id", across = "type", values = "fee"} end},
  {"frame: distinct, top, reverse", function() activities{}:distinct("id") activities{}:top(10, "fee") return activities{}:reverse() end},
  {"frame: list, totable", function() activities{}:list("id") activities{}:totable() end},
  {"frame: csv, json, markdown, show", function() local f = activities{} f:csv() f:json() f:markdown() f:show{rows = n} end},
  {"compare", function() return compare(holdings{}, holdings{}) end},
}

if verbs[case] then
  verbs[case][1]()
  timed(case, verbs[case][2])
elseif shapes[case] then
  shapes[case]()
elseif shapes[case:match("^ask (.*)") or ""] then
  for _, question in ipairs(questions) do
    timed(question[1], function()
      local ok, frame = pcall(question[2])
      if not ok then lines[#lines + 1] = question[1] .. "\t-1\t" .. tostring(frame) end
      if ok and type(frame) == "userdata" then pcall(function() frame:csv() end) end
    end)
  end
elseif case:match("^import ") then
  write_import(result .. ".csv")
  timed(case, function() import(result .. ".csv", {create = true, partial = true}) end)
  os.remove(result .. ".csv")
elseif case == "names" then
  for _, kind in ipairs{{"verb", verbs}, {"import", imports}, {"shape", shapes}} do
    local names = {}
    for name in pairs(kind[2]) do names[#names + 1] = name end
    table.sort(names)
    for _, name in ipairs(names) do lines[#lines + 1] = kind[1] .. "\t" .. name end
  end
else
  error("there is no case " .. case)
end

local most = peak()
if most then lines[#lines + 1] = "peak\t" .. most end
local file = assert(io.open(result, "w"))
file:write(table.concat(lines, "\n"), "\n")
file:close()

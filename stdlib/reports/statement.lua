-- The statement of each account for a year: what it opened with, every movement with the balance after it, what it closed with, and what it holds.
local kit = ...

-- The cash of an account at the end of a day, by currency.
local function balances(name, on)
  local found = {}
  for row in cash { account = name, on = on } do found[row.currency] = row.balance end
  return found
end

-- Every movement of a year with the cash after it, by currency, between the opening and the closing balance.
local function movements(name, first, last)
  local running, list, codes, agrees = balances(name, first - 1), {}, {}, true
  local function add(day, what, row, amount, currency)
    list[#list + 1] = {
      date = day, what = what, symbol = row.symbol, notes = row.notes, currency = currency, units = row.quantity or false, price = row.price or false, amount = amount or false,
      balance = running[currency] or false, place = #list + 1,
    }
  end
  local moved = activities { account = name, from = first, to = last }
  local closing = balances(name, last)
  for _, by in ipairs { running, closing } do for code in pairs(by) do codes[code] = true end end
  for row in moved do codes[row.settle or row.currency] = true end
  local order = kit.sorted(codes)
  for _, code in ipairs(order) do
    running[code] = running[code] or closing[code] and closing[code] - closing[code] or nil
    if running[code] then add(first, "opening balance", {}, false, code) end
  end
  for row in moved do
    local code = row.settle or row.currency
    if row.cash then running[code] = running[code] and running[code] + row.cash or row.cash end
    add(row.date, kit.word(row.subtype or row.type), row, row.cash, code)
  end
  for _, code in ipairs(order) do
    agrees = agrees and (not running[code] or running[code]:eq(closing[code] or 0))
    running[code] = closing[code] or running[code]
    if running[code] then add(last, "closing balance", {}, false, code) end
  end
  return list, agrees
end

local function account_section(account, first, last, notes)
  local heading = account.name .. (account.owner and ", " .. account.owner or "") .. (account.closed and ", closed on " .. account.closed or "")
  if account.tracking == "value" then
    local before = values { account = account.name, on = first - 1 }
    local told = values { account = account.name, from = #before > 0 and before[1].date or first, to = last }
    return kit.section(heading, "What its owner told that it is worth:", #told > 0 and told:select("date", "value", "currency") or "Nothing was told.")
  end
  local list, agrees = movements(account.name, first, last)
  if not agrees then notes.say("The movements of " .. account.name .. " do not lead to its closing balance; explain cash in " .. account.name .. " tells more.") end
  local rows = #list > 0 and kit.frame(list, { "place", "date", "what", "symbol", "notes", "currency" }, { "units", "price", "amount", "balance" })
  local held = holdings { account = account.name, on = last }
  if not rows and #held == 0 then return { heading = heading, "Nothing was moved, and nothing is held at the end." } end
  return kit.section(
    heading,
    rows and kit.standing(rows, { "place", "date", "what", "symbol", "notes", "currency" }, { "units", "price", "amount", "balance" })
      :select("date", "what", "symbol", "amount", "balance", "currency", "units", "price", "notes") or "Nothing was moved.",
    #held > 0 and "Held at the end:" or "No instrument is held at the end.",
    #held > 0 and held:select("symbol", "name", "quantity", "average_cost", "cost_basis", "price", "market_value", "unrealized_gain", "currency"))
end

kit.define {
  name = "statement",
  summary = "Account statement of a year: opening balance, every movement with its balance, closing balance, and holdings.",
  parameters = kit.with_some("account owner portfolio tag", kit.that_year),
  example = "report.statement{year=2014, account=\"Savings\"}",
  run = function(p)
    local asked, notes, sections = kit.year_of(p), kit.notes(), {}
    local first, last = kit.span(asked)
    local refused = kit.not_of_accounts(p, "a statement is")
    if refused then error(refused, 0) end
    if p.tag then notes.say("A statement is of whole accounts: what has the tag " .. p.tag .. " elsewhere is not in it.") end
    for account in accounts(kit.account_filters(p)) do
      if (not account.opened or account.opened <= last) and (not account.closed or account.closed >= first) then sections[#sections + 1] = account_section(account, first, last, notes) end
    end
    if #sections == 0 then sections[1] = "There was no account in this year." end
    return report { title = "Account statement", subtitle = kit.subtitle(p, first .. " to " .. last, true), sections = sections, notes = notes.list }
  end,
}

-- Defines the accounts and instruments of the sample family; its prices and transactions are imported after this.

local accounts, instruments = ...

for line in accounts:gmatch("[^\r\n]+") do
  local name, kind, currency, portfolio, owner, group, opened = line:match("^([^,]*),([^,]*),([^,]*),([^,]*),([^,]*),([^,]*),([^,]*)$")
  if name and name ~= "name" then
    account { name = name, type = kind, currency = currency, portfolio = portfolio, owner = owner, group = group, opened = opened }
  end
end

for line in instruments:gmatch("[^\r\n]+") do
  local symbol, name, kind, currency = line:match("^([^,]*),([^,]*),([^,]*),([^,]*)$")
  if symbol and symbol ~= "symbol" then
    instrument { symbol = symbol, name = name, kind = kind, currency = currency }
  end
end

setting("base_currency", "USD")
-- Its prices are those of the ends of months, so one of five weeks ago is not old.
setting("price_max_age", 40)

-- What trades alone do not show: an account whose worth is told, one whose positions are told, and options.
account { name = "ISA", type = "securities", currency = "USD", portfolio = "Family", owner = "Carol", tracking = "value", opened = "2013-01-02" }
for _, told in ipairs { { "2013-01-02", 9000 }, { "2013-12-31", 9850 }, { "2014-06-30", 10120 } } do
  value { account = "ISA", date = told[1], amount = told[2] }
end

account { name = "Pension", type = "pension", currency = "USD", portfolio = "Family", owner = "Jerry", tracking = "holdings", opened = "2014-01-02" }

account { name = "Options", type = "securities", currency = "USD", portfolio = "Family", owner = "Jerry", opened = "2014-10-01" }
instrument { symbol = "ORCL141231C40", name = "Oracle call 40", underlying = "ORCL", right = "call", strike = 40, expires = "2014-12-31" }
instrument { symbol = "ORCL141231P46", name = "Oracle put 46", underlying = "ORCL", right = "put", strike = 46, expires = "2014-12-31" }
deposit { date = "2014-10-01", account = "Options", amount = 12000 }
buy { date = "2014-10-15", account = "Options", symbol = "ORCL141231C40", quantity = 1, price = 1.20, fee = 1, subtype = "buy_to_open" }
sell { date = "2014-10-15", account = "Options", symbol = "ORCL141231P46", quantity = 1, price = 1.45, fee = 1, subtype = "sell_to_open" }
for _, priced in ipairs { { "2014-10-15", 1.20, 1.45 }, { "2014-10-31", 1.62, 7.05 }, { "2014-11-28", 3.05, 3.71 }, { "2014-12-31", 4.97, 1.03 } } do
  quote { symbol = "ORCL141231C40", date = priced[1], close = priced[2] }
  quote { symbol = "ORCL141231P46", date = priced[1], close = priced[3] }
end

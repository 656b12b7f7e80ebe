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

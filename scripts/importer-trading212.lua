-- Reads the history that Trading 212 exports. Amounts in "Total" are in the account's currency, prices in that of the exchange (GBX for pence).
-- Run it once a session, or put it beside init.lua, which says `require "importer-trading212"`; then import("history.csv") knows the file by its header.

local currency = "EUR" -- the currency of your account

local types = {
  ["Deposit"] = "deposit", ["Withdrawal"] = "withdrawal", ["Interest on cash"] = "interest", ["Market buy"] = "buy", ["Limit buy"] = "buy",
  ["Stop buy"] = "buy", ["Market sell"] = "sell", ["Limit sell"] = "sell", ["Stop sell"] = "sell",
}

importer.define {
  name = "trading212", summary = "The history of a Trading 212 account.",
  columns = { ["Time"] = "date", ["No. of shares"] = "quantity", ["Price / share"] = "price", ["Total"] = "amount", ["Exchange rate"] = "fx_rate" },
  date_order = "ymd", account = "Trading 212", currency = currency,
  row = function(r)
    local action = r["Action"]
    local isDividend = action:find("^Dividend") ~= nil
    local type = isDividend and "dividend" or types[action]
    if action == "Currency conversion" then return nil, "a conversion moves nothing in or out" end
    if not type then error("the action \"" .. action .. "\" is not known; add it to the table of types") end
    local draft = { type = type, date = r.date, time = r.time, id = r["ID"] }
    if type == "buy" or type == "sell" then
      draft.symbol, draft.name = r["Ticker"], r["Name"]
      draft.quantity, draft.price, draft.currency = r.quantity, r.price, r["Currency (Price / share)"]
    else
      draft.amount, draft.currency = r.amount, r["Currency (Total)"]
      if isDividend then draft.symbol, draft.name = r["Ticker"], r["Name"] end
    end
    return draft
  end,
}

print("importer trading212 is defined: import(\"history.csv\") knows its files")

-- Reads the transactions that DEGIRO exports in Dutch: two columns have no heading, so they are read by their number.
-- Run it once a session, or put it beside init.lua, which says `require "importer-degiro"`; then import("Transactions.csv") knows the file by its header.

importer.define {
  name = "degiro", summary = "Transactions of a DEGIRO account, as exported in Dutch.",
  sniff = function(header) return header[1] == "Datum" and header[2] == "Tijd" and header[4] == "ISIN" and header[7] == "Aantal" end,
  columns = { ["Datum"] = "date", ["Aantal"] = "quantity", ["Koers"] = "price", ["Transactiekosten en/of"] = "fee", ["Wisselkoers"] = "fx_rate" },
  date_order = "dmy", decimal_mark = "comma", account = "DEGIRO", currency = "EUR",
  row = function(r)
    if r["ISIN"] == "" then return nil, "it is of no security" end
    local sold = r.quantity < 0
    local currency = r[9] -- beside the price
    local draft = {
      type = sold and "sell" or "buy", date = r.date, symbol = r["ISIN"], name = r["Product"],
      quantity = sold and -r.quantity or r.quantity, price = r.price, fx_rate = r.fx_rate, currency = currency, notes = r["Order ID"],
    }
    if not r.fee then return draft end
    local fee = r.fee < 0 and -r.fee or r.fee
    if currency == "EUR" then
      draft.fee = fee
      return draft
    end
    -- The price is in another currency, the fee in euros: it is an activity of its own.
    return { draft, { type = "fee", date = r.date, amount = fee, currency = "EUR", notes = "of order " .. r["Order ID"] } }
  end,
}

print("importer degiro is defined: import(\"Transactions.csv\") knows its files")

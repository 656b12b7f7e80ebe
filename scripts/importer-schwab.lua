-- Reads the transactions that Charles Schwab exports: "Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount".
-- Run it once a session, or put it beside init.lua, which says `require "importer-schwab"`; then import("transactions.csv") knows the file by its header.

importer.define {
  name = "schwab", summary = "Transactions of a Charles Schwab brokerage account.",
  sniff = function(header)
    local seen = {}
    for _, heading in ipairs(header) do seen[heading] = true end
    return seen["Action"] and seen["Fees & Comm"] and seen["Amount"] or false
  end,
  columns = {
    ["Symbol"] = "symbol", ["Quantity"] = "quantity", ["Price"] = "price", ["Fees & Comm"] = "fee", ["Amount"] = "amount",
  },
  account = "Schwab", currency = "USD",
  row = function(r)
    -- "03/05/2014 as of 03/04/2014": booked on the one day, of the other.
    local month, day, year = r["Date"]:match("(%d+)/(%d+)/(%d+)$")
    if not month then return nil, "it is no transaction" end
    local types = {
      ["Buy"] = "buy", ["Sell"] = "sell", ["Reinvest Shares"] = "buy", ["Qualified Dividend"] = "dividend", ["Cash Dividend"] = "dividend",
      ["Reinvest Dividend"] = "dividend", ["Credit Interest"] = "interest", ["Bank Interest"] = "interest", ["ADR Mgmt Fee"] = "fee",
      ["MoneyLink Transfer"] = r.amount and r.amount < 0 and "withdrawal" or "deposit", ["NRA Tax Adj"] = "tax",
    }
    local type = types[r["Action"]]
    if r["Action"] == "Journal" then return nil, "journals move nothing in or out" end
    if not type then error("the action \"" .. r["Action"] .. "\" is not known; add it to the table of types") end
    local draft = { type = type, date = ("%s-%s-%s"):format(year, month, day), notes = r["Description"] }
    if type == "buy" or type == "sell" then
      draft.symbol, draft.name, draft.notes = r.symbol, r["Description"], nil
      draft.quantity, draft.price, draft.fee = r.quantity, r.price, r.fee
    else
      draft.amount = r.amount < 0 and -r.amount or r.amount
      if type == "dividend" then draft.symbol, draft.name, draft.notes = r.symbol, r["Description"], nil end
    end
    return draft
  end,
}

print("importer schwab is defined: import(\"transactions.csv\") knows its files")

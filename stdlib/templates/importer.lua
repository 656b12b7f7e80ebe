-- An importer for the files of one bank or broker. Beside init.lua, which says `require "NAME"`, import knows its files.

importer.define {
  name = "NAME",
  summary = "The CSV file of my bank.",
  -- The file's own headings, and what they are here: date, type, symbol, quantity, price, amount, fee, tax, currency, account, notes.
  columns = { Date = "date", Kind = "type", Amount = "amount", Text = "notes" },
  -- The file's own words for what happened; rows of those that are skipped are left out.
  types = { Deposit = "deposit", Withdrawal = "withdrawal", Interest = "interest", Info = "skip" },
  -- Where every row is of one account. Say it at each import instead: import FILE into ACCOUNT
  account = "My Bank", currency = "EUR",
}

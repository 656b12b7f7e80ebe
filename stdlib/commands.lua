-- The sentences of the prompt. Each stands for a Lua call; `help NAME` shows both forms.

local booking = "[in <account:account>] [on <date:date>] [note <notes:text>]"

local function sentence(usage, lua, example, summary)
  command.define { usage = usage, lua = lua, example = example, summary = summary }
end

sentence("buy <quantity:decimal> <symbol:symbol> [@ <price:decimal>] [fee <fee:decimal>] " .. booking, "buy",
  "buy 10 ORCL @ 31.20 fee 1 in Brokerage on 2014-03-03", "Records a purchase.")
sentence("sell <quantity:decimal> <symbol:symbol> [@ <price:decimal>] [fee <fee:decimal>] " .. booking, "sell",
  "sell 4 ORCL @ 40 in Brokerage on 2014-06-30", "Records a sale.")
sentence("deposit <amount:decimal> [<currency:currency>] to <account:account> [on <date:date>] [note <notes:text>]", "deposit",
  "deposit 500 to Savings", "Records money brought in.")
sentence("withdraw <amount:decimal> [<currency:currency>] from <account:account> [on <date:date>] [note <notes:text>]", "withdraw",
  "withdraw 20 from Savings", "Records money taken out.")
sentence("dividend <amount:decimal> <symbol:symbol> [tax <tax:decimal>] " .. booking, "dividend",
  "dividend 12.50 ORCL tax 1.80 in Brokerage on 2014-04-30", "Records a dividend.")
sentence("interest <amount:decimal> [<currency:currency>] " .. booking, "interest", "interest 3.10 in Savings", "Records interest received.")
sentence("fee <amount:decimal> [<currency:currency>] " .. booking, "fee", "fee 2 in Brokerage", "Records a charge.")
sentence("tax <amount:decimal> [<currency:currency>] " .. booking, "tax", "tax 7 in Brokerage", "Records a tax.")
sentence("void <id:integer> [because <reason:text>]", "void", "void 18 because entered twice", "Takes an activity out of every result.")
sentence("undo", "undo()", "undo", "Voids what the last act recorded.")

sentence("holdings [on <on:date>] [in <account:account>]", "holdings", "holdings on 2012-12-31", "Shows what is held.")
sentence("trades [<symbol:symbol>] [in <account:account>] [from <from:date>] [to <to:date>]", "trades", "trades ORCL from 2005-01-01",
  "Shows purchases and sales.")
sentence("activities [in <account:account>] [from <from:date>] [to <to:date>]", "activities", "activities in Savings", "Shows everything recorded.")
sentence("lots [<symbol:symbol>] [in <account:account>] [on <on:date>]", "lots", "lots ORCL", "Shows open lots.")
sentence("gains [<year:year>] [in <account:account>]", "gains", "gains 2007", "Shows realised gains.")
sentence("income [<year:year>] [in <account:account>]", "income", "income 2007", "Shows dividends and interest.")
sentence("cash [on <on:date>] [in <account:account>]", "cash", "cash", "Shows cash balances.")
sentence("accounts", "accounts", "accounts", "Shows the accounts.")
sentence("instruments", "instruments", "instruments", "Shows the instruments.")
sentence("quotes [<symbol:symbol>] [from <from:date>] [to <to:date>]", "quotes", "quotes ORCL from 2010-01-01", "Shows stored prices.")
sentence("warnings", "warnings", "warnings", "Shows what you should know of the book.")

sentence("import <path:path> [into <account:account>] [symbol <symbol:symbol>] [partial]", "import", "import trades.csv",
  "Imports a file, or the folder of a whole book.")
sentence("export <path:path> [<what:word>]", "export(<path>, <what>)", "export book.csv", "Writes transactions as CSV, or values, accounts, book and others.")
sentence("run <path:path> [<arguments:arguments>]", "run(<path>, <arguments>)", "run report.lua --year 2014", "Runs a script.")
sentence("report [<name:report>] [<arguments:options>]", "report.run(<name>, <arguments>)", "report income 2004", "Shows a report.")
sentence("verify", "verify()", "verify", "Checks the whole book.")
sentence("backup <path:path>", "backup(<path>)", "backup copy.luca", "Writes a copy of the book.")
sentence("help [<topic:topic>]", "help(<topic>)", "help gains", "Shows help.")
sentence("quit", "quit()", "quit", "Leaves.")

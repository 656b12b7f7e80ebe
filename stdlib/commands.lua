-- The sentences of the prompt. Each stands for a Lua call, or for a function of sentences.lua or questions.lua; `help NAME` shows both forms.

local booking = "[in <account:account>] [on <date:date>] [status <status:word>] [note <notes:text>]"
-- What an account is told to hold or be worth has no status.
local telling = "[in <account:account>] [on <date:date>] [note <notes:text>]"
-- What has a currency of its own: at which rate, and in which currency its cash moves.
local settling = " [fx_rate <fx_rate:decimal>] [settle <settle:currency>]"

-- Only of what has a tag; `tag=reserve` says the same.
local tagged = " [tagged <tag:word>]"
-- Of another book, of several (`book anna,ben`), or of all (`book *`).
local of_books = " [book <book:word>]"
local asked = tagged .. of_books

local function sentence(usage, lua, example, summary)
  command.define { usage = usage, lua = lua, example = example, summary = summary }
end

sentence("buy <quantity:decimal> <symbol:symbol> [@ <price:money> [<currency:currency>]] [fee <fee:money>] [tax <tax:money>] [as <subtype:word>] " .. booking .. settling, "buy",
  "buy 10 ORCL @ 31.20 fee 1 in Brokerage on 2014-03-03", "Records a purchase.")
sentence("sell <quantity:decimal> <symbol:symbol> [@ <price:money> [<currency:currency>]] [fee <fee:money>] [tax <tax:money>] [lot <lots:integer>] [as <subtype:word>] " .. booking .. settling, "sell",
  "sell 4 ORCL @ 40 in Brokerage on 2014-06-30", "Records a sale.")
sentence("sell all <symbol:symbol> [@ <price:money> [<currency:currency>]] [fee <fee:money>] [tax <tax:money>] " .. booking .. settling, 'sell{quantity="all"}',
  "sell all ORCL @ 44 in Brokerage on 2014-12-31", "Records a sale of all units that are held, so that nothing is left of them.")
sentence("deposit <amount:money> [<currency:currency>] to <account:account> [on <date:date>] [status <status:word>] [note <notes:text>]" .. settling, "deposit",
  "deposit 500 to Savings", "Records money brought in.")
sentence("withdraw <amount:money> [<currency:currency>] from <account:account> [on <date:date>] [status <status:word>] [note <notes:text>]" .. settling, "withdraw",
  "withdraw 20 from Savings", "Records money taken out.")
sentence("dividend <amount:money> [<currency:currency>] <symbol:symbol> [tax <tax:money>] " .. booking .. settling, "dividend",
  "dividend 12.50 ORCL tax 1.80 in Brokerage on 2014-04-30", "Records a dividend.")
sentence("interest <amount:money> [<currency:currency>] [tax <tax:money>] " .. booking .. settling, "interest", "interest 3.10 in Savings", "Records interest received.")
sentence("fee <amount:money> [<currency:currency>] " .. booking .. settling, "fee", "fee 2 in Brokerage", "Records a charge.")
sentence("tax <amount:money> [<currency:currency>] " .. booking .. settling, "tax", "tax 7 in Brokerage", "Records a tax.")
sentence("credit <amount:money> [<currency:currency>] " .. booking .. settling, "credit", "credit 5 in Brokerage note rebate", "Records money that the broker gave.")
sentence("bonus <amount:money> [<currency:currency>] " .. booking .. settling, "bonus", "bonus 100 in Brokerage", "Records money that came with an account.")

-- The last of these is tried first: 500 EUR are units where the book has an instrument EUR, and money elsewhere.
sentence("transfer <amount:money> from <from:account> to <to:account> [currency <currency:currency>] [fee <fee:money>] [on <date:date>] [note <notes:text>]",
  "transfer", "transfer 200 from Brokerage to Savings", "Moves cash to another account.")
sentence("transfer <amount:money> <currency:currency> from <from:account> to <to:account> [fee <fee:money>] [on <date:date>] [note <notes:text>]",
  "transfer", "transfer €500 from Brokerage to Savings", "Moves cash of a currency to another account; 500 EUR and EUR 500 are the same.")
sentence("transfer <currency:currency> <amount:money> from <from:account> to <to:account> [fee <fee:money>] [on <date:date>] [note <notes:text>]",
  "transfer", "transfer EUR 500 from Brokerage to Savings", "Moves cash of a currency to another account.")
sentence("transfer <quantity:decimal> <symbol:symbol> from <from:account> to <to:account> [fee <fee:money>] [on <date:date>] [note <notes:text>]",
  "transfer", "transfer 10 ORCL from Brokerage to Roth IRA on 2014-12-31", "Moves units with their lots to another account.")
sentence("transfer all <symbol:symbol> from <from:account> to <to:account> [fee <fee:money>] [on <date:date>] [note <notes:text>]", 'transfer{quantity="all"}',
  "transfer all ORCL from Brokerage to Roth IRA on 2014-12-31", "Moves all units that are held with their lots, or all cash of a currency, to another account.")

sentence("exchange <amount:money> <from:currency> to <to:currency> [at <rate:decimal>] [for <received:money>] [fee <fee:money>] " .. booking, "exchange",
  "exchange 500 USD to EUR in Brokerage at 0.8 fee 2", "Changes cash of one currency into another, at a rate, for a sum, or at the book's rate of the day.")

sentence("split <symbol:symbol> <ratio:ratio> [for <amount:money>] " .. booking, "split", "split ORCL 2:1 on 2000-10-13",
  "Records a split, of all accounts or of one: 2:1 and 2 for 1 are the same; for after the ratio is the cash in lieu of a fraction.")
sentence("merger <symbol:symbol> [into <into:symbol>] [ratio <ratio:ratio>] [for <amount:money>] " .. booking, "merger",
  "merger ORCL into NVDA ratio 2:1 on 2014-12-31", "Records a merger, for units, for cash or for both.")
sentence("spinoff <symbol:symbol> into <into:symbol> ratio <ratio:ratio> share <share:decimal> " .. booking, "spinoff",
  "spinoff ORCL into NVDA ratio 1:4 share 0.1 on 2014-12-31", "Records a part that became a company of its own.")
sentence("rename <symbol:symbol> to <into:symbol> " .. booking, "symbol_change", "rename ORCL to NVDA on 2014-12-31",
  "Records that an instrument goes on under another symbol.")
sentence("capital <amount:money> [<currency:currency>] <symbol:symbol> [tax <tax:money>] " .. booking .. settling, "return_of_capital", "capital 30 ORCL in Brokerage on 2014-04-30",
  "Records capital that was returned.")
sentence("notional <amount:money> [<currency:currency>] <symbol:symbol> [tax <tax:money>] " .. booking, "notional_distribution",
  "notional 12 ORCL in Brokerage on 2014-12-31", "Records income that a fund kept, which raises what its units cost.")
sentence("drip <quantity:decimal> <symbol:symbol> @ <price:money> [currency <currency:currency>] [for <amount:money>] [fee <fee:money>] [tax <tax:money>] " .. booking .. settling, "drip",
  "drip 0.31 ORCL @ 38.70 for 12 in Brokerage on 2014-04-30", "Records a dividend that bought more of what paid it.")
sentence("reward <quantity:decimal> <symbol:symbol> @ <price:money> [currency <currency:currency>] " .. booking, "staking_reward",
  "reward 0.1 ORCL @ 44 in Brokerage on 2014-12-31", "Records units earned by staking.")
sentence("inkind <quantity:decimal> <into:symbol> of <symbol:symbol> @ <price:money> [currency <currency:currency>] " .. booking, "dividend_in_kind",
  "inkind 2 NVDA of ORCL @ 18 in Brokerage on 2014-04-30", "Records a dividend paid in units of another instrument.")

sentence("assign <quantity:decimal> <symbol:symbol> [fee <fee:money>] " .. booking .. settling, "assign", "assign 1 ORCL141231P46 in Options on 2014-12-31",
  "Records that a short option was used by its owner.")
sentence("exercise <quantity:decimal> <symbol:symbol> [fee <fee:money>] " .. booking .. settling, "exercise", "exercise 1 ORCL141231C40 in Options on 2014-12-31",
  "Records that a long option was used.")
sentence("expire <symbol:symbol> " .. booking, "expire", "expire ORCL141231C40 in Options on 2014-12-31", "Records that an option ended worthless.")

-- Of money first: what is told of a mistake is told of the form that is listed first.
sentence("adjust <amount:money> [currency <currency:currency>] " .. booking, "adjust", "adjust -0.01 in Savings on 2014-12-31", "Records cash that was found, or lost.")
sentence("adjust <quantity:decimal> <symbol:symbol> [@ <price:money> [<currency:currency>]] [opened <opened:date>] " .. booking, "adjust",
  "adjust 2 ORCL @ 30 in Brokerage on 2014-12-31", "Records units that were found.")
sentence("value <amount:money> [currency <currency:currency>] " .. telling, "value", "value 10250 in ISA on 2014-12-31", "Tells what an account is worth.")
sentence("value <quantity:decimal> <symbol:symbol> [@ <price:money> [<currency:currency>]] " .. telling, "value", "value 12 ORCL @ 40 in Pension on 2014-12-31",
  "Tells what an account tracked by holdings holds.")

command.define {
  usage = "amend <id:integer> [<changes:options>]", example = "amend 418 notes=custody", summary = "Records an activity anew with some fields changed.",
  run = "amend",
}
command.define {
  usage = "whatif <what:sentence>", example = "whatif sell all ORCL @ 44 in Brokerage on 2014-12-31",
  summary = "Tries a sentence, shows what it would record or answer, and leaves the book as it was.",
  run = "whatif",
}
sentence("history <id:integer>", "history", "history 418", "Shows all that was said of an activity.")
sentence("void <id:integer> [because <reason:text>]", "void", "void 418 because entered twice", "Takes an activity out of every result.")
sentence("delete account <name:account> [confirm]", "delete_account", "delete account Savings confirm",
  "Deletes an account wholly, once confirmed.")
command.define {
  usage = "tag <thing:text> <tag:text>", example = "tag ORCL tech", run = "tag",
  summary = "Puts a tag on an account, an instrument or the activity of an id.",
}
command.define {
  usage = "untag <thing:text> <tag:text>", example = "untag ORCL tech", run = "untag",
  summary = "Takes a tag off an account, an instrument or the activity of an id.",
}
sentence("tags [<tag:text>]" .. of_books, "tags", "tags", "Shows what has which tag.")
sentence("undo", "undo()", "undo", "Voids what the last act recorded.")
sentence("redo", "redo()", "redo", "Records again what the last undo took back.")

sentence("snapshots [<every:word>] [from <from:date>] [to <to:date>] [by <by:word>] [in <base:currency>]" .. asked, "snapshots", "snapshots year to 2013-12-31",
  "Shows what the book was worth at the ends of days, weeks, months, quarters or years.")
sentence("returns [<year:year>] [every <every:word>] [by <by:word>] [against <benchmark:symbol>] [from <from:date>] [to <to:date>] [in <base:currency>]" .. asked,
  "returns", "returns 2013 by account", "Shows how well the book or its parts did.")
sentence("attribution [<year:year>] [every <every:word>] [by <by:word>] [from <from:date>] [to <to:date>] [in <base:currency>]" .. asked, "attribution",
  "attribution 2013 by symbol", "Shows where gains came from.")
sentence("risk [<year:year>] [by <by:word>] [from <from:date>] [to <to:date>] [in <base:currency>]" .. asked, "risk", "risk by account to 2013-12-31",
  "Shows how much returns vary and fall.")
sentence("drawdowns [<year:year>] [from <from:date>] [to <to:date>]" .. asked, "drawdowns", "drawdowns to 2013-12-31", "Shows each fall from a peak.")
sentence("calendar [by <by:word>] [to <to:date>]" .. asked, "calendar_returns", "calendar to 2013-12-31", "Shows returns by year and month.")
sentence("yields [on <on:date>] [in <base:currency>]" .. asked, "yields", "yields on 2014-12-31", "Shows what holdings paid in twelve months, of cost and of value.")
sentence("income_forecast [on <on:date>] [in <base:currency>]" .. asked, "income_forecast", "income_forecast on 2014-12-31", "Shows what may be earned in the next twelve months.")
sentence("options [on <on:date>] [in <account:account>]" .. asked, "options", "options", "Shows open options.")
sentence("values [on <on:date>] [in <account:account>]" .. asked, "values", "values on 2014-12-31", "Shows what accounts were told to be worth.")
-- Questions, all of one grammar: QUESTION [of SYMBOL|ACCOUNT] [YEAR | from … to … | on …] [by …] [in CURRENCY|ACCOUNT]
-- [tagged TAG] [book NAME].
--
-- Each has two sentences. The one that is listed last is tried first, and is a call of the Lua function of that name; the other takes what
-- that function has no word for, and is answered by questions.lua.
local of_account = " [of <account:account>] [in <base:currency>] [in <account:account>]" .. asked
local which = " [of <symbol:symbol>] [of <account:account>] [in <base:currency>] [in <account:account>]" .. asked
local days = " [from <from:date>] [to <to:date>]"
local grouped = which .. " [by <columns:text>] [on <on:date>]" .. days

-- What happened in some days: `first` is the places before the clauses, `own` the clauses that the function has words for.
local function question(name, first, example, summary, own)
  command.define {
    usage = name .. first .. grouped, example = name .. " " .. example .. " by month", run = "ask_" .. name,
    summary = "Sums " .. summary .. " by year, quarter, month, symbol, account or another column, or tells those of a day.",
  }
  sentence(name .. first .. (own or which) .. days, name, name .. " " .. example, "Shows " .. summary .. ".")
end

-- How things stand at the end of a day, of a year or of a span.
local function standing(name, first, example, summary, own)
  command.define {
    usage = name .. first .. grouped, example = name .. example .. " by account", run = "ask_" .. name,
    summary = "Sums " .. summary .. " by account, symbol or another column, or tells them at the end of a year.",
  }
  sentence(name .. first:gsub(" %[<year:year>%]", "") .. (own or which) .. " [on <on:date>]", name, name .. example, "Shows " .. summary .. ".")
end

question("gains", " [<year:year>]", "2007", "realised gains")
question("income", " [<year:year>]", "2007", "dividends and interest")
question("fees", " [<year:year>]", "2007", "fees and taxes that were charged")
question("contributions", " [<year:year>]", "2014", "what was brought in and taken out", of_account)
question("trades", " [<symbol:symbol>] [<year:year>]", "ORCL 2014", "purchases and sales")
question("activities", " [<year:year>]", "2014", "everything recorded")
question("quotes", " [<symbol:symbol>] [<year:year>]", "ORCL 2014", "stored prices", " [of <symbol:symbol>]" .. asked)
standing("holdings", " [<year:year>]", " on 2012-12-31", "what is held")
standing("lots", " [<symbol:symbol>] [<year:year>]", " ORCL", "open lots")
standing("cash", " [<year:year>]", "", "cash balances", of_account)
command.define {
  usage = "performance [<year:year>]" .. which .. " [every <every:word>] [by <columns:text>] [against <benchmark:symbol>] [on <on:date>]" .. days, example = "performance 2013 by month",
  summary = "Shows how well the book or its parts did, by year, quarter, month, account or symbol.", run = "ask_performance",
}
sentence("performance [<year:year>]" .. which .. " [every <every:word>] [against <benchmark:symbol>]" .. days,
  "returns", "performance 2013", "Shows how well the book or its parts did.")
command.define {
  usage = "net worth [<year:year>]" .. grouped .. " [every <every:word>]", example = "net worth on 2014-12-31",
  summary = "Shows what all accounts are worth together, or what a part of them is; by month or from DAY, at the ends of months.",
  run = "ask_net",
}
sentence("explain <id:integer>", "explain(<id>)", "explain 418", "Shows what an activity did, and by which rule.")
sentence("explain <symbol:symbol> in <account:account> [on <on:date>]", "explain", "explain ORCL in Brokerage on 2005-01-01", "Shows how a holding came about.")
command.define {
  usage = "explain cash in <account:account> [on <on:date>]", example = "explain cash in Savings on 2011-01-01",
  summary = "Shows how a cash balance came about.",
  run = "explain_cash",
}
sentence("rebalance", "rebalance()", "rebalance", "Shows what to move between the tiers of the reserve plan.")
sentence("targets [<name:text>]" .. tagged, "targets", "targets", "Shows how the portfolio is to be made up, beside what is held.")
command.define {
  usage = "rebalance [in <account:account>] [tagged <tag:word>] [with <cash:money>] to <what:options>", example = "rebalance in Brokerage to ORCL=60 NVDA=40",
  summary = "Proposes trades that bring a portfolio to weights, or to targets of a name.",
  run = "rebalance",
}
command.define {
  usage = "every <what:sentence>", example = "every month on the 1st deposit 500 to Savings",
  summary = "Keeps a rule that records something again and again; from DAY, to DAY and as NAME may stand before the verb.",
  run = "every",
}
sentence("recurring" .. tagged, "recurring.list", "recurring", "Shows the rules that record again and again.")
sentence("recurring due [to <to:date>]" .. tagged, "recurring.due", "recurring due to 2014-12-31", "Shows what is due, and what it would record.")
sentence("recurring run [to <to:date>]", "recurring.run(<to>)", "recurring run", "Posts what is due, oldest first.")
sentence("recurring approve [of <name:text>]", "recurring.approve(<name>)", "recurring approve", "Posts the drafts that rules made.")
sentence("recurring skip <name:text> [on <day:date>]", "recurring.skip", "recurring skip rent on 2014-12-01", "Passes over one day of a rule.")
sentence("recurring pause <name:text> [from <from:date>]", "recurring.pause", "recurring pause rent", "Lets a rule rest.")
sentence("recurring resume <name:text>", "recurring.resume", "recurring resume rent", "Ends the rest of a rule.")
sentence("recurring remove <name:text>", "recurring.remove", "recurring remove rent", "Takes a rule away; what it recorded stays.")
sentence("recurring next [of <name:text>]" .. tagged, "recurring.next", "recurring next", "Shows the days to come.")
sentence("recurring history <name:text>", "recurring.history", "recurring history rent", "Shows what became of the days of a rule.")
sentence("plans", "plans()", "plans", "Shows the reserve plans.")
sentence("tiers [by <by:word>] [on <on:date>]" .. of_books, "tiers", "tiers", "Shows the tiers of a reserve plan, and what they lack.")
sentence("allocate <amount:money> [detail] [mode <mode:word>] [on <on:date>]", "allocate", "allocate 500 detail",
  "Shows where new money goes by a reserve plan.")
command.define {
  usage = "forecast [<count:integer>] [months] [by <by:word>] [series]", example = "forecast 12 months by account",
  summary = "Shows what the accounts of a reserve plan will have earned.",
  run = "forecast",
}
sentence("limits [of <year:year>] [on <on:date>]" .. asked, "limits", "limits of 2014", "Shows what may still be paid into accounts with a limit, by year.")
sentence("goals [on <on:date>]" .. asked, "goals", "goals on 2014-06-30", "Shows goals, and what must be saved for them each month.")
command.define {
  usage = "goal <name:text> <amount:money> [<currency:currency>] by <by:word> [in <account:account>] [rate <rate:word>]", example = "goal House 50000 by 2030",
  summary = "Keeps a goal: a sum that is to be there by a day, or by the end of a year.",
  run = "goal",
}
sentence("goal <name:word>", "goal(<name>)", "goal House", "Shows a goal.")
sentence("portfolios" .. asked, "portfolios", "portfolios", "Shows the portfolios.")
sentence("currency <code:word> [called <name:text>] [digits <digits:integer>]", "currency", "currency PTS called Bonus points digits 0",
  "Declares a currency of your own, or tells what is known of one.")
sentence("currencies", "currencies()", "currencies", "Shows the currencies that the book declares or has anything in.")
sentence("settings", "settings()", "settings", "Shows the settings.")
command.define {
  usage = "set [<key:word>] [<value:text>]", example = "set base EUR", summary = "Makes a setting of the book, or of this machine; without a value tells it.",
  run = "set",
}
-- An account that is there is shown, unless a currency says that one is to be opened.
sentence("account <name:account>", "account(<name>)", "account Savings", "Shows an account.")
sentence("account <name:text> <currency:currency> [type <type:word>] [portfolio <portfolio:text>] [owner <owner:text>] [group <group:text>] [opened <opened:date>] [tracking <tracking:word>]",
  "account", "account Degiro EUR", "Opens an account, or changes what is known of it.")
sentence("instrument <symbol:symbol>", "instrument(<symbol>)", "instrument ORCL", "Shows an instrument.")
sentence("instrument <symbol:symbol> [<name:text>] [<kind:word>] <currency:currency> [class <class:text>] [provider <provider:word>]",
  "instrument", "instrument VWCE \"Vanguard FTSE All-World\" etf EUR", "Defines an instrument, or changes what is known of it.")
sentence("accounts" .. asked, "accounts", "accounts", "Shows the accounts.")
sentence("instruments" .. asked, "instruments", "instruments", "Shows the instruments.")
sentence("price <symbol:symbol> [on <date:date>]", "quote", "price ORCL on 2014-12-31", "Shows the last price of an instrument.")
sentence("price <symbol:symbol> <close:money> [<currency:currency>] [on <date:date>]", "quote", "price ORCL 45.10 on 2014-12-30", "Stores a closing price.")
sentence("rate <from:currency> [<to:currency>] [on <date:date>]", "rate", "rate EUR USD on 2014-12-31", "Shows an exchange rate.")
sentence("rate <from:currency> <to:currency> <rate:decimal> [on <date:date>]", "rate", "rate EUR USD 1.085 on 2014-12-30", "Stores an exchange rate: one EUR is 1.085 USD.")
sentence("rates [from <from:date>] [to <to:date>]" .. of_books, "rates", "rates from 2014-01-01", "Shows stored exchange rates.")
sentence("sync [<symbol:symbol>] [from <provider:word>]", "sync", "sync ORCL from yahoo", "Fetches the prices and rates that the book lacks.")
sentence("sync [<symbol:symbol>] from <from:date> [to <to:date>]", "sync", "sync ORCL from 2014-12-01 to 2014-12-31",
  "Fetches the prices of some days, whatever is there already.")
sentence("watch <symbol:symbol> [above <above:money>] [below <below:money>]", "watch", "watch ORCL above 45 below 30",
  "Watches a price, and tells after a sync that it went too far.")
-- Tried first, since `tag=tech` might be a symbol.
sentence("watch" .. tagged, "watch", "watch", "Shows what is watched, and at which price it is.")
command.define {
  usage = "unwatch <symbol:symbol>", example = "unwatch ORCL", summary = "Watches a price no longer.",
  run = "unwatch",
}
sentence("find <text:text>", "find", "find oracle", "Looks for a text in names, notes, tags and plans of the book, and in what there is help on.")
sentence("search <text:text> [in <provider:word>]", "provider.search", "search oracle", "Looks for the symbol of something by its name.")
sentence("providers", "providers()", "providers", "Shows who can be asked for prices and rates.")
sentence("warnings" .. asked, "warnings{prices=true}", "warnings",
  "Shows what you should know of the book, prices that are missing or old among it.")

sentence("import <path:path> [into <account:account>] [symbol <symbol:symbol>] [currency <currency:currency>] [date_order <date_order:word>] [decimal_mark <decimal_mark:word>] [format <format:word>] [partial] [all] [learn]",
  "import", "import trades.csv",
  "Imports a file, or the folder of a whole book.")
sentence("export <path:path> [<what:word>]", "export(<path>, <what>)", "export book.csv", "Writes transactions as CSV, or values, accounts, book and others.")
sentence("run <path:path> [<arguments:arguments>]", "run(<path>, <arguments>)", "run report.lua --year 2014", "Runs a script.")
sentence("sandbox <path:path> [<arguments:arguments>]", "script.sandbox(<path>, <arguments>)", "sandbox report.lua 2014",
  "Runs a stranger's script: it reads the book, and the kernel keeps it from all else.")
command.define {
  usage = "chart [<what:sentence>]", example = "chart income by year as bar",
  summary = "Shows the answer of a question as a chart: chart QUESTION [as KIND] [to FILE.svg].",
  run = "chart",
}
sentence("report [<name:report>] [<arguments:options>]", "report.run(<name>, <arguments>)", "report income 2004", "Shows a report.")
command.define {
  usage = "verify [<expect:text>]", example = "verify",
  summary = "Checks the whole book; with a last hash that was noted earlier, whether all that was there then is there still.",
  run = "verify",
}
command.define {
  usage = "restore <path:path>", example = "restore copy.luca", summary = "Shows what restoring a backup would lose, and puts it in the place of the book after a yes; the book is kept under a dated name.",
  run = "restore",
}
sentence("doctor", "doctor()", "doctor", "Looks for what needs care, and tells what mends it.")
sentence("backup [<path:path>]", "backup(<path>)", "backup copy.luca", "Writes a copy of the book; without a path among the ten latest in the folder for backups.")
sentence("backups", "backups{}", "backups", "Lists the copies of the book, whether they are sound, and why they were made.")
sentence("help [<topic:topic>]", "help(<topic>)", "help gains", "Shows help.")
sentence("quit", "quit()", "quit", "Leaves.")
sentence("exit", "quit()", "exit", "Leaves.")

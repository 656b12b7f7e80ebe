---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class activities_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field type? string|string[] Only of this type, or of these; of activities a finer sense such as staking_reward too.
---@field status? string Only of this status: posted, pending, draft, void or amended; all for every one. Default: "posted".
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field base? string Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---What was recorded and counts, in the order it happened. Voided, amended, pending and draft activities are left out, and a warning says how many; status="all" shows them. What was given in a part of a currency, such as pence in GBX, is recorded and told in the currency itself; only the answer of the verb says what was given. With base, a figure whose entry tells fx_rate is amount × fx_rate in the account's currency and goes on from there at the market's rate of the day, even into its own currency.
---```lua
---activities{type="deposit", year=2005}:count() > 0 --> true
---```
---@param arguments? activities_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function activities(arguments) end

---@class trades_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field type? string|string[] Only of this type, or of these; of activities a finer sense such as staking_reward too.
---@field status? string Only of this status: posted, pending, draft, void or amended; all for every one. Default: "posted".
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field base? string Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Activities that count and in which units change hands, splits, transfers and uses of options among them; status, and prices given in GBX and the like, as in activities.
---```lua
---trades{symbol="ORCL"}[1].type --> buy
---```
---@param arguments? trades_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function trades(arguments) end

---@class fees_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field instrument_kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field kind? string Only charges of this kind: trade, account, tax, exchange.
---@field base? string Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---What was charged, a row for each fee and each tax of what counts: kind is trade for fees of trades and of transfers of units, exchange for those of changing one currency into another, account for other fees, tax for taxes paid or withheld. Below zero where it was paid back. Charges of what does not count are left out, and a warning says of how many activities.
---```lua
---fees{year=2007}:by("kind"):sum("amount")
---```
---@param arguments? fees_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function fees(arguments) end

---@class holdings_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field on? date|string As it was at the end of this day.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field base? string Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---What is held, what it cost, and what it is worth where a price is known: cost_basis is what the open lots cost, with the fees of their purchases unless the setting fees_in_cost keeps them apart (as the basis of IRS, Publication 551), average_cost is cost_basis / quantity, market_value is quantity × price × multiplier, unrealized_gain is market_value less cost_basis, unrealized_percent is 100 × unrealized_gain / |cost_basis|, and weight is 100 × market_value / Σ market_value of the rows, in one currency (base_currency where there are several), and empty where one of them has no price. day_gain is units times the last quote less that of the trading day before, for units of today, and empty where that day has none (between two trading days are weekends and holidays: the New York Stock Exchange's of what is in dollars, TARGET's in euros, England's in pounds). price_source tells whose the price is: trade is what a buy or a sale paid, which counts until the first quote of its day or later.
---```lua
---holdings{on="2012-12-31"}:count() > 0 --> true
---```
---@param arguments? holdings_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function holdings(arguments) end

---@class lots_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field on? date|string As it was at the end of this day.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field base? string Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---The open lots, with what is left of them: cost_basis is cost × remaining / quantity, the cost being what was paid with the fee, unless the setting fees_in_cost keeps that apart (as the basis of IRS, Publication 551), and unrealized_gain what is left × price × multiplier less that, at the price that holdings tells. An id stands for units of one cost: what came to cost otherwise than the rest of its entry's, by capital returned in one account alone or a loss taken over, has an id of its own. opened is the day of the purchase, while of a wash sale's lot days and term count the days of the lot sold at a loss too (IRC §1223(3)).
---```lua
---lots{symbol="ORCL"}[1].side --> long
---```
---@param arguments? lots_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function lots(arguments) end

---@class gains_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field base? string Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Realised gains, a row for each lot that a sale touched: gain is proceeds (units × price × multiplier less the fee) less cost_basis (the lot's cost × units / units of the lot). Of several lots the setting lot_method tells which; term is long where a lot was held for more than a year (IRS, Publication 550).
---```lua
---gains{year=2007}:by("symbol"):sum("gain")
---```
---@param arguments? gains_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function gains(arguments) end

---@class income_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field type? string|string[] Only of this type, or of these; of activities a finer sense such as staking_reward too.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field base? string Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Dividends, interest and other earnings.
---```lua
---income{type="dividend"}:sum("amount") > 0 --> true
---```
---@param arguments? income_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function income(arguments) end

---@class cash_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field on? date|string As it was at the end of this day.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field base? string Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Cash by account and currency.
---```lua
---cash{account="Savings"}[1].currency --> USD
---```
---@param arguments? cash_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function cash(arguments) end

---@class contributions_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field year? integer Only of this year.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field level? string account: every transfer counts; book or portfolio: those within it do not. Without it, transfers among the accounts asked for do not.
---@field base? string Converts all figures into this currency, each by the rate of its own day; an entry's own fx_rate goes before it.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Money and units that the owner brought in and took out: money at the rate of its entry or day (amount × its fx_rate is in the account's currency, and goes on from there at the market's rate, with base even into its own currency), units at what they cost, which with base is Σ cost × rate of each purchase (its own fx_rate, else that of its day; IAS 21, 2003); money that a transfer changed into another currency, in both accounts, at what arrived. Of an account tracked by value the first worth told counts (type value) where nothing was recorded of it before, and what is left in it on the day after it closed. The amount is empty where nobody told what they cost.
---```lua
---contributions{year=2014}:sum("amount") > 0 --> true
---```
---@param arguments? contributions_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function contributions(arguments) end

---@class warnings_arguments
---@field on? date|string As it was at the end of this day.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field prices? boolean Whether holdings without a price, with an old one or with what a trade paid are told too. Default: false.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---What you should know of the book: negative cash and the like, and with prices=true which prices are missing or old. With tag, of accounts, instruments and activities that have it; rates have none.
---```lua
---#warnings{on="2014-12-31"} --> 0
---```
---@param arguments? warnings_arguments
---@overload fun(on?: date|string, options?: table): frame
---@return frame
function warnings(arguments) end

---Asks the book's file in SQL; nothing can be changed that way. A query may take five minutes, in a sandbox ten seconds with all else.
---```lua
---sql("select count(*) as n from activities")[1].n > 0 --> true
---```
---@param query string A SELECT over the book's views: activities and trades (of what is posted), all_activities, accounts, instruments, quotes, rates, valuations, plans, occurrences, tags, voids, erasures, settings and acts.
---@param arguments? table Values for the ? in it.
---@param book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.
---@return frame
function sql(query, arguments, book) end

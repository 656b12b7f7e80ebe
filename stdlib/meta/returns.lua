---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class snapshots_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field by? string A row for each account, portfolio, owner, symbol, kind, class or tag; by symbol, kind and class, cash has a row too, and what accounts are told to be worth by their owner, so that the rows add up to the whole. By tag, what has several counts in each, and what has none has a row untagged. A year or month, where every is taken, says the same as every.
---@field base? string The currency of all figures; the setting base_currency, or that of the accounts.
---@field every? string The ends of what to tell of: day, week, month, quarter or year; day where on is given. Default: "month".
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---What the book or parts of it were worth over time, what was brought in, and what was gained: value is Σ units × price × rate and the cash, at the last price and rate on or before the day (what a trade paid counts until the first quote of its day or later), contribution is the sum of contributions{level="account"} until then (by symbol: Σ paid less received, and units that one instrument became of another, as in a spin-off, at what they cost: with the fee, unless the setting fees_in_cost keeps it apart), and gain is value less contribution; both are empty while nobody has told what some units cost. Where something has no price or rate, value is that of the rest, left_out names it, and gain is empty.
---```lua
---snapshots{every="year", to="2013-12-31"}:last("value") > 0 --> true
---```
---@param arguments? snapshots_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function snapshots(arguments) end

---@class returns_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field by? string A row for each account, portfolio, owner, symbol, kind, class or tag; by symbol, kind and class, cash has a row too, and what accounts are told to be worth by their owner, so that the rows add up to the whole. By tag, what has several counts in each, and what has none has a row untagged. A year or month, where every is taken, says the same as every.
---@field base? string The currency of all figures; the setting base_currency, or that of the accounts.
---@field timing? string When money that moves on a day counts: start, end, or split: in at the start, out at the end. Default: "split".
---@field risk_free? rate What a year without risk pays, such as "2%"; sharpe and alpha go by it. Default: "0%".
---@field every? string A row for each day, week, month, quarter or year.
---@field benchmark? instrument|string An instrument to compare with, by its prices alone.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---How well the book or parts of it did: time-weighted and money-weighted, the latter annualised from a year on; 0.1 is 10 %. twr chains the returns of days, (value + out) / (value before + in) - 1 (GIPS, 2020); annualized_twr is (1 + twr)^(365 / days) - 1, from a year on. irr solves Σ flow / (1 + r)^(days / 365) = 0 (XIRR, Microsoft). modified_dietz is gain / (opening value + Σ flow × part of the span that it was there) (Dietz, 1966; Bacon, 2008). volatility is the deviation of returns × √periods_per_year. What has no price or rate makes only the figures that need it unknown, volatility and max_drawdown on any day with prices; value is that of the rest, and left_out names it.
---```lua
---returns{to="2013-12-31", benchmark="GSPC"}[1].twr > 0 --> true
---```
---@param arguments? returns_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function returns(arguments) end

---@class attribution_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field by? string A row for each account, portfolio, owner, symbol, kind, class or tag; by symbol, kind and class, cash has a row too, and what accounts are told to be worth by their owner, so that the rows add up to the whole. By tag, what has several counts in each, and what has none has a row untagged. A year or month, where every is taken, says the same as every.
---@field base? string The currency of all figures; the setting base_currency, or that of the accounts.
---@field timing? string When money that moves on a day counts: start, end, or split: in at the start, out at the end. Default: "split".
---@field every? string A row for each day, week, month, quarter or year.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Where gains came from: prices, income, currencies, fees and taxes, which add up to the gain exactly. inflows and outflows are all that came in and went out. currency_gain is what was there the day before × the change of its rate, day by day (Bacon, 2008), and of what was exchanged, or settled at a rate of its own, what was received less what was given, both at the day's rates; price_gain is closing less opening value less flows, and less the other parts. A transfer into another currency is such an exchange; of one side alone it is the sender's, whom the money leaves for what arrives. What has no price or rate leaves empty only what needs it; closing is that of the rest, and left_out names it.
---```lua
---attribution{year=2013}[1].price_gain > 0 --> true
---```
---@param arguments? attribution_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function attribution(arguments) end

---@class risk_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field by? string A row for each account, portfolio, owner, symbol, kind, class or tag; by symbol, kind and class, cash has a row too, and what accounts are told to be worth by their owner, so that the rows add up to the whole. By tag, what has several counts in each, and what has none has a row untagged. A year or month, where every is taken, says the same as every.
---@field base? string The currency of all figures; the setting base_currency, or that of the accounts.
---@field timing? string When money that moves on a day counts: start, end, or split: in at the start, out at the end. Default: "split".
---@field risk_free? rate What a year without risk pays, such as "2%"; sharpe and alpha go by it. Default: "0%".
---@field every? string A row for each day, week, month, quarter or year.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---How much returns vary and fall. volatility is √(Σ (r - mean)² / (n - 1)) and downside_deviation √(Σ min(r, 0)² / n), × √periods_per_year; sharpe is (mean - riskless) / deviation (Sharpe, 1994) and sortino mean / downside deviation (Sortino and Price, 1994), × √periods_per_year; max_drawdown is the lowest level / the peak before it - 1. periods_per_year is the observations in the span over its years, to the nearest of 12, 52, 252, 260 and 365 where that is within 5 %; an observation is a day with a new price, but for a weekend's that repeats the week's last, or a coin's beside other holdings without one. Where the value of a day with prices is unknown, what needs it is empty; best, worst and positive months and years need the ends of all of them.
---```lua
---risk{to="2013-12-31"}[1].max_drawdown < 0 --> true
---```
---@param arguments? risk_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function risk(arguments) end

---@class drawdowns_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field by? string A row for each account, portfolio, owner, symbol, kind, class or tag; by symbol, kind and class, cash has a row too, and what accounts are told to be worth by their owner, so that the rows add up to the whole. By tag, what has several counts in each, and what has none has a row untagged. A year or month, where every is taken, says the same as every.
---@field base? string The currency of all figures; the setting base_currency, or that of the accounts.
---@field timing? string When money that moves on a day counts: start, end, or split: in at the start, out at the end. Default: "split".
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Each fall from a peak, with the days of its peak, its lowest point and its recovery; the deepest first. depth is the lowest level / the peak - 1, of the chained returns that twr is made of (Bacon, 2008). None is told where the value of a day with prices is unknown.
---```lua
---drawdowns{to="2013-12-31"}[1].depth < 0 --> true
---```
---@param arguments? drawdowns_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function drawdowns(arguments) end

---@class calendar_returns_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field by? string A row for each account, portfolio, owner, symbol, kind, class or tag; by symbol, kind and class, cash has a row too, and what accounts are told to be worth by their owner, so that the rows add up to the whole. By tag, what has several counts in each, and what has none has a row untagged. A year or month, where every is taken, says the same as every.
---@field base? string The currency of all figures; the setting base_currency, or that of the accounts.
---@field timing? string When money that moves on a day counts: start, end, or split: in at the start, out at the end. Default: "split".
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Time-weighted returns by year and month, as returns{} has them: Π (1 + r of a day) - 1 (GIPS, 2020); whole tells whether the year is covered to its ends. A month or a year that begins or ends while something has no price or no rate is empty.
---```lua
---calendar_returns{to="2013-12-31"}[1].year --> 2000
---```
---@param arguments? calendar_returns_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function calendar_returns(arguments) end

---@class rolling_returns_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field by? string A row for each account, portfolio, owner, symbol, kind, class or tag; by symbol, kind and class, cash has a row too, and what accounts are told to be worth by their owner, so that the rows add up to the whole. By tag, what has several counts in each, and what has none has a row untagged. A year or month, where every is taken, says the same as every.
---@field base? string The currency of all figures; the setting base_currency, or that of the accounts.
---@field timing? string When money that moves on a day counts: start, end, or split: in at the start, out at the end. Default: "split".
---@field window? string How long each window is, such as 90 days, 12 months or 3 years. Default: "12 months".
---@field every? string Where windows end: at the ends of days, weeks, months, quarters or years. Default: "month".
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Time-weighted returns of windows of one length: Π (1 + r of a day) - 1, as returns{} has them (GIPS, 2020); empty where a window begins or ends while something has no price or no rate.
---```lua
---rolling_returns{to="2013-12-31", window="3 years"}:min("annualized_twr") < 0 --> true
---```
---@param arguments? rolling_returns_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function rolling_returns(arguments) end

---@class explain_return_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field class? string Only of instruments of this class, which is the kind where the owner named none.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field by? string A row for each account, portfolio, owner, symbol, kind, class or tag; by symbol, kind and class, cash has a row too, and what accounts are told to be worth by their owner, so that the rows add up to the whole. By tag, what has several counts in each, and what has none has a row untagged. A year or month, where every is taken, says the same as every.
---@field base? string The currency of all figures; the setting base_currency, or that of the accounts.
---@field timing? string When money that moves on a day counts: start, end, or split: in at the start, out at the end. Default: "split".
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Shows how a return came about: each stretch between what was brought in and taken out, whose returns r chain to Π (1 + r) - 1, and where the gain came from, as attribution{} has it.
---```lua
---explain_return{year=2013, symbol="NVDA"}[1].what --> opening value
---```
---@param arguments? explain_return_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function explain_return(arguments) end

---@class yields_arguments
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

---What holdings paid a unit in the last twelve months, as a share of what they cost and of what they are worth: income is Σ payment / units then × units now, yield_on_cost is income / cost_basis, and yield_on_value income / market_value (the trailing dividend yield).
---```lua
---yields{on="2014-12-31", symbol="ORCL"}[1].payments > 0 --> true
---```
---@param arguments? yields_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function yields(arguments) end

---@class income_forecast_arguments
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

---What may be earned in the next twelve months, if all pays for each unit what it did in the last twelve: payment / units then × units now, a year later. Accounts with a rate by it: balance × rate × days / 365 (Act/365 fixed), on the day on which they mature; below zero where the rate is. Nothing recorded for a later day than on counts.
---```lua
---income_forecast{on="2014-12-31"}:sum("amount") > 0 --> true
---```
---@param arguments? income_forecast_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function income_forecast(arguments) end

---The yearly rate at which payments and receipts are worth nothing together; nil and why where there is none, or several. Solves Σ amount / (1 + r)^(days / 365) = 0, as XIRR does (Microsoft), to 12 digits. Rates between -99.9999 % and 10,000 % decide; where there are others beyond, a sentence tells them.
---```lua
---irr{{"2023-01-01", -1000}, {"2024-01-01", 1100}} --> 0.1
---```
---@param flows table Pairs of a date and an amount; what was paid is below zero, what was received above.
---@return decimal?
---@return string?
function irr(flows) end

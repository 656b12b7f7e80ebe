---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

report = {}

---@class report_activity_arguments
---@field year? integer Only of this year.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---What was recorded: the cash that activities of each type moved, by year.
---```lua
---report.activity{year=2007}
---```
---@param arguments? report_activity_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.activity(arguments) end

---@class report_allocation_arguments
---@field by? string By this alone: class, kind, symbol, account, portfolio, owner, currency, tag.
---@field on? date|string As of the end of this day; today.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---What all is made of, by class, currency and account or by one of them, beside the targets of the book.
---```lua
---report.allocation{by="class", on="2010-12-31"}
---```
---@param arguments? report_allocation_arguments
---@overload fun(by?: string, options?: table): frame
---@return frame
function report.allocation(arguments) end

---@class report_costs_arguments
---@field year? integer The year; the present one, or the last with entries.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Fees and taxes: of which kind, where, by month and by year, and in proportion to what all is worth.
---```lua
---report.costs{year=2014}
---```
---@param arguments? report_costs_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.costs(arguments) end

---@class report_dashboard_arguments
---@field on? date|string As of the end of this day; today.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---What all is worth and how that changed, what it is made of, what moved, what came in, what is due, and warnings.
---```lua
---report.dashboard{on="2010-12-31"}
---```
---@param arguments? report_dashboard_arguments
---@overload fun(on?: date|string, options?: table): frame
---@return frame
function report.dashboard(arguments) end

---@class report_gains_arguments
---@field year? integer Only of this year.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Realised gains by year, symbol and term.
---```lua
---report.gains{year=2007}
---```
---@param arguments? report_gains_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.gains(arguments) end

---@class report_holdings_arguments
---@field on? date|string As of the end of this day.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Holdings by symbol over all accounts, largest value first.
---```lua
---report.holdings{on="2010-12-31"}
---```
---@param arguments? report_holdings_arguments
---@overload fun(on?: date|string, options?: table): frame
---@return frame
function report.holdings(arguments) end

---@class report_income_arguments
---@field year? integer Only of this year.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Dividends and interest by year, symbol and type.
---```lua
---report.income{year=2007}
---```
---@param arguments? report_income_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.income(arguments) end

---@class report_income_by_month_arguments
---@field year? integer Only of this year.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Dividends and interest by year and currency, a column for each month.
---```lua
---report.income_by_month{year=2007}
---```
---@param arguments? report_income_by_month_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.income_by_month(arguments) end

---@class report_income_calendar_arguments
---@field year? integer The year; the present one, or the last with entries.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Dividends and interest by month and instrument, their growth from year to year, and what may come next.
---```lua
---report.income_calendar{year=2014}
---```
---@param arguments? report_income_calendar_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.income_calendar(arguments) end

---@class report_positions_arguments
---@field on? date|string As of the end of this day; today.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Positions by underlying: shares, options on it, premium, effective basis, gains and income, open and closed.
---```lua
---report.positions{on="2014-12-31", symbol="ORCL"}
---```
---@param arguments? report_positions_arguments
---@overload fun(on?: date|string, options?: table): frame
---@return frame
function report.positions(arguments) end

---@class report_profit_arguments
---@field year? integer The year; the present one, or the last with entries.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Profit and loss by month: prices, income, currencies, fees and taxes, and which instruments brought it.
---```lua
---report.profit{year=2014}
---```
---@param arguments? report_profit_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.profit(arguments) end

---@class report_reserves_arguments
---@field plan? string Only this reserve plan.
---@field on? date|string As of the end of this day; today.
---@field months? integer How many months the forecast has. Default: 12.

---Cash reserves: tiers with what they are to hold and hold, coverage, what to move, and what they will earn.
---```lua
---report.reserves{}
---```
---@param arguments? report_reserves_arguments
---@overload fun(plan?: string, options?: table): frame
---@return frame
function report.reserves(arguments) end

---@class report_returns_arguments
---@field year? integer Only of this year.
---@field window? string How long the windows of rolling returns are. Default: "12 months".
---@field benchmark? instrument|string An instrument to compare with, by its prices alone.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Returns: time- and money-weighted, a heat map by year and month, falls from peaks, and rolling returns.
---```lua
---report.returns{symbol="ORCL"}
---```
---@param arguments? report_returns_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.returns(arguments) end

---@class report_review_arguments
---@field year? integer The year; the present one, or the last with entries.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---The year in review: worth before and after, saved and gained, best and worst, income and sales, beside the year before.
---```lua
---report.review{year=2014}
---```
---@param arguments? report_review_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.review(arguments) end

---@class report_savings_arguments
---@field on? date|string As of the end of this day; today.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Savings tracker: each account's worth and its change since the last update and in 30, 90 and 365 days; with goals.
---```lua
---report.savings{on="2014-12-31"}
---```
---@param arguments? report_savings_arguments
---@overload fun(on?: date|string, options?: table): frame
---@return frame
function report.savings(arguments) end

---@class report_statement_arguments
---@field year? integer The year; the present one, or the last with entries.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---Account statement of a year: opening balance, every movement with its balance, closing balance, and holdings.
---```lua
---report.statement{year=2014, account="Savings"}
---```
---@param arguments? report_statement_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.statement(arguments) end

---@class report_tax_year_arguments
---@field year? integer The year; the present one, or the last with entries.
---@field begins? string The month and day on which tax years begin, such as 04-06 in the United Kingdom. Default: "01-01".
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.
---@field tag? string Only of what has this tag: accounts, instruments or activities.

---A tax year: gains lot by lot, short and long, wash sales, income, and taxes withheld and paid.
---```lua
---report.tax_year{year=2014}
---```
---@param arguments? report_tax_year_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.tax_year(arguments) end

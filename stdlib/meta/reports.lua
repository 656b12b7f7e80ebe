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

---What was recorded: how many activities of each type a year, and the cash they moved.
---```lua
---report.activity{year=2007}
---```
---@param arguments? report_activity_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.activity(arguments) end

---@class report_gains_arguments
---@field year? integer Only of this year.
---@field account? account|string Only of this account.
---@field owner? string Only of accounts of this owner.
---@field portfolio? string Only of accounts in this portfolio.
---@field symbol? instrument|string Only of this instrument.
---@field base? string All figures in this currency, each by the rate of its own day.

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

---Dividends and interest by year and currency, a column for each month.
---```lua
---report.income_by_month{year=2007}
---```
---@param arguments? report_income_by_month_arguments
---@overload fun(year?: integer, options?: table): frame
---@return frame
function report.income_by_month(arguments) end

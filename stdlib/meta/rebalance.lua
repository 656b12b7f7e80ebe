---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

rebalance = {}

---@class targets_arguments
---@field name? string What they are called; without it, all are shown.
---@field weights? table What each is to have, in proportion: {ORCL=60, NVDA=40}, with CASH=5 for money that is kept in the accounts that trade, less what they owe; or a list of {name=, weight=, band=, buy=, members={…}}.
---@field by? by What the names are of: symbol, class, kind, tag or portfolio; or a function that is handed a holding and gives a name. Default: "symbol".
---@field band? band How far each may be away: points of the whole such as 0.05, {relative=0.25} of its target, both for the narrower, or "5/25".
---@field tags? table The tag of instruments, by symbol: {ORCL="tech"}; else the tag that the book has for them.
---@field accounts? table Where an instrument is bought, by symbol: {VTI="Brokerage"}; else where there is cash.
---@field remove? boolean Takes the targets away.
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field on? date|string As it was at the end of this day.

---Defines how a portfolio is to be made up, or shows it beside what is held: share, drift and band of each target.
---```lua
---targets{name="two", weights={ORCL=60, NVDA=40}, band="5/25"}:count() --> 2
---```
---@param arguments? targets_arguments
---@overload fun(name?: string, options?: table): frame?
---@return frame?
function targets(arguments) end

---@class rebalance_arguments
---@field targets? string The name of targets; without targets, weights and rule, the tiers of the reserve plan are rebalanced.
---@field weights? table What each is to have, in proportion: {ORCL=60, NVDA=40}, with CASH=5 for money that is kept in the accounts that trade, less what they owe; or a list of {name=, weight=, band=, buy=, members={…}}.
---@field by? by What the names are of: symbol, class, kind, tag or portfolio; or a function that is handed a holding and gives a name. Default: "symbol".
---@field band? band How far each may be away: points of the whole such as 0.05, {relative=0.25} of its target, both for the narrower, or "5/25".
---@field tags? table The tag of instruments, by symbol: {ORCL="tech"}; else the tag that the book has for them.
---@field accounts? table Where an instrument is bought, by symbol: {VTI="Brokerage"}; else where there is cash.
---@field rule? string The name of a rule that rebalance.rule defined.
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field on? date|string As it was at the end of this day.
---@field mode? string new_money: money is spent and nothing sold; where money is taken out, only what has to be sold for it is, and nothing bought; full: sales pay for purchases; hybrid: new money first, then sales of what is above its band. Default: "full".
---@field to? string Where something goes that is out of its band: target, or band for its nearest edge. Default: "target".
---@field cash? cash Money to be invested, counted before targets are sized: new money as a number or {Brokerage=500}, or "all" that lies in the accounts; below zero, money to be taken out: what to sell for it.
---@field exchange? boolean Whether money of an account may be changed, at the rate of the day, into the currency of what is bought there; else it stays cash. Default: false.
---@field min_trade? decimal|number|string Trades of less than this are not made; in the currency of the whole.
---@field whole_shares? whole_shares Whether only whole units are traded, or by symbol: {BTC=false}; without it, stocks, etfs and bonds are whole.
---@field fee? decimal|number|string What each trade costs, in its own currency.
---@field fee_rate? decimal|number|string What each trade costs as a part of its amount, such as 0.001.
---@field gain_budget? decimal|number|string The most that all sales together may gain, in the currency of the whole; implies tax. What nobody told the cost of, or has no rate for, is sold last, and all of it counts as gain.
---@field tax? boolean Whether losses are sold first, then what was held for long, then what gained least; else the fewest trades. Default: false.
---@field wash_sales? boolean Whether trades are avoided that would take away a loss by the rule of 30 days; by default, as the setting wash_sales says.
---@field plan? string The reserve plan whose tiers are rebalanced; mode="python" gives the very numbers of the desktop program.

---Proposes trades that bring a portfolio to its targets, or moves between tiers: why each is there, what remains; gain is units × price × rate - cost, as gains{base=} would tell it: a cost at its own fx_rate, else that of its day, and empty where nobody told it or there is no rate; it is in the currency of the whole, which gain_currency tells where a row has another; :preview() compares, :apply() records.
---```lua
---rebalance{weights={ORCL=60, NVDA=40}, account="Brokerage"}[1].side --> sell
---```
---@param arguments? rebalance_arguments
---@overload fun(targets?: string, options?: table): frame
---@return frame
function rebalance(arguments) end

---Makes a rule of your own one of luca's: proposals of it keep to what holds of every proposal.
---```lua
---rebalance.rule("halves", function(p) return {ORCL=1, NVDA=1} end) ~= nil --> true
---```
---@param name string What it is called; rebalance{rule=NAME} runs it, and so does rebalance.NAME{}.
---@param run function Gets p with p.holdings, p.cash, p.total, p.new_money, p.targets, p.today; calls p:buy(symbol, amount) and p:sell(symbol, {quantity=3}), or gives weights or a list of trades.
---@param summary? string One sentence on what it does.
---@return function
function rebalance.rule(name, run, summary) end

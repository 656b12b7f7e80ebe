---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class buy_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field quantity decimal|number|string Units, above zero.
---@field price? decimal|number|string Price of one unit.
---@field amount? decimal|number|string Money before fee and tax; quantity times price where left out.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this, if the broker told it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: opening.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a buy: units bought for cash.
---```lua
---buy{date="2014-03-03", account="Brokerage", symbol="ORCL", quantity=10, price=31.20, fee=1}
---```
---@param arguments buy_arguments
---@return frame
function buy(arguments) end

---@class sell_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field quantity decimal|number|string Units, above zero.
---@field price? decimal|number|string Price of one unit.
---@field amount? decimal|number|string Money before fee and tax; quantity times price where left out.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this, if the broker told it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: none for this type.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a sell: units sold for cash.
---```lua
---sell{date="2015-06-01", account="Brokerage", symbol="ORCL", quantity=4, price=43.10, fee=1}
---```
---@param arguments sell_arguments
---@return frame
function sell(arguments) end

---@class deposit_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field amount decimal|number|string Money before fee and tax.
---@field fee? decimal|number|string What the broker charged.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this, if the broker told it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: none for this type.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a deposit: money that the owner brought in.
---```lua
---deposit{date="2014-01-02", account="Brokerage", amount=500}
---```
---@param arguments deposit_arguments
---@return frame
function deposit(arguments) end

---@class withdraw_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field amount decimal|number|string Money before fee and tax.
---@field fee? decimal|number|string What the broker charged.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this, if the broker told it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: none for this type.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a withdrawal: money that the owner took out.
---```lua
---withdraw{date="2014-12-20", account="Brokerage", amount=200}
---```
---@param arguments withdraw_arguments
---@return frame
function withdraw(arguments) end

---@class dividend_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field quantity? decimal|number|string Units, above zero.
---@field price? decimal|number|string Price of one unit.
---@field amount? decimal|number|string Money before fee and tax; quantity times price where left out.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this, if the broker told it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: none for this type.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a dividend: a payment to those who hold an instrument.
---```lua
---dividend{date="2014-04-30", account="Brokerage", symbol="ORCL", amount=12, tax=1.80}
---```
---@param arguments dividend_arguments
---@return frame
function dividend(arguments) end

---@class interest_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field amount decimal|number|string Money before fee and tax.
---@field symbol? instrument|string The instrument.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this, if the broker told it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: none for this type.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records interest: interest on cash, a deposit or a bond.
---```lua
---interest{date="2014-12-31", account="Savings", amount=7.40}
---```
---@param arguments interest_arguments
---@return frame
function interest(arguments) end

---@class fee_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field amount decimal|number|string Money before fee and tax.
---@field symbol? instrument|string The instrument.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this, if the broker told it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: none for this type.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a fee: a charge that belongs to no trade, such as custody.
---```lua
---fee{date="2014-12-31", account="Brokerage", amount=25, notes="custody"}
---```
---@param arguments fee_arguments
---@return frame
function fee(arguments) end

---@class tax_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field amount decimal|number|string Money before fee and tax.
---@field symbol? instrument|string The instrument.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this, if the broker told it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: none for this type.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a tax: a tax paid from the account.
---```lua
---tax{date="2015-05-02", account="Brokerage", amount=130}
---```
---@param arguments tax_arguments
---@return frame
function tax(arguments) end

---@class record_arguments
---@field type string buy, sell, deposit and so on.
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol? instrument|string The instrument.
---@field quantity? decimal|number|string Units, above zero.
---@field price? decimal|number|string Price of one unit.
---@field amount? decimal|number|string Money before fee and tax; quantity times price where left out.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this, if the broker told it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: opening.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records an activity of any type.
---```lua
---record{type="deposit", date="2014-01-02", account="Savings", amount=500}
---```
---@param arguments record_arguments
---@return frame
function record(arguments) end

---@class void_arguments
---@field id integer The activity's id, as activities{} shows it.
---@field reason? string Why.

---Takes an activity out of every result; it stays on record, with the reason.
---@param arguments void_arguments
---@overload fun(id: integer, options?: table): frame
---@return frame
function void(arguments) end

---Voids what the last act recorded, as a whole; the entries stay on record.
---@return frame
function undo() end

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
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field group? string A word that ties it to others: the other side of a transfer, the legs of an order.
---@field opened? date|string When the units were acquired, if not on the day.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: opening, buy_to_open, buy_to_close.
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
---@field quantity decimal|number|string Units, above zero, or "all" for those that are held: of the lots named where some are.
---@field price? decimal|number|string Price of one unit.
---@field amount? decimal|number|string Money before fee and tax; quantity times price where left out.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field group? string A word that ties it to others: the other side of a transfer, the legs of an order.
---@field lots? lots Ids of the lots to take, {id, {lot=id, quantity=2}}, or a function that is handed the open lots and returns such a list.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: sell_to_open, sell_to_close.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a sell: units sold for cash.
---```lua
---sell{date="2015-06-01", account="Brokerage", symbol="ORCL", quantity=4, price=43.10, fee=1}
---```
---@param arguments sell_arguments
---@return frame
function sell(arguments) end

---@class split_arguments
---@field date? date|string The day it happened. Default: today().
---@field account? account|string The account it happened in; every one that holds the instrument where left out.
---@field symbol instrument|string The instrument.
---@field ratio ratio Units afterwards for units before: "4:1", "4 for 1" and "4-for-1" are the same; a number alone is refused.
---@field amount? decimal|number|string Money before fee and tax.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a split: units that become more, or fewer, without a change of what they are worth.
---```lua
---split{date="2000-10-13", symbol="ORCL", ratio="2:1"}
---```
---@param arguments split_arguments
---@return frame
function split(arguments) end

---@class deposit_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field amount decimal|number|string Money before fee and tax.
---@field fee? decimal|number|string What the broker charged.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
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
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
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
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
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
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records interest: interest on cash, a deposit or a bond.
---```lua
---interest{date="2014-12-31", account="Savings", amount=7.40}
---```
---@param arguments interest_arguments
---@return frame
function interest(arguments) end

---@class credit_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field amount decimal|number|string Money before fee and tax.
---@field symbol? instrument|string The instrument.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a credit: money that the broker gave: a rebate, a refund, a reward.
---```lua
---credit{date="2014-06-30", account="Brokerage", amount=5, notes="rebate"}
---```
---@param arguments credit_arguments
---@return frame
function credit(arguments) end

---@class fee_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field amount decimal|number|string Money before fee and tax.
---@field symbol? instrument|string The instrument.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
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
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a tax: a tax paid from the account.
---```lua
---tax{date="2015-05-02", account="Brokerage", amount=130}
---```
---@param arguments tax_arguments
---@return frame
function tax(arguments) end

---@class adjust_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol? instrument|string The instrument.
---@field quantity? decimal|number|string Units, above zero.
---@field price? decimal|number|string Price of one unit.
---@field amount? decimal|number|string Money before fee and tax; quantity times price where left out.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field opened? date|string When the units were acquired, if not on the day.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records an adjustment: a correction that brings the book in line with the broker's.
---```lua
---adjust{date="2014-12-31", account="Savings", amount=-0.01, notes="rounding"}
---```
---@param arguments adjust_arguments
---@return frame
function adjust(arguments) end

---@class record_arguments
---@field type string buy, sell, deposit and so on.
---@field date? date|string The day it happened. Default: today().
---@field account? account|string The account it happened in.
---@field symbol? instrument|string The instrument.
---@field quantity? decimal|number|string Units, above zero, or "all" for those that are held.
---@field price? decimal|number|string Price of one unit.
---@field amount? decimal|number|string Money before fee and tax; quantity times price where left out.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field ratio? ratio Units afterwards for units before: "4:1", "4 for 1" and "4-for-1" are the same; a number alone is refused.
---@field into? instrument|string The instrument that comes of it.
---@field group? string A word that ties it to others: the other side of a transfer, the legs of an order.
---@field lots? lots Ids of the lots to take, {id, {lot=id, quantity=2}}, or a function that is handed the open lots and returns such a list.
---@field opened? date|string When the units were acquired, if not on the day.
---@field share? decimal|number|string The part of the cost that goes with it, from 0 to 1.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field subtype? string A finer sense: drip, merger, expiry and so on.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records an activity of any type.
---```lua
---record{type="deposit", date="2014-01-02", account="Savings", amount=500}
---```
---@param arguments record_arguments
---@overload fun(type: string, options?: table): frame
---@return frame
function record(arguments) end

---@class transfer_arguments
---@field from account|string The account it leaves.
---@field to account|string The account it goes to.
---@field date? date|string The day it happened. Default: today().
---@field amount? decimal|number|string Money that is moved.
---@field symbol? instrument|string The instrument whose units are moved.
---@field quantity? decimal|number|string Units that are moved, with their lots, or "all" for those that are held.
---@field lots? lots The lots to move, as for sell.
---@field fee? decimal|number|string What the account that it leaves was charged.
---@field received? decimal|number|string Money that arrives, where it is in another currency; in the same one, what was charged on the way is the fee.
---@field currency? string The currency of the amount; that of the account it leaves.
---@field group? string The word that ties both sides together; made up where left out.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a transfer between two accounts of the book: both sides at once, lots with their days and cost.
---```lua
---transfer{date="2014-12-20", from="Brokerage", to="Savings", amount=50}
---```
---@param arguments transfer_arguments
---@return frame
function transfer(arguments) end

---@class exchange_arguments
---@field account account|string The account whose cash is changed.
---@field amount decimal|number|string What is given.
---@field to string The currency that is received.
---@field from? string The currency that is given; the account's own.
---@field currency? string The same as from.
---@field rate? decimal|number|string Units received for one given, each as it is named (pence for GBX); the book's rate of the day where left out.
---@field at? decimal|number|string The same as rate.
---@field received? decimal|number|string What is received; amount times rate where left out.
---@field fee? decimal|number|string What was charged beside, in the currency that is given.
---@field date? date|string The day it happened. Default: today().
---@field group? string The word that ties both sides together; made up where left out.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Changes cash of one currency into another: one side falls by amount and fee, the other rises by amount times rate. It is no contribution and no trading gain; attribution has what it gained or lost against the rates of the day under currency.
---```lua
---exchange{date="2014-12-20", account="Brokerage", amount=500, from="USD", to="EUR", rate=0.8}[2].cash --> 400
---```
---@param arguments exchange_arguments
---@return frame
function exchange(arguments) end

---@class order_arguments
---@field account account|string The account it happened in.
---@field legs table A list of {side, quantity, symbol, price}; sides are buy, sell, buy_to_open, sell_to_open, buy_to_close and sell_to_close.
---@field date? date|string The day it happened. Default: today().
---@field fee? decimal|number|string What the broker charged for all of it.
---@field group? string The word that ties the legs together; made up where left out.
---@field currency? string The currency of its figures; that of each leg's instrument.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC.

---Records an order of several legs as one act, such as a vertical or a condor.
---@param arguments order_arguments
---@return frame
function order(arguments) end

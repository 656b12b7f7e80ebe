---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class drip_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field quantity decimal|number|string Units, above zero.
---@field price decimal|number|string Price of one unit.
---@field amount? decimal|number|string Money before fee and tax.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a drip: a dividend that bought more of what paid it.
---```lua
---drip{date="2014-04-30", account="Brokerage", symbol="ORCL", amount=12, quantity=0.31, price=38.70}
---```
---@param arguments drip_arguments
---@return frame
function drip(arguments) end

---@class dividend_in_kind_arguments
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
---@field into? instrument|string The instrument that comes of it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a dividend in kind: a dividend paid in units, mostly of another instrument.
---```lua
---dividend_in_kind{date="2014-04-30", account="Brokerage", symbol="ORCL", into="NVDA", quantity=2, price=18}
---```
---@param arguments dividend_in_kind_arguments
---@return frame
function dividend_in_kind(arguments) end

---@class return_of_capital_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field amount decimal|number|string Money before fee and tax.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records return of capital: a payment that gives back part of what the units cost.
---```lua
---return_of_capital{date="2014-04-30", account="Brokerage", symbol="ORCL", amount=30}
---```
---@param arguments return_of_capital_arguments
---@return frame
function return_of_capital(arguments) end

---@class notional_distribution_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field amount decimal|number|string Money before fee and tax.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a notional distribution: income that a fund keeps and that its owner is taxed for: it raises what the units cost, and brings no cash and no units.
---```lua
---notional_distribution{date="2014-12-31", account="Brokerage", symbol="ORCL", amount=12}
---```
---@param arguments notional_distribution_arguments
---@return frame
function notional_distribution(arguments) end

---@class staking_reward_arguments
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
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a staking reward: units earned for lending or staking others.
---```lua
---staking_reward{date="2014-12-31", account="Brokerage", symbol="ORCL", quantity=0.1, price=44}
---```
---@param arguments staking_reward_arguments
---@return frame
function staking_reward(arguments) end

---@class bonus_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field amount decimal|number|string Money before fee and tax.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a bonus: money that came with opening an account or moving to it.
---```lua
---bonus{date="2014-06-30", account="Brokerage", amount=100}
---```
---@param arguments bonus_arguments
---@return frame
function bonus(arguments) end

---@class merger_arguments
---@field date? date|string The day it happened. Default: today().
---@field account? account|string The account it happened in; every one that holds the instrument where left out.
---@field symbol instrument|string The instrument.
---@field amount? decimal|number|string Money before fee and tax.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field ratio? ratio Units afterwards for units before: "4:1", "4 for 1" and "4-for-1" are the same; a number alone is refused.
---@field into? instrument|string The instrument that comes of it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a merger: units that another company took over, for its own units, for cash, or for both.
---```lua
---merger{date="2014-12-31", symbol="ORCL", into="NVDA", ratio="2:1"}
---```
---@param arguments merger_arguments
---@return frame
function merger(arguments) end

---@class spinoff_arguments
---@field date? date|string The day it happened. Default: today().
---@field account? account|string The account it happened in; every one that holds the instrument where left out.
---@field symbol instrument|string The instrument.
---@field ratio ratio Units afterwards for units before: "4:1", "4 for 1" and "4-for-1" are the same; a number alone is refused.
---@field into instrument|string The instrument that comes of it.
---@field share decimal|number|string The part of the cost that goes with it, from 0 to 1.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a spinoff: a company that gave its owners units of a part of it.
---```lua
---spinoff{date="2014-12-31", symbol="ORCL", into="NVDA", ratio="1:4", share=0.1}
---```
---@param arguments spinoff_arguments
---@return frame
function spinoff(arguments) end

---@class symbol_change_arguments
---@field date? date|string The day it happened. Default: today().
---@field account? account|string The account it happened in; every one that holds the instrument where left out.
---@field symbol instrument|string The instrument.
---@field into instrument|string The instrument that comes of it.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a symbol change: an instrument that goes on under another symbol.
---```lua
---symbol_change{date="2014-12-31", symbol="ORCL", into="NVDA"}
---```
---@param arguments symbol_change_arguments
---@return frame
function symbol_change(arguments) end

---@class expire_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field quantity? decimal|number|string Units, above zero; all that are open where left out.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records an expiry: an option that ended worthless.
---```lua
---expire{date="2014-12-31", account="Options", symbol="ORCL141231C40"}
---```
---@param arguments expire_arguments
---@return frame
function expire(arguments) end

---@class assign_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field quantity decimal|number|string Units, above zero, or "all" for those that are held.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records an assignment: a short option whose owner used it.
---```lua
---assign{date="2014-12-31", account="Options", symbol="ORCL141231P46", quantity=1}
---```
---@param arguments assign_arguments
---@return frame
function assign(arguments) end

---@class exercise_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field quantity decimal|number|string Units, above zero, or "all" for those that are held.
---@field fee? decimal|number|string What the broker charged.
---@field tax? decimal|number|string What was withheld or charged as tax.
---@field fx_rate? decimal|number|string Units of the account's currency for one of this (of GBX, for one GBP): the cash moves in the account's currency, at amount times rate.
---@field settle? string The currency in which the cash moves: the account's, which needs fx_rate and is what fx_rate means, or that of the trade.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records an exercise: a long option that its owner used.
---```lua
---exercise{date="2014-12-31", account="Options", symbol="ORCL141231C40", quantity=1}
---```
---@param arguments exercise_arguments
---@return frame
function exercise(arguments) end

---@class position_arguments
---@field date? date|string The day it happened. Default: today().
---@field account account|string The account it happened in.
---@field symbol instrument|string The instrument.
---@field quantity decimal|number|string Units, above zero.
---@field price? decimal|number|string Price of one unit.
---@field amount? decimal|number|string Money before fee and tax; quantity times price where left out.
---@field opened? date|string When the units were acquired, if not on the day.
---@field currency? string The currency of its figures; that of the instrument, else of the account.
---@field notes? string Anything worth remembering.
---@field time? string When, as ISO text in UTC; orders activities of one day.
---@field status? string posted, pending or draft; only posted counts. Default: "posted".

---Records a position: what is held as it stands, in an account whose trades nobody records.
---```lua
---position{date="2014-12-31", account="Pension", symbol="ORCL", quantity=12, price=40}
---```
---@param arguments position_arguments
---@return frame
function position(arguments) end

---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class amend_arguments
---@field id integer The activity's id, as activities{} shows it.
---@field type? string buy, sell, deposit and so on.
---@field date? date|string The day it happened.
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
---@field status? string posted, pending or draft; only posted counts.
---@field without? table Names of fields to leave out, such as {"amount"}.

---Records an activity anew in the place of one that was wrong, which becomes void; what is not named stays.
---```lua
---amend{id=deposit{account="Savings", amount=5}[1].id, amount=50}[1].amount --> 50
---```
---@param arguments amend_arguments
---@overload fun(id: integer, options?: table): frame
---@return frame
function amend(arguments) end

---@class void_arguments
---@field id integer The activity's id, as activities{} shows it.
---@field reason? string Why.

---Takes an activity out of every result; it stays on record, with the reason.
---@param arguments void_arguments
---@overload fun(id: integer, options?: table): frame
---@return frame
function void(arguments) end

---Takes back what the last act did, by entries of its own; asked again, what the act before it did. New accounts and instruments stay: where the last act only defined some, undo fails and says so, and asked again takes back the act before. Acts are those from before the statement or script that asks; what that recorded itself stays.
---@return frame
function undo() end

---Does again what the last undo took back, by new entries, where nothing was recorded since; asked again, what the undo before it took back.
---```lua
---undo() return redo():count() > 0 --> true
---```
---@return frame
function redo() end

---@class history_arguments
---@field id integer The id of an activity.

---All that was said of an activity: how it was recorded, amended and voided, when, and by what.
---```lua
---history(activities{}[1].id)[1].what --> recorded
---```
---@param arguments history_arguments
---@overload fun(id: integer, options?: table): frame
---@return frame
function history(arguments) end

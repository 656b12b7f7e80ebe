---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class value_arguments
---@field account account|string An account that is tracked by value or by holdings.
---@field amount? decimal|number|string What all of it is worth; of an account tracked by holdings, its cash.
---@field symbol? instrument|string The instrument held, in an account tracked by holdings.
---@field quantity? decimal|number|string Units held.
---@field price? decimal|number|string What one unit cost on average.
---@field date? date|string The day it is of. Default: today().
---@field time? string When, as ISO text in UTC; the last of a day counts.
---@field currency? string The currency of the amount; the account's.
---@field notes? string Anything worth remembering.

---Tells what an account is worth, or what it holds, as it stands on a day.
---```lua
---value{account="ISA", amount=10250, date="2014-12-31"}[1].value --> 10250
---```
---@param arguments value_arguments
---@overload fun(account: account|string, options?: table): frame
---@return frame
function value(arguments) end

---@class values_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field every? string day, week, month, quarter or year: what each account was worth at the end of each, the last told being carried forward.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---What accounts tracked by value were told to be worth.
---```lua
---values{on="2014-12-31"}:count() >= 0 --> true
---```
---@param arguments? values_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function values(arguments) end

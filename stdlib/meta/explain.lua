---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class explain_arguments
---@field row? row A row of holdings, lots, gains, cash, income or activities, or the id of an activity.
---@field account? account|string The account of a holding or of cash.
---@field symbol? instrument|string The instrument of a holding.
---@field currency? string The currency of cash; the account's.
---@field on? date|string As it was at the end of this day.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Shows the activities, lots and rules that made a holding, a lot, a gain or a cash balance: amount is what a line changed, balance what it came to, so that the amounts add up to the last balance, which is the cost of the holding or the lot, or the cash. A gain ends with the sale, which takes its cost.
---```lua
---explain(gains{year=2007}[1]):count() > 1 --> true
---```
---@param arguments? explain_arguments
---@overload fun(row?: row, options?: table): frame
---@return frame
function explain(arguments) end

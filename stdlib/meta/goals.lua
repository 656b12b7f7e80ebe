---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class goal_arguments
---@field name string What it is called, such as House.
---@field amount? decimal|number|string The sum.
---@field by? date|string The day by which it is to be there.
---@field account? account|string The account that is to be worth it; all of them together where none is named, nor a portfolio or a tier.
---@field portfolio? string Or the portfolio.
---@field tier? string Or the tier of a reserve plan.
---@field plan? string The reserve plan of the tier; the only one, or the one called Reserve.
---@field rate? rate The growth of a year that is assumed, such as "4%". Default: "0%".
---@field currency? string The currency of the sum; that of the account or the plan, or the book's base currency.
---@field remove? boolean Takes the goal away. Default: false.

---Fetches a goal as it stands today; with further fields, defines it or changes them.
---```lua
---goal{name="House", amount=50000, by="2030-12-31", account="Savings"}[1].target --> 50000
---```
---@param arguments goal_arguments
---@overload fun(name: string, options?: table): frame?
---@return frame?
function goal(arguments) end

---@class goals_arguments
---@field on? date|string As it was at the end of this day.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---The goals: what is there and missing, what must be saved each month and was on average in the last twelve, and the day that leads to. With g = (1 + rate)^(1/12), a sum s and a a month become s·gⁿ + a·(gⁿ - 1)/(g - 1) in n months (ordinary annuity). Where something has no price or no rate, current is that of the rest, left_out names it, and missing, needed, on_track and projected are empty. With tag, the goals of accounts that have it.
---```lua
---goal{name="House", amount=50000, by="2030-12-31", account="Savings"} return goals{on="2014-06-30"}[1].name --> House
---```
---@param arguments? goals_arguments
---@overload fun(on?: date|string, options?: table): frame
---@return frame
function goals(arguments) end

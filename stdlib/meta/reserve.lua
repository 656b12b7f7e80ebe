---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class plan_arguments
---@field name? string What it is called. Default: "Reserve".
---@field currency? string The currency of its targets and caps; the book's base currency.
---@field ready? boolean Begins with six tiers: Buffer, Emergency, Projects, Growth, Taxes, Holding. Default: false.
---@field remove? boolean Takes the plan out of the book; accounts and money stay. Default: false.

---Fetches a reserve plan, as a whole; with further fields, defines it or changes it.
---```lua
---plan{ready=true}[1].tiers --> 6
---```
---@param arguments? plan_arguments
---@overload fun(name?: string, options?: table): frame?
---@return frame?
function plan(arguments) end

---@class plans_arguments
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---The reserve plans of the book, a row each: what they are to hold, what they hold, and what they lack.
---```lua
---plans():count() --> 0
---```
---@param arguments? plans_arguments
---@overload fun(book?: books, options?: table): frame
---@return frame
function plans(arguments) end

---@class tier_arguments
---@field name string What it is called.
---@field purpose? string What it is for; Growth in it takes what is left over.
---@field target? decimal|number|string How much it shall hold.
---@field priority? decimal|number|string The lower, the sooner it is filled; behind the others.
---@field preferred? account|string The account that is filled first; "" for none.
---@field accounts? table Where it is kept: {{account="Savings", weight=2, cap=2500, apy="3.9%", notes=""}, …}, names alone, or {Savings=2, Current=1}.
---@field plan? string The reserve plan; the only one, or the one called Reserve.
---@field remove? boolean Takes the tier out of the plan; accounts and money stay. Default: false.

---Fetches a tier by name; with further fields, defines it or changes it. Where there is no plan, one called Reserve begins.
---```lua
---tier{name="Buffer", target=3000, accounts={"Savings"}}[1].target --> 3000
---```
---@param arguments tier_arguments
---@overload fun(name: string, options?: table): frame?
---@return frame?
function tier(arguments) end

---@class tiers_arguments
---@field by? string account: a row for each account of each tier.
---@field plan? string The reserve plan; the only one, or the one called Reserve.
---@field on? date|string The day whose balances count. Default: today().
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---The tiers of a reserve plan by priority: what each is to hold, what it holds, and what it lacks. Where something has no price or no rate, balance is that of the rest, left_out names it, and gap and covered are empty.
---```lua
---tiers():columns()[1] --> name
---```
---@param arguments? tiers_arguments
---@overload fun(by?: string, options?: table): frame
---@return frame
function tiers(arguments) end

---@class allocate_arguments
---@field amount decimal|number|string The money that comes in.
---@field options? table The rest, where the amount stands alone: allocate(5000, {detail=true}).
---@field detail? boolean A row an account, and not a row a tier. Default: false.
---@field mode? string "python" for the very numbers of the desktop program, on binary floats: amounts finer than a cent too, caps for each row, rounded as Python's round(x, 2).
---@field plan? string The reserve plan; the only one, or the one called Reserve.
---@field on? date|string The day whose balances count. Default: today().

---Where new money goes by a reserve plan, tier by tier or account by account; :apply() records the deposits, each in its account's currency by the day's rate, :preview() shows the tiers after them.
---```lua
---allocate(500, {detail=true})[1].amount --> 500
---```
---@param arguments allocate_arguments
---@overload fun(amount: decimal|number|string, options?: table): frame
---@return frame
function allocate(arguments) end

---@class tier_transfers_arguments
---@field mode? string "python" for the very numbers of the desktop program.
---@field plan? string The reserve plan; the only one, or the one called Reserve.
---@field on? date|string The day whose balances count. Default: today().

---Money to move from tiers that have too much to those that have too little; :apply() records transfers between their accounts.
---```lua
---tier_transfers():count() --> 0
---```
---@param arguments? tier_transfers_arguments
---@overload fun(mode?: string, options?: table): frame
---@return frame
function tier_transfers(arguments) end

---@class forecast_arguments
---@field months? integer How many months. Default: 12.
---@field by? string account or tier; tier where there is no series, else all together.
---@field series? boolean A row a month. Default: false.
---@field mode? string "python" for the very numbers of the desktop program, tier by tier.
---@field plan? string The reserve plan; the only one, or the one called Reserve.
---@field on? date|string The day whose balances count. Default: today().
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---What the accounts of a reserve plan will have earned after some months, compounding by the month: balance × (1 + rate / 12)^months (a nominal rate, which may be below zero), by the apy of the tier, else by the account's own rate, up to the day on which it matures. Where something has no price or no rate, all is of the rest, and left_out names it.
---```lua
---forecast{months=12}:count() --> 0
---```
---@param arguments? forecast_arguments
---@overload fun(months?: integer, options?: table): frame
---@return frame
function forecast(arguments) end

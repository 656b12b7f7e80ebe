---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class limit_arguments
---@field name string What it is called, such as ISA.
---@field account? account|string The account it is of.
---@field accounts? table The accounts that share it, where they are several.
---@field amount? decimal|number|string What may be paid in within a year.
---@field year_start? string The first day of its years, as month and day: "04-06" in the United Kingdom. Default: "01-01".
---@field years? table Years with another amount, by the one in which they begin: {[2024]=20000}.
---@field currency? string The currency of the amounts; that of its accounts.
---@field flexible? boolean Whether what is withdrawn may be paid in again within the year. Default: false.
---@field remove? boolean Takes the limit away. Default: false.

---Fetches a contribution limit as it stands this year; with further fields, defines it or changes them.
---```lua
---limit{name="IRA", account="Roth IRA", amount=5500}[1].allowed --> 5500
---```
---@param arguments limit_arguments
---@overload fun(name: string, options?: table): frame?
---@return frame?
function limit(arguments) end

---@class limits_arguments
---@field on? date|string As it was at the end of this day.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field year? integer The years that begin in this one.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---How much of each contribution limit is used, and what may still be paid in, limit less used: this year, or a row for each year of a span. With tag, those of accounts that have it.
---```lua
---limit{name="IRA", account="Roth IRA", amount=5500} return limits{year=2014}[1].limit --> IRA
---```
---@param arguments? limits_arguments
---@overload fun(on?: date|string, options?: table): frame
---@return frame
function limits(arguments) end

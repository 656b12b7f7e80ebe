---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---An exact decimal number.
---```lua
---D"1.10" + D"2.20" --> 3.3
---```
---@param value decimal|number|string The digits as text, a whole number, or a float of up to 15 digits.
---@return decimal
function D(value) end

---An exact decimal number.
---```lua
---decimal("0.1") * 3 --> 0.3
---```
---@param value decimal|number|string The digits as text, a whole number, or a float of up to 15 digits.
---@return decimal
function decimal(value) end

---An amount with its currency; adding two currencies is an error.
---```lua
---money(5, "EUR") + money(2.5, "EUR") --> 7.50 EUR
---```
---@param amount decimal|number|string The amount.
---@param currency string Its currency. Pence and other minor units become the currency: money(150, "GBX") is 1.50 GBP.
---@return money
function money(amount, currency) end

---A civil date.
---```lua
---date("2014-03-03") + 7 --> 2014-03-10
---```
---@param year date|string|integer ISO text, or the year.
---@param month? integer The month, where the year is a number.
---@param day? integer The day.
---@return date
function date(year, month, day) end

---Today.
---```lua
---today() >= date("2000-01-01") --> true
---```
---@return date
function today() end

---@class days_arguments
---@field from date|string The first day.
---@field to date|string The last day, itself included.

---Every day of a span.
---```lua
---#days{from="2024-02-01", to="2024-03-01"} --> 30
---```
---@param arguments days_arguments
---@return date[]
function days(arguments) end

---@class months_arguments
---@field from date|string The first day.
---@field to date|string The last day, itself included.
---@field on? string The place in each month: first, last, first_working, last_working, third friday and so on. Default: "first".
---@field calendar? string The calendar of working days, as recurring has it; weekends alone where left out.

---One day of every month of a span.
---```lua
---months{from="2024-01-01", to="2024-12-31", on="last"}[2] --> 2024-02-29
---```
---@param arguments months_arguments
---@return date[]
function months(arguments) end

---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---A civil date.
---@class date
---@field year integer The year.
---@field month integer The month, 1 to 12.
---@field day integer The day of the month.
---@field weekday integer 1 for Monday to 7 for Sunday.
---@field quarter integer 1 to 4.
---@field first_of_month date The first day of its month.
---@field last_of_month date The last day of its month.
---@operator add(any): date
---@operator sub(any): integer|date
---@operator concat(any): string
local date = {}

---@class date_add_arguments
---@field days? integer Days to go on. Default: 0.
---@field months? integer Months to go on; month ends are kept within the month. Default: 0.
---@field years? integer Years to go on. Default: 0.

---The date so much later, or earlier for negative numbers.
---```lua
---date("2024-01-31"):add{months=1} --> 2024-02-29
---```
---@param arguments? date_add_arguments
---@return date
function date:add(arguments) end

---Days from this date to another.
---```lua
---date("2024-01-01"):days_to("2024-03-01") --> 60
---```
---@param other date|string Another date.
---@return integer
function date:days_to(other) end

---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class quote_arguments
---@field symbol instrument|string The instrument.
---@field date? date|string The day; today. Fetching: the last one on or before it.
---@field close? decimal|number|string The closing price: given, the quote is stored.
---@field open? decimal|number|string The opening price.
---@field high? decimal|number|string The day's highest.
---@field low? decimal|number|string The day's lowest.
---@field adjusted? decimal|number|string The close adjusted for splits and dividends.
---@field volume? decimal|number|string Units traded.
---@field currency? string Its currency; the instrument's.
---@field source? string Where it is from. Default: "manual".

---Stores a quote, or fetches the latest: {symbol=, date=, close=, …}; nil and why where there is none.
---```lua
---quote("ORCL").close > 0 --> true
---```
---@param arguments quote_arguments
---@overload fun(symbol: instrument|string, options?: table): table?
---@return table?
function quote(arguments) end

---@class quotes_arguments
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field currency? string Only in this currency.

---Stored quotes by symbol and day.
---```lua
---quotes{symbol="ORCL", year=2005}:count() --> 12
---```
---@param arguments? quotes_arguments
---@overload fun(symbol?: instrument|string|string[], options?: table): frame
---@return frame
function quotes(arguments) end

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

---@class rate_arguments
---@field from string The currency of which it is one unit.
---@field to? string The currency it is paid in; the book's base currency.
---@field date? date|string The day; today. Fetching: by the last rates on or before it.
---@field rate? decimal|number|string What one unit is worth: given, the rate is stored.
---@field source? string Where it is from. Default: "manual".

---Stores a rate, or fetches one, across other currencies where need be: {from=, to=, date=, rate=, source=, age=, path=}; nil and why where there is none.
---```lua
---rate{from="EUR", to="USD", date="2014-03-03", rate=1.3768}.rate --> 1.3768
---```
---@param arguments rate_arguments
---@overload fun(from: string, options?: table): table?
---@return table?
function rate(arguments) end

---@class rates_arguments
---@field currency? string Only with this currency, on either side.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.

---Stored rates by currencies and day; those with a currency on either side.
---```lua
---rates{currency="EUR"}:count() >= 0 --> true
---```
---@param arguments? rates_arguments
---@overload fun(currency?: string, options?: table): frame
---@return frame
function rates(arguments) end

---@class convert_arguments
---@field amount money|decimal|number|string Money, or a number with from=.
---@field to? string The currency wanted; the book's base currency.
---@field on? date|string By the last rates on or before this day. Default: today().
---@field from? string The currency of a plain number; the book's base currency.

---What an amount is worth in another currency by the book's rates; a rate that there is not is an error.
---```lua
---rate{from="EUR", to="USD", date="2014-03-03", rate=1.25} return convert{amount=money(100, "EUR"), to="USD", on="2014-03-03"} --> 125.00 USD
---```
---@param arguments convert_arguments
---@overload fun(amount: money|decimal|number|string, options?: table): money
---@return money
function convert(arguments) end

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
---@field currency? string Its currency; the instrument's. Prices in GBX, GBp, ZAc, ZAC, ILA, USX or KWF are kept in the currency that they are part of.
---@field source? string Where it is from. Default: "manual".
---@field remove? boolean Takes the quote of that day and source away, and gives whether there was one.

---Stores a quote, removes one, or fetches the latest: {symbol=, date=, close=, …}; nil and why where there is none. What a buy or a sale paid is a price too, until the first quote of its day or later: its source is trade, and it is not stored.
---```lua
---quote{symbol="ORCL", date="2014-12-30", close=45.10} return quote("ORCL").close > 0 --> true
---```
---@param arguments quote_arguments
---@overload fun(symbol: instrument|string, options?: table): table|boolean?
---@return table|boolean?
function quote(arguments) end

---@class quotes_arguments
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field currency? string Only in this currency.
---@field all? boolean Every source's quote side by side, with the time at which it was stored. Default: false.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Stored quotes by symbol and day: the one that counts of each day, or with all=true those of every source; up to today, unless days are asked for. Prices given in a part of a currency, such as pence in GBX, are stored and told in the currency itself; only the answer of quote{} that stored one says what was given.
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
---@field remove? boolean Takes the rate of that day and source away, and gives whether there was one.

---Stores a rate, removes one, or fetches one, across other currencies where need be: {from=, to=, date=, rate=, source=, age=, path=}; nil and why where there is none. A rate stored that disagrees with one of the day in the other direction comes with a warning.
---```lua
---rate{from="EUR", to="USD", date="2014-03-03", rate=1.3768}.rate --> 1.3768
---```
---@param arguments rate_arguments
---@overload fun(from: string, options?: table): table|boolean?, string?
---@return table|boolean?
---@return string?
function rate(arguments) end

---@class rates_arguments
---@field currency? string Only with this currency, on either side.
---@field from? date|string From this day on.
---@field to? date|string Up to this day, itself included.
---@field on? date|string As it was at the end of this day.
---@field year? integer Only of this year.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

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

---What an amount is worth in another currency by the book's rates, and a warning where one of them is old; a rate that there is not is an error.
---```lua
---rate{from="EUR", to="USD", date="2014-03-03", rate=1.25} return convert{amount=money(100, "EUR"), to="USD", on="2014-03-03"} --> 125.00 USD
---```
---@param arguments convert_arguments
---@overload fun(amount: money|decimal|number|string, options?: table): money, string?
---@return money
---@return string?
function convert(arguments) end

provider = {}

---@class sync_arguments
---@field symbol? instrument|string|string[] Only this instrument, or these; all that the book needs.
---@field provider? string Whom to ask; each instrument's own, or the one that suits its kind.
---@field from? date|string Asks for the days from this one on, whatever is there already.
---@field to? date|string The last day asked for. Default: today().
---@field rates? boolean Whether to ask for exchange rates, too; without it, where no symbol is named.

---Fetches the prices and rates that the book lacks, with a verdict for each symbol; only what is needed is asked for.
---```lua
---sync{symbol="ORCL", from="2014-12-01"}[1].provider --> yahoo
---```
---@param arguments? sync_arguments
---@overload fun(symbol?: instrument|string|string[], options?: table): frame
---@return frame
function sync(arguments) end

---@class watch_arguments
---@field symbol? instrument|string The instrument to watch; without it, the list is shown.
---@field above? decimal|number|string Tell when its price is above this.
---@field below? decimal|number|string Tell when its price is below this.
---@field currency? string The currency of both, which is the instrument's; that of a part of it, such as GBX, brings them to it.
---@field remove? boolean Takes it off the list, and shows what is left of that.
---@field on? date|string Prices as of the end of this day.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.

---Watches the price of an instrument and shows it, or shows all that is watched; sync fetches its prices and tells what went too far. change is the last price over the one before, less one, both for a unit of the day asked of, so that a split is no change.
---```lua
---watch{symbol="ORCL", above=40}[1].alert --> above 40
---```
---@param arguments? watch_arguments
---@overload fun(symbol?: instrument|string, options?: table): frame?
---@return frame?
function watch(arguments) end

---Those who can be asked for prices and rates, where, and whether there is a key.
---```lua
---providers():count() > 4 --> true
---```
---@return frame
function providers() end

---@class provider_search_arguments
---@field text string A name or a symbol, or a part of one.
---@field provider? string Whom to ask. Default: "yahoo".

---Looks for the symbol of something by its name.
---```lua
---provider.search("oracle")[1].symbol --> ORCL
---```
---@param arguments provider_search_arguments
---@overload fun(text: string, options?: table): frame
---@return frame
function provider.search(arguments) end

---@class provider_define_arguments
---@field name string What it is called; an instrument's provider, or sync{provider=NAME}, asks for it.
---@field summary? string One sentence on what it knows.
---@field history? function Gets the symbol and the first and last day; gives a list of tables such as {date="2014-03-03", close=31.20}, or nil.
---@field latest? function Gets the symbol and a day; gives one such table of that day or before, or nil.
---@field search? function Gets a text; gives a list of tables such as {symbol="ORCL", name="Oracle"}.

---Defines a provider of prices, or defines it anew; sync asks it like any other.
---```lua
---provider.define{name="mine", history=function(symbol, from, to) return {{date=to, close=12.5}} end} --> mine
---```
---@param arguments provider_define_arguments
---@overload fun(name: string, options?: table): string
---@return string
function provider.define(arguments) end

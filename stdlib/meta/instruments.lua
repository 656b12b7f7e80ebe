---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class instrument_arguments
---@field symbol string What it is traded as.
---@field name? string Its name.
---@field kind? string stock, etf, bond, fund, deposit, crypto, option, fx, metal, insurance, structured, cash or other. Default: "stock".
---@field currency? string The currency of its prices; of an option that of what it is on, else the book's base currency.
---@field multiplier? decimal|number|string Units of the underlying in one traded; 100 for an option unless told otherwise. Default: 1.
---@field underlying? instrument|string What an option is on.
---@field right? string call or put.
---@field strike? decimal|number|string The price at which an option may be used.
---@field expires? date|string The last day of an option.
---@field class? string The class of assets it belongs to, by your own naming.
---@field provider? string The provider of its quotes.
---@field provider_symbol? string What that provider calls it.

---Fetches an instrument by symbol; with further fields, defines it or changes them. In GBX and other minor units it is defined in the currency itself, and says so.
---```lua
---instrument "ORCL".currency --> USD
---```
---@param arguments instrument_arguments
---@overload fun(symbol: string, options?: table): instrument?, string?
---@return instrument?
---@return string?
function instrument(arguments) end

---@class instruments_arguments
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field currency? string Only in this currency.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---The instruments of the book.
---```lua
---#instruments{kind="stock"} > 0 --> true
---```
---@param arguments? instruments_arguments
---@overload fun(symbol?: instrument|string|string[], options?: table): frame
---@return frame
function instruments(arguments) end

---@class options_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field on? date|string As it was at the end of this day.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Options that are open: what they are on, and whether the account could deliver what a short one asks for.
---```lua
---#options{} >= 0 --> true
---```
---@param arguments? options_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function options(arguments) end

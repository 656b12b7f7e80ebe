---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class currency_arguments
---@field code string Its code, such as PTS: one to eight upper-case letters or digits.
---@field name? string What it is called, such as Bonus points.
---@field digits? integer Fractional digits of its amounts, 0 to 18. Default: 2.
---@field remove? boolean Takes the declaration back; what is in the currency already stays. Default: false.

---Declares a currency of your own, or tells what is known of one. Any other than those of ISO 4217, the well-known coins and the declared ones is a mistake.
---```lua
---currency{code="PTS", name="Bonus points", digits=0}[1].digits --> 0
---```
---@param arguments currency_arguments
---@overload fun(code: string, options?: table): frame?
---@return frame?
function currency(arguments) end

---@class currencies_arguments
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---The currencies that the book declares or has anything in.
---```lua
---currencies()[1].code --> USD
---```
---@param arguments? currencies_arguments
---@overload fun(book?: books, options?: table): frame
---@return frame
function currencies(arguments) end

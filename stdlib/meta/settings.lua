---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---Reads or makes a setting of the book, or of this machine: locale, pager, backups and others.
---```lua
---setting("lot_method", "lifo", {account="Savings"}) --> lifo
---```
---@param key string Which setting.
---@param value? any What it shall be; without it, what it is. "" brings back the default.
---@param scope? table Of lot_method: {account=, symbol=, from=}, what it is for.
---@return string?
function setting(key, value, scope) end

---@class settings_arguments
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---Every setting, what it is and what it may be.
---```lua
---#settings() > 3 --> true
---```
---@param arguments? settings_arguments
---@overload fun(book?: books, options?: table): frame
---@return frame
function settings(arguments) end

---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---An account of a book.
---@class account
---@field name string What it is called.
---@field type string What kind it is: securities, cash, crypto, deposit, pension or other.
---@field currency string Its currency.
---@field portfolio string? The portfolio it belongs to.
---@field owner string? Whose it is.
---@field group string? Its group.
---@field opened date? Its first day.
---@field closed date? Its last day.
---@field allow_short boolean Whether it may sell what it does not hold.
---@field tracking string What its figures come from: transactions, holdings or value.
---@field rate decimal? Interest of a year as a part of one: 0.04 is "4%".
---@field matures date? The day on which a deposit with a term ends.
---@field settlement string? What it settles in where that is not its own currency: trade.
local account = {}

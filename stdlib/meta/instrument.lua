---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---Something that can be held and priced.
---@class instrument
---@field symbol string What it is traded as.
---@field name string? Its name.
---@field kind string What kind it is: stock, etf, bond and so on.
---@field currency string The currency of its prices.
---@field multiplier decimal Units of the underlying in one traded.
---@field underlying string? The symbol of what an option is on.
---@field right string? What an option gives the right to: call is to buy, put is to sell.
---@field strike decimal? The price at which an option may be used.
---@field expires date? The last day of an option.
---@field class string? The class of assets it belongs to, by your own naming.
---@field provider string? The provider of its quotes.
---@field provider_symbol string? What that provider calls it.
local instrument = {}

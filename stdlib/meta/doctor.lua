---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---Looks for what needs care: versions, terminal, locale, keys, the book, its backups, prices, cash below zero, transfers, rules; with what mends each.
---```lua
---doctor()[1].check --> luca
---```
---@return frame
function doctor() end

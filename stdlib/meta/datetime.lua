---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---A moment in UTC.
---@class datetime
---@field date date Its date in UTC.
---@operator concat(any): string
local datetime = {}

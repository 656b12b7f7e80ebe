---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---What was missing or doubtful in a result.
---@class warning
---@field kind string What it is, for scripts to compare with.
---@field message string What it is, in a sentence.
local warning = {}

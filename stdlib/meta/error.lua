---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---What went wrong, as a script catches it.
---@class error
---@field kind string? A short stable name.
---@field message string? One sentence: what is wrong.
---@field field string? The argument at fault.
---@field hint string? What to do next.
---@field where string? The script and line.
---@operator concat(any): string
local error = {}

---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---The civil day of a moment in a time zone; books know days alone.
---```lua
---local_day("2024-01-02T23:30:00Z", "Europe/Berlin") --> 2024-01-03
---```
---@param moment date|datetime|string What a server calls a moment: text with its offset from UTC, or seconds since 1970.
---@param zone? string A zone of the system's database, such as Europe/Berlin, America/New_York or UTC; without it, the machine's own.
---@return date
function local_day(moment, zone) end

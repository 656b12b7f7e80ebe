---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---Prints help on a topic, or the overview.
---```lua
---help("gains")
---```
---@param topic? any A function, a command, a report, a method such as frame:where, a setting; by name.
function help(topic) end

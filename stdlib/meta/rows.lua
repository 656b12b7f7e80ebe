---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---A frame of rows that a script has made, with all that a query's frame can do.
---```lua
---frame{{day=date"2024-01-02", amount=5}, {day=date"2024-01-03", amount=7}}:sum("amount") --> 12
---```
---@param rows table A list of tables with fields, of rows of frames, or, with columns, of lists of cells. Beside the rows columns= may stand in it too.
---@param columns? table The columns in their order; without it all fields, in the order in which they first come.
---@param name? string What its rows are. Default: "rows".
---@return frame
function frame(rows, columns, name) end

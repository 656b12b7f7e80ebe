---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---Rows grouped by some columns, waiting to be added up.
---@class groups
local groups = {}

---A row a group: its keys, and the sum of the columns named.
---```lua
---trades{}:by("symbol"):sum("quantity")
---```
---@param column string A column.
---@param column2? string Another column.
---@param column3? string Another column.
---@param column4? string Another column.
---@param column5? string Another column.
---@param column6? string Another column.
---@param column7? string Another column.
---@param column8? string Another column.
---@return frame
function groups:sum(column, column2, column3, column4, column5, column6, column7, column8) end

---A row a group: its keys, and the avg of the columns named.
---```lua
---trades{}:by("symbol"):avg("quantity")
---```
---@param column string A column.
---@param column2? string Another column.
---@param column3? string Another column.
---@param column4? string Another column.
---@param column5? string Another column.
---@param column6? string Another column.
---@param column7? string Another column.
---@param column8? string Another column.
---@return frame
function groups:avg(column, column2, column3, column4, column5, column6, column7, column8) end

---A row a group: its keys, and the min of the columns named.
---```lua
---trades{}:by("symbol"):min("quantity")
---```
---@param column string A column.
---@param column2? string Another column.
---@param column3? string Another column.
---@param column4? string Another column.
---@param column5? string Another column.
---@param column6? string Another column.
---@param column7? string Another column.
---@param column8? string Another column.
---@return frame
function groups:min(column, column2, column3, column4, column5, column6, column7, column8) end

---A row a group: its keys, and the max of the columns named.
---```lua
---trades{}:by("symbol"):max("quantity")
---```
---@param column string A column.
---@param column2? string Another column.
---@param column3? string Another column.
---@param column4? string Another column.
---@param column5? string Another column.
---@param column6? string Another column.
---@param column7? string Another column.
---@param column8? string Another column.
---@return frame
function groups:max(column, column2, column3, column4, column5, column6, column7, column8) end

---A row a group: its keys, and the first of the columns named.
---```lua
---trades{}:by("symbol"):first("quantity")
---```
---@param column string A column.
---@param column2? string Another column.
---@param column3? string Another column.
---@param column4? string Another column.
---@param column5? string Another column.
---@param column6? string Another column.
---@param column7? string Another column.
---@param column8? string Another column.
---@return frame
function groups:first(column, column2, column3, column4, column5, column6, column7, column8) end

---A row a group: its keys, and the last of the columns named.
---```lua
---trades{}:by("symbol"):last("quantity")
---```
---@param column string A column.
---@param column2? string Another column.
---@param column3? string Another column.
---@param column4? string Another column.
---@param column5? string Another column.
---@param column6? string Another column.
---@param column7? string Another column.
---@param column8? string Another column.
---@return frame
function groups:last(column, column2, column3, column4, column5, column6, column7, column8) end

---A row a group: its keys and how many rows it has.
---```lua
---trades{}:by("symbol"):count()
---```
---@return frame
function groups:count() end

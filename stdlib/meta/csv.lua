---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

csv = {}

---@class csv_decode_arguments
---@field text string The text.
---@field header? boolean Whether the first line names the columns; without it each row is a list. Default: true.
---@field separator? string What parts the fields. Default: ",".

---The rows of delimited text, a table each; all fields are texts.
---```lua
---csv.decode("day,amount\n2024-01-02,5")[1].amount --> 5
---```
---@param arguments csv_decode_arguments
---@overload fun(text: string, options?: table): table[]
---@return table[]
function csv.decode(arguments) end

---@class csv_read_arguments
---@field path string The file.
---@field header? boolean Whether the first line names the columns; without it each row is a list. Default: true.
---@field separator? string What parts the fields. Default: ",".

---The rows of a file of delimited text, a table each; all fields are texts.
---@param arguments csv_read_arguments
---@overload fun(path: string, options?: table): table[]
---@return table[]
function csv.read(arguments) end

---Rows as delimited text, the names of the columns first.
---```lua
---csv.encode({{day="2024-01-02", amount=5}}, {"day", "amount"})
---```
---@param rows any A frame, or a list of tables with fields.
---@param columns? table The columns in their order; without it all fields, in the order in which they first come.
---@param separator? string What parts the fields. Default: ",".
---@return string
function csv.encode(rows, columns, separator) end

---Writes rows to a file as delimited text, and gives the number of bytes.
---@param path string The file.
---@param rows any A frame, or a list of tables with fields.
---@param columns? table The columns in their order; without it all fields, in the order in which they first come.
---@param separator? string What parts the fields. Default: ",".
---@return integer
function csv.write(path, rows, columns, separator) end

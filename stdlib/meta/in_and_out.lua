---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class import_arguments
---@field path string The file.
---@field dry_run? boolean Gives the verdicts and imports nothing. Default: false.
---@field partial? boolean Imports the good rows where some are refused. Default: false.
---@field format? string The format; found out by the columns.
---@field account? string The account of rows that name none.
---@field symbol? string The instrument of prices that name none.
---@field currency? string The currency of rows that name none.
---@field date_order? string dmy, mdy or ymd, where the file does not tell.
---@field decimal_mark? string point or comma, where the file does not tell.
---@field delimiter? string What parts the fields.
---@field create? boolean Whether accounts and symbols that the book does not know are defined. Default: true.
---@field columns? table The file's own headings: {Handelstag="date"}.
---@field types? table The file's own words for types: {Kauf="buy"}.

---Imports a CSV file of transactions or prices: a verdict for each row; where a row is refused, nothing is imported.
---@param arguments import_arguments
---@overload fun(path: string, options?: table): frame
---@return frame
function import(arguments) end

---Writes the book's transactions, or its quotes, as CSV that import takes back; gives the bytes written.
---@param path string The file to write.
---@param what? string transactions or quotes. Default: "transactions".
---@return integer
function export(path, what) end

---Prints a value as the prompt would, and gives it back.
---```lua
---show(1 + 1) --> 2
---```
---@param value any What to print.
---@return any
function show(value) end

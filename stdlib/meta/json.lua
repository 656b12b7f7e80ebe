---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

json = {}

---@class json_decode_arguments
---@field text string The document.
---@field numbers? string exact: whole numbers and decimals, as written; text: the digits, for numbers beyond a decimal; float: numbers of Lua. Default: "exact".

---The value of a JSON document; numbers are exact, null is json.null.
---```lua
---json.decode("[0.1, 0.2]")[2] + 0 --> 0.2
---```
---@param arguments json_decode_arguments
---@overload fun(text: string, options?: table): any
---@return any
function json.decode(arguments) end

---@class json_read_arguments
---@field path string The file.
---@field numbers? string exact: whole numbers and decimals, as written; text: the digits, for numbers beyond a decimal; float: numbers of Lua. Default: "exact".

---The value of a file of JSON, as json.decode gives it.
---@param arguments json_read_arguments
---@overload fun(path: string, options?: table): any
---@return any
function json.read(arguments) end

---A value as JSON; fields stand in the order of the alphabet, decimals with all their digits.
---```lua
---json.encode({a = D"0.1", list = {1, 2}}) --> {"a":0.1,"list":[1,2]}
---```
---@param value any Texts, numbers, true and false, dates, money, tables, frames; json.null for null.
---@param indent? integer Blanks a level, for people; without it all is on one line.
---@return string
function json.encode(value, indent) end

---Writes a value to a file as JSON, and gives the number of bytes.
---@param path string The file.
---@param value any Texts, numbers, true and false, dates, money, tables, frames; json.null for null.
---@param indent? integer Blanks a level, for people; without it all is on one line.
---@return integer
function json.write(path, value, indent) end

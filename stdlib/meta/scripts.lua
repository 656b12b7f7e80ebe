---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

script = {}

---Declares what a script is given, which --help then tells, and gives the values, checked. options{…} is the same, where tables stand in it. An account or symbol that is required and left out is the book's, if it has one only.
---```lua
---options{year={type="integer", doc="Only of this year.", default=2014}}.year --> 2014
---```
---@param declaration table Options by name: {type=, doc=, default=, required=, values=, list=, place=}; types are string, integer, number, decimal, boolean, date, account, symbol, currency, any.
---@return table
function script.options(declaration) end

---Whether the file that asks is the script that runs, and no module that another file requires.
---@return boolean
function script.main() end

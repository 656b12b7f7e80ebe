---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class portfolio_arguments
---@field name string What it is called; accounts name it in account{portfolio=}.
---@field owner? owner Whose it is: a name, or a list of names for a joint one. Its accounts become theirs.

---Shows a portfolio's accounts; with an owner, gives them to that owner.
---```lua
---portfolio{name="Retirement", owner={"Jerry", "Carol"}}[1].owner --> Jerry & Carol
---```
---@param arguments portfolio_arguments
---@overload fun(name: string, options?: table): frame
---@return frame
function portfolio(arguments) end

---@class portfolios_arguments
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---The portfolios, whose they are, and how many accounts each has; with tag, how many that have it.
---```lua
---portfolios{}[1].accounts > 0 --> true
---```
---@param arguments? portfolios_arguments
---@overload fun(owner?: owner, options?: table): frame
---@return frame
function portfolios(arguments) end

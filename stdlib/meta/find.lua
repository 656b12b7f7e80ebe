---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class find_arguments
---@field text string What to look for; capitals and accents make no difference.
---@field kind? string Only things of this kind: account, instrument, tag, plan, activity, report or help.
---@field count? integer So many rows at most. Default: 20.

---Looks for a text in accounts (name, group, portfolio, owner), instruments (symbol, name, class, the provider's symbol), notes of activities, tags, plans, rules and goals, reports and what there is help on. The most relevant comes first: score is 100 for the whole text, 80 for its beginning, 60 for the beginning of a word, 40 within one, 30 for all words apart from one another, 10 for a name that is spelt nearly so.
---```lua
---find("oracle")[1].name --> ORCL
---```
---@param arguments find_arguments
---@overload fun(text: string, options?: table): frame
---@return frame
function find(arguments) end

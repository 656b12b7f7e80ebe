---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class delete_account_arguments
---@field name account|string The account.
---@field confirm? boolean That it shall be done; without it, the call fails and tells what would be removed. Default: false.

---Deletes an account wholly: its name and figures are removed from the file, also from plans, and cannot be brought back but from a backup made before.
---```lua
---select(2, pcall(delete_account, "Savings")).kind --> unconfirmed
---```
---@param arguments delete_account_arguments
---@overload fun(name: account|string, options?: table): string
---@return string
function delete_account(arguments) end

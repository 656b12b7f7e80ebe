---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

script = {}

---Asks whether to put a backup in the place of the book; after a yes that is done when the statement has ended. Nil where nobody can be asked.
---@param backup string The name of a backup, as backups{} lists it, or its path.
---@return boolean
function script.restore(backup) end

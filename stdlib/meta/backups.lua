---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

script = {}

---@class backups_arguments
---@field check? boolean Whether each is looked through from the first entry to the last; false is quicker, and leaves "sound" empty. Default: true.

---The copies of the book, the newest first: those that somebody made, and those that luca makes by itself, once a day and before imports, deletions and new versions of the file.
---```lua
---#backups{} --> 0
---```
---@param arguments? backups_arguments
---@overload fun(check?: boolean, options?: table): frame
---@return frame
function backups(arguments) end

---What was recorded after a backup was made, and would be lost by restoring it: a row for each entry.
---@param backup string The name of a backup, as backups{} lists it, or its path.
---@return frame
function recorded_since(backup) end

---Asks whether to put a backup in the place of the book; after a yes that is done when the statement has ended. Nil where nobody can be asked.
---@param backup string The name of a backup, as backups{} lists it, or its path.
---@return boolean
function script.restore(backup) end

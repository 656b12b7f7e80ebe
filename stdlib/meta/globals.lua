---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---The current book.
---@type book
book = nil

---The last result at the prompt.
---@type any
_ = nil

---The script's name at 0 and its arguments from 1 on.
---@type string[]
arg = {}

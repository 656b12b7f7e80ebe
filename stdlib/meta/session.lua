---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---Runs a script file in this session; what it records belongs to the same act.
---@param path string The script.
---@param argument1? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument2? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument3? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument4? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument5? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument6? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument7? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument8? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument9? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument10? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument11? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@param argument12? any An argument, for the script's `...`; a table gives options: {year=2014}.
---@return any
function run(path, argument1, argument2, argument3, argument4, argument5, argument6, argument7, argument8, argument9, argument10, argument11, argument12) end

---Leaves the session. With code 0 what the running script recorded is kept, with another one it is not.
---@param code? integer The exit code. Default: 0.
function quit(code) end

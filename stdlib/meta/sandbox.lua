---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

script = {}

---Runs a script that nobody has to trust, and gives what it prints. It runs in a process of its own, on a copy of the book: it opens no file, asks no network, starts no program and records nothing, and the kernel sees to that. Where it fails, or is stopped by a limit, that is an error here.
---```lua
---sandbox("return 1 + 1"):sub(1, 1) --> 2
---```
---@param script any The script's text, or a function. A function sees the globals of the sandbox, and may use no local variable of the code around it: arguments hand over what it needs.
---@param options? table {arguments=, time=, memory=, output=, allow=, weak=, name=}. Time is 5 seconds if not said, as 10, "500ms" or "2min"; memory is what Lua may hold, 128 MiB if not said, as 256, "64M" or "1G", and all of the process has four times that; output is what it may print, 16 MiB if not said, and of what it tells beside 64 KiB are kept. Each may be less or more. allow lists what it may do besides: "record", "write=FOLDER", "net=HOST".
---@return string
function sandbox(script, options) end

---Runs a script file as sandbox does, and prints what it prints. luca run --sandbox FILE does it from the system's shell, and can set its limits.
---@param path string The script.
---@param argument1? any An argument, for the script's `...`.
---@param argument2? any An argument, for the script's `...`.
---@param argument3? any An argument, for the script's `...`.
---@param argument4? any An argument, for the script's `...`.
---@param argument5? any An argument, for the script's `...`.
---@param argument6? any An argument, for the script's `...`.
---@param argument7? any An argument, for the script's `...`.
---@param argument8? any An argument, for the script's `...`.
---@param argument9? any An argument, for the script's `...`.
---@param argument10? any An argument, for the script's `...`.
---@param argument11? any An argument, for the script's `...`.
---@param argument12? any An argument, for the script's `...`.
function script.sandbox(path, argument1, argument2, argument3, argument4, argument5, argument6, argument7, argument8, argument9, argument10, argument11, argument12) end

---In a sandbox that may ask a host (--allow net=HOST): what an address of it answers. luca's own process asks.
---@param address string The address, which begins with https://.
---@return string
function script.fetch(address) end

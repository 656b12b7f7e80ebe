---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---What a test expects of a value, as expect gives it.
---@class expectation
local expectation = {}

---Expects a value equal to another.
---@param other? any The value that it must equal; of tables and frames all that is in them counts, and 1, 1.0 and D"1" are equal.
function expectation:is(other) end

---Expects a value other than this.
---@param other? any The value that it must not equal.
function expectation:is_not(other) end

---Expects a number near another.
---@param other decimal|number|string The number.
---@param within decimal|number|string How far it may be away.
function expectation:is_near(other, within) end

---Expects nil.
function expectation:is_nil() end

---Expects true.
function expectation:is_true() end

---Expects false.
function expectation:is_false() end

---Expects a text in what a value shows.
---@param part string What must be in it, as it is written: no pattern.
function expectation:contains(part) end

---Expects a function to fail.
---@param why? string The error's kind, or a part of its message; without it any error will do.
function expectation:fails(why) end

---Expects what a value shows, such as a frame, to be as a file has it; luca test --update writes the file.
---@param name string The name of the file, without its ending.
function expectation:is_golden(name) end

---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---Puts the tests of its body under a name; there may be others in it.
---@param name string What is tested, in a few words.
---@param body function The Lua of it.
function describe(name, body) end

---A test. It runs when the file is read, in an empty book of its own that is kept in memory.
---@param name string What is tested, in a few words.
---@param body function The Lua of it.
function it(name, body) end

---What runs before each test of its describe, in the test's own book.
---@param body function The Lua of it.
function before_each(body) end

---Begins what is expected of a value: expect(1 + 1):is(2).
---@param value? any The value, or a function that is to fail.
---@return expectation
function expect(value) end

---Takes a day for today until the test ends.
---@param day date|string The day.
function use_today(day) end

---Fills the test's empty book with the sample family's accounts, prices and transactions; today is the last day of 2014.
function demo_book() end

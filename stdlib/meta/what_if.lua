---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---Runs a function on a branch of every open book that is thrown away, and gives what it returns.
---```lua
---whatif(function() deposit{account="Savings", amount=500} return cash{account="Savings"}[1].balance end)
---```
---@param change function What to try out; it may record anything. A file that it exports shows the branch, and stays.
---@return any
function whatif(change) end

---Runs a function of which all is kept or, where it fails, nothing; gives what it returns. What it records is checked as a set when it ends, ordered by day and need: each day may rest on what is recorded later, and a sale that finds too little waits for the purchase of its day that brings it. Until then a question, and quantity="all", go by what has been recorded so far, and fail (unsettled) where that does not hold yet. A statement, a script or a whatif without it is one act as well, kept wholly or not at all, but each row is checked as it is recorded.
---```lua
---pcall(transaction, function() deposit{account="Savings", amount=5} error("no", 0) end) --> false, no
---```
---@param body function What to do.
---@return any
function transaction(body) end

---Sets two results side by side: each figure before and after, and the change.
---```lua
---compare(1200, whatif(function() return 1450 end))[1].change --> 250
---```
---@param before any A frame, a number, money, or a table of numbers by name. Money and units of a row that one frame lacks count as zero; what one table lacks is unknown, and so is its change.
---@param after any Another of its kind.
---@param options? table {key=}: the columns that tell rows apart; {columns=}: those to compare, where all that differ are too many.
---@return frame
function compare(before, after, options) end

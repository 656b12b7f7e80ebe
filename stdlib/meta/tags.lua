---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class tag_arguments
---@field tag tag The word, or several.
---@field account? account|string|string[] The account, or several.
---@field symbol? instrument|string|string[] The instrument, or several.
---@field id? id The activity's id, as activities{} shows it, or several.

---Puts a tag on accounts, instruments or activities. Capitals make no other tag, and it is shown as it was first written; an activity keeps its tags when it is amended. Every query takes tag=, and finds what has it: itself, its account or its instrument.
---```lua
---tag{symbol="ORCL", tag={"tech", "us"}}:count() --> 2
---```
---@param arguments tag_arguments
---@overload fun(tag: tag, options?: table): frame
---@return frame
function tag(arguments) end

---@class untag_arguments
---@field tag tag The word, or several.
---@field account? account|string|string[] The account, or several.
---@field symbol? instrument|string|string[] The instrument, or several.
---@field id? id The activity's id, as activities{} shows it, or several.

---Takes a tag off accounts, instruments or activities: a row for each that was taken off.
---```lua
---tag{account="Savings", tag="reserve"} return untag{account="Savings", tag="reserve"}:count() --> 1
---```
---@param arguments untag_arguments
---@overload fun(tag: tag, options?: table): frame
---@return frame
function untag(arguments) end

---@class tags_arguments
---@field tag? tag Only this tag, or these.
---@field account? account|string|string[] The account, or several.
---@field symbol? instrument|string|string[] The instrument, or several.
---@field id? id The activity's id, as activities{} shows it, or several.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---What has which tag: a row for each tag of each account, instrument and activity, and how many activities that count each tells of.
---```lua
---tag{symbol="ORCL", tag="tech"} return tags{tag="tech"}[1].name --> ORCL
---```
---@param arguments? tags_arguments
---@overload fun(tag?: tag, options?: table): frame
---@return frame
function tags(arguments) end

---The rows of an answer with a column tag: a row with several tags comes once for each, one without any once, as untagged. A row has the tags of its account, its instrument and its activity. Where a row comes several times, the rows do not add up to the whole, and a warning says so.
---```lua
---tag{symbol="ORCL", tag={"tech", "us"}} return #by_tag(holdings{symbol="ORCL"}) == 2 * #holdings{symbol="ORCL"} --> true
---```
---@param rows any The answer of a query, with a column account, symbol, id or activity_id.
---@return frame
function by_tag(rows) end

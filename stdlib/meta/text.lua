---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

text = {}

---The text without blanks at its ends.
---```lua
---text.trim("  a b ") --> a b
---```
---@param value string The text.
---@return string
function text.trim(value) end

---The same as text.trim.
---```lua
---text.strip(" a ") --> a
---```
---@param value string The text.
---@return string
function text.strip(value) end

---The text without blanks at its beginning.
---```lua
---text.lstrip("  a") --> a
---```
---@param value string The text.
---@return string
function text.lstrip(value) end

---The text without blanks at its end.
---```lua
---#text.rstrip("a  ") --> 1
---```
---@param value string The text.
---@return string
function text.rstrip(value) end

---Whether the text begins with another.
---```lua
---text.startswith("EUR 5", "EUR") --> true
---```
---@param value string The text.
---@param part string What may be in it, as it is written: no pattern.
---@return boolean
function text.startswith(value, part) end

---Whether the text ends with another.
---```lua
---text.endswith("a.csv", ".csv") --> true
---```
---@param value string The text.
---@param part string What may be in it, as it is written: no pattern.
---@return boolean
function text.endswith(value, part) end

---Whether another text is in it.
---```lua
---text.contains("a+b", "+") --> true
---```
---@param value string The text.
---@param part string What may be in it, as it is written: no pattern.
---@return boolean
function text.contains(value, part) end

---The parts of a text.
---```lua
---text.split("a;b;;c", ";")[4] --> c
---```
---@param value string The text.
---@param separator? string What parts it, as it is written; without it, blanks do.
---@param most? integer So many parts at most; the last has the rest.
---@return string[]
function text.split(value, separator, most) end

---The lines of a text, without their ends.
---```lua
---#text.splitlines("a\nb\n") --> 2
---```
---@param value string The text.
---@return string[]
function text.splitlines(value) end

---The text with another in the place of each that is found.
---```lua
---text.replace("1.234,56", ".", "") --> 1234,56
---```
---@param value string The text.
---@param old string What is replaced, as it is written: no pattern.
---@param new string What comes in its place.
---@return string
function text.replace(value, old, new) end

---The parts of a list as one text.
---```lua
---text.join(", ", {"a", D"1.50"}) --> a, 1.5
---```
---@param separator string What stands between.
---@param parts table A list of texts, numbers, dates or money.
---@return string
function text.join(separator, parts) end

---The text at the left of so many characters.
---```lua
---text.ljust("ab", 4, ".") --> ab..
---```
---@param value string The text.
---@param width integer How many characters it has at least.
---@param fill? string The character that fills it. Default: " ".
---@return string
function text.ljust(value, width, fill) end

---The text at the right of so many characters.
---```lua
---text.rjust("7", 3, "0") --> 007
---```
---@param value string The text.
---@param width integer How many characters it has at least.
---@param fill? string The character that fills it. Default: " ".
---@return string
function text.rjust(value, width, fill) end

---The text in the middle of so many characters.
---```lua
---text.center("a", 3, "-") --> -a-
---```
---@param value string The text.
---@param width integer How many characters it has at least.
---@param fill? string The character that fills it. Default: " ".
---@return string
function text.center(value, width, fill) end

---The same as text.ljust.
---```lua
---#text.pad("ab", 5) --> 5
---```
---@param value string The text.
---@param width integer How many characters it has at least.
---@param fill? string The character that fills it. Default: " ".
---@return string
function text.pad(value, width, fill) end

---How many characters a text has, or how often another is in it.
---```lua
---text.count("naïve") --> 5
---```
---@param value string The text.
---@param part? string What is counted; without it, characters.
---@return integer
function text.count(value, part) end

---The text in capitals, of all languages.
---```lua
---text.upper("zürich") --> ZÜRICH
---```
---@param value string The text.
---@return string
function text.upper(value) end

---The text in small letters, of all languages.
---```lua
---text.lower("ÉTÉ") --> été
---```
---@param value string The text.
---@return string
function text.lower(value) end

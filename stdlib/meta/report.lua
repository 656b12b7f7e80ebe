---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---A title and sections of text, tables, charts and figures, which can be read, printed and written to a file.
---@class report
---@field title string What it is called.
---@field subtitle string Of whom, of what and of when it is.
---@field notes string[] What was missing or doubtful, in sentences.
local report = {}

---Prints the report, and gives it back.
---@return report
function report:show() end

---The report as plain text: the text, or the number of bytes written to a file. What the form has no place for is told.
---@param path? string The file to write; without it the text is given back.
---@return string|integer
function report:text(path) end

---The report as Markdown: the text, or the number of bytes written to a file. What the form has no place for is told.
---@param path? string The file to write; without it the text is given back.
---@return string|integer
function report:markdown(path) end

---The report as a page for browsers, in one file: the text, or the number of bytes written to a file. What the form has no place for is told.
---@param path? string The file to write; without it the text is given back.
---@param paper? string a4 or letter. Default: "a4".
---@return string|integer
function report:html(path, paper) end

---The report as a PDF for paper: the number of bytes written to a file. What the form has no place for is told.
---@param path string The file to write.
---@param paper? string a4 or letter. Default: "a4".
---@return integer
function report:pdf(path, paper) end

---The report as a workbook of Excel: the number of bytes written to a file. What the form has no place for is told.
---@param path string The file to write.
---@return integer
function report:xlsx(path) end

---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---A picture of a frame, which can be looked at and written to a file.
---@class chart
---@field kind string The kind of chart.
---@field title string What it shows, in a line.
---@field notes string[] What is left out, gathered or unknown, in sentences.
---@field empty boolean Whether there is nothing to show, as of a frame without rows or without figures.
---@field frame frame The frame it was made of.
local chart = {}

---Prints the chart, and gives it back.
---```lua
---cash{}:chart{}:show().kind --> bar
---```
---@return chart
function chart:show() end

---The chart as SVG, for pages and for print: the text, or the number of bytes written to a file.
---```lua
---#cash{}:chart{}:svg() > 0 --> true
---```
---@param path? string The file to write; without it the text is given back.
---@return string|integer
function chart:svg(path) end

---Writes the chart as a PNG picture; gives the number of bytes.
---@param path string The file to write.
---@param scale? integer Dots for each point, 1 to 8. Default: 2.
---@return integer
function chart:png(path, scale) end

---Writes the chart as a PDF of its size; gives the number of bytes.
---@param path string The file to write.
---@return integer
function chart:pdf(path) end

---The chart as a page for browsers, with its figures as a table: the text, or the number of bytes written to a file.
---@param path? string The file to write; without it the text is given back.
---@param paper? string a4 or letter. Default: "a4".
---@return string|integer
function chart:html(path, paper) end

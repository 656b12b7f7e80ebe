---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---A table of typed columns, the answer of every query; it computes nothing until asked.
---@class frame
---@field name string What its rows are.
---@field warnings warning[] What was missing or doubtful: a list with a kind and a message each.
---@field policies table The settings that shaped it, by name.
---@field [integer] row A row, counted from 1.
---@operator len: integer
---@operator call: row?
local frame = {}

---The rows that fit: columns with the values given (or one of a list), or those a function says true to.
---```lua
---#trades{}:where{type="buy", symbol="ORCL"} > 0 --> true
---```
---@param condition table|fun(row: row): boolean? Values by column (with from, to and year for the date), or a function that gets a row.
---@return frame
function frame:where(condition) end

---The rows in the order of some columns; rows without a value come last.
---```lua
---trades{}:sort("-amount")[1].amount
---```
---@param key string A column; with - before it, largest first.
---@param key2? string Another one.
---@param key3? string Another one.
---@param key4? string Another one.
---@param key5? string Another one.
---@param key6? string Another one.
---@param key7? string Another one.
---@param key8? string Another one.
---@return frame
function frame:sort(key, key2, key3, key4, key5, key6, key7, key8) end

---Some columns, in the order given.
---```lua
---trades{}:select("date", "symbol", "amount"):columns()[2] --> symbol
---```
---@param column string A column.
---@param column2? string Another one.
---@param column3? string Another one.
---@param column4? string Another one.
---@param column5? string Another one.
---@param column6? string Another one.
---@param column7? string Another one.
---@param column8? string Another one.
---@return frame
function frame:select(column, column2, column3, column4, column5, column6, column7, column8) end

---The frame with one more column, whose values a function gives. What comes of amounts of the row is money too: rounded where it is shown, and added up unless it may be in another currency.
---```lua
---trades{}:with("half", function(t) return t.quantity / 2 end)[1].half
---```
---@param name string What the column is called.
---@param value function Gets a row, gives its value.
---@param style? string How its numbers are shown: plain, money, price, quantity, percent, share, ratio; share is a part of one, percent hundredths.
---@param total? boolean false where a sum of the column would say nothing, such as of changes over different times.
---@return frame
function frame:with(name, value, style, total) end

---Groups the rows by columns, for :sum, :count, :avg, :min, :max, :first, :last.
---```lua
---trades{}:by("year"):count()[1].year
---```
---@param column string A column; year, quarter and month are derived from the date.
---@param column2? string Another one.
---@param column3? string Another one.
---@param column4? string Another one.
---@param column5? string Another one.
---@param column6? string Another one.
---@param column7? string Another one.
---@param column8? string Another one.
---@return groups
function frame:by(column, column2, column3, column4, column5, column6, column7, column8) end

---The rows with the largest values of a column, largest first.
---```lua
---#trades{}:top(3, "amount") --> 3
---```
---@param count integer How many rows.
---@param column string The column they are largest by.
---@return frame
function frame:top(count, column) end

---The first rows.
---```lua
---#trades{}:head(2) --> 2
---```
---@param count? integer How many rows. Default: 10.
---@return frame
function frame:head(count) end

---The different combinations of some columns.
---```lua
---trades{}:distinct("type"):list("type")[1] --> buy
---```
---@param column? string A column.
---@param column2? string Another one.
---@param column3? string Another one.
---@param column4? string Another one.
---@param column5? string Another one.
---@param column6? string Another one.
---@param column7? string Another one.
---@param column8? string Another one.
---@return frame
function frame:distinct(column, column2, column3, column4, column5, column6, column7, column8) end

---The rows in the opposite order.
---```lua
---trades{}:reverse()[1].date
---```
---@return frame
function frame:reverse() end

---@class frame_pivot_arguments
---@field rows string|string[] The column or columns that run down.
---@field across string The column whose values become columns.
---@field values string The column that is added up in the cells.
---@field aggregate? string sum, count, avg, min, max, first or last. Default: "sum".

---A table of one column against another.
---```lua
---income{}:pivot{rows="symbol", across="year", values="amount"}
---```
---@param arguments frame_pivot_arguments
---@return frame
function frame:pivot(arguments) end

---All values of a column added up; amounts in different currencies are an error. Rows without a value are left out, and a notice beside the answer says how many and why.
---```lua
---trades{}:sum("quantity")
---```
---@param column string The column.
---@return decimal?
function frame:sum(column) end

---The average of a column's values. Rows without a value are left out, and a notice beside the answer says how many and why.
---```lua
---trades{}:avg("quantity")
---```
---@param column string The column.
---@return decimal?
function frame:avg(column) end

---The smallest value of a column. Rows without a value are left out, and a notice beside the answer says how many and why.
---```lua
---trades{}:min("quantity")
---```
---@param column string The column.
---@return any
function frame:min(column) end

---The largest value of a column. Rows without a value are left out, and a notice beside the answer says how many and why.
---```lua
---trades{}:max("quantity")
---```
---@param column string The column.
---@return any
function frame:max(column) end

---A column's value in the first row.
---```lua
---trades{}:first("quantity")
---```
---@param column string The column.
---@return any
function frame:first(column) end

---A column's value in the last row.
---```lua
---trades{}:last("quantity")
---```
---@param column string The column.
---@return any
function frame:last(column) end

---How many rows there are.
---```lua
---trades{}:count() == #trades{} --> true
---```
---@param column? string Counts only rows with a value here.
---@return integer
function frame:count(column) end

---The values of a column as a plain list; rows without a value are left out.
---```lua
---#trades{}:list("symbol") == #trades{} --> true
---```
---@param column string The column.
---@return table
function frame:list(column) end

---The rows as plain tables: a copy to be changed at will.
---```lua
---trades{}:head(1):totable()[1].type --> buy
---```
---@return table
function frame:totable() end

---The names of the columns.
---```lua
---cash{}:columns()[1] --> account
---```
---@return string[]
function frame:columns() end

---@class frame_show_arguments
---@field width? integer Columns of text at most; the terminal's.
---@field rows? integer Rows at most.
---@field mode? string auto, table, csv, json, markdown or line; the one of .mode.

---Prints the frame, and gives it back.
---```lua
---cash{}:show{rows=3}
---```
---@param arguments? frame_show_arguments
---@return frame
function frame:show(arguments) end

---The frame as comma-separated values, RFC 4180: the text, or the number of bytes written to a file.
---```lua
---#cash{}:csv() > 0 --> true
---```
---@param path? string The file to write; without it the text is given back.
---@return string|integer
function frame:csv(path) end

---The frame as an array of objects, decimals as strings: the text, or the number of bytes written to a file. Of a frame with warnings the last object is no row but {"warnings": [{"kind": …, "message": …}]}, so that nobody takes its figures for whole; who reads rows alone passes over it, and frame.warnings has the same.
---```lua
---#cash{}:json() > 0 --> true
---```
---@param path? string The file to write; without it the text is given back.
---@return string|integer
function frame:json(path) end

---The frame as a Markdown table: the text, or the number of bytes written to a file.
---```lua
---#cash{}:markdown() > 0 --> true
---```
---@param path? string The file to write; without it the text is given back.
---@return string|integer
function frame:markdown(path) end

---@class frame_chart_arguments
---@field kind? string line, area, bar, pie, donut, scatter, heatmap, waterfall, treemap; the one that fits the columns.
---@field x? string The column whose values stand side by side; dates, else names.
---@field y? string|string[] The column of figures, or a list of several.
---@field by? string The column whose values part the rows into series.
---@field title? string What it shows, in a line. Default: what its columns say.
---@field subject? string What the rows are of, from which a title is made that nobody gave. Default: the name of the frame.
---@field log? boolean Whether the axis of values is logarithmic. Default: false.
---@field percent? boolean Whether figures are told in percent: of the first value of a line, of the whole of a stack or a pie. Default: false.
---@field base? decimal|number|string The value from which bars and areas grow, and which the axis has. Default: 0 for bars and areas.
---@field stacked? boolean Whether series stand on one another.
---@field width? integer The width of the picture in points; at the prompt, in columns of text.
---@field height? integer The height of the picture in points; at the prompt, in lines of text.

---A picture of the frame; without options, of the kind that fits its columns.
---```lua
---holdings{}:chart{kind="bar", x="symbol", y="market_value"}.kind --> bar
---```
---@param arguments? frame_chart_arguments
---@return chart
function frame:chart(arguments) end

---The frame as a page for browsers, in one file: the text, or the number of bytes written to a file.
---@param path? string The file to write; without it the text is given back.
---@param paper? string a4 or letter. Default: "a4".
---@param title? string What stands above it. Default: what its rows are.
---@return string|integer
function frame:html(path, paper, title) end

---The frame as a PDF for paper: the number of bytes written to a file.
---@param path string The file to write.
---@param paper? string a4 or letter. Default: "a4".
---@param title? string What stands above it. Default: what its rows are.
---@return integer
function frame:pdf(path, paper, title) end

---The frame as a workbook of Excel: the number of bytes written to a file.
---@param path string The file to write.
---@param title? string What stands above it. Default: what its rows are.
---@return integer
function frame:xlsx(path, title) end

---@class frame_apply_arguments
---@field date? date|string The day of what is recorded. Default: the day that was asked about.
---@field status? string posted, or draft for what waits for approval. Default: "posted".
---@field from? account|string The account that pays, where money is moved and not brought in.
---@field deposit? boolean Whether the money that comes in, or is taken out, is recorded too. Default: false.

---Records what the frame proposes, as one act, and gives back what was recorded.
---```lua
---tier{name="Buffer", target=99999, accounts={"Savings"}} return allocate(500):apply{}:count() --> 1
---```
---@param arguments? frame_apply_arguments
---@return frame
function frame:apply(arguments) end

---Shows how things stand before and after what the frame proposes, and records nothing.
---```lua
---tier{name="Buffer", target=99999, accounts={"Savings"}} return allocate(500):preview():count() --> 1
---```
---@return frame
function frame:preview() end

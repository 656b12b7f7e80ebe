---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

command = {}

importer = {}

report = {}

---@class report_arguments
---@field title string What it is called.
---@field subtitle? string Of whom, of what and of when it is, in a line.
---@field sections table Its parts in order: texts, frames and charts, or {heading="…", …} with such; {figures={{name="…", value=…, note="…"}}} shows a few figures large, side by side.
---@field notes? strings Sentences for its end.

---Makes a report of texts, frames and charts, which can be shown, printed and written as a page, a PDF or a workbook.
---```lua
---report{title="Cash", sections={"What there is.", cash{}}}.title --> Cash
---```
---@param arguments report_arguments
---@return report
function report(arguments) end

---@class report_define_arguments
---@field name string What it is called; it becomes report.NAME.
---@field summary string One sentence.
---@field run function Gets a table of the arguments, gives a report (by report{…}), a frame, a chart or a text.
---@field parameters? table A list of {name=, type=, doc=, default=, values=}; types are string, integer, decimal, boolean, date, account, symbol, currency, any.
---@field options? table The same by name: {year={type="integer"}}, as scripts declare their options.
---@field example? string A line that shows its use.

---Defines a report, or defines it anew.
---@param arguments report_define_arguments
---@return function
function report.define(arguments) end

---Runs a report by name, and writes it to a file where one is named; texts are read as what its parameters want.
---```lua
---report.run("income", {2004})
---```
---@param name? string The report; without it, the reports are listed.
---@param arguments? table Its arguments, by name or in order; --pdf, --html, --xlsx, --markdown and a path say where it goes.
---@return any
function report.run(name, arguments) end

---The function of a report, by its name; one that there is not is an error that tells the nearest.
---```lua
---report.find("income") == report.income --> true
---```
---@param name string The report.
---@return function
function report.find(name) end

---@class command_define_arguments
---@field usage string The sentence: buy <quantity:decimal> <symbol:symbol> [@ <price:decimal>].
---@field summary string One sentence.
---@field example? string A line that can be typed.
---@field lua? string The Lua call it stands for, such as buy or run(<path>).
---@field run? function Or a function that gets a table of the arguments.

---Defines a command sentence, or defines it anew.
---@param arguments command_define_arguments
---@return string
function command.define(arguments) end

---What a sentence says, without doing it: the function that it calls, and its arguments.
---```lua
---(command.parse("deposit 500 to Savings")) --> deposit
---```
---@param line string A sentence as it is typed at the prompt.
---@return string
---@return table
function command.parse(line) end

---A value as a sentence reads it: a number or a date as the locale writes it, an account by its name.
---```lua
---command.read("date", "2014-03-03") --> 2014-03-03
---```
---@param kind string What is read, as in a usage: decimal, money, date, account, symbol, currency, integer, year, ratio.
---@param text string What was typed.
---@return any
function command.read(kind, text) end

---The name that was probably meant by a word that is none, as hints propose it; nil where none is near.
---```lua
---command.nearest("incmoe", {"cash", "income"}) --> income
---```
---@param word string What was typed.
---@param names table The names that there are.
---@return string?
function command.nearest(word, names) end

---Carries a sentence out, as a part of what runs.
---```lua
---command.run("deposit 500 to Savings")
---```
---@param line string A sentence as it is typed at the prompt.
---@return any
function command.run(line) end

---@class importer_define_arguments
---@field name string What it is called; import{format=NAME} asks for it.
---@field summary? string One sentence on whose files they are.
---@field sniff? function Gets the header and the first rows as lists of texts, gives whether the file is its own; without it, one with all columns is.
---@field columns? table Fields by the file's own headings: {Handelstag="date"}.
---@field types? table Types by the file's own words: {Kauf="buy", Umbuchung="skip"}.
---@field headings? table Headings that tell its files, of an importer that reads them whole: {"Action", "No. of shares"}.
---@field xml? any The root, or a list of roots, that tells its files, where these are XML: "FlexQueryResponse".
---@field read? function Gets all records and the file, gives the drafts, each with the line that it is of; sniff then gets the first records. Of XML it gets the root: tag, text, line, attributes, and the elements in it by number.
---@field twins? boolean Whether another kind of the broker's files tells the same: rows are then looked for among what that brought, too.
---@field row? function Gets a row, gives a draft such as {type="buy", …}, a list of drafts, or nil and why it is left out; without it, the columns say all.
---@field account? string The account of rows that name none.
---@field currency? string The currency of rows that name none.
---@field date_order? string dmy, mdy or ymd.
---@field decimal_mark? string point or comma.

---Defines an importer, or defines it anew; import finds it by the file's header.
---```lua
---importer.define{name="mybank", columns={Handelstag="date", Art="type", Betrag="amount"}, types={Kauf="buy"}} --> mybank
---```
---@param arguments importer_define_arguments
---@overload fun(name: string, options?: table): string
---@return string
function importer.define(arguments) end

---The number in a cell, such as 1,234.50, (2.30), -$5 or 1.197,08 EUR, with the code of the currency that stands beside it; nil for an empty one or -.
---```lua
---importer.number("1.234,50", "comma") --> 1234.5
---```
---@param text string What a cell holds.
---@param decimal_mark? string point or comma. Default: "point".
---@return decimal?
---@return string?
function importer.number(text, decimal_mark) end

---The day in a cell, such as 2025-03-04 or 04.03.2025 15:42, with the moment where it has a time; one without a zone is taken to be UTC; nil for an empty cell.
---```lua
---importer.day("04.03.2025", "dmy") --> 2025-03-04
---```
---@param text string What a cell holds.
---@param date_order? string dmy, mdy or ymd. Default: "ymd".
---@return date?
---@return datetime?
function importer.day(text, date_order) end

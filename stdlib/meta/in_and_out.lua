---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class import_arguments
---@field path string The file, or the folder of a whole book.
---@field dry_run? boolean Gives the verdicts and imports nothing. Default: false.
---@field partial? boolean Imports the good rows where some are refused. Default: false.
---@field format? string The format, or the importer: coinbase, degiro-account, degiro-transactions, fidelity, interactive-brokers, interactive-brokers-flex, kraken, revolut, scalable-capital, schwab, trade-republic, trading212, vanguard, wise, or one of your own; found out by the columns.
---@field account? string The account of rows that name none.
---@field symbol? string The instrument of prices that name none.
---@field currency? string The currency of rows that name none.
---@field date_order? string dmy, mdy or ymd, where the file does not tell.
---@field decimal_mark? string point or comma, where the file does not tell.
---@field delimiter? string What parts the fields.
---@field create? boolean Whether accounts and symbols that the book does not know are defined. Default: true.
---@field columns? table The file's own headings: {Handelstag="date"}.
---@field types? table The file's own words for types: {Kauf="buy"}.
---@field all? boolean Takes rows, too, that are like an entry which was typed; false leaves them out. Where the file does not reach the day of the entry, say which. Default: false.
---@field learn? boolean Asks what the columns are, and keeps an importer of the answers. Default: false.
---@field plan? string What the reserve plan of a file is called. Default: "Reserve".
---@field accounts? table What the accounts of a book of beancount, ledger, hledger or GnuCash mean: {["Assets:Broker"]="Broker", ["Expenses:Tax"]="tax", ["Liabilities:Card"]="skip"}, with those below them; the book keeps it. "?" imports nothing and gives what each means, and as a second value the call that says so.
---@field multiply_fees? boolean Whether fees of options count times the multiplier, as the Portfolio Ledger app has it. Default: false.

---Imports a file, or a folder with a whole book: a verdict for each row; where a row is refused, nothing is imported. A row of the day, account, type, symbol and quantity (or sum of money) of an entry that the file has otherwise by now, or of its notes where the quantity or sum changed, is added, and told as nearly that entry.
---@param arguments import_arguments
---@overload fun(path: string, options?: table): frame
---@return frame
function import(arguments) end

---Writes what import takes back, up to the whole book, or as sqlite and csv the answers as tables for other programs; gives the bytes written, and what the form has no place for. A dry run refuses it.
---@param path string The file to write; the folder for book, portfolio-ledger and csv.
---@param what? string transactions, quotes, accounts, instruments, values, book, portfolio-ledger, portfolio-ledger-json, beancount, hledger, ledger, family-tracker, ghostfolio, wealthfolio, portfolio-performance, reserve, reserve-accounts, reserve-summary, reserve-history, reserve-history-db, reserve-recurring, sqlite, csv. Default: what the ending of path tells, else "transactions".
---@return integer
---@return string?
function export(path, what) end

---Prints a value as the prompt would, and gives it back.
---```lua
---show(1 + 1) --> 2
---```
---@param value any What to print.
---@return any
function show(value) end

---A picture of a frame; frame:chart{…} is the same.
---```lua
---chart(income{}:by("year"):sum("amount")).kind --> bar
---```
---@param frame frame What is drawn.
---@param options? table As those of frame:chart.
---@return chart
function chart(frame, options) end

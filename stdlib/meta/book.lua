---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---A book of accounts: the file and what follows from it.
---@class book
---@field path string? Where its file is.
---@field name string What messages call it.
---@field open fun(self: book, arguments: open_arguments): book Opens a book.
---@field account fun(self: book, arguments: account_arguments): account? Fetches an account by name; with further fields, defines it or changes them.
---@field accounts fun(self: book, arguments?: accounts_arguments): frame The accounts of the book.
---@field instrument fun(self: book, arguments: instrument_arguments): instrument? Fetches an instrument by symbol; with further fields, defines it or changes them.
---@field instruments fun(self: book, arguments?: instruments_arguments): frame The instruments of the book.
---@field setting fun(self: book, key: string, value?: any): string? Reads or makes a setting of the book.
---@field settings fun(self: book, none?: table): frame Every setting, what it is and what it may be.
---@field verify fun(self: book, none?: table): boolean, string[] Checks the whole book: its chain of entries, its file, and that it replays.
---@field backup fun(self: book, path: string): string Writes a complete copy of the book, while it is in use.
---@field delete_account fun(self: book, arguments: delete_account_arguments): string Deletes an account wholly: its name and figures are removed from the file, and cannot be brought back but from a backup made before.
---@field buy fun(self: book, arguments: buy_arguments): frame Records a buy: units bought for cash.
---@field sell fun(self: book, arguments: sell_arguments): frame Records a sell: units sold for cash.
---@field split fun(self: book, arguments: split_arguments): frame Records a split: units that become more, or fewer, without a change of what they are worth.
---@field deposit fun(self: book, arguments: deposit_arguments): frame Records a deposit: money that the owner brought in.
---@field withdraw fun(self: book, arguments: withdraw_arguments): frame Records a withdrawal: money that the owner took out.
---@field transfer_in fun(self: book, arguments: transfer_in_arguments): frame Records a transfer_in: cash or units moved in from another account.
---@field transfer_out fun(self: book, arguments: transfer_out_arguments): frame Records a transfer_out: cash or units moved out to another account.
---@field dividend fun(self: book, arguments: dividend_arguments): frame Records a dividend: a payment to those who hold an instrument.
---@field interest fun(self: book, arguments: interest_arguments): frame Records interest: interest on cash, a deposit or a bond.
---@field credit fun(self: book, arguments: credit_arguments): frame Records a credit: money that the broker gave: a rebate, a refund, a reward.
---@field fee fun(self: book, arguments: fee_arguments): frame Records a fee: a charge that belongs to no trade, such as custody.
---@field tax fun(self: book, arguments: tax_arguments): frame Records a tax: a tax paid from the account.
---@field adjustment fun(self: book, arguments: adjustment_arguments): frame Records a adjustment: a correction that brings the book in line with the broker's.
---@field unknown fun(self: book, arguments: unknown_arguments): frame Records a unknown: something that is yet to be understood.
---@field record fun(self: book, arguments: record_arguments): frame Records an activity of any type.
---@field void fun(self: book, arguments: void_arguments): frame Takes an activity out of every result; it stays on record, with the reason.
---@field undo fun(self: book, none?: table): frame Voids what the last act recorded, as a whole; the entries stay on record.
---@field activities fun(self: book, arguments?: activities_arguments): frame Everything that was recorded, in the order it happened; voided, pending and drafts are marked in status.
---@field trades fun(self: book, arguments?: trades_arguments): frame Activities in which units change hands.
---@field holdings fun(self: book, arguments?: holdings_arguments): frame What is held, what it cost, and what it is worth where a price is known.
---@field lots fun(self: book, arguments?: lots_arguments): frame The open lots, with what is left of them.
---@field gains fun(self: book, arguments?: gains_arguments): frame Realised gains, a row for each lot that a sale touched.
---@field income fun(self: book, arguments?: income_arguments): frame Dividends, interest and other earnings.
---@field cash fun(self: book, arguments?: cash_arguments): frame Cash by account and currency.
---@field warnings fun(self: book, arguments?: warnings_arguments): frame What you should know of the book: negative cash and the like.
---@field sql fun(self: book, query: string, arguments?: table): frame Asks the book's file in SQL; nothing can be changed that way.
---@field quote fun(self: book, arguments: quote_arguments): table? Stores a quote, or fetches the latest: {symbol=, date=, close=, …}; nil and why where there is none.
---@field quotes fun(self: book, arguments?: quotes_arguments): frame Stored quotes by symbol and day.
---@field import fun(self: book, arguments: import_arguments): frame Imports a CSV file of transactions or prices: a verdict for each row; where a row is refused, nothing is imported.
---@field export fun(self: book, path: string, what?: string): integer Writes the book's transactions, or its quotes, as CSV that import takes back; gives the bytes written.
---@field show fun(self: book, value: any): any Prints a value as the prompt would, and gives it back.

---@class open_arguments
---@field path string The book's file; a path that does not exist becomes a new book.
---@field current? boolean Whether bare functions work on it from now on. Default: true.

---Opens a book.
---@param arguments open_arguments
---@overload fun(path: string, options?: table): book
---@return book
function open(arguments) end

---@class account_arguments
---@field name string What it is called.
---@field type? string securities, cash, crypto, deposit, pension or other. Default: "securities".
---@field currency? string Its currency; the book's base currency.
---@field portfolio? string The portfolio it belongs to.
---@field owner? string Whose it is.
---@field group? string A group of your own.
---@field opened? date|string Its first day.
---@field closed? date|string Its last day.
---@field allow_short? boolean Whether it may sell what it does not hold. Default: false.

---Fetches an account by name; with further fields, defines it or changes them.
---```lua
---account "Brokerage".currency --> USD
---```
---@param arguments account_arguments
---@overload fun(name: string, options?: table): account?
---@return account?
function account(arguments) end

---@class accounts_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? string Only of accounts of this owner.
---@field type? string|string[] Only of this type.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.

---The accounts of the book.
---```lua
---accounts{owner="Ray"}[1].name
---```
---@param arguments? accounts_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function accounts(arguments) end

---@class instrument_arguments
---@field symbol string What it is traded as.
---@field name? string Its name.
---@field kind? string stock, etf, bond, fund, deposit, crypto, option, fx, metal, cash or other. Default: "stock".
---@field currency? string The currency of its prices; the book's base currency.
---@field multiplier? decimal|number|string Units of the underlying in one traded. Default: 1.

---Fetches an instrument by symbol; with further fields, defines it or changes them.
---```lua
---instrument "ORCL".currency --> USD
---```
---@param arguments instrument_arguments
---@overload fun(symbol: string, options?: table): instrument?
---@return instrument?
function instrument(arguments) end

---@class instruments_arguments
---@field symbol? instrument|string|string[] Only of this instrument, or of these.
---@field kind? string Only of instruments of this kind: stock, etf, bond and so on.
---@field currency? string Only in this currency.

---The instruments of the book.
---```lua
---#instruments{kind="stock"} > 0 --> true
---```
---@param arguments? instruments_arguments
---@overload fun(symbol?: instrument|string|string[], options?: table): frame
---@return frame
function instruments(arguments) end

---Reads or makes a setting of the book.
---```lua
---setting "lot_method" --> fifo
---```
---@param key string Which setting.
---@param value? any What it shall be; without it, what it is.
---@return string?
function setting(key, value) end

---Every setting, what it is and what it may be.
---```lua
---#settings() > 3 --> true
---```
---@return frame
function settings() end

---Checks the whole book: its chain of entries, its file, and that it replays.
---```lua
---verify() --> true, {}
---```
---@return boolean
---@return string[]
function verify() end

---Writes a complete copy of the book, while it is in use.
---@param path string Where to write the copy.
---@return string
function backup(path) end

---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---A book of accounts: the file and what follows from it.
---@class book
---@field path string? Where its file is.
---@field name string What messages call it.
---@field open fun(self: book, arguments: open_arguments): book Opens a book.
---@field setting fun(self: book, key: string, value?: any): string? Reads or makes a setting of the book.
---@field settings fun(self: book, none?: table): frame Every setting, what it is and what it may be.
---@field verify fun(self: book, none?: table): boolean, string[] Checks the whole book: its chain of entries, its file, and that it replays.
---@field backup fun(self: book, path: string): string Writes a complete copy of the book, while it is in use.
---@field account fun(self: book, arguments: account_arguments): account? Fetches an account by name; with further fields, defines it or changes them.
---@field accounts fun(self: book, arguments?: accounts_arguments): frame The accounts of the book.
---@field portfolio fun(self: book, arguments: portfolio_arguments): frame Shows a portfolio's accounts; with an owner, gives them to that owner.
---@field portfolios fun(self: book, arguments?: portfolios_arguments): frame The portfolios, whose they are, and how many accounts each has.
---@field instrument fun(self: book, arguments: instrument_arguments): instrument? Fetches an instrument by symbol; with further fields, defines it or changes them.
---@field instruments fun(self: book, arguments?: instruments_arguments): frame The instruments of the book.
---@field options fun(self: book, arguments?: options_arguments): frame Options that are open: what they are on, and whether the account could deliver what a short one asks for.
---@field buy fun(self: book, arguments: buy_arguments): frame Records a buy: units bought for cash.
---@field sell fun(self: book, arguments: sell_arguments): frame Records a sell: units sold for cash.
---@field split fun(self: book, arguments: split_arguments): frame Records a split: units that become more, or fewer, without a change of what they are worth.
---@field deposit fun(self: book, arguments: deposit_arguments): frame Records a deposit: money that the owner brought in.
---@field withdraw fun(self: book, arguments: withdraw_arguments): frame Records a withdrawal: money that the owner took out.
---@field dividend fun(self: book, arguments: dividend_arguments): frame Records a dividend: a payment to those who hold an instrument.
---@field interest fun(self: book, arguments: interest_arguments): frame Records interest: interest on cash, a deposit or a bond.
---@field credit fun(self: book, arguments: credit_arguments): frame Records a credit: money that the broker gave: a rebate, a refund, a reward.
---@field fee fun(self: book, arguments: fee_arguments): frame Records a fee: a charge that belongs to no trade, such as custody.
---@field tax fun(self: book, arguments: tax_arguments): frame Records a tax: a tax paid from the account.
---@field adjust fun(self: book, arguments: adjust_arguments): frame Records an adjustment: a correction that brings the book in line with the broker's.
---@field drip fun(self: book, arguments: drip_arguments): frame Records a drip: a dividend that bought more of what paid it.
---@field dividend_in_kind fun(self: book, arguments: dividend_in_kind_arguments): frame Records a dividend in kind: a dividend paid in units, mostly of another instrument.
---@field return_of_capital fun(self: book, arguments: return_of_capital_arguments): frame Records return of capital: a payment that gives back part of what the units cost.
---@field staking_reward fun(self: book, arguments: staking_reward_arguments): frame Records a staking reward: units earned for lending or staking others.
---@field bonus fun(self: book, arguments: bonus_arguments): frame Records a bonus: money that came with opening an account or moving to it.
---@field merger fun(self: book, arguments: merger_arguments): frame Records a merger: units that another company took over, for its own units, for cash, or for both.
---@field spinoff fun(self: book, arguments: spinoff_arguments): frame Records a spinoff: a company that gave its owners units of a part of it.
---@field symbol_change fun(self: book, arguments: symbol_change_arguments): frame Records a symbol change: an instrument that goes on under another symbol.
---@field expire fun(self: book, arguments: expire_arguments): frame Records an expiry: an option that ended worthless.
---@field assign fun(self: book, arguments: assign_arguments): frame Records an assignment: a short option whose owner used it.
---@field exercise fun(self: book, arguments: exercise_arguments): frame Records an exercise: a long option that its owner used.
---@field position fun(self: book, arguments: position_arguments): frame Records a position: what is held as it stands, in an account whose trades nobody records.
---@field record fun(self: book, arguments: record_arguments): frame Records an activity of any type.
---@field transfer fun(self: book, arguments: transfer_arguments): frame Records a transfer between two accounts of the book: both sides at once, lots with their days and cost.
---@field order fun(self: book, arguments: order_arguments): frame Records an order of several legs as one act, such as a vertical or a condor.
---@field amend fun(self: book, arguments: amend_arguments): frame Records an activity anew in the place of one that was wrong, which becomes void; what is not named stays.
---@field void fun(self: book, arguments: void_arguments): frame Takes an activity out of every result; it stays on record, with the reason.
---@field undo fun(self: book, none?: table): frame Takes back what the last act did, by entries of its own; asked again, what the act before it did.
---@field history fun(self: book, arguments: history_arguments): frame All that was said of an activity: how it was recorded, amended and voided, when, and by what.
---@field value fun(self: book, arguments: value_arguments): frame Tells what an account is worth, or what it holds, as it stands on a day.
---@field values fun(self: book, arguments?: values_arguments): frame What accounts tracked by value were told to be worth.
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

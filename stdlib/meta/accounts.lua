---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---@class account_arguments
---@field name string What it is called.
---@field type? string securities, cash, crypto, deposit, pension or other. Default: "securities".
---@field currency? string Its currency; the book's base currency.
---@field portfolio? string The portfolio it belongs to.
---@field owner? string Whose it is.
---@field group? string A group of your own.
---@field opened? date|string Its first day.
---@field closed? date|string|integer Its last day; its history stays. false opens it again.
---@field allow_short? boolean Whether it may sell what it does not hold. Default: false.
---@field tracking? string transactions, holdings or value: what its figures come from. Default: "transactions".
---@field rate? rate Interest of a year, such as "4%"; income_forecast goes by balance × rate × days / 365, and forecast by balance × (1 + rate / 12)^months.
---@field matures? date|string The day on which a deposit with a term ends.
---@field settlement? string account or trade: in which currency cash moves where an entry of another currency tells its fx_rate. Default: "account".

---Fetches an account by name; with further fields, defines it or changes them. In GBX and other minor units it is defined in the currency itself, and says so.
---```lua
---account "Brokerage".currency --> USD
---```
---@param arguments account_arguments
---@overload fun(name: string, options?: table): account?, string?
---@return account?
---@return string?
function account(arguments) end

---@class accounts_arguments
---@field account? account|string|string[] Only of this account, or of these.
---@field portfolio? string Only of accounts in this portfolio.
---@field owner? owner Only of accounts of this owner, or of these; a joint account is of its joint owner, such as "Jerry & Carol".
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.
---@field type? string|string[] Only of this type, or of these; of activities a finer sense such as staking_reward too.
---@field currency? string Only in this currency.
---@field as_recorded? date|datetime|string What the book said then: nothing that was recorded later, a date meaning its end in UTC.
---@field closed? boolean Only of accounts that are closed; false leaves them out.
---@field book? books Asks this book, these, or with "*" all: of the server that the current book is on, else of those that are open. The answer has a column book.

---The accounts of the book.
---```lua
---accounts{owner="Ray"}[1].name
---```
---@param arguments? accounts_arguments
---@overload fun(account?: account|string|string[], options?: table): frame
---@return frame
function accounts(arguments) end

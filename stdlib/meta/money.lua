---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---An amount with its currency.
---@class money
---@field amount decimal The amount.
---@field currency string The currency's code.
---@operator add(any): money
---@operator sub(any): money
---@operator mul(any): money
---@operator div(any): money|decimal
---@operator unm: money
---@operator concat(any): string
local money = {}

---The same value in another currency, at a rate you give.
---```lua
---money(10, "EUR"):to("USD", D"1.25") --> 12.50 USD
---```
---@param currency string The currency wanted.
---@param rate decimal|number|string Units of it for one of this.
---@return money
function money:to(currency, rate) end

---Splits it into parts that add up to it exactly.
---```lua
---money(100, "EUR"):split(3)[1] --> 33.34 EUR
---```
---@param weights any A number of equal parts, or a list of weights.
---@param digits? integer Digits of a part; the currency's own.
---@return money[]
function money:split(weights, digits) end

---Whether the amount is zero.
---```lua
---money(0, "EUR"):is_zero() --> true
---```
---@return boolean
function money:is_zero() end

---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

---An exact decimal number of up to 18 fractional digits.
---@class decimal
---@operator add(any): decimal
---@operator sub(any): decimal
---@operator mul(any): decimal
---@operator div(any): decimal
---@operator idiv(any): decimal
---@operator mod(any): decimal
---@operator pow(any): decimal
---@operator unm: decimal
---@operator concat(any): string
local decimal = {}

---Whether it equals a number by value; Lua's == is never true between a decimal and a plain number.
---```lua
---D"2.50":eq(2.5) --> true
---```
---@param other decimal|number|string What to compare with.
---@return boolean
function decimal:eq(other) end

---Whether it is zero.
---```lua
---(D"1" - 1):is_zero() --> true
---```
---@return boolean
function decimal:is_zero() end

----1, 0 or 1.
---```lua
---D"-3":sign() --> -1
---```
---@return integer
function decimal:sign() end

---Its value without the sign.
---```lua
---D"-3.5":abs() --> 3.5
---```
---@return decimal
function decimal:abs() end

---The whole number below.
---```lua
---D"-1.5":floor() --> -2
---```
---@return decimal
function decimal:floor() end

---The whole number above.
---```lua
---D"1.2":ceil() --> 2
---```
---@return decimal
function decimal:ceil() end

---Rounds to a number of digits.
---```lua
---D"2.345":round(2) --> 2.34
---```
---@param digits? integer Fractional digits to keep. Default: 0.
---@param rounding? string half_even, half_up, down, up, floor or ceiling. Default: "half_even".
---@return decimal
function decimal:round(digits, rounding) end

---Divides and rounds to a number of digits in one step.
---```lua
---D"10":div(3, 2) --> 3.33
---```
---@param divisor decimal|number|string What to divide by.
---@param digits? integer Fractional digits to keep. Default: 0.
---@param rounding? string half_even, half_up, down, up, floor or ceiling. Default: "half_even".
---@return decimal
function decimal:div(divisor, digits, rounding) end

---Splits it into parts that add up to it exactly.
---```lua
---table.concat(D"100":split(3), " ") --> 33.34 33.33 33.33
---```
---@param weights any A number of equal parts, or a list of weights.
---@param digits? integer Digits of a part. Default: 2.
---@return decimal[]
function decimal:split(weights, digits) end

---The nearest float.
---```lua
---D"0.5":tonumber() --> 0.5
---```
---@return number
function decimal:tonumber() end

---The whole number it is; nil and why where it is none.
---```lua
---D"7":tointeger() --> 7
---```
---@return integer?
function decimal:tointeger() end

---Its shortest exact form.
---```lua
---D"2.5":text(2) --> 2.50
---```
---@param digits? integer Fractional digits shown at least. Default: 0.
---@return string
function decimal:text(digits) end

---Rounded, halves away from zero, and grouped, for people.
---```lua
---D"1234567.891":format() --> 1,234,567.89
---```
---@param digits? integer Fractional digits. Default: 2.
---@param grouping? boolean Whether thousands are set apart. Default: true.
---@return string
function decimal:format(digits, grouping) end

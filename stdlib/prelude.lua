-- What makes Lua's own functions understand decimals. Everything used here is taken as a local before any script can replace it.

local type, select, getmetatable, error = type, select, getmetatable, error
local floor, ceil, abs, min, fmod, tointeger = math.floor, math.ceil, math.abs, math.min, math.fmod, math.tointeger
local format, find, gsub, sub, rep, tonumber = string.format, string.find, string.gsub, string.sub, string.rep, tonumber
local pack, unpack, concat = table.pack, table.unpack, table.concat
local tostring, pcall, next, pairs, D = tostring, pcall, next, pairs, D

local function is_decimal(value)
  return type(value) == "userdata" and getmetatable(value) == "decimal"
end

function math.floor(x)
  if is_decimal(x) then return x:floor():tointeger() or x:floor() end
  return floor(x)
end

function math.ceil(x)
  if is_decimal(x) then return x:ceil():tointeger() or x:ceil() end
  return ceil(x)
end

function math.abs(x)
  if is_decimal(x) then return x:abs() end
  return abs(x)
end

function math.fmod(x, y)
  if is_decimal(x) or is_decimal(y) then
    x, y = D(x), D(y)
    local rest = x:abs() % y:abs()
    return x:sign() < 0 and -rest or rest
  end
  return fmod(x, y)
end

function math.tointeger(x)
  if is_decimal(x) then return (x:tointeger()) end
  return tointeger(x)
end

local math_type = math.type
function math.type(x)
  if is_decimal(x) then return "decimal" end
  return math_type(x)
end

-- Like tostring and tonumber everywhere in Lua: a decimal becomes a float.
local function to_number(value, ...)
  if is_decimal(value) then return value:tonumber() end
  return tonumber(value, ...)
end

-- A decimal under %d, %f, %g and their kin is shown exactly, not through a float.
local function exact(value, width_and_flags, precision, conversion)
  local text
  -- Two digits of each are all that Lua takes; it says so itself.
  if #precision > 3 or find(width_and_flags, "%d%d%d") then
    local done, why = pcall(format, "%" .. width_and_flags .. precision .. "f", 0)
    if not done then error(why, 5) end
  end
  if conversion == "d" or conversion == "i" then
    local whole = value:tointeger()
    if not whole then error("%d needs a whole number, got the decimal " .. value, 5) end
    return format("%" .. width_and_flags .. precision .. "d", whole)
  elseif conversion == "x" or conversion == "X" or conversion == "o" or conversion == "c" then
    return format("%" .. width_and_flags .. precision .. conversion, value:tointeger() or value:tonumber())
  elseif conversion == "f" then
    local digits = precision == "" and 6 or tonumber(sub(precision, 2)) or 0
    local places = min(digits, 18)
    -- Halves go to the even digit, as those of a float do. A decimal has 18 fractional digits; what is asked for beyond them is zero.
    text = value:round(places):format(places, false) .. rep("0", digits - 18)
  else
    return format("%" .. width_and_flags .. precision .. conversion, value:tonumber())
  end
  local flags, width = width_and_flags:match("^([-+ #0]*)(%d*)$")
  if flags and flags:find("+", 1, true) and value:sign() >= 0 then text = "+" .. text end
  if width and width ~= "" then
    if flags:find("0", 1, true) and not flags:find("-", 1, true) then
      local sign, digits = text:match("^([-+]?)(.*)$")
      text = sign .. ("0"):rep(tonumber(width) - #text) .. digits
    else
      text = format("%" .. (flags:find("-", 1, true) and "-" or "") .. width .. "s", text)
    end
  end
  return text
end

function string.format(pattern, ...)
  local count = select("#", ...)
  local has_decimal = false
  for i = 1, count do
    if is_decimal((select(i, ...))) then has_decimal = true break end
  end
  if not has_decimal or type(pattern) ~= "string" then return format(pattern, ...) end
  local values, at = pack(...), 0
  local plain = gsub(pattern, "%%([-+ #0]*%d*)(%.?%d*)([%a%%])", function(width_and_flags, precision, conversion)
    if conversion == "%" then return nil end
    at = at + 1
    if is_decimal(values[at]) and conversion ~= "s" and conversion ~= "q" then
      values[at] = exact(values[at], width_and_flags, precision, conversion)
      return "%s"
    end
  end)
  return format(plain, unpack(values, 1, count))
end

local texts = { decimal = true, money = true, date = true, datetime = true }

-- Decimals, money and dates join like numbers do.
function table.concat(list, separator, first, last)
  local done, text = pcall(concat, list, separator, first, last)
  if done then return text end
  local plain = {}
  if type(list) == "table" then
    first, last = first or 1, last or #list
    for i = first, last do
      local value = list[i]
      if type(value) == "userdata" and texts[getmetatable(value)] then value = tostring(value) end
      plain[i] = value
      -- concat itself says what is wrong with this one.
      if type(value) ~= "string" and type(value) ~= "number" then break end
    end
    list = plain
  end
  return concat(list, separator, first, last)
end

-- Leaving goes the session's way, so that the act that is running is ended as it should be.
if os.exit then
  local quit = quit
  function os.exit(code)
    if code == nil or code == true then code = 0 elseif code == false then code = 1 end
    quit(code)
  end
end

-- Reports that ship are read when one is asked for; a misspelt one is told from a nil that is called.
local find_report = report.find
getmetatable(report).__index = function(_, name)
  if type(name) == "string" then return find_report(name) end
end

-- The frames among some values, in tables too: what must be computed as long as the branch stands on which they were made.
local function frames_in(values)
  local found, open, seen = {}, { values }, {}
  while #open > 0 do
    local value = open[#open]
    open[#open] = nil
    local kind = type(value)
    if kind == "table" and not seen[value] then
      seen[value] = true
      for key, item in next, value do
        open[#open + 1] = key
        open[#open + 1] = item
      end
    elseif kind == "userdata" then
      local name = getmetatable(value)
      if name == "frame" or name == "groups" then found[#found + 1] = value end
      -- Reading a row computes its frame's columns.
      if name == "row" then for _ in pairs(value) do end end
    end
  end
  return found
end

-- What the function returns is handed on as it is: a host function would hand on copies of its tables.
local rehearse, act = whatif, transaction

local function what_if(change)
  if type(change) ~= "function" then return rehearse(change) end
  local results
  rehearse(function()
    results = pack(change())
    return frames_in(results)
  end)
  return unpack(results, 1, results.n)
end

local function do_wholly(body)
  if type(body) ~= "function" then return act(body) end
  local results
  act(function() results = pack(body()) end)
  return unpack(results, 1, results.n)
end

-- What stands for null, which nil in a table could not.
json.null = json.decode "null"

-- In a script tables declare what it is given; without any, open options are asked for.
local open_options, declare = options, script.options

local function declare_or_ask(what, ...)
  if type(what) == "table" then
    for _, value in next, what do
      if type(value) == "table" and value[1] == nil then return declare(what) end
    end
  end
  return open_options(what, ...)
end

-- These take the place of the built-ins of the same name.
return { tonumber = to_number, whatif = what_if, transaction = do_wholly, options = declare_or_ask }

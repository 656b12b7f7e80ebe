-- What the reports that come with luca share, its third part: what a part of a book is made of, and the positions of each underlying. Run with the kit as its argument.
local kit = ...

-- Whether a part is of accounts, with their cash and what was told of them, and not of instruments alone.
local function is_of_accounts(part) return not part.own().symbol and (not part.own().tag or part.accounts().tag ~= nil) end

-- What is held in each currency, its cash and what was told of accounts included, and what that is worth in the currency of the part.
local function by_currency(part, on, notes)
  local rows, places = {}, {}
  local function add(found, column)
    for row in notes.of(found) do
      local place = places[row.currency] or #rows + 1
      places[row.currency], rows[place] = place, rows[place] or { name = row.currency, own = D "0" }
      if row[column] then rows[place].own = rows[place].own + row[column] else rows[place].left_out = "something without a price" end
    end
  end
  add(holdings(part.own { on = on }), "market_value")
  if is_of_accounts(part) then
    add(cash(part.accounts { on = on }), "balance")
    add(values(part.accounts { on = on }), "value")
  end
  for _, row in ipairs(rows) do
    local done, sum = pcall(convert, { amount = money(row.own, row.name), to = part.base, on = on })
    if done then row.value = sum.amount else row.left_out = "no rate to " .. part.base end
  end
  return rows
end

-- The tags that something has.
local function all_tags()
  local done, found = pcall(function() return book:tags {}:distinct("tag"):list("tag") end)
  return done and found or {}
end

-- What has each tag, what has none, and whether something counts in several of them.
local function by_tag(part, on, notes)
  local rows, overlapping = {}, false
  if #all_tags() == 0 then return rows, overlapping end
  local found = notes.of(snapshots(part.filters { on = on, by = "tag" }))
  for _, warning in ipairs(found.warnings) do overlapping = overlapping or warning.kind == "several_tags" end
  for row in found do rows[#rows + 1] = { name = row.tag, value = row.value, left_out = row.left_out } end
  return rows, overlapping
end

-- What is worth how much by class or kind, added up from the instruments, whose worth a report with their gains has asked for already.
local function by_class(part, by, on, notes)
  local of, left_out, rows = {}, {}, {}
  for row in instruments {} do of[row.symbol] = by == "class" and row.class or row.kind end
  local found = notes.of(snapshots(part.filters { on = on, by = "symbol" })):with(by, function(row) return of[row.symbol] or row.symbol end)
  for row in found do
    -- Several instruments may lack the same rate.
    for name in (row.left_out or ""):gmatch "[^,%s][^,]*" do
      local told = left_out[row[by]]
      if not told then left_out[row[by]] = name
      elseif not (", " .. told .. ","):find(", " .. name .. ",", 1, true) then left_out[row[by]] = told .. ", " .. name end
    end
  end
  for row in found:by(by):sum("value") do rows[#rows + 1] = { name = row[by], value = row.value, left_out = left_out[row[by]] } end
  return rows
end

-- What a part is made of, by class, account and so on, the largest first: value, and share in percent where all of it is known.
function kit.allocation(part, by, on, notes)
  local rows, name, overlapping = {}, by == "currency" and "code" or by, false
  if by == "currency" then
    rows = by_currency(part, on, notes)
  elseif by == "tag" then
    rows, overlapping = by_tag(part, on, notes)
  elseif by == "class" or by == "kind" then
    rows = by_class(part, by, on, notes)
  else
    for row in notes.of(snapshots(part.filters { on = on, by = by })) do rows[#rows + 1] = { name = row[by] or "none", value = row.value, left_out = row.left_out } end
  end
  local weights, kept, whole = {}, {}, true
  for _, row in ipairs(rows) do
    if not row.value or not row.value:is_zero() or row.left_out then
      -- Where all of it is left out, nothing is known of it.
      if row.value and row.left_out and row.value:is_zero() then row.value = nil end
      kept[#kept + 1] = { [name] = row.name, value = row.value, left_out = row.left_out, currency = part.base }
      weights[#kept] = row.value or D "0"
      whole = whole and not overlapping and row.value and not row.left_out and row.value:sign() >= 0
    end
  end
  for place, share in ipairs(whole and #kept > 0 and D "100":split(weights, 2) or {}) do kept[place].percent = share end
  local found = frame(kept, { name, "value", whole and "percent" or "left_out", "currency" }):sort("-value")
  return whole and found:with("percent", function(row) return row.percent end, "percent") or found, name
end

-- A chart of an allocation: slices of a whole, or bars where something is owed, where the whole is not known and where parts overlap.
function kit.allocation_chart(rows, name, title)
  local kind = "bar"
  for _, column in ipairs(rows:columns()) do
    if column == "percent" then kind = "donut" end
  end
  return kit.chart(rows, { kind = kind, x = name, y = "value", title = title })
end

-- A row for each underlying and currency. premium_received is what the open options brought less what they cost: money received is above zero, money paid below. option_gain is
-- what closed ones left; effective_basis is what the shares cost less both, and effective_price that for one share. What is unknown of a part makes its sum unknown.
function kit.underlyings(held, closed, paid)
  local of, found, list, names = {}, {}, {}, {}
  for row in instruments {} do of[row.symbol] = { row.underlying or row.symbol, row.kind == "option" } end
  local function position(line)
    local name, is_option = table.unpack(of[line.symbol] or { line.symbol, false })
    local key = name .. " " .. line.currency
    names[line.symbol] = name
    if not found[key] then
      found[key] = { underlying = name, currency = line.currency, is_open = false }
      list[#list + 1] = found[key]
    end
    return found[key], is_option
  end
  for line in held do
    local row, is_option = position(line)
    row.is_open = true
    kit.add(row, is_option and "contracts" or "shares", is_option and line.quantity:abs() or line.quantity)
    kit.add(row, is_option and "premium_received" or "cost_basis", line.cost_basis and (is_option and -line.cost_basis or line.cost_basis))
    for _, column in ipairs { "market_value", "unrealized_gain" } do kit.add(row, column, line[column]) end
  end
  for line in closed do
    local row, is_option = position(line)
    kit.add(row, is_option and "option_gain" or "realized_gain", line.gain)
  end
  for line in paid:where(function(line) return line.symbol end) do kit.add(position(line), "income", line.amount) end
  for _, row in ipairs(list) do
    local has_shares = row.shares and row.shares:sign() > 0 and row.cost_basis
    row.effective_basis = has_shares and row.premium_received ~= false and row.option_gain ~= false and row.cost_basis - (row.premium_received or 0) - (row.option_gain or 0)
    row.effective_price = row.effective_basis and row.effective_basis / row.shares
  end
  return list, names
end

-- What the importers that luca import --learn writes share: rows read by what their columns are. It adds kit.mapped to the importers' kit, its argument.

local kit = ...

-- Gives a function that reads a row by what its columns are, as the importers have it that luca import --learn writes. A row without a day and a figure is none of the
-- table, such as a footer; one with half of them is refused. The amount is what moved the cash; without a column of types its sign tells which way.
function kit.mapped(map, file)
  local outgoing = { buy = true, fee = true, tax = true, withdrawal = true, transfer_out = true }
  local function figure(r, field) return map[field] and kit.size(r[map[field]], map.decimal_mark) end
  local function moved(r)
    if map.amount then return kit.number(r[map.amount], map.decimal_mark) end
    -- A sign is that of a payment which was taken back, unless all that goes out has one.
    local into, out = kit.unless_zero(kit.number(r[map.paid_in], map.decimal_mark)), kit.unless_zero(kit.number(r[map.paid_out], map.decimal_mark))
    if out and out:sign() < 0 and not map.paid_out_sign then
      kit.refuse(
        ("the \"%s\" is below zero, and may be what went out or came back"):format(map.paid_out),
        "paid_out_sign = \"minus\" in the importer says that all that goes out is written so, \"plus\" that none is")
    end
    if out and map.paid_out_sign ~= "minus" then out = -out end
    return (into or out) and kit.sum(into, out) or nil
  end
  local function draft_of(r, date, time)
    local notes = {}
    for _, heading in ipairs(map.notes or {}) do
      if (r[heading] or "") ~= "" then notes[#notes + 1] = r[heading] end
    end
    return { date = date, time = time, currency = map.currency and r[map.currency], symbol = map.symbol and r[map.symbol], notes = table.concat(notes, ", ") }
  end
  return function(r)
    local cell = r[map.date] or ""
    local has_day, date, time = pcall(importer.day, cell, map.date_order)
    local has_sum, amount = pcall(moved, r)
    if not has_day and not (has_sum and amount) then return nil, "it has neither a date nor an amount: it is no row of the table" end
    if not has_day and cell == "" then kit.refuse(("it has an amount, and no \"%s\""):format(map.date)) end
    if not has_day then kit.refuse(("\"%s\" is no date whose parts are in the order %s"):format(cell, map.date_order)) end
    if not has_sum and type(amount) == "table" and amount.hint then error(amount, 0) end
    if not has_sum then kit.refuse(("\"%s\" is no number"):format(r[map.amount or map.paid_in] or "")) end
    local draft, word = draft_of(r, date, time), map.type and r[map.type] or ""
    local type = map.types and map.types[word]
    if map.type and not type then return kit.unknown(map.type, word, file) end
    if type == "skip" then return nil, ("rows of the %s \"%s\" are left out"):format(map.type, word) end
    if type == "buy" or type == "sell" then
      draft.type, draft.quantity, draft.price, draft.fee, draft.tax = type, figure(r, "quantity"), figure(r, "price"), figure(r, "fee"), figure(r, "tax")
      draft.cash = amount and (type == "buy" and -amount:abs() or amount:abs())
      return draft
    end
    if not amount then kit.refuse "it has no amount" end
    local charge = figure(r, "charge")
    if amount:is_zero() and charge then return kit.payment(draft, "fee", -charge) end
    if amount:is_zero() then return nil, "it moves no cash" end
    if map.unsigned and outgoing[type] then amount = -amount end
    if not type or type == "deposit" or type == "withdrawal" then
      kit.flow(draft, amount, "deposit", "withdrawal")
      if charge then draft.fee, draft.cash = charge, amount - charge end
      return draft
    end
    if type == "transfer_in" or type == "transfer_out" then return kit.flow(draft, amount, "transfer_in", "transfer_out") end
    local tax = type == "dividend" and figure(r, "tax")
    if not tax then return kit.payment(draft, type, amount) end
    -- A dividend that was taken back takes its tax back with it.
    if amount:sign() < 0 then tax = -tax end
    draft.type, draft.amount, draft.tax, draft.cash = type, amount + tax, tax, amount
    return draft
  end
end

return kit

-- The transactions of a DEGIRO account ("Transactions.csv"), in any of its languages: half of the columns have no heading, so they are read by their place.
-- What is known of the files: the currency of an amount stands in the column after it; the sign of the quantity tells a purchase from a sale; fees are below
-- zero and apart from the value; the rate is of the foreign currency for one of the account's; fills of one order share its number, and the fee stands
-- beside one of them; splits and changes of an ISIN come as a sale and a purchase at 00:00 without a venue or an order. Dividends and payments are in Account.csv
-- alone: import that one instead where you have it, since it holds the trades too. Sources: dickwolff/Export-To-Ghostfolio and published exports.

local kit = ...
local number = kit.number

-- The places of columns: since about 2023 the amounts in euros have their currency in the heading, before that each has a column for it.
local places = {
  new = { worth = 12, rate = 13, charges = { 14, 15 }, total = 16, currency = function(header) return header[16]:upper():match "(%u%u%u)$" end },
  old = { worth = 12, rate = 14, charges = { 15 }, total = 17, currency = function(_, r) return r[18] end },
}

kit.define {
  name = "degiro-transactions", summary = "The transactions of a DEGIRO account: trades alone.", account = "DEGIRO",
  sniff = function(records)
    local first = records[1]
    return first and #first >= 17 and first[4]:upper():find "ISIN" and first[9] == "" and first[11] == "" and 1 or false
  end,
  read = function(records, file)
    local mark = kit.mark(file, records, 8, 10, 12, 7) or "comma"
    local at = file.header[13] == "" and places.old or places.new
    local function order_of(r)
      for column = #r, at.total + 1, -1 do
        if #r[column] > 8 then return r[column] end
      end
    end
    local function is_event(r) return r[2] == "00:00" and not order_of(r) and r[6] == "" end

    -- The two halves of a split or of a change of the ISIN.
    local halves = {}
    for _, r in ipairs(records) do
      for _, s in ipairs(is_event(r) and not halves[r.line] and number(r[7], mark):sign() < 0 and records or {}) do
        local is_same = s[4] == r[4] or s[3] == r[3] or s[10] == (r[10]:gsub("^%-", ""))
        if is_event(s) and s[1] == r[1] and is_same and not halves[s.line] and number(s[7], mark):sign() > 0 then
          halves[r.line], halves[s.line] = s, r
          break
        end
      end
    end
    local function event(r)
      local other = halves[r.line]
      if not other then kit.refuse("it is half of a split, a merger or a change of the ISIN, and the other half is not in the file") end
      if number(r[7], mark):sign() > 0 then return { part_of = other.line } end
      if not kit.sum(number(r[at.total], mark), number(other[at.total], mark)):is_zero() then
        kit.refuse("the two halves of this split or merger do not cancel out, so that cash came with it", "record what happened by hand: split, or record{type=\"merger\", …}")
      end
      local date = importer.day(r[1], "dmy")
      local before, after = number(r[7], mark):abs(), number(other[7], mark)
      local ratio = tostring(after) .. ":" .. tostring(before)
      local _, currency = kit.whole(nil, r[9])
      if r[4] == other[4] then return { type = "split", date = date, symbol = r[4], ratio = ratio, currency = currency } end
      return { type = "merger", date = date, symbol = r[4], into = other[4], ratio = ratio, currency = currency, notes = other[3] }
    end

    local fill = kit.counter()
    return kit.each(records, function(r)
      if is_event(r) then return event(r) end
      if r[4] == "" then kit.refuse "it is of no security" end
      local quantity = number(r[7], mark)
      local price, currency = kit.whole(number(r[8], mark), r[9])
      local value, valued_in = kit.whole(number(r[10], mark), r[11])
      local worth, total = number(r[at.worth], mark), number(r[at.total], mark)
      local paid_in = at.currency(file.header, r) or "EUR"
      local units = quantity:abs()
      local draft = {
        type = quantity:sign() < 0 and "sell" or "buy", date = importer.day(r[1], "dmy"), symbol = r[4], name = r[3], quantity = units, price = price,
        amount = value:abs(), currency = currency, settle = paid_in, cash = total, account_currency = paid_in,
        id = fill(order_of(r)),
      }
      if valued_in ~= currency then kit.refuse(("the price is in %s, and its value in %s"):format(currency, valued_in)) end
      kit.priced(draft)
      -- What the total has above the value is what it cost, whichever of the columns tell it.
      local charge = worth - total
      if currency == paid_in then
        draft.fee = kit.unless_zero(charge)
        return draft
      end
      if worth:is_zero() then return draft end
      draft.fee = kit.unless_zero(charge * value:abs() / worth:abs())
      local rate = kit.size(r[at.rate], mark)
      if rate then draft.fx_rate = 1 / kit.rate(rate, value:abs() / worth:abs()) end
      return draft
    end)
  end,
}

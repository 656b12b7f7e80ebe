-- The history of a Coinbase account, in its layouts from 2020 on: a few lines before the header, the currency in a column or in the headings.
-- What is known of the files: the fee is inside the total, added on purchases and taken off sales; quantities are below zero on what goes out in the later
-- files alone; a conversion is one row, and what was received stands in its notes. Coinbase Pro writes other files. Sources: BittyTax/BittyTax and
-- dickwolff/Export-To-Ghostfolio.

local kit = ...
local number = kit.number

local meaning = kit.meanings {
  buy = { "Buy", "Advanced Trade Buy", "Advance Trade Buy" }, sell = { "Sell", "Advanced Trade Sell", "Advance Trade Sell" },
  convert = { "Convert" },
  reward = {
    "Staking Income", "Rewards Income", "Reward Income", "Inflation Reward", "Coinbase Earn", "Learning Reward", "Interest payout", "Subscription Rebate",
    "Subscription Rebates (24 Hours)",
  },
  incoming = { "Receive", "Exchange Withdrawal", "Pro Withdrawal", "Prime Withdrawal", "Deposit" },
  outgoing = { "Send", "Exchange Deposit", "Pro Deposit", "Prime Deposit", "Withdrawal" },
  spent = { "Subscription", "Admin Debit", "Card Spend", "Donation" },
  internal = { "Vault Withdrawal", "Retail Staking Transfer", "Retail Unstaking Transfer", "Cash to Savings", "Savings to Cash", "Transfer" },
  renamed = { "Asset Migration", "Retail Eth2 Deprecation" },
}
local money = {}
for code in ("USD EUR GBP CHF CAD AUD JPY SGD PLN SEK NOK DKK CZK HUF BRL TRY NZD"):gmatch "%u+" do money[code] = true end

kit.define {
  name = "coinbase", summary = "The history of a Coinbase account.", account = "Coinbase",
  headings = { "Timestamp", "Transaction Type", "Asset", "Quantity Transacted" },
  read = function(records, file)
    -- "EUR Spot Price at Transaction", "Spot Price at Transaction", "Price at Transaction": by the end of the heading.
    local columns, currency_of_file = {}, nil
    for _, heading in ipairs(file.header) do
      local code, rest = heading:lower():match "^(%a%a%a) (.+)$"
      local name = rest and money[code:upper()] and rest or heading:lower()
      if name:find "^total %(" then columns.total = heading
      elseif name:find "^fees" then columns.fee = heading
      elseif name == "subtotal" then columns.subtotal = heading
      elseif name == "spot price currency" or name == "price currency" then columns.currency = heading end
      if name:find "price at transaction$" then columns.price = heading end
      if name == rest and columns.price == heading then currency_of_file = code:upper() end
    end
    local renamed = {}
    for _, r in ipairs(records) do
      if meaning[r["Transaction Type"]] == "renamed" then
        local key = r["Timestamp"] .. r["Transaction Type"]
        renamed[key] = renamed[key] or {}
        table.insert(renamed[key], r)
      end
    end

    return kit.each(records, function(r)
      local type, asset, notes = r["Transaction Type"], r["Asset"], r["Notes"] or ""
      local what, currency = meaning[type], columns.currency and r[columns.currency] or currency_of_file
      local date, time = importer.day(r["Timestamp"])
      local quantity, subtotal, total = number(r["Quantity Transacted"]), kit.size(r[columns.subtotal]), kit.size(r[columns.total])
      local fee = kit.size(r[columns.fee])
      local draft = { line = r.line, date = date, time = time, id = r["ID"], currency = currency, account_currency = currency }
      local function coin(symbol, units)
        draft.symbol, draft.quantity, draft.kind = symbol, units, "crypto"
        return draft
      end
      -- The sum of the parts, which are printed to the cent each.
      local function check(expected)
        if (expected - total):abs() > D "0.02" then
          kit.refuse(("subtotal and fees come to %s %s, and the total is %s"):format(expected, currency, total))
        end
      end
      local function traded(side)
        local quote = notes:match " on %w+%-(%w+) at "
        if quote and quote ~= currency then
          kit.refuse(("it was paid in %s, and the row tells its worth in %s alone"):format(quote, currency), "record it by hand as a sale of the one and a purchase of the other, and import the others with partial=true")
        end
        if not total then kit.refuse "the total is missing" end
        local charge = fee or D "0"
        if subtotal then check(side == "buy" and subtotal + charge or subtotal - charge) end
        coin(asset, quantity:abs())
        draft.type, draft.fee, draft.cash = side, fee, side == "buy" and -total or total
        draft.amount = side == "buy" and total - charge or total + charge
        return draft
      end
      local function converted()
        local given, from, received, to = notes:match "^Converted ([%d.,]+) (%w+) to ([%d.,]+) (%w+)"
        local worth = total and subtotal and (total > subtotal and total or subtotal) or total or subtotal
        if not given or not worth then kit.refuse "what was received stands in no note that can be read" end
        -- The decimal mark of the notes is the one by which the quantity given is the row's.
        local mark = kit.is_number(given, "point", quantity:abs()) and "point" or "comma"
        if not kit.is_number(given, mark, quantity:abs()) then kit.refuse(("the note says that %s %s were given, and the row %s"):format(given, from, quantity)) end
        coin(from, quantity:abs())
        draft.type, draft.amount, draft.cash = "sell", worth, worth
        return {
          draft,
          {
            type = "buy", date = date, time = time, symbol = to, quantity = number(received, mark), kind = "crypto", amount = fee and worth - fee or worth, fee = fee,
            currency = currency, cash = -worth,
          },
        }
      end
      local function moved(is_in)
        if money[asset] then
          draft.currency, draft.notes = asset, notes ~= "" and notes or type
          local outside = type:find "^Exchange" or type:find "^Pr"
          return kit.flow(draft, is_in and quantity:abs() or -quantity:abs(), outside and "transfer_in" or "deposit", outside and "transfer_out" or "withdrawal")
        end
        coin(asset, quantity:abs())
        draft.type, draft.group, draft.notes = is_in and "transfer_in" or "transfer_out", "outside", notes
        return draft
      end
      local function rewarded()
        if money[asset] then
          draft.currency, draft.notes = asset, type
          return kit.payment(draft, "credit", quantity:abs())
        end
        -- Less than half a cent is printed as nothing, beside the price.
        local price = kit.size(r[columns.price])
        local worth = subtotal or total or price and price * quantity:abs()
        draft.notes = type
        return kit.reward(coin(asset, quantity:abs()), type, file, worth, currency, currency)
      end

      if what == "buy" or what == "sell" then return traded(what) end
      if what == "convert" then return converted() end
      if what == "reward" then return rewarded() end
      if what == "incoming" then
        if notes:find "Coinbase Referral" or notes:find "Coinbase Earn" or notes:find "Coinbase Rewards" then return rewarded() end
        return moved(true)
      end
      if what == "outgoing" then return moved(false) end
      if what == "spent" then
        draft.notes = notes ~= "" and notes or type
        if money[asset] then
          draft.currency = asset
          return kit.flow(draft, -quantity:abs(), "deposit", "withdrawal")
        end
        local worth = total or subtotal
        if not worth then kit.refuse "what it was worth is missing" end
        coin(asset, quantity:abs())
        draft.type, draft.amount, draft.cash = "sell", worth, worth
        return { draft, { type = "withdrawal", date = date, time = time, currency = currency, amount = worth, cash = -worth, notes = draft.notes } }
      end
      if what == "internal" then return nil, "it moves nothing out of Coinbase" end
      if what == "renamed" then
        local pair = renamed[r["Timestamp"] .. type]
        if #pair ~= 2 then kit.refuse "the other row of the change of name is not in the file" end
        local from, to = pair[1], pair[2]
        if number(from["Quantity Transacted"]):sign() > 0 then from, to = to, from end
        if r ~= from then return { part_of = from.line } end
        return { type = "symbol_change", date = date, time = time, symbol = from["Asset"], into = to["Asset"], currency = currency }
      end
      return kit.unknown("transaction type", type, file)
    end)
  end,
}

-- The ledgers of a Kraken account ("ledgers.csv"), in its layouts up to 2026. The file of trades repeats what the ledgers say, and is not read.
-- What is known of the files: a row is one asset's side of something, and sides are tied by "refid"; an amount is without the fee, which is above zero and in the
-- row's own asset; deposits and withdrawals stand there twice in old files, first without a "txid". Assets of the first years have an X or a Z before
-- their name, and what is staked has a letter behind it. Sources: BittyTax/BittyTax, OSadovy/uabean.

local kit = ...
local number = kit.number

-- Names by table, not by cutting letters off: XTZ and ZRX begin so too.
local assets = {
  XXBT = "BTC", XBT = "BTC", XETH = "ETH", XXDG = "DOGE", XDG = "DOGE", XLTC = "LTC", XXRP = "XRP", XXLM = "XLM", XXMR = "XMR", XZEC = "ZEC", XETC = "ETC", XMLN = "MLN",
  XREP = "REP", ZEUR = "EUR", ZUSD = "USD", ZGBP = "GBP", ZCAD = "CAD", ZJPY = "JPY", ZAUD = "AUD", ETH2 = "ETH",
}
local money = { EUR = true, USD = true, GBP = true, CAD = true, JPY = true, AUD = true, CHF = true }
local function asset_of(name)
  -- .S staked, .M and .F rewarded, .P parachain, .B bonded, .T tokenised; DOT28.S is bonded for 28 days.
  local plain = name:gsub("%d*%.[SMFPBT]$", ""):gsub("%.HOLD$", "")
  return assets[plain] or plain
end

local internal = {
  transfer = { spottostaking = true, stakingfromspot = true, stakingtospot = true, spotfromstaking = true, spottofutures = true, spotfromfutures = true },
  earn = { allocation = true, deallocation = true, autoallocation = true, autoallocate = true, migration = true },
}

kit.define {
  name = "kraken", summary = "The ledgers of a Kraken account.", account = "Kraken",
  headings = { "txid", "refid", "time", "type", "aclass", "asset", "amount", "fee" },
  read = function(records, file)
    -- The sides of one trade, and the money for which coins were traded.
    local groups, paid_in = {}, {}
    for _, r in ipairs(records) do
      if (r.type == "trade" or r.type == "spend" or r.type == "receive") and r.txid ~= "" then
        if not groups[r.refid] then
          groups[r.refid] = {}
        end
        table.insert(groups[r.refid], r)
      end
    end
    local currency
    for _, r in ipairs(records) do
      local asset = r.asset and asset_of(r.asset)
      currency = currency or money[asset] and asset
      for _, side in ipairs(groups[r.refid] or {}) do
        local other = asset_of(side.asset)
        if money[other] and not money[asset] then paid_in[asset] = paid_in[asset] or other end
      end
    end
    local function base(r)
      local date, time = importer.day(r.time)
      return { line = r.line, date = date, time = time }
    end
    local function trade(group)
      local given, received, fees = nil, nil, nil
      for _, r in ipairs(group) do
        local amount = number(r.amount)
        if r.asset == "KFEE" then fees = "its fee was paid in fee credits"
        elseif amount:sign() < 0 and not given then given = r
        elseif amount:sign() > 0 and not received then received = r
        else kit.refuse("the trade " .. r.refid .. " has more sides than two") end
      end
      if not given or not received then kit.refuse("the other side of the trade is not in the file", "export a longer span, or leave the row out with partial=true") end
      local from, to = asset_of(given.asset), asset_of(received.asset)
      local paid, got = number(given.amount):abs(), number(received.amount)
      local paid_fee, got_fee = number(given.fee) or D "0", number(received.fee) or D "0"
      local entry = base(group[1])
      if money[from] and money[to] then
        entry.group = "kraken " .. group[1].refid
        local sides = kit.exchange(entry, paid + paid_fee, from, got - got_fee, to)
        return sides
      end
      entry.kind, entry.id, entry.notes = "crypto", group[1].refid, fees
      if money[from] then
        entry.type, entry.symbol, entry.quantity, entry.amount, entry.fee = "buy", to, got - got_fee, paid, kit.unless_zero(paid_fee)
        entry.currency, entry.account_currency, entry.cash = from, from, -(paid + paid_fee)
        return entry
      end
      if money[to] then
        entry.type, entry.symbol, entry.quantity, entry.amount, entry.fee = "sell", from, paid + paid_fee, got, kit.unless_zero(got_fee)
        entry.currency, entry.account_currency, entry.cash = to, to, got - got_fee
        return entry
      end
      local worth = number(given.amountusd)
      if not worth or worth:is_zero() then
        kit.refuse(("%s was traded for %s, and the file does not tell what they were worth in money"):format(from, to), "record it by hand as a sale of the one and a purchase of the other, and import the others with partial=true")
      end
      worth = worth:abs()
      entry.type, entry.symbol, entry.quantity, entry.amount, entry.currency, entry.cash = "sell", from, paid + paid_fee, worth, "USD", worth
      local other = base(group[1])
      other.type, other.symbol, other.quantity, other.amount, other.currency, other.kind, other.cash = "buy", to, got - got_fee, worth, "USD", "crypto", -worth
      return { entry, other }
    end

    return kit.each(records, function(r)
      local group = groups[r.refid]
      if r.txid == "" then return nil, "it was not booked yet; the booked row has a txid" end
      if group and (r.type == "trade" or r.type == "spend" or r.type == "receive") then
        if group[1] ~= r then return { part_of = group[1].line } end
        return trade(group)
      end
      local asset, amount, fee = asset_of(r.asset), number(r.amount), number(r.fee) or D "0"
      local entry, subtype = base(r), r.subtype or ""
      entry.id = r.txid
      if (internal[r.type] or {})[subtype] then return nil, "it moves nothing out of Kraken" end
      local is_reward = r.type == "staking" or r.type == "reward" or r.type == "dividend" or r.type == "invite bonus" or (r.type == "earn" and (subtype == "reward" or subtype == "airdrop"))
        or (r.type == "transfer" and subtype == "airdrop")
      if is_reward then
        if money[asset] then
          entry.currency, entry.fee, entry.notes = asset, kit.unless_zero(fee), r.type
          entry.type, entry.amount, entry.cash = "credit", amount, amount - fee
          return entry
        end
        -- What it was worth is told in dollars at best, which need not be the currency in which the coin is held.
        entry.symbol, entry.kind, entry.quantity, entry.account_currency = asset, "crypto", amount - fee, currency
        entry.notes = ("%s reward"):format(r.type)
        return kit.reward(entry, r.type .. (subtype ~= "" and " " .. subtype or ""), file, kit.size(r.amountusd), "USD", paid_in[asset])
      end
      if r.type == "deposit" or r.type == "withdrawal" then
        if money[asset] then
          entry.currency, entry.account_currency, entry.fee = asset, asset, kit.unless_zero(fee)
          entry.type, entry.amount, entry.cash = amount:sign() < 0 and "withdrawal" or "deposit", amount:abs(), amount - fee
          return entry
        end
        entry.symbol, entry.kind, entry.group = asset, "crypto", "outside"
        entry.type = amount:sign() < 0 and "transfer_out" or "transfer_in"
        -- The fee of a withdrawal is paid in the coin, and leaves with it.
        entry.quantity = amount:sign() < 0 and amount:abs() + fee or amount - fee
        return entry
      end
      if money[asset] and (r.type == "margin" or r.type == "rollover" or r.type == "settled" or r.type == "adjustment" or r.type == "credit") then
        entry.currency, entry.account_currency, entry.notes = asset, asset, r.type
        return kit.payment(entry, "credit", amount - fee)
      end
      return kit.unknown("type", r.type .. (subtype ~= "" and " " .. subtype or ""), file)
    end)
  end,
}

-- Tests of the scripts here: luca test scripts
--
-- Each runs on the sample book, on one with other names, and asks for what it needs where the book does not tell.

local function other_book()
  use_today("2014-12-31")
  account { name = "Depot", currency = "EUR" }
  account { name = "Giro", currency = "EUR" }
  instrument { symbol = "VWCE", name = "All-World", currency = "EUR", kind = "etf" }
  instrument { symbol = "AGGH", name = "Bonds", currency = "EUR", kind = "etf" }
  deposit { date = "2014-01-02", account = "Depot", amount = 20000 }
  deposit { date = "2014-01-02", account = "Giro", amount = 12000 }
  withdraw { date = "2014-03-03", account = "Giro", amount = 1200 }
  buy { date = "2014-01-03", account = "Depot", symbol = "VWCE", quantity = 100, price = 80 }
  buy { date = "2014-01-03", account = "Depot", symbol = "AGGH", quantity = 50, price = 50 }
  dividend { date = "2014-06-02", account = "Depot", symbol = "VWCE", amount = 85 }
  quote { symbol = "VWCE", date = "2014-06-02", close = 85 }
  quote { symbol = "VWCE", date = "2014-12-31", close = 90 }
  quote { symbol = "AGGH", date = "2014-12-31", close = 45 }
end

local function balance(name) return cash { account = name }:sum "balance" end
local function held(symbol) return holdings { symbol = symbol }:sum "quantity" end
local function refuses(script, given, why) expect(function() run(script, given or {}) end):fails(why or "option") end

-- Those that need an account, which a book of several does not tell.
local needy = {
  "bond_ladder.lua", "buy_only.lua", "dividend_reinvestment.lua", "dollar_cost_averaging.lua", "monthly_deposit.lua", "rebalance_prototype.lua", "reserve_planner.lua",
}

describe("an empty book", function()
  for _, script in ipairs(needy) do
    it("is asked for an account by " .. script, function() refuses(script, {}, "is needed") end)
  end
  it("has no stocks and bonds for sixty_forty.lua", function() refuses("sixty_forty.lua", {}, "is needed") end)
  it("has no dividends", function() run "dividends_by_year.lua" expect(#report.dividends {}):is(0) end)
  it("has no reserves", function() run "emergency_fund.lua" expect(#report.emergency_fund {}):is(0) end)
  it("has no losses", function() run "tax_loss_harvesting.lua" end)
end)

describe("the sample book", function()
  before_each(demo_book)
  for _, script in ipairs(needy) do
    it("is left as it is by " .. script, function()
      local before = #activities {}
      if script == "monthly_deposit.lua" or script == "dollar_cost_averaging.lua" then whatif(function() run(script) end) else run(script) end
      expect(#activities {}):is(before)
    end)
  end
  it("is brought to sixty to forty", function()
    run("sixty_forty.lua", { owner = "Jerry", draft = true })
    expect(#activities { status = "draft" } > 0):is_true()
  end)
  it("has its dividends by year", function()
    run("dividends_by_year.lua", { year = 2014 })
    expect(report.dividends { year = 2014 }):is_golden "dividends 2014"
  end)
end)

describe("a book with other names", function()
  before_each(other_book)

  for _, script in ipairs(needy) do
    it("is asked which account " .. script .. " works on", function() refuses(script) end)
  end

  it("gets a ladder", function()
    run("bond_ladder.lua", { from = "Giro", sum = 5000, rungs = 2, apply = true })
    expect(balance "Giro"):is(5800)
    expect(balance "Ladder 2015"):is(2500)
    expect(balance "Ladder 2016"):is(2500)
  end)
  it("takes a ladder of one rung at least", function() refuses("bond_ladder.lua", { from = "Giro", rungs = 0 }) end)

  it("spends new money where most is lacking", function()
    run("buy_only.lua", { account = "Depot", sum = 4500, apply = true })
    expect(held "AGGH"):is(150)
    expect(held "VWCE"):is(100)
  end)
  it("takes weights of its own", function()
    run("buy_only.lua", { account = "Depot", sum = 900, weights = { "VWCE=1" }, apply = true })
    expect(held "VWCE"):is(110)
    refuses("buy_only.lua", { account = "Depot", weights = { "VWCE" } })
  end)

  it("reinvests a dividend once", function()
    for _ = 1, 2 do run("dividend_reinvestment.lua", { account = "Depot", apply = true }) end
    expect(held "VWCE"):is(101)
  end)

  it("buys for the same sum each month, once", function()
    for _ = 1, 2 do run("dollar_cost_averaging.lua", { account = "Depot", symbol = "VWCE", sum = 100, from = "2014-12-01" }) end
    expect(held "VWCE"):is(101)
    refuses("dollar_cost_averaging.lua", { account = "Depot", symbol = "VWCF" }, "no instrument")
  end)

  it("has reserves for months", function()
    run("emergency_fund.lua", { reserve = { "Giro" }, months = 12 })
    expect(report.emergency_fund { reserve = { "Giro" }, months = 12 }[1].months):is(108)
  end)

  it("gets its deposits, each once", function()
    for _ = 1, 2 do run("monthly_deposit.lua", { account = "Giro", amount = 10, from = "2014-11-01" }) end
    expect(balance "Giro"):is(10820)
  end)

  it("is rebalanced by a rule", function()
    run("rebalance_prototype.lua", { account = "Depot", apply = true })
    expect(held "VWCE" < 100):is_true()
    expect(held "AGGH" > 50):is_true()
  end)

  it("gets tiers", function()
    run("reserve_planner.lua", { amount = 1000, savings = "Giro", growth = { "Depot" }, apply = true })
    expect(#tiers()):is(3)
    refuses("reserve_planner.lua", { savings = "Giro", apply = true })
  end)

  it("is sixty to forty", function()
    refuses "sixty_forty.lua"
    refuses("sixty_forty.lua", { stocks = { "VWCE" }, bonds = { "AGGH" }, draft = true, apply = true })
    run("sixty_forty.lua", { stocks = { "VWCE" }, bonds = { "AGGH" }, apply = true })
    expect(held "AGGH" > 50):is_true()
  end)

  it("has a loss that is worth taking", function()
    run("tax_loss_harvesting.lua", { apply = true })
    expect(held "AGGH"):is(0)
    expect(gains { symbol = "AGGH" }:sum "gain"):is(-250)
  end)
end)

-- Tests of NAME.lua: luca test

describe("the rule NAME", function()
  before_each(function()
    use_today("2024-03-15")
    account { name = "Savings", currency = "EUR" }
  end)

  it("posts what is due, each day once", function()
    run("NAME.lua", { from = "2024-01-01", amount = "50" })
    run("NAME.lua", { from = "2024-01-01", amount = "50" })
    expect(cash { account = "Savings" }:sum("balance")):is(150)
  end)

  it("asks for an account where there are several", function()
    account { name = "Checking", currency = "EUR" }
    expect(function() run "NAME.lua" end):fails("option")
  end)
end)

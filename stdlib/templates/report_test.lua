-- Tests of NAME.lua: luca test

require "NAME"

describe("report NAME", function()
  it("has no rows in an empty book", function()
    expect(#report.NAME {}):is(0)
  end)

  it("takes the tax off what was paid", function()
    account { name = "Depot", currency = "EUR" }
    instrument { symbol = "ACME", currency = "EUR" }
    buy { date = "2024-01-02", account = "Depot", symbol = "ACME", quantity = 10, price = 20 }
    dividend { date = "2024-05-02", account = "Depot", symbol = "ACME", amount = 12, tax = 2 }
    expect(report.NAME { year = 2024 }[1].net):is(10)
    expect(#report.NAME { year = 2023 }):is(0)
  end)

  it("looks as it did", function()
    demo_book()
    expect(report.NAME { year = 2014, account = "Savings" }:count()):is_not(nil)
  end)
end)

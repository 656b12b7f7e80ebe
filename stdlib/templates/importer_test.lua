-- Tests of NAME.lua: luca test

require "NAME"

-- Lines as the bank writes them, with made-up figures.
local sample = [[
Date,Kind,Amount,Text
2024-01-02,Deposit,250.00,Salary
2024-01-31,Interest,0.42,January
2024-02-01,Info,0.00,New terms
]]

describe("import NAME", function()
  it("takes the rows, and leaves out what moves nothing", function()
    account { name = "My Bank", currency = "EUR" }
    local path = os.tmpname()
    local file <close> = assert(io.open(path, "w"))
    file:write(sample)
    file:flush()
    import(path, { format = "NAME" })
    os.remove(path)
    expect(#activities {}):is(2)
    expect(cash { account = "My Bank" }:sum("balance")):is("250.42")
  end)
end)

-- A recurring rule: what it says is recorded on each of its days, once, however often this is run.
--
--   luca run NAME.lua --account Savings --amount 100
--   luca recurring run NAME.lua

local given = options {
  account = { type = "account", required = true, doc = "Where the money comes in." },
  amount = { type = "decimal", default = 100, doc = "How much, each month." },
  from = { type = "date", default = today().first_of_month, doc = "The first day that counts." },
}

recurring {
  name = "NAME", every = "month", on = "first working day", from = given.from,
  record = { type = "deposit", account = given.account, amount = given.amount, notes = "NAME" },
}

local count = #recurring.run { name = "NAME" }
print(count == 0 and "nothing is due" or ("posted %d of %s into %s"):format(count, given.amount, given.account))

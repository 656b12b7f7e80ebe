-- Deposits a sum on the first working day of each month.
--
--   luca run scripts/monthly_deposit.lua --account Savings --amount 500 --from 2014-02-01
--
-- Run it as often as you like, by hand or from cron: it posts what is due up to today, oldest first, and each day once, however often
-- it is run and whatever stops it in between. A month that was missed is caught up.

local given = options {
  account = { type = "account", required = true, default = "Savings", doc = "Where the money comes in." },
  amount = { type = "decimal", default = 500, doc = "How much, each month." },
  from = { type = "date", default = today().first_of_month, doc = "The first day that counts." },
}
local note = "monthly deposit"

recurring {
  name = note, every = "month", on = "first working day", from = given.from,
  record = { type = "deposit", account = given.account, amount = given.amount },
}

local count = recurring.run { name = note }:count()
print(count == 0 and "nothing is due" or ("posted %d of %s into %s"):format(count, given.amount, given.account))

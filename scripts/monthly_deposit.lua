-- Deposits 500 into Savings on the first working day of each month.
--
-- Run it as often as you like, by hand or from cron: it posts what is due up to today, oldest first, and each day once, however often
-- it is run and whatever stops it in between. A month that was missed is caught up.

local ACCOUNT, AMOUNT, START, NOTE = "Savings", D"500", "2014-02-01", "monthly deposit"

recurring {
  name = NOTE, every = "month", on = "first working day", from = START,
  record = { type = "deposit", account = ACCOUNT, amount = AMOUNT },
}

local count = recurring.run { name = NOTE }:count()
print(count == 0 and "nothing is due" or ("posted %d of %s into %s"):format(count, AMOUNT, ACCOUNT))

-- Deposits 500 into Savings on the first working day of each month.
--
-- Run it as often as you like, by hand or from cron: it posts what is due up to today, oldest first, and each day once.
-- It knows what it has posted by the note, so a month that was missed is caught up and none is posted twice.

local ACCOUNT, AMOUNT, START, NOTE = "Savings", D"500", date "2014-02-01", "monthly deposit"

local posted = {}
for deposit in activities { type = "deposit", account = ACCOUNT, from = START } do
  if deposit.notes == NOTE and deposit.status == "posted" then posted[tostring(deposit.date)] = true end
end

local count = 0
for _, day in ipairs(months { from = START, to = today(), on = "first_working" }) do
  if not posted[tostring(day)] then
    deposit { account = ACCOUNT, amount = AMOUNT, date = day, notes = NOTE }
    count = count + 1
  end
end

print(count == 0 and "nothing is due" or ("posted %d of %s into %s"):format(count, AMOUNT, ACCOUNT))

-- `doctor`: what needs care on this machine and in the book, each with the command that mends it.

-- A script may put something of its own in the place of these.
local concat, sort, unpack, match = table.concat, table.sort, table.unpack, string.match

-- Days after which a price, and a backup of a book that went on, are old.
local week = 7

-- The names of a list, the first few of many.
local function some(names)
  sort(names)
  if #names <= 3 then return concat(names, ", ") end
  return ("%s, %s, %s and %d more"):format(names[1], names[2], names[3], #names - 3)
end

-- The machine: versions, terminal, locale, keys, settings.
local function lookAtMachine(look, here)
  look("luca", "ok", ("%s with %s and %s"):format(here.version or "luca", _VERSION, here.engine))
  local term = os.getenv and os.getenv("TERM") or ""
  local width = here.columns and (", %d columns"):format(here.columns) or ""
  if here.unicode then look("terminal", "ok", (term ~= "" and term or "none") .. width .. ", Unicode")
  else look("terminal", "look", term .. width .. ", without Unicode", "LANG=C.UTF-8 luca") end
  look("locale", "ok", ("%s: %s and %s"):format(here.locale ~= "" and here.locale or "plain", here.number, here.date))
  if here.settings_problem then look("settings", "mend", here.settings_problem, "edit " .. here.settings) end
  if here.key_warning then look("key file", "mend", here.key_warning, "chmod 600 " .. here.key_file)
  elseif here.keys and #here.keys > 0 then look("key file", "ok", "keys for " .. concat(here.keys, ", "))
  else look("key file", "ok", "no keys are kept; most providers need none") end
end

-- The file of the book: whether it is sound, and when it was copied last.
local function lookAtFile(look, here)
  local sound, problems, count = verify()
  if sound then look("book", "ok", ("%d %s, sound"):format(count, count == 1 and "entry" or "entries"))
  else look("book", "mend", problems[1], "luca restore BACKUP") end
  if not here.book then return end
  if not here.backup then look("backups", count > 0 and "mend" or "ok", "none was made yet", count > 0 and "backup" or nil)
  else
    local age = today() - date(here.backup_day)
    look("backups", age > week and "mend" or "ok", ("the latest is of %s"):format(here.backup_day), age > week and "backup" or nil)
  end
end

-- Cash below zero, and money or units that left one account and came to none.
local function lookAtAccounts(look)
  local below = {}
  for _, row in ipairs(cash()) do
    if row.balance < 0 then below[#below + 1] = row end
  end
  for _, row in ipairs(below) do
    look("cash", "mend", ("%s is at %s %s"):format(row.account, row.balance, row.currency), ("explain cash in %s"):format(row.account))
  end
  if #below == 0 then look("cash", "ok", "no account is below zero") end
  local unpaired = 0
  for _, warning in ipairs(warnings()) do
    if match(warning.kind, "^unpaired") then
      unpaired = unpaired + 1
      look("transfers", "mend", warning.message, "history " .. (match(warning.message, "%(entry (%d+)%)") or "ID"))
    end
  end
  if unpaired == 0 then look("transfers", "ok", "each has its other side") end
end

-- Prices of what is held, rates between what there is, rules that have something due, drafts.
local function lookAtMarket(look)
  local old, none = {}, {}
  for _, row in ipairs(holdings()) do
    if row.quantity ~= 0 then
      if not row.price then none[row.symbol] = true
      elseif today() - row.price_date > week then old[row.symbol] = true end
    end
  end
  local function names(set)
    local list = {}
    for name in pairs(set) do list[#list + 1] = name end
    return list
  end
  local oldNames, noNames = names(old), names(none)
  if #noNames > 0 then look("prices", "mend", ("none of %s"):format(some(noNames)), #noNames == 1 and ("price %s PRICE"):format(noNames[1]) or "sync") end
  if #oldNames > 0 then look("prices", "mend", ("older than a week: %s"):format(some(oldNames)), "sync") end
  if #oldNames + #noNames == 0 then look("prices", "ok", "of all that is held, none older than a week") end
  local base = setting("base_currency") or ""
  local currencies = {}
  for _, row in ipairs(cash()) do currencies[row.currency] = true end
  local held = names(currencies)
  if base == "" and #held > 1 then look("base currency", "mend", "there are " .. some(held) .. ", and none is chosen for their sum", "set base " .. held[1])
  elseif base ~= "" then look("base currency", "ok", base) end
end

local function lookAtRules(look)
  local due = #recurring.due()
  if due > 0 then look("recurring", "mend", ("%d %s due"):format(due, due == 1 and "day is" or "days are"), "recurring run") end
  local drafts = #activities { status = "draft" }
  if drafts > 0 then look("drafts", "mend", ("%d %s for approval"):format(drafts, drafts == 1 and "waits" or "wait"), "recurring approve") end
end

local found = {}
local function look(check, state, finding, mend) found[#found + 1] = { check = check, state = state, finding = finding, mend = mend } end
local here = ...
lookAtMachine(look, here)
lookAtFile(look, here)
lookAtAccounts(look)
lookAtMarket(look)
lookAtRules(look)
return frame { columns = { "check", "state", "finding", "mend" }, unpack(found) }

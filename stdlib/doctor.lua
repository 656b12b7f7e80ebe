-- `doctor`: what needs care on this machine and in the book, each with the command that mends it.

-- A script may put something of its own in the place of these.
local concat, sort, unpack, match = table.concat, table.sort, table.unpack, string.match

-- Days after which the latest backup of a book that went on since is old.
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
  for _, file in ipairs(here.abandoned or {}) do
    look("book", "mend", match(file, "[^/]*$") .. " was left unfinished beside it, and may hold all of it in the clear", "rm " .. file)
  end
  local by_itself = here.backups_on and "" or "; luca makes none by itself"
  if not here.backup then look("backups", count > 0 and "mend" or "ok", "none was made yet" .. by_itself, count > 0 and "backup" or nil)
  else
    local is_old = today() - date(here.backup_day) > week and (here.last_day or "") > here.backup_day
    look("backups", is_old and "mend" or "ok", ("the latest is of %s"):format(here.backup_day) .. by_itself, is_old and "backup" or nil)
  end
end

-- What the book's own warnings say, by kind: cash below zero, money or units that left one account and came to none, prices of what is held, and whatever else there is.
local function lookAtWarnings(look, here)
  local groups, others = {}, 0
  for _, warning in ipairs(here.warnings or {}) do
    local kind = match(warning.kind, "^unpaired") and "unpaired" or warning.kind
    groups[kind] = groups[kind] or {}
    groups[kind][#groups[kind] + 1] = warning
  end
  local function take(kind)
    local group = groups[kind] or {}
    groups[kind] = nil
    return group
  end
  local below, unpaired = take "negative_cash", take "unpaired"
  for _, warning in ipairs(below) do look("cash", setting("negative_cash") == "quiet" and "look" or "mend", warning.message, "explain cash in " .. (match(warning.about, "^[%w_]+$") and warning.about or ("%q"):format(warning.about))) end
  if #below == 0 then look("cash", "ok", "no account is below zero") end
  for _, warning in ipairs(unpaired) do look("transfers", "mend", warning.message, "history " .. warning.about) end
  if #unpaired == 0 then look("transfers", "ok", "each has its other side") end
  local age = ("%d %s"):format(here.price_max_age or week, here.price_max_age == 1 and "day" or "days")
  local is_well = true
  for _, row in ipairs { { "no_price", "none of %s" }, { "stale_price", "older than " .. age .. ": %s" }, { "trade_price", "only what a trade paid: %s" } } do
    local symbols = {}
    for _, warning in ipairs(take(row[1])) do symbols[#symbols + 1] = warning.about end
    if #symbols > 0 then
      look("prices", row[1] == "trade_price" and "look" or "mend", row[2]:format(some(symbols)), row[1] == "no_price" and #symbols == 1 and ("price %s PRICE"):format(symbols[1]) or "sync")
      is_well = false
    end
  end
  if is_well then look("prices", "ok", "of all that is held, none older than " .. age) end
  for _, group in pairs(groups) do others = others + #group end
  if others > 0 then look("warnings", "look", ("%d more of the book"):format(others), "warnings") end
end

-- Several currencies without one for their sum.
local function lookAtCurrencies(look)
  local base = setting("base_currency") or ""
  local currencies = {}
  for _, row in ipairs(cash()) do currencies[row.currency] = true end
  local held = {}
  for name in pairs(currencies) do held[#held + 1] = name end
  if base == "" and #held > 1 then look("base currency", "mend", "there are " .. some(held) .. ", and none is chosen for their sum", "set base " .. held[1])
  elseif base ~= "" then look("base currency", "ok", base) end
end

-- Rules that have something due, drafts.
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
lookAtWarnings(look, here)
lookAtCurrencies(look)
lookAtRules(look)
return frame { columns = { "check", "state", "finding", "mend" }, unpack(found) }

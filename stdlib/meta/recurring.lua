---@meta
-- Made from luca's own records for editors, and never run. For lua-language-server, a .luarc.json beside your scripts:
-- { "runtime.version": "Lua 5.4", "workspace.library": ["<where luca's stdlib is>/meta"] }

recurring = {}

---@class recurring_arguments
---@field name string What it is called; alone, the rule of that name is shown.
---@field every? string How often: day, week, biweekly, month, quarter, year, 3 months and so on.
---@field day? day The day of the month, the last where it is shorter; -1 or "last" for the last.
---@field weekday? string The day of the week, for rules of weeks: friday.
---@field on? string The place in the month: first working day, last working day, last day, third friday and so on.
---@field from? date|string The first day that can be one of its days; today for a new rule.
---@field to? date|string The last day that can be one.
---@field count? integer How many days it has in all.
---@field shift? string Where a day goes on which nobody works: next, previous or none. Default: "none".
---@field calendar? string The calendar of working days: target, us, nyse, england or one of your own; weekends alone where left out.
---@field status? string posted or draft; what the setting recurring_status says where left out.
---@field record? record What to record, as record takes it, or type="transfer" as transfer does; or a function(day, rule) that records, or gives what to record. A buy with an amount and no quantity or price buys units for it at the day's price, whole ones with whole_shares=true.

---Keeps a rule that records something again and again, or keeps it anew; with a function it lives in the script, and its days in the book.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}}[1].due --> 3
---```
---@param arguments recurring_arguments
---@overload fun(name: string, options?: table): frame?
---@return frame?
function recurring(arguments) end

---@class recurring_due_arguments
---@field to? date|string Up to this day, itself included, at most 100 years ahead. Default: today().
---@field name? string Only this rule.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.

---What is due, oldest first, and what it would record; it is tried on a branch that is thrown away.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} return recurring.due{}:list("overdue")[1] --> 91
---```
---@param arguments? recurring_due_arguments
---@overload fun(to?: date|string, options?: table): frame?
---@return frame?
function recurring.due(arguments) end

---@class recurring_run_arguments
---@field to? date|string Up to this day, itself included, at most 100 years ahead. Default: today().
---@field name? string Only this rule.
---@field status? string posted or draft; what each rule says where left out.

---Posts everything that is due, oldest first, each day of a rule once, and gives what it recorded.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} return recurring.run{}:count(), recurring.run{}:count() --> 3, 0
---```
---@param arguments? recurring_run_arguments
---@overload fun(to?: date|string, options?: table): frame
---@return frame
function recurring.run(arguments) end

---@class recurring_approve_arguments
---@field name? string Only this rule.
---@field to? date|string Only drafts of this day and those before.

---Posts the drafts that recurring rules made and that still wait, as they stand.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} recurring.run{status="draft"} return recurring.approve{}:count() --> 3
---```
---@param arguments? recurring_approve_arguments
---@overload fun(name?: string, options?: table): frame
---@return frame
function recurring.approve(arguments) end

---@class recurring_skip_arguments
---@field name string The rule.
---@field day? date|string The day to pass over, by the rule or as moved off a weekend; the first that is open where left out.

---Passes over one day of a rule: it is never posted.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} recurring.skip{name="rent", day="2015-11-01"} return recurring.due{}:count() --> 2
---```
---@param arguments recurring_skip_arguments
---@overload fun(name: string, options?: table): frame
---@return frame
function recurring.skip(arguments) end

---@class recurring_pause_arguments
---@field name string The rule.
---@field from? date|string The first day of the rest. Default: today().

---Lets a rule rest, one that a script defines too: nothing of it is due from that day on, until recurring.resume.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} return recurring.pause{name="rent", from="2015-11-01"}[1].due --> 1
---```
---@param arguments recurring_pause_arguments
---@overload fun(name: string, options?: table): frame
---@return frame
function recurring.pause(arguments) end

---@class recurring_resume_arguments
---@field name string The rule.
---@field catch_up? boolean Whether the days of the rest are due after all; else they are passed over. Default: false.

---Ends the rest of a rule.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} recurring.pause{name="rent", from="2015-11-01"} return recurring.resume{name="rent"}[1].due --> 1
---```
---@param arguments recurring_resume_arguments
---@overload fun(name: string, options?: table): frame
---@return frame
function recurring.resume(arguments) end

---@class recurring_remove_arguments
---@field name string The rule.

---Takes a rule away; what it recorded stays, and which of its days are settled.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} return recurring.remove{name="rent"} --> true
---```
---@param arguments recurring_remove_arguments
---@overload fun(name: string, options?: table): boolean
---@return boolean
function recurring.remove(arguments) end

---@class recurring_list_arguments
---@field name? string Only this rule.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.

---The rules: what they record and when, what is due, what comes next.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} return recurring.list{}[1].next --> 2015-10-01
---```
---@param arguments? recurring_list_arguments
---@overload fun(name?: string, options?: table): frame?
---@return frame?
function recurring.list(arguments) end

---@class recurring_next_arguments
---@field name? string Only this rule.
---@field count? integer How many of each rule. Default: 12.
---@field tag? tag Only of what has this tag, or one of these: itself, its account or its instrument.

---The days to come of one rule or of all.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} return recurring.next{name="rent", count=3}[3].date --> 2016-03-01
---```
---@param arguments? recurring_next_arguments
---@overload fun(name?: string, options?: table): frame?
---@return frame?
function recurring.next(arguments) end

---@class recurring_history_arguments
---@field name string The rule.

---What became of the days of a rule, those of a rule that is gone too: posted, skipped or open again, how what was recorded stands now, and the first activity of each.
---```lua
---recurring{name="rent", every="month", day=1, from="2015-10-01", record={type="withdrawal", account="Savings", amount=900}} recurring.run{} return recurring.history{name="rent"}[1].state --> posted
---```
---@param arguments recurring_history_arguments
---@overload fun(name: string, options?: table): frame?
---@return frame?
function recurring.history(arguments) end

---@class recurring_calendar_arguments
---@field name string What it is called.
---@field holidays? table A list of lines: "Christmas Day: 12-25 next", "third monday of january", "easter -2", "2026-06-05", "open 2026-06-06"; defines it.
---@field weekend? table The days of the week that are free. Default: {"saturday", "sunday"}.
---@field year? integer The year whose holidays are shown; this one where left out.
---@field remove? boolean Takes it away; a ready-made one of that name comes back.

---Defines a calendar of working days, and shows its holidays of a year.
---```lua
---recurring.calendar{name="target", year=2026}[2].holiday --> Good Friday
---```
---@param arguments recurring_calendar_arguments
---@overload fun(name: string, options?: table): frame?
---@return frame?
function recurring.calendar(arguments) end

---The calendars of working days: those of the book, and the ready-made ones.
---```lua
---recurring.calendars():list("calendar")[1] --> target
---```
---@return frame
function recurring.calendars() end

-- Sixty to forty with 5/25 bands: nothing is done until something is 5 points, or a quarter of its target, out of its place.
--
--   luca run scripts/sixty_forty.lua                    how things stand, and the trades where something is out of its band
--   luca run scripts/sixty_forty.lua --draft            records the trades as drafts, to be approved
--   luca run scripts/sixty_forty.lua --apply            records them
--
-- The sample book has no bonds, so that NVDA stands for the calm part; tag your own symbols.

local OWNER = "Jerry"
local TAGS = { ORCL = "stocks", NVDA = "bonds" }

local how = arg and arg[1]
local other = arg and (how == "--draft" or how == "--apply") and arg[2] or how ~= "--draft" and how ~= "--apply" and how
if other then error("sixty_forty.lua takes --draft or --apply, not " .. other, 0) end

targets {
  name = "60/40", by = "tag", tags = TAGS, band = "5/25",
  weights = { { name = "stocks", weight = 60 }, { name = "bonds", weight = 40 } },
}
show(targets { name = "60/40", owner = OWNER })

-- Sales pay for purchases in the account that they are made in; losses go first, then what was held for long.
local proposal = rebalance { targets = "60/40", owner = OWNER, mode = "hybrid", tax = true, min_trade = 100, fee = 1 }
if #proposal == 0 then
  print("everything is in its band")
else
  show(proposal)
  show(proposal:preview())
  if how == "--draft" or how == "--apply" then
    local recorded = proposal:apply { status = how == "--draft" and "draft" or "posted" }
    print(("%d trades recorded"):format(#recorded))
  else
    print("nothing is recorded; --draft or --apply do")
  end
end

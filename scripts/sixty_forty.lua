-- Sixty to forty with 5/25 bands: nothing is done until something is 5 points, or a quarter of its target, out of its place.
--
--   luca run scripts/sixty_forty.lua --owner Jerry              how things stand, and the trades where something is out of its band
--   luca run scripts/sixty_forty.lua --owner Jerry --draft      records the trades as drafts, to be approved
--   luca run scripts/sixty_forty.lua --owner Jerry --apply      records them
--
-- The sample book has no bonds, so that NVDA stands for the calm part; say your own symbols by --stocks and --bonds.

local given = options {
  owner = { type = "string", doc = "Only accounts of this owner." },
  stocks = { type = "symbol", list = true, required = true, default = { "ORCL" }, doc = "What is to be sixty percent." },
  bonds = { type = "symbol", list = true, required = true, default = { "NVDA" }, doc = "What is to be forty percent." },
  draft = { type = "boolean", doc = "Records the trades as drafts." },
  apply = { type = "boolean", doc = "Records the trades." },
}
if given.draft and given.apply then error { kind = "option", message = "sixty_forty.lua takes --draft or --apply, not both" } end

local tags = {}
for _, symbol in ipairs(given.stocks) do tags[symbol] = "stocks" end
for _, symbol in ipairs(given.bonds) do tags[symbol] = "bonds" end

targets {
  name = "60/40", by = "tag", tags = tags, band = "5/25",
  weights = { { name = "stocks", weight = 60 }, { name = "bonds", weight = 40 } },
}
show(targets { name = "60/40", owner = given.owner })

-- Sales pay for purchases in the account that they are made in; losses go first, then what was held for long.
local proposal = rebalance { targets = "60/40", owner = given.owner, mode = "hybrid", tax = true, min_trade = 100, fee = 1 }
if #proposal == 0 then
  print("everything is in its band")
else
  show(proposal)
  show(proposal:preview())
  if given.draft or given.apply then
    local recorded = proposal:apply { status = given.draft and "draft" or "posted" }
    print(("%d trades recorded"):format(#recorded))
  else
    print("nothing is recorded; --draft or --apply do")
  end
end

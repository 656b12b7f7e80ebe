-- What all is made of: by class, currency and account, or by what is asked for, and beside the targets of the book.
local kit = ...

local kinds = { "class", "kind", "symbol", "account", "portfolio", "owner", "currency", "tag" }

-- What targets want beside what is there, as the section of a report; a sentence where that is not known.
local function targets_section(name, p, on)
  local heading = { heading = "Targets: " .. name }
  local done, found = pcall(targets, kit.account_filters(p.asked or p, { name = name, on = on, tag = kit.tag(p) }))
  if not done then
    heading[1] = "What is held cannot be set beside these targets: " .. found.message .. "."
    return heading
  end
  local rows = {}
  for row in found do
    for _, side in ipairs { { "target", row.target_weight }, { "held", row.weight } } do
      rows[#rows + 1] = { what = row.target, side = side[1], percent = side[2] and (side[2] * 100):round(2, "half_up") }
    end
  end
  heading[1] = frame(rows, { "what", "side", "percent" }):chart { kind = "bar", x = "what", y = "percent", by = "side", stacked = false, title = "Targets and what is held, in percent" }
  heading[2] = found
  return heading
end

kit.define {
  name = "allocation",
  summary = "What all is made of, by class, currency and account or by one of them, beside the targets of the book.",
  parameters = kit.with({ name = "by", type = "string", values = kinds, doc = "By this alone: " .. table.concat(kinds, ", ") .. "." }, kit.on),
  example = "report.allocation{by=\"class\", on=\"2010-12-31\"}",
  run = function(p)
    local on, notes, parts, sections = p.on or today(), kit.notes(), kit.parts(p), {}
    for _, part in ipairs(parts) do
      for _, by in ipairs(p.by and { p.by } or { "class", "currency", "account" }) do
        local rows, name = kit.allocation(part, by, on, notes)
        local section = { heading = "By " .. by .. part.suffix, "Nothing is held." }
        if by == "tag" and #rows == 0 then section[1] = "Nothing has a tag." end
        if #rows > 0 then section[1] = rows end
        if #rows > 1 then table.insert(section, 1, kit.allocation_chart(rows, name, "Worth by " .. by .. part.suffix)) end
        sections[#sections + 1] = section
      end
    end
    local done, all = pcall(targets)
    if not done then
      notes.say("The targets are not shown: " .. all.message .. ".")
    elseif #all > 0 and (p.asked or p).symbol then
      notes.say "Targets are of all that is held, and not shown beside an instrument."
    else
      for row in all:distinct("targets") do sections[#sections + 1] = targets_section(row.targets, p, on) end
    end
    kit.say_currencies(parts, notes)
    return report { title = "Allocation", subtitle = kit.subtitle(p, on), sections = sections, notes = notes.list }
  end,
}

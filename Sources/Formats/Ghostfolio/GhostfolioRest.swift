import JSON

/// What a file tells for which luca has no place, by count.
struct GhostfolioRest {
    private var counts: [(one: String, many: String, count: Int)] = []

    init(_ document: JSONValue, _ activities: [JSONValue], knownTags: Set<String>) {
        let accounts = document["accounts"]?.items ?? [], profiles = document["assetProfiles"]?.items ?? []
        func isTold(_ value: JSONValue?) -> Bool { value?.text?.isEmpty == false || value?.items?.isEmpty == false || value?.members?.isEmpty == false }
        func count(_ one: String, _ many: String, _ count: Int) { if count > 0 { counts.append((one, many, count)) } }
        count("comment of an account", "comments of accounts", accounts.count { isTold($0["comment"]) })
        count("comment of an asset", "comments of assets", profiles.count { isTold($0["comment"]) })
        count("ISIN, CUSIP or FIGI", "ISINs, CUSIPs and FIGIs", profiles.count { profile in ["isin", "cusip", "figi"].contains { isTold(profile[$0]) } })
        count("web address of an asset", "web addresses of assets", profiles.count { isTold($0["url"]) })
        count("list of sectors", "lists of sectors", profiles.count { isTold($0["sectors"]) })
        count("list of countries", "lists of countries", profiles.count { isTold($0["countries"]) })
        count("list of what a fund holds", "lists of what funds hold", profiles.count { isTold($0["holdings"]) })
        count("source of prices of an asset's own", "sources of prices of assets' own", profiles.count { isTold($0["scraperConfiguration"]) || isTold($0["symbolMapping"]) })
        count(
            "tag of an activity whose name the file does not tell", "tags of activities whose names the file does not tell",
            activities.reduce(0) { $0 + ($1["tags"]?.items ?? []).count { tag in tag.text.map { !knownTags.contains($0) } ?? false } })
    }

    func tell(_ plan: inout PlanBuilder) {
        if counts.isEmpty { return }
        let parts = counts.map { $0.count == 1 ? "1 \($0.one)" : "\($0.count) \($0.many)" }
        plan.notice(.leftOut, "\(parts.joined(separator: ", ")) left out, for which luca has no place")
    }
}

import JSON
import Ledger
import Values

/// The export of Ghostfolio: accounts with balances of cash, activities, and the assets that the user made up.
///
/// It knows no payments into an account or out of it: of cash it tells balances alone, which `GhostfolioCash` brings about. A verdict's line counts the objects of
/// the document.
struct GhostfolioJSON: DocumentFormat {
    let name = "ghostfolio"
    let summary = "The export of Ghostfolio: accounts with their balances, activities, and prices of assets that its user made up."
    let example = """
        {"meta":{"date":"2025-08-01T09:00:00.000Z","version":"2.190.0"},\
        "accounts":[{"balance":100,"balances":[],"comment":null,"currency":"USD","id":"0b7c3b5e-0000-4000-8000-000000000001","isExcluded":false,"name":"Broker","platformId":null}],\
        "assetProfiles":[],"platforms":[],"tags":[],\
        "activities":[{"accountId":"0b7c3b5e-0000-4000-8000-000000000001","comment":null,"currency":"USD","dataSource":"YAHOO","date":"2025-07-01T00:00:00.000Z","fee":1,\
        "id":"0b7c3b5e-0000-4000-8000-000000000002","quantity":3,"symbol":"ORCL","tags":[],"type":"BUY","unitPrice":40.5}],\
        "user":{"settings":{"currency":"USD"}}}
        """

    func fits(_ document: JSONValue) -> Bool {
        guard let activities = Self.activities(of: document) else { return false }
        return activities.items.contains { $0["unitPrice"] != nil && $0["type"] != nil } || document["assetProfiles"] != nil || document["meta"]?["version"] != nil
    }

    /// Its list of activities; the first versions called them orders.
    private static func activities(of document: JSONValue) -> (key: String, items: [JSONValue])? {
        for key in ["activities", "orders"] { if let items = document[key]?.items { return (key, items) } }
        return nil
    }

    func read(_ document: JSONValue, into plan: inout PlanBuilder) throws(ImportIssue) -> (any FileCompletion)? {
        guard let activities = Self.activities(of: document) else {
            throw ImportIssue(.unknownFormat, line: 1, message: "the document has no list \"activities\"", hint: "in Ghostfolio, Export writes a file that has one")
        }
        let known = ["meta", "accounts", "assetProfiles", "platforms", "tags", "user", activities.key]
        for member in document.members ?? [] where !known.contains(member.key) {
            plan.notice(.unknownKey, "the document has the key \"\(MessageText.cut(member.key))\", which is left out")
        }
        var reader = GhostfolioReader(document, activities.items, &plan)
        reader.readAccounts(document["accounts"]?.items ?? [], activities.items, &plan)
        reader.readActivities(activities.items, under: activities.key, &plan)
        reader.readPrices(document["assetProfiles"]?.items ?? [], &plan)
        reader.tell(&plan)
        return reader.cash
    }
}

/// What a payment is for in luca's exports, where Ghostfolio asks for an asset. Its number tells that it says no more than the type of the row does.
enum GhostfolioSubject: String, CaseIterable {
    case fee = "Fee"
    case tax = "Tax"
    case interest = "Interest"
    case interestPaid = "Interest paid"
    case staking = "Staking"

    /// The number that its asset goes under, in a currency.
    func number(_ currency: String) -> String { StableID.uuid("ghostfolio", rawValue, currency).lowercased() }

    /// The subject that an asset of a number is; nil for an asset of somebody's own.
    init?(number: String, currency: String) {
        guard GhostfolioAsset.isNumber(number), let subject = Self.allCases.first(where: { $0.number(currency) == number }) else { return nil }
        self = subject
    }
}

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

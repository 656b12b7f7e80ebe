public import JSON
import Values

/// Targets as the text that a book keeps.
extension Targets {
    /// One JSON object; decimals are texts. A grouping by a function is of a session only and has none.
    public var json: JSONValue? {
        if grouping == .function { return nil }
        return .object([
            "by": .string(grouping.rawValue), "band": band?.json, "targets": .array(targets.map(\.json)), "accounts": Self.json(accounts), "tags": Self.json(tags),
        ])
    }

    /// Reads what `json` wrote.
    public init(name: String, json: JSONValue) throws(PlanError) {
        let word = json["by"]?.text ?? Grouping.symbol.rawValue
        guard let grouping = Grouping(rawValue: word), grouping != .function else { throw .targets(name, "\"by\" is \"\(word)\"") }
        var targets: [Target] = []
        for item in json["targets"]?.items ?? [] { targets.append(try Target(json: item, of: name)) }
        try self.init(
            name: name, by: grouping, band: Band(json: json["band"], of: name), targets: targets, accounts: Self.texts(json["accounts"]),
            tags: Self.texts(json["tags"]))
    }

    private static func json(_ texts: [String: String]) -> JSONValue? {
        texts.isEmpty ? nil : .object(texts.sorted { $0.key < $1.key }.map { JSONValue.Member(key: $0.key, value: .string($0.value)) })
    }

    private static func texts(_ json: JSONValue?) -> [String: String] {
        Dictionary((json?.members ?? []).compactMap { member in member.value.text.map { (member.key, $0) } }) { $1 }
    }
}

extension Target {
    fileprivate var json: JSONValue {
        .object([
            "name": .string(name), "weight": .string(weight.description), "band": band?.json, "buy": buy.map { .string($0) },
            "members": members.isEmpty ? nil : .array(members.map(\.json)),
        ])
    }

    fileprivate init(json: JSONValue, of plan: String) throws(PlanError) {
        guard let name = json["name"]?.text else { throw .targets(plan, "a target has no name") }
        guard let weight = FixedDecimal(json: json["weight"]) else { throw .targets(plan, "\"\(name)\" has no weight") }
        var members: [Target] = []
        for item in json["members"]?.items ?? [] { members.append(try Target(json: item, of: plan)) }
        self.init(name, weight: weight, band: try Band(json: json["band"], of: plan), buy: json["buy"]?.text, members: members)
    }
}

extension Band {
    fileprivate var json: JSONValue {
        .object(["absolute": absolute.map { .string($0.description) }, "relative": relative.map { .string($0.description) }])
    }

    fileprivate init?(json: JSONValue?, of plan: String) throws(PlanError) {
        guard let json else { return nil }
        guard json.members != nil else { throw .targets(plan, "a band is \(json.noun)") }
        self = try Band(absolute: FixedDecimal(json: json["absolute"]), relative: FixedDecimal(json: json["relative"]))
    }
}

extension FixedDecimal {
    fileprivate init?(json: JSONValue?) {
        guard let text = json?.text ?? json?.digits, let value = try? FixedDecimal(text) else { return nil }
        self = value
    }
}

extension PlanError {
    fileprivate static func targets(_ name: String, _ what: String) -> PlanError {
        PlanError(.malformed, "the targets \"\(name)\" cannot be read: \(what)", hint: "define them anew")
    }
}

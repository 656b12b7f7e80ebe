import JSON
import Ledger
import Values

/// Holds what is defined against the rule for names, whoever defines it.
///
/// A name that stood in the same field before passes whatever it is, so that what a book has from before the rule can still be changed in its
/// other fields. A whole book that is read in from a folder does not come this way.
enum NameRules {
    static func check(_ account: Account, before: Account?) throws(LedgerError) {
        try check(account.name, "the name", of: "an account", field: "name", before: before?.name)
        try check(account.portfolio, "the portfolio", of: "an account", field: "portfolio", before: before?.portfolio)
        try check(account.owner, "the owner", of: "an account", field: "owner", before: before?.owner)
        try check(account.group, "the group", of: "an account", field: "group", before: before?.group)
    }

    static func check(_ instrument: Instrument, before: Instrument?) throws(LedgerError) {
        try check(instrument.symbol, "the symbol", of: "an instrument", field: "symbol", before: before?.symbol)
        try check(instrument.name, "the name", of: "an instrument", field: "name", before: before?.name)
        try check(instrument.assetClass, "the class", of: "an instrument", field: "class", before: before?.assetClass)
        try check(instrument.provider, "the provider", of: "an instrument", field: "provider", before: before?.provider)
        try check(instrument.providerSymbol, "the provider's symbol", of: "an instrument", field: "provider_symbol", before: before?.providerSymbol)
    }

    /// Checks the name of a plan, and the names that it gives itself: of tiers, of their accounts, of targets, and tags.
    ///
    /// - Parameter json: what the text of the document says, or what of it is not as it was; nil where it cannot be read.
    static func check(_ document: PlanDocument, _ json: JSONValue?, before: PlanDocument?) throws(LedgerError) {
        // One that is taken away is named as it was.
        if document.body.isEmpty { return }
        // One without a name is the ledger's to refuse.
        if before == nil, document.name.contains(where: { !$0.isWhitespace }) {
            try check(document.name, "the name", of: "a \(document.kind.rawValue) plan", field: "name", before: nil)
        }
        let part = "a part of the \(document.kind.rawValue) plan \(document.name)"
        let faulty = Self.names(in: json).filter { NameRule.fault(in: $0) != nil }, steering = purposes(in: json).filter { control(in: $0) != nil }
        if faulty.isEmpty, steering.isEmpty { return }
        let earlier = before.flatMap { try? JSONReader.read(Array($0.body.utf8)) }, known = Set(Self.names(in: earlier) + Self.purposes(in: earlier))
        for name in faulty where !known.contains(name) { try check(name, "the name", of: part, field: "name", before: nil) }
        for purpose in steering where !known.contains(purpose) {
            if let sign = control(in: purpose) { throw .badName(what: "the purpose of \(part)", name: purpose, field: "purpose", fault: .control(sign)) }
        }
    }

    /// What a text of any length may not hold that stands on the screens of other people; it may have several lines.
    private static func control(in text: String) -> Unicode.Scalar? { text.unicodeScalars.first { SafeText.isUnsafe($0) && $0 != "\n" && $0 != "\t" } }

    /// Why activities cannot be recorded for the words that tie them to others; nil for those that can. O(n) in the activities of the book
    /// where one of the words is against the rule.
    ///
    /// A word that activities of the book have already passes, so that the other side of a transfer can follow, and the legs of an order.
    static func faults(in batch: [Activity], _ ledger: Ledger) -> [LedgerError?] {
        var faults: [String: NameRule.Fault] = [:]
        for group in batch.lazy.compactMap({ $0.detail?.group }) where faults[group] == nil { faults[group] = NameRule.fault(in: group) }
        if faults.isEmpty { return batch.map { _ in nil } }
        let table = ledger.activities
        for row in 0..<table.count { if let group = table.detail(at: row)?.group { faults[group] = nil } }
        return batch.map { activity in
            guard let group = activity.detail?.group, let fault = faults[group] else { return nil }
            return .badName(what: "the group of an activity", name: group, field: "group", fault: fault)
        }
    }

    /// Checks a tag that nothing has so far.
    static func check(tag: String) throws(LedgerError) { try check(tag, "the tag", of: "a thing", field: "tag", before: nil) }

    /// Checks where a quote or a rate is from; one that `isKnown` passes.
    static func check(source: String, of owner: String, isKnown: () throws -> Bool) throws {
        guard let fault = NameRule.fault(in: source), try !isKnown() else { return }
        throw LedgerError.badName(what: "the source of \(owner)", name: source, field: "source", fault: fault)
    }

    private static func check(_ name: String, _ what: String, of owner: String, field: String, before: String?) throws(LedgerError) {
        guard name != before, let fault = NameRule.fault(in: name) else { return }
        throw .badName(what: "\(what) of \(owner)", name: name, field: field, fault: fault)
    }

    /// Every text that stands under the key `name`, and every tag, in the document of a plan.
    private static func names(in json: JSONValue?) -> [String] {
        texts(in: json) { member in
            if member.key == "name", let text = member.value.text { return [text] }
            if member.key == "tags", case .object(let tags) = member.value { return tags.compactMap(\.value.text) }
            return []
        }
    }

    /// What the tiers of a plan are for.
    private static func purposes(in json: JSONValue?) -> [String] {
        texts(in: json) { member in member.key == "purpose" ? [member.value.text].compactMap(\.self) : [] }
    }

    private static func texts(in json: JSONValue?, _ take: (JSONValue.Member) -> [String]) -> [String] {
        guard let json else { return [] }
        var found: [String] = []
        func look(_ value: JSONValue) {
            if let items = value.items { return items.forEach(look) }
            guard case .object(let members) = value else { return }
            for member in members {
                found += take(member)
                look(member.value)
            }
        }
        look(json)
        return found
    }
}

/// Holds a new plan against the bounds of figures and of its own length, whoever makes it: the one edge that all kinds of plans pass.
///
/// What a plan holds already may stay in it, so that a book from before the bounds can be changed in its other parts.
enum PlanBounds {
    /// How long the text of a plan may be: a reserve plan of some thousand accounts is shorter.
    static let longestBody = 1 << 20

    /// - Parameter json: what the text of the document says, or what of it is not as it was; nil where it cannot be read.
    static func check(_ document: PlanDocument, _ json: JSONValue?, before: PlanDocument?) throws {
        let length = document.body.utf8.count, what = "the \(document.kind.rawValue) plan \(document.name)"
        guard length <= max(longestBody, before?.body.utf8.count ?? 0) else {
            throw StorageError(.beyondBound, "The text of \(what) has \(length) bytes, and \(longestBody) are the most.", hint: "Make several plans of it.")
        }
        let beyond = figures(in: json).filter { !Bound.amount.admits($0.value) }
        if beyond.isEmpty { return }
        let known = Set(before.map { figures(in: try? JSONReader.read(Array($0.body.utf8))).map(\.value) } ?? [])
        for (key, value) in beyond where !known.contains(value) {
            throw LedgerError.beyondBound(what: "the \(key) of \(what)", field: key, value: value, bound: .amount)
        }
    }

    /// Keys whose values are names and words, which may consist of digits.
    private static let words: Set = ["name", "account", "symbol", "notes", "group", "calendar", "plan", "id", "into"]

    /// The figures of a plan with the keys that they stand under: numbers, and texts of numbers, as decimals are written.
    private static func figures(in json: JSONValue?) -> [(key: String, value: FixedDecimal)] {
        guard let json else { return [] }
        var found: [(key: String, value: FixedDecimal)] = []
        func look(_ value: JSONValue, _ key: String) {
            switch value {
            case .object(let members): for member in members { look(member.value, member.key) }
            case .array(let items): for item in items where item.text == nil { look(item, key) }
            case .number(let text), .string(let text): if !words.contains(key), let figure = try? FixedDecimal(text) { found.append((key, figure)) }
            case .null, .bool: break
            }
        }
        look(json, "figure")
        return found
    }
}

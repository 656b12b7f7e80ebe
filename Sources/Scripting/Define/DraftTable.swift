import Formats
import Ledger
import LuaKit
import Values

/// An activity as a script writes it in a table, for an importer.
struct DraftTable {
    private let fields: [String: LuaValue]

    /// The fields that a draft may have, as `record` takes them, and what a new symbol or account is.
    static let names = ActivityField.allCases.filter { $0 != .lots }.map(\.rawValue) + ["name", "kind", "multiplier", "portfolio", "owner", "id"]

    init(_ value: LuaValue) throws {
        guard let pairs = value.fields else { throw LuaMisuse("a draft is a table such as {type=\"buy\", …}, got \(PlainText.typeName(of: value))") }
        for (name, _) in pairs where !Self.names.contains(name) {
            let hint = nearestName(to: name, in: Self.names).map { "did you mean \($0)?" } ?? "the fields are \(Self.names.joined(separator: ", "))"
            throw LuaMisuse("a draft has no field \(name)", field: name, hint: hint)
        }
        fields = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    }

    func draft() throws -> ImportedDraft {
        var draft = ActivityDraft(
            date: try day("date"), kind: try text("type"), subtype: try text("subtype"), status: try text("status"), account: try text("account"),
            symbol: try text("symbol"), quantity: try decimal("quantity"), price: try decimal("price"), amount: try decimal("amount"),
            fee: try decimal("fee"), tax: try decimal("tax"), currency: try text("currency"), fxRate: try decimal("fx_rate"), notes: try text("notes") ?? "")
        draft.time = try moment("time")
        draft.settle = try text("settle")
        draft.into = try text("into")
        draft.group = try text("group")
        draft.opened = try day("opened")
        draft.share = try decimal("share")
        if let ratio = try text("ratio") {
            draft.ratio = Ratio(written: ratio)
            if draft.ratio == nil { throw mismatch("ratio", "a ratio such as \"4:1\"", hint: Ratio.hint(for: ratio)) }
        }
        var imported = ImportedDraft(draft)
        imported.name = try text("name") ?? ""
        imported.portfolio = try text("portfolio") ?? ""
        imported.owner = try text("owner") ?? ""
        imported.sourceID = try text("id") ?? ""
        imported.multiplier = try decimal("multiplier")
        if let multiplier = imported.multiplier, multiplier <= .zero { throw mismatch("multiplier", "above zero") }
        if let kind = try text("kind") {
            guard let known = Instrument.Kind(rawValue: kind) else {
                throw mismatch("kind", "one of \(Instrument.Kind.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            imported.kind = known
        }
        return imported
    }

    /// A text; an empty one is none, as an empty cell is.
    private func text(_ name: String) throws -> String? {
        switch fields[name] ?? .none {
        case .none: return nil
        case .string(let text): return text.isEmpty ? nil : text
        case .integer, .number, .boxed: return PlainText.plain(fields[name] ?? .none)
        default: throw mismatch(name, "a text")
        }
    }

    private func decimal(_ name: String) throws -> FixedDecimal? {
        guard let value = fields[name] else { return nil }
        if case .string("") = value { return nil }
        guard let decimal = try Coercion.decimal(value) else { throw mismatch(name, "a number", hint: "columns={[\"Heading\"]=\"\(name)\"} reads it in the file's own way, as r.\(name)") }
        return decimal
    }

    private func day(_ name: String) throws -> Day? {
        guard let value = fields[name] else { return nil }
        if case .string("") = value { return nil }
        guard let day = try Coercion.day(value) else { throw mismatch(name, "a date") }
        return day
    }

    private func moment(_ name: String) throws -> Instant? {
        switch fields[name] ?? .none {
        case .none, .string(""): return nil
        case .boxed(let box) where box.type == .datetime: return box.instant
        case .string(let text): return try Instant(iso8601: text)
        default: throw mismatch(name, "a moment such as \"2014-03-03T10:00:00Z\"")
        }
    }

    private func mismatch(_ name: String, _ expected: String, hint: String? = nil) -> LuaMisuse {
        let value = fields[name] ?? .none
        let shown = value.stringValue.map { "\"\($0)\"" } ?? PlainText.typeName(of: value)
        return LuaMisuse("\(name) must be \(expected), got \(shown)", field: name, hint: hint)
    }
}

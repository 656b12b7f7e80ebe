import Formats
import Ledger
import LuaKit
import LuaSurface
import Values

/// The table of an activity that an importer of a script gives for a row.
struct DraftTable {
    private let fields: [String: LuaValue]

    /// The fields that the table may have: those of `record`, and what a new symbol or account is.
    static let names = ActivityField.allCases.filter { $0 != .lots }.map(\.rawValue) + ["name", "kind", "multiplier", "portfolio", "owner", "id", "cash", "account_currency"]

    /// Reads the table that a script gave.
    ///
    /// - Throws: a misuse where it is no table, or has an unknown field.
    init(_ value: LuaValue) throws {
        guard let pairs = value.fields else { throw LuaMisuse("a draft is a table such as {type=\"buy\", …}, got \(PlainText.typeName(of: value))") }
        for (name, _) in pairs where !Self.names.contains(name) {
            let hint = Suggestion(for: name, in: Self.names)?.question ?? "the fields are \(Self.names.joined(separator: ", "))"
            throw LuaMisuse("a draft has no field \(name)", field: name, hint: hint)
        }
        fields = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// What a script says of a line, which the table names beside a draft, or beside `skip`, `refuse` or `part_of`.
    ///
    /// - Throws: a misuse where it is no table, has an unknown field, or names no line. What is wrong with the draft itself refuses its line.
    static func entry(_ value: LuaValue) throws -> ScriptedEntry {
        guard let pairs = value.fields else { throw LuaMisuse("a draft is a table such as {line=12, type=\"buy\", …}, got \(PlainText.typeName(of: value))") }
        var fields = Dictionary(pairs.map { ($0.name, $0.value) }) { first, _ in first }
        guard case .integer(let line)? = fields.removeValue(forKey: "line") else {
            throw LuaMisuse("a draft has no line", field: "line", hint: "line=r.line tells of which record it is")
        }
        let told = { (name: String) in fields[name].map { PlainText.plain($0) } }
        if let reason = told("skip") { return ScriptedEntry(line: line, .skip(reason)) }
        if let message = told("refuse") { return ScriptedEntry(line: line, .refuse(message, hint: told("hint") ?? "")) }
        if case .integer(let other)? = fields["part_of"] { return ScriptedEntry(line: line, .part(of: other)) }
        do {
            return ScriptedEntry(line: line, .draft(try DraftTable(.table(fields.map { LuaPair(.string($0.key), $0.value) })).draft()))
        } catch let error as any LuaRaisable {
            return ScriptedEntry(line: line, .refuse((error.field.map { "\($0): " } ?? "") + error.message, hint: error.hint ?? ""))
        }
    }

    /// The draft that the table describes.
    ///
    /// - Throws: a misuse for a field of the wrong kind.
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
        imported.cash = try decimal("cash")
        if let code = try text("account_currency") { imported.accountCurrency = try LuaUnit(code).currency }
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

    /// A text field; nil where it is empty, like an empty cell.
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
        guard let decimal = try Coercion.decimal(value) else {
            throw mismatch(name, "a number", hint: "columns={[\"Heading\"]=\"\(name)\"} reads it in the file's own way, as r.\(name)")
        }
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

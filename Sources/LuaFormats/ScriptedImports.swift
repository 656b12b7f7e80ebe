import Formats
import Ledger
import LuaKit
import LuaSurface
import Values

/// The importers that scripts defined for this session, kept by `Runtime.part`. They stay whatever is undone.
private final class ScriptedImporters {
    /// The importers, the latest last.
    var all: [ScriptedImporter] = []

    /// Keeps an importer in the place of one of its name.
    func keep(_ importer: ScriptedImporter) {
        all.removeAll { $0.format.name == importer.format.name }
        all.append(importer)
    }
}

/// An importer that a script defined.
private struct ScriptedImporter {
    /// Its name, and which column holds which field.
    var format: ScriptedFormat
    /// Tells whether a file is its own; nil where its headings tell.
    var sniff: LuaReference?
    /// Makes drafts of activities of a row; nil where its columns tell.
    var row: LuaReference?
}

/// The importers that scripts defined, made ready for one file.
///
/// What a script's function raises becomes the issue of its row. An interrupt or a limit ends the import and is raised again.
final class ScriptedImports {
    private let runtime: Runtime
    private var stop: (any Error)?

    /// The importers of a session.
    init(_ runtime: Runtime) { self.runtime = runtime }

    /// The formats of the importers; they call the scripts' functions.
    var formats: [ScriptedFormat] {
        runtime.part(ScriptedImporters.init).all.map { importer in
            // A function that took in the format would keep it alive, which keeps the function: and with both the session, and its book open.
            let name = importer.format.name
            var format = importer.format
            if let sniff = importer.sniff {
                format.sniff = { [self] (header, rows) throws(ImportIssue) in try self.sniff(sniff, name, header, rows) }
            }
            if let row = importer.row {
                format.row = { [self] (cells) throws(ImportIssue) in try self.verdict(row, name, cells) }
            }
            return format
        }
    }

    /// Makes a plan. An interrupt within a script's function ends it.
    func plan<Plan>(_ body: () throws -> Plan) throws -> Plan {
        let result = Result { try body() }
        if let stop { throw stop }
        return try result.get()
    }

    private func sniff(_ function: LuaReference, _ name: String, _ header: [String], _ rows: [[String]]) throws(ImportIssue) -> Bool {
        let texts: ([String]) -> LuaValue = { .list($0.map { .string($0) }) }
        let result = try call(function, "importer \(name): sniff", [texts(header), .list(rows.map(texts))])
        if case .boolean(true)? = result.first { return true }
        return false
    }

    private func verdict(_ function: LuaReference, _ name: String, _ row: ScriptedRow) throws(ImportIssue) -> ScriptedVerdict {
        if stop != nil { return .skip("the import was stopped") }
        let result = try call(function, "importer \(name): row", [Self.table(row)])
        switch result.first ?? .none {
        case .none, .boolean(false):
            guard result.count > 1, let reason = result[1].stringValue else { return .skip("the importer \(name) leaves it out") }
            return .skip(reason)
        case .table(let pairs):
            let list = LuaValue.table(pairs).array ?? []
            do {
                return .drafts(try (list.isEmpty ? [.table(pairs)] : list).map(DraftTable.init).map { try $0.draft() })
            } catch {
                throw Self.issue(error, "importer \(name): row")
            }
        default:
            throw ImportIssue(
                .script, message: "importer \(name): row gave \(PlainText.typeName(of: result[0]))",
                hint: "it gives a table such as {type=\"buy\", …}, a list of them, or nil and why the row is left out")
        }
    }

    /// Calls a script's function; what it raises is an issue.
    private func call(_ function: LuaReference, _ what: String, _ arguments: [LuaValue]) throws(ImportIssue) -> [LuaValue] {
        do {
            return try runtime.lua.call(function, arguments)
        } catch {
            if let failure = error as? LuaFailure, failure.underlying is LuaStop { stop = error }
            throw Self.issue(error, what)
        }
    }

    private static func issue(_ error: any Error, _ what: String) -> ImportIssue {
        guard let raised = error as? any LuaRaisable else { return ImportIssue(.script, message: "\(what): \(error)") }
        let position = (error as? LuaFailure)?.position.map { " (\($0.chunk):\($0.line))" } ?? ""
        return ImportIssue(.script, column: raised.field ?? "", message: "\(what)\(position): \(raised.message)", hint: raised.hint ?? "")
    }

    /// A row as a Lua table: by heading, by the number of the column, and by field where a column is mapped.
    private static func table(_ row: ScriptedRow) -> LuaValue {
        var values: [String: LuaValue] = [:]
        for cell in row.cells where !cell.heading.isEmpty && values[cell.heading] == nil { values[cell.heading] = .string(cell.text) }
        values["line"] = .integer(row.line)
        for (name, value) in row.fields {
            values[name] =
                switch value {
                case .text(let text): .string(text)
                case .number(let number): .decimal(number)
                case .day(let day): .day(day)
                case .moment(let moment): .boxed(LuaBoxed(moment))
                }
        }
        let places = row.cells.enumerated().map { LuaPair(.integer($0.offset + 1), .string($0.element.text)) }
        return .table(places + values.sorted { $0.key < $1.key }.map { LuaPair(.string($0.key), $0.value) })
    }
}

/// Importers that scripts define for the files of their own broker.
package enum ImporterModule {
    /// `importer.define`.
    package static let define = LuaFunction(
        "importer.define",
        [
            .required("name", .string, "What it is called; import{format=NAME} asks for it."),
            .optional("summary", .string, "One sentence on whose files they are."),
            .optional("sniff", .function, "Gets the header and the first rows as lists of texts, gives whether the file is its own; without it, one with all columns is."),
            .optional("columns", .table, "Fields by the file's own headings: {Handelstag=\"date\"}."),
            .optional("types", .table, "Types by the file's own words: {Kauf=\"buy\", Umbuchung=\"skip\"}."),
            .optional("row", .function, "Gets a row, gives a draft such as {type=\"buy\", …}, a list of drafts, or nil and why it is left out; without it, the columns say all."),
            .optional("account", .string, "The account of rows that name none."), .optional("currency", .currency, "The currency of rows that name none."),
            .optional("date_order", .string, "dmy, mdy or ymd."), .optional("decimal_mark", .string, "point or comma."),
        ],
        returns: "string", summary: "Defines an importer, or defines it anew; import finds it by the file's header.",
        example: "importer.define{name=\"mybank\", columns={Handelstag=\"date\", Art=\"type\", Betrag=\"amount\"}, types={Kauf=\"buy\"}} --> mybank"
    ) { call in
        let name = try call.string("name") ?? ""
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) else {
            throw call.mismatch("name", expected: "a name of letters, digits, - and _")
        }
        if let known = Formats.all.first(where: { $0.name == name }) {
            throw LuaMisuse("importer.define: name: \(known.name) is a format of luca's own", field: "name", hint: "choose another name")
        }
        var format = ScriptedFormat(name: name, summary: try call.string("summary") ?? "")
        format.headings = try headings(call)
        try defaults(&format.defaults, call)
        let importer = ScriptedImporter(format: format, sniff: try call.function("sniff"), row: try call.function("row"))
        guard importer.sniff != nil || !format.headings.isEmpty else {
            throw LuaMisuse("importer.define: sniff or columns is missing", field: "sniff", hint: "one of the two tells which files are its own")
        }
        call.runtime.part(ScriptedImporters.init).keep(importer)
        return call.reply(name)
    }

    private static func headings(_ call: LuaCall) throws -> [String: String] {
        var headings: [String: String] = [:]
        for (heading, value) in try call.argument("columns").fields ?? [] {
            let field = PlainText.plain(value)
            guard ScriptedFormat.fields.contains(field) else {
                throw LuaMisuse(
                    "importer.define: columns: \"\(field)\", which \"\(heading)\" should be, is no field", field: "columns",
                    hint: Suggestion(for: field, in: ScriptedFormat.fields)?.question ?? "the fields are \(ScriptedFormat.fields.joined(separator: ", "))")
            }
            if let twin = headings.first(where: { $0.value == field }) {
                throw LuaMisuse(
                    "importer.define: columns: both \"\(twin.key)\" and \"\(heading)\" should be \(field)", field: "columns", hint: "read one of them as r[\"\(heading)\"]")
            }
            headings[heading] = field
        }
        return headings
    }

    private static func defaults(_ options: inout ImportOptions, _ call: LuaCall) throws {
        let types = ActivityKind.allCases.map(\.rawValue) + ["price", "skip"]
        for (word, value) in try call.argument("types").fields ?? [] {
            let type = PlainText.plain(value)
            guard types.contains(type) else {
                throw LuaMisuse(
                    "importer.define: types: \"\(type)\", which \"\(word)\" should mean, is no type", field: "types",
                    hint: Suggestion(for: type, in: types)?.question ?? "the types are \(types.joined(separator: ", "))")
            }
            options.types[word] = type
        }
        options.account = try call.string("account")
        if let unit = try call.unit("currency") { (options.currency, options.minorUnit) = (unit.currency, unit.isMinor ? unit.code : nil) }
        if let text = try call.string("date_order") {
            guard let order = DateOrder(rawValue: text) else { throw call.mismatch("date_order", expected: "one of dmy, mdy, ymd") }
            options.dateOrder = order
        }
        if let text = try call.string("decimal_mark") {
            guard let mark = ["point": DecimalMark.point, "comma": .comma, ".": .point, ",": .comma][text] else {
                throw call.mismatch("decimal_mark", expected: "point or comma")
            }
            options.decimalMark = mark
        }
    }
}

/// The table of an activity that an importer of a script gives for a row.
private struct DraftTable {
    private let fields: [String: LuaValue]

    /// The fields that the table may have: those of `record`, and what a new symbol or account is.
    static let names = ActivityField.allCases.filter { $0 != .lots }.map(\.rawValue) + ["name", "kind", "multiplier", "portfolio", "owner", "id"]

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

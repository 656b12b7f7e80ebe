import Formats
import Ledger
import LuaKit
import LuaSurface
import Values

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
            .optional("headings", .table, "Headings that tell its files, of an importer that reads them whole: {\"Action\", \"No. of shares\"}."),
            .optional("xml", .any, "The root, or a list of roots, that tells its files, where these are XML: \"FlexQueryResponse\"."),
            .optional(
                "read", .function,
                "Gets all records and the file, gives the drafts, each with the line that it is of; sniff then gets the first records. Of XML it gets the root: tag, text, line, attributes, and the elements in it by number."
            ),
            .optional("twins", .boolean, "Whether another kind of the broker's files tells the same: rows are then looked for among what that brought, too."),
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
        format.marks = try (call.argument("headings").array ?? []).map { PlainText.plain($0) }
        format.roots = try roots(call)
        format.hasTwins = try call.boolean("twins") ?? false
        let importer = ScriptedImporter(format: format, sniff: try call.function("sniff"), row: try call.function("row"), read: try call.function("read"))
        if importer.read == nil {
            guard format.roots.isEmpty else {
                throw LuaMisuse("importer.define: read is missing", field: "read", hint: "an importer of XML gets the whole document: read=function(root, file) … end")
            }
            guard importer.sniff != nil || !format.headings.isEmpty else {
                throw LuaMisuse("importer.define: sniff or columns is missing", field: "sniff", hint: "one of the two tells which files are its own")
            }
        } else {
            guard importer.sniff != nil || !format.marks.isEmpty || !format.roots.isEmpty else {
                throw LuaMisuse(
                    "importer.define: sniff or headings is missing", field: "sniff", hint: "one of the two tells which files are its own; of XML the root does, as xml=\"…\"")
            }
            guard importer.row == nil, format.headings.isEmpty else {
                throw LuaMisuse("importer.define: read reads the whole file, so that row and columns have no use", field: "read", hint: "leave out either")
            }
        }
        call.runtime.part(ScriptedImporters.init).keep(importer)
        return call.reply(name)
    }

    /// `importer.number` and `importer.day`: cells as formats of luca's own read them.
    package static let cells = [
        LuaFunction(
            "importer.number",
            [.required("text", .string, "What a cell holds."), .optional("decimal_mark", .string, "point or comma.", default: "\"point\"")],
            returns: "decimal?, string?",
            summary: "The number in a cell, such as 1,234.50, (2.30), -$5 or 1.197,08 EUR, with the code of the currency that stands beside it; nil for an empty one or -.",
            example: "importer.number(\"1.234,50\", \"comma\") --> 1234.5", style: .positional
        ) { call in
            let text = try call.string("text") ?? ""
            guard let mark = DecimalMark(named: try call.string("decimal_mark") ?? "point") else { throw call.mismatch("decimal_mark", expected: "point or comma") }
            guard let cell = CellText(text) else { return call.reply(LuaValue.none) }
            guard let number = cell.number(mark) else {
                throw LuaMisuse("\"\(text)\" is no number", field: "text", hint: "the decimal mark is the \(mark == .comma ? "comma" : "point")")
            }
            guard let currency = number.currency else { return call.reply(number.value.map { .decimal($0) } ?? .none) }
            return call.reply([number.value.map { .decimal($0) } ?? .none, .string(currency.code)])
        },
        LuaFunction(
            "importer.day",
            [.required("text", .string, "What a cell holds."), .optional("date_order", .string, "dmy, mdy or ymd.", default: "\"ymd\"")],
            returns: "date?, datetime?",
            summary:
                "The day in a cell, such as 2025-03-04 or 04.03.2025 15:42, with the moment where it has a time; one without a zone is taken to be UTC; nil for an empty cell.",
            example: "importer.day(\"04.03.2025\", \"dmy\") --> 2025-03-04", style: .positional
        ) { call in
            let text = try call.string("text") ?? ""
            guard let order = DateOrder(rawValue: try call.string("date_order") ?? "ymd") else { throw call.mismatch("date_order", expected: "one of dmy, mdy, ymd") }
            guard let cell = CellText(text) else { return call.reply(LuaValue.none) }
            guard let date = cell.date(order) else { throw LuaMisuse("\"\(text)\" is no date", field: "text", hint: "the order of dates is \(order.rawValue)") }
            guard let instant = date.instant else { return call.reply(.day(date.day)) }
            return call.reply([.day(date.day), .boxed(LuaBoxed(instant))])
        },
    ]

    /// The names of roots that tell an importer's files.
    private static func roots(_ call: LuaCall) throws -> [String] {
        let value = try call.argument("xml")
        switch value {
        case .none: return []
        case .string(let root): return [root]
        default:
            guard let roots = value.array, !roots.isEmpty else { throw call.mismatch("xml", expected: "the name of the root, or a list of names") }
            return roots.map { PlainText.plain($0) }
        }
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

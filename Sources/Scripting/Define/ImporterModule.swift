import Formats
import Ledger
import LuaKit
import Values

/// Importers that scripts define for the files of their own broker.
enum ImporterModule {
    static let define = LuaFunction(
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
        let importer = DefinedImporter(format: format, sniff: try call.function("sniff"), row: try call.function("row"))
        guard importer.sniff != nil || !format.headings.isEmpty else {
            throw LuaMisuse("importer.define: sniff or columns is missing", field: "sniff", hint: "one of the two tells which files are its own")
        }
        call.runtime.importers.removeAll { $0.format.name == name }
        call.runtime.importers.append(importer)
        return call.reply(name)
    }

    private static func headings(_ call: LuaCall) throws -> [String: String] {
        var headings: [String: String] = [:]
        for (heading, value) in try call.argument("columns").fields ?? [] {
            let field = PlainText.plain(value)
            guard ScriptedFormat.fields.contains(field) else {
                throw LuaMisuse(
                    "importer.define: columns: \"\(field)\", which \"\(heading)\" should be, is no field", field: "columns",
                    hint: nearestName(to: field, in: ScriptedFormat.fields).map { "did you mean \"\($0)\"?" } ?? "the fields are \(ScriptedFormat.fields.joined(separator: ", "))")
            }
            if let twin = headings.first(where: { $0.value == field }) {
                throw LuaMisuse("importer.define: columns: both \"\(twin.key)\" and \"\(heading)\" should be \(field)", field: "columns", hint: "read one of them as r[\"\(heading)\"]")
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
                    hint: nearestName(to: type, in: types).map { "did you mean \"\($0)\"?" } ?? "the types are \(types.joined(separator: ", "))")
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

import Formats
import Frames
import Ledger
import LuaKit
import Storage
import Values

/// Files in and out.
enum TransferModule {
    static let module = Module("in and out", [importFile, export, show])

    private static let importFile = LuaFunction(
        "import",
        [
            .required("path", .path, "The file."), .optional("dry_run", .boolean, "Gives the verdicts and imports nothing.", default: "false"),
            .optional("partial", .boolean, "Imports the good rows where some are refused.", default: "false"),
            .optional("format", .string, "The format; found out by the columns."), .optional("account", .string, "The account of rows that name none."),
            .optional("symbol", .string, "The instrument of prices that name none."), .optional("currency", .currency, "The currency of rows that name none."),
            .optional("date_order", .string, "dmy, mdy or ymd, where the file does not tell."),
            .optional("decimal_mark", .string, "point or comma, where the file does not tell."), .optional("delimiter", .string, "What parts the fields."),
            .optional("create", .boolean, "Whether accounts and symbols that the book does not know are defined.", default: "true"),
            .optional("columns", .table, "The file's own headings: {Handelstag=\"date\"}."), .optional("types", .table, "The file's own words for types: {Kauf=\"buy\"}."),
        ],
        returns: "frame", summary: "Imports a CSV file of transactions or prices: a verdict for each row; where a row is refused, nothing is imported."
    ) { call in
        let runtime = call.runtime, path = try call.string("path") ?? ""
        var importer = Importer(into: try call.book())
        importer.isPartial = try call.boolean("partial") ?? false
        importer.progress = runtime.importProgress
        let bytes = try runtime.files.read(path)
        do {
            var plan = try importer.plan(bytes, try options(call, path))
            var isImported = false
            if try call.boolean("dry_run") ?? false { try importer.check(&plan) } else { isImported = try importer.carryOut(&plan, source: "import \(path)") }
            return try call.reply(VerdictsFrame.make(plan, isImported: isImported))
        } catch let issue as ImportIssue {
            throw LuaMisuse("import: \(issue.place)\(issue.message)", field: "path", hint: issue.hint.isEmpty ? nil : issue.hint, kind: issue.kind.rawValue)
        }
    }

    private static func options(_ call: LuaCall, _ path: String) throws -> ImportOptions {
        var options = ImportOptions(fileName: path)
        options.format = try call.string("format")
        options.account = try call.string("account")
        options.symbol = try call.string("symbol")
        options.currency = try call.currency("currency")
        options.create = try call.boolean("create") ?? true
        if let text = try call.string("date_order") {
            guard let order = DateOrder(rawValue: text) else {
                throw call.mismatch("date_order", expected: "one of \(DateOrder.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            options.dateOrder = order
        }
        if let text = try call.string("decimal_mark") {
            guard let mark = DecimalMark(rawValue: text) else {
                throw call.mismatch("decimal_mark", expected: "one of \(DecimalMark.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            options.decimalMark = mark
        }
        if let text = try call.string("delimiter") {
            guard text.count == 1, let delimiter = text.first else { throw call.mismatch("delimiter", expected: "one character") }
            options.delimiter = delimiter
        }
        for pair in try call.argument("columns").fields ?? [] { options.columns[pair.name] = PlainText.plain(pair.value) }
        for pair in try call.argument("types").fields ?? [] { options.types[pair.name] = PlainText.plain(pair.value) }
        return options
    }

    private static let export = LuaFunction(
        "export", [.required("path", .path, "The file to write."), .optional("what", .string, "transactions or quotes.", default: "\"transactions\"")],
        returns: "integer", summary: "Writes the book's transactions, or its quotes, as CSV that import takes back; gives the bytes written.", style: .positional
    ) { call in
        let what = try call.string("what") ?? "transactions"
        guard ["transactions", "quotes"].contains(what) else { throw call.mismatch("what", expected: "transactions or quotes") }
        return call.reply(try call.runtime.writeFile(call.string("path") ?? "", try call.runtime.exportText(what, of: call.book())))
    }

    private static let show = LuaFunction(
        "show", [.required("value", .any, "What to print.")], returns: "any", summary: "Prints a value as the prompt would, and gives it back.",
        example: "show(1 + 1) --> 2", style: .positional
    ) { call in
        let value = try call.argument(0)
        call.runtime.print(try call.runtime.shown(value) + "\n")
        return call.reply(value)
    }
}

extension ImportIssue {
    /// Where it is, for the front of a message.
    var place: String {
        var place = file
        if let line { place += place.isEmpty ? "line \(line)" : ":\(line)" }
        return place.isEmpty ? "" : place + ": "
    }
}

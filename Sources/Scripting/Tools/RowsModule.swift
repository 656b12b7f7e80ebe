import Formats
import Frames
import LuaKit
import LuaSurface
import Session
import Values

/// `frame`, which makes a frame of rows.
enum RowsModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("rows", isAboutBooks: false, [frame])

    private static let frame = LuaFunction(
        "frame",
        [
            .required("rows", .table, "A list of tables with fields, of rows of frames, or, with columns, of lists of cells. Beside the rows columns= may stand in it too."),
            .optional("columns", .table, "The columns in their order; without it all fields, in the order in which they first come."),
            .optional("name", .string, "What its rows are.", default: "\"rows\""),
        ],
        returns: "frame", summary: "A frame of rows that a script has made, with all that a query's frame can do.",
        example: "frame{{day=date\"2024-01-02\", amount=5}, {day=date\"2024-01-03\", amount=7}}:sum(\"amount\") --> 12", style: .positional
    ) { call in
        let given = try call.argument("rows"), rows = try RowList(given, columns: names(call.argument("columns")), in: "frame", call.runtime)
        let name = try call.string("name") ?? given.fields?.first { $0.name == "name" }?.value.stringValue
        return try call.reply(try rows.frame(named: name ?? "rows", in: "frame", call.runtime))
    }

    /// A list of names of columns; nil where there is none.
    static func names(_ value: LuaValue) throws -> [String]? {
        if value.isNone { return nil }
        let items = try value.items(of: "columns", field: "columns") ?? [], names = items.compactMap(\.stringValue)
        guard !names.isEmpty, names.count == items.count else {
            throw LuaMisuse("columns must be a list of names", field: "columns", hint: "write columns={\"date\", \"amount\"}")
        }
        return names
    }
}

/// `csv`: delimited text, read and written.
enum CSVModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("csv", isAboutBooks: false, [decode, read, encode, write])

    private static let reading: [LuaParameter] = [
        .optional("header", .boolean, "Whether the first line names the columns; without it each row is a list.", default: "true"),
        .optional("separator", .string, "What parts the fields.", default: "\",\""),
    ]
    private static let writing: [LuaParameter] = [
        .required("rows", .any, "A frame, or a list of tables with fields."),
        .optional("columns", .table, "The columns in their order; without it all fields, in the order in which they first come."),
        .optional("separator", .string, "What parts the fields.", default: "\",\""),
    ]

    private static let decode = LuaFunction(
        "csv.decode", [.required("text", .string, "The text.")] + reading, returns: "table[]", summary: "The rows of delimited text, a table each; all fields are texts.",
        example: "csv.decode(\"day,amount\\n2024-01-02,5\")[1].amount --> 5"
    ) { call in try rows(of: Array((call.string("text") ?? "").utf8), call) }

    private static let read = LuaFunction(
        "csv.read", [.required("path", .path, "The file.")] + reading, returns: "table[]", summary: "The rows of a file of delimited text, a table each; all fields are texts."
    ) { call in try rows(of: Array(call.runtime.files.readText(call.string("path") ?? "").utf8), call) }

    private static let encode = LuaFunction(
        "csv.encode", writing, returns: "string", summary: "Rows as delimited text, the names of the columns first.",
        example: "csv.encode({{day=\"2024-01-02\", amount=5}}, {\"day\", \"amount\"})", style: .positional
    ) { call in call.reply(try text(call)) }

    private static let write = LuaFunction(
        "csv.write", [.required("path", .path, "The file.")] + writing, returns: "integer", summary: "Writes rows to a file as delimited text, and gives the number of bytes.",
        style: .positional
    ) { call in
        var text = try text(call)
        return call.reply(try call.runtime.files.write(call.string("path") ?? "") { sink in try text.withUTF8 { try sink($0) } })
    }

    private static func separator(_ call: LuaCall) throws -> UInt8 {
        guard let text = try call.string("separator") else { return UInt8(ascii: ",") }
        guard let byte = text.utf8.first, text.utf8.count == 1, byte < 0x80 else { throw call.mismatch("separator", expected: "one character such as \",\", \";\" or \"\\t\"") }
        return byte
    }

    private static func rows(of bytes: [UInt8], _ call: LuaCall) throws -> LuaReply {
        let hasHeader = try call.boolean("header") ?? true, separator = try separator(call)
        var names: [String]?, list: [LuaValue] = []
        try bytes.withUnsafeBufferPointer { bytes in
            var reader = CSVReader(bytes, delimiter: separator)
            do {
                while try reader.next() {
                    if reader.isBlank, reader.count < 2 { continue }
                    let cells = (0..<reader.count).map { reader.text($0) }
                    guard hasHeader else {
                        list.append(.list(cells.map(LuaValue.string)))
                        continue
                    }
                    guard let header = names else {
                        names = cells
                        continue
                    }
                    guard cells.count <= header.count else {
                        throw LuaMisuse("\(call.name): line \(reader.line) has \(cells.count) fields, and the header names \(header.count)", kind: "field_count")
                    }
                    list.append(.table(zip(header, cells).map { LuaPair(.string($0), .string($1)) }))
                }
            } catch let error as CSVError {
                guard case .unterminatedQuote(let line) = error else { throw error }
                throw LuaMisuse("\(call.name): the quote that opens in line \(line) is never closed", kind: "unterminated_quote")
            }
        }
        return call.reply(.list(list))
    }

    private static func text(_ call: LuaCall) throws -> String {
        let rows = try call.argument("rows"), runtime = call.runtime, columns = try RowsModule.names(call.argument("columns"))
        var writer = CSVWriter(delimiter: try separator(call))
        if let frame = runtime.frame(rows) {
            let frame = try columns.map { try frame.select($0) } ?? frame
            writer.line(frame.columnNames)
            for row in 0..<frame.rowCount { writer.line(try frame.columnNames.map { try field(LuaValue(frame.value($0, row: row)), runtime) }) }
            return writer.text
        }
        guard rows.array != nil else { throw call.mismatch("rows", expected: "a frame or a list of tables") }
        let list = try RowList(rows, columns: columns, in: call.name, runtime)
        writer.line(list.columns)
        for row in list.rows { writer.line(try list.columns.map { try field(row[$0] ?? .none, runtime) }) }
        return writer.text
    }

    private static func field(_ value: LuaValue, _ runtime: Runtime) throws -> String { value.isNone || runtime.isNull(value) ? "" : try runtime.plain(value) }
}

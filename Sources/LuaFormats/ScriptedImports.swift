import Formats
import Ledger
import LuaKit
import LuaSurface
import Values

/// The importers that scripts defined for this session, kept by `Runtime.part`. They stay whatever is undone.
final class ScriptedImporters {
    /// The importers, the latest last.
    var all: [ScriptedImporter] = []

    /// Keeps an importer in the place of one of its name.
    func keep(_ importer: ScriptedImporter) {
        all.removeAll { $0.format.name == importer.format.name }
        all.append(importer)
    }
}

/// An importer that a script defined.
struct ScriptedImporter {
    /// Its name, and which column holds which field.
    var format: ScriptedFormat
    /// Tells whether a file is its own; nil where its headings tell.
    var sniff: LuaReference?
    /// Makes drafts of activities of a row; nil where its columns tell.
    var row: LuaReference?
    /// Reads a whole file; nil where each row is read by itself.
    var read: LuaReference?
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
    var formats: ScriptedFormats {
        var formats = ScriptedFormats()
        formats.own = runtime.part(ScriptedImporters.init).all.map(format)
        let names = Set(formats.own.map(\.name)), shipped = ShippedImporters(runtime)
        formats.shippedNames = shipped.names.filter { !names.contains($0) }
        formats.readShipped = { [self] () throws(ImportIssue) in
            do { return try shipped.read().filter { !names.contains($0.format.name) }.map(format) } catch { throw Self.issue(error, "an importer of luca's own") }
        }
        return formats
    }

    private func format(_ importer: ScriptedImporter) -> ScriptedFormat {
        // A function that took in the format would keep it alive, which keeps the function: and with both the session, and its book open.
        let name = importer.format.name
        var format = importer.format
        if let read = importer.read, !format.roots.isEmpty {
            format.readElements = { [self] (file) throws(ImportIssue) in
                let tables = ScriptedElementTables(file)
                return try self.entries(read, name, tables.root, tables.file)
            }
            return format
        }
        if let read = importer.read {
            format.read = { [self] (file) throws(ImportIssue) in
                let tables = ScriptedRecordTables(file)
                return try self.entries(read, name, tables.records, tables.file)
            }
            if let sniff = importer.sniff {
                format.sniffRecords = { [self] (records) throws(ImportIssue) in try self.sniff(sniff, name, records) }
            }
            return format
        }
        if let sniff = importer.sniff {
            format.sniff = { [self] (header, rows) throws(ImportIssue) in try self.sniff(sniff, name, header, rows) }
        }
        if let row = importer.row {
            format.row = { [self] (cells) throws(ImportIssue) in try self.verdict(row, name, cells) }
        }
        return format
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

    /// The number of the record that is the header; 0 where the file has none, nil where it is not of the importer.
    private func sniff(_ function: LuaReference, _ name: String, _ records: [[String]]) throws(ImportIssue) -> Int? {
        let result = try call(function, "importer \(name): sniff", [.list(records.map { .list($0.map { .string($0) }) })])
        switch result.first ?? .none {
        case .boolean(true): return 0
        case .integer(let number): return max(0, number)
        default: return nil
        }
    }

    private func entries(_ function: LuaReference, _ name: String, _ content: LuaValue, _ file: LuaValue) throws(ImportIssue) -> [ScriptedEntry] {
        let result = try call(function, "importer \(name): read", [content, file])
        guard let answer = result.first, case .table = answer else {
            throw ImportIssue(
                .script, message: "importer \(name): read gave \(PlainText.typeName(of: result.first ?? .none))",
                hint: "it gives a list of drafts, each with the line that it is of")
        }
        var entries: [ScriptedEntry] = []
        do {
            for value in try answer.items(of: "the list of drafts") ?? [] { entries.append(try DraftTable.entry(value)) }
        } catch { throw Self.issue(error, "importer \(name): read") }
        return entries
    }

    private func verdict(_ function: LuaReference, _ name: String, _ row: ScriptedRow) throws(ImportIssue) -> ScriptedVerdict {
        if stop != nil { return .skip("the import was stopped") }
        let result = try call(function, "importer \(name): row", [Self.table(row)])
        switch result.first ?? .none {
        case .none, .boolean(false):
            guard result.count > 1, let reason = result[1].stringValue else { return .skip("the importer \(name) leaves it out") }
            return .skip(reason)
        case .table(let pairs):
            do {
                let list = try LuaValue.table(pairs).items(of: "the list of drafts", beside: nil) ?? []
                if !list.isEmpty { _ = try LuaValue.table(pairs).items(of: "the list of drafts") }
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

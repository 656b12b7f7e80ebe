import Formats
import Ledger
import LuaKit
import Values

/// An importer that a script defined.
struct DefinedImporter {
    var format: ScriptedFormat
    /// Tells whether a file is its own.
    var sniff: LuaReference?
    /// Makes drafts of a row.
    var row: LuaReference?
}

/// The importers of a session, ready for one file.
///
/// What a script's function raises is told as the issue of the row; an interrupt or a limit ends the import and is raised again.
final class ScriptedImports {
    private let runtime: Runtime
    private var stop: (any Error)?

    init(_ runtime: Runtime) { self.runtime = runtime }

    /// The formats; they call back into the session.
    var formats: [ScriptedFormat] {
        runtime.importers.map { importer in
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

    /// Makes a plan; an interrupt within a script's function ends it.
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

    /// A row as a script sees it: by heading, by the number of the column, and by field where a column is mapped.
    private static func table(_ row: ScriptedRow) -> LuaValue {
        var values: [String: LuaValue] = [:]
        for cell in row.cells where !cell.heading.isEmpty && values[cell.heading] == nil { values[cell.heading] = .string(cell.text) }
        values["line"] = .integer(row.line)
        for (name, value) in row.fields {
            values[name] = switch value {
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

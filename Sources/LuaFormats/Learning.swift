import Formats
import Glibc
import Ledger
import LuaKit
import LuaSurface
import Session
import Storage
import Values

/// An importer that was made of somebody's answers. It is the session's own until it is kept or forgotten.
public struct LearnedImporter {
    /// Its name, by which its files are asked for.
    public let name: String
    /// The importer as Lua, to be read and changed.
    public let text: String

    private let runtime: Runtime

    fileprivate init(name: String, text: String, runtime: Runtime) throws {
        (self.name, self.text, self.runtime) = (name, text, runtime)
        try ShippedImporters(runtime).define(text, name: name)
    }

    /// Writes it into the user's folder of importers, where the next import of such a file finds it. Another of its name there is kept beside it, as `NAME.lua~`.
    ///
    /// - Returns: where it stands.
    public func keep() throws -> String {
        guard let folder = ShippedImporters(runtime).ownFolder else {
            throw LuaMisuse("the importer \(name) cannot be kept: this session has no folder for importers", hint: "XDG_CONFIG_HOME or HOME says where it is")
        }
        FileAccess.makeOwnFolder(folder)
        let path = "\(folder)/\(name).lua"
        if access(path, F_OK) == 0 { rename(path, path + "~") }
        _ = try runtime.files.write(path) { write in
            var text = text
            try text.withUTF8(write)
        }
        return path
    }

    /// Takes it out of the session; where it was kept, its file is there.
    public func forget() {
        runtime.part(ScriptedImporters.init).all.removeAll { $0.format.name == name }
        ShippedImporters(runtime).readAnew()
    }
}

extension Runtime {
    /// Finds out what the columns of a file are, asking what the file does not tell, and defines an importer of the answers for this session.
    ///
    /// - Throws: a misuse where a question is left open, an issue of a file that is no table.
    public func learnImporter(of path: String, _ settings: ImportSettings) throws -> LearnedImporter {
        do {
            return try Learning(runtime: self, path: path, options: settings.values(path, requireBook().ledger)).importer()
        } catch let issue as ImportIssue {
            throw LuaMisuse("\(path): \(issue.message)", hint: issue.hint.isEmpty ? nil : issue.hint, kind: issue.kind.rawValue)
        }
    }
}

/// Asks what the columns of a file are. What is asked, and what is made of the answers, tells `stdlib/learn.lua`.
struct Learning {
    let runtime: Runtime
    let path: String
    let options: ImportOptions

    /// How many rows are shown, and how many characters of a cell.
    private static let shownRows = 4, shownCharacters = 20

    /// Asks until nothing is open.
    func importer() throws -> LearnedImporter {
        let table = try TableRecords(try runtime.importedBytes(path), options)
        let guide = try guide(), records = LuaValue.list(table.records.map { .list($0.cells.map { .string($0) }) }), told = try told()
        var answer: String?, isShown = false
        while true {
            // The guide keeps the file: only the first call hands it over.
            let result = try runtime.lua.call(guide, answer.map { [.none, .none, .string($0)] } ?? [records, told]).first ?? .none
            let fields = Dictionary((result.fields ?? []).map { ($0.name, $0.value) }) { first, _ in first }
            if let name = fields["name"]?.stringValue, let text = fields["text"]?.stringValue {
                if runtime.console.question != nil, let summary = fields["summary"]?.stringValue { runtime.console.notice(SafeText.cleaned(summary)) }
                return try LearnedImporter(name: name, text: text, runtime: runtime)
            }
            guard let question = fields["ask"]?.stringValue else { throw LuaMisuse("the columns of \(path) cannot be told") }
            if !isShown { show(table) }
            isShown = true
            answer = try self.answer(question, fields)
        }
    }

    private func answer(_ question: String, _ fields: [String: LuaValue]) throws -> String {
        let proposed = fields["default"]?.stringValue
        let isCertain = if case .boolean(true)? = fields["certain"] { true } else { false }
        let wrong = fields["wrong"]?.stringValue.map { $0 + "\n" } ?? ""
        if let answer = try runtime.console.question?("\(wrong)\(question)\(proposed.map { " [\($0)]" } ?? "") ") { return answer }
        if isCertain, wrong.isEmpty { return "" }
        throw LuaMisuse(
            "\(path): a question is left open: \(wrong)\(question)", field: "path",
            hint:
                "answer it at a terminal or by a line that is piped in, or say it before: columns={[\"Heading\"]=\"amount\"}, types={Word=\"buy\"}, account=\"…\", currency=\"…\", date_order=\"dmy\" or \"mdy\", decimal_mark=\"comma\" or \"point\"",
            kind: "unanswered")
    }

    /// Shows the first rows, the headings among them.
    private func show(_ table: TableRecords) {
        guard runtime.console.question != nil else { return }
        let width = table.records.map(\.cells.count).max() ?? 0
        let first = table.records.drop { $0.cells.count < width }.prefix(Self.shownRows)
        runtime.console.notice(
            first.map { $0.cells.map { SafeText.cleaned($0.count > Self.shownCharacters ? $0.prefix(Self.shownCharacters) + "…" : $0) }.joined(separator: " | ") }.joined(
                separator: "\n"))
    }

    /// What was said of the file before, and what the session knows.
    private func told() throws -> LuaValue {
        func texts(_ pairs: [(String, String)]) -> LuaValue { .table(pairs.sorted { $0.0 < $1.0 }.map { LuaPair(.string($0.0), .string($0.1)) }) }
        let accounts = try runtime.requireBook().ledger.accounts.filter { !$0.isErased }.map { ($0.name, $0.currency.code) }
        let shipped = ShippedImporters(runtime), own = Set(shipped.ownNames), defined = runtime.part(ScriptedImporters.init).all.map(\.format.name)
        let taken = Formats.all.map(\.name) + shipped.names.filter { !own.contains($0) } + defined + ShippedImporters.kit
        let fields: [(String, LuaValue)] = [
            ("currencies", .table(runtime.currencies.all.map { LuaPair(.string($0.code), .boolean(true)) })), ("columns", texts(options.columns.map { ($0.key, $0.value) })),
            ("accounts", texts(accounts)), ("taken", .list(taken.map { .string($0) })),
            ("own", .list(own.sorted().map { .string($0) })),
        ]
        let file = ScriptedRecordTables.told(options) + [("name", LuaValue.string(path.split(separator: "/").last.map(String.init) ?? path))]
        return .table((fields + file).map { LuaPair(.string($0.0), $0.1) })
    }

    private func guide() throws -> LuaReference {
        let columns = try runtime.lua.call(chunk("columns.lua"), [])
        guard case .function(let guide)? = try runtime.lua.call(chunk("learn.lua"), columns).first else { throw LuaMisuse("stdlib/learn.lua gives no function") }
        return guide
    }

    /// A file of the library, ready to be called.
    private func chunk(_ name: String) throws -> LuaReference {
        guard case .function(let chunk) = runtime.lua.compile(runtime.stdlib.text(name) ?? "", name: "=stdlib/\(name)", isBuiltin: true) else {
            throw LuaMisuse("stdlib/\(name) is no Lua")
        }
        return chunk
    }
}

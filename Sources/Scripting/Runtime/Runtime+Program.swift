import Formats
import Frames
import Glibc
import Ledger
public import LuaKit
import Quotes
import Storage
import Values

/// What the subcommands of the program ask of a session.
extension Runtime {
    /// Runs a script file as one act.
    @discardableResult
    public func runScriptFile(_ path: String, arguments: [String]) throws -> [LuaValue] {
        try runScript(files.readText(path), name: path, arguments: arguments)
    }

    /// Runs a report with arguments as a command line gives them, `2014` or `year=2014`; without a name, lists them.
    public func runReport(_ name: String?, arguments: [String]) throws -> [LuaValue] {
        guard let name else {
            output(reportNames.sorted().map { "\($0): \(records["report.\($0)"]?.summary ?? "")\n" }.joined())
            return []
        }
        let pairs = arguments.enumerated().map { place, text in
            guard let equals = text.firstIndex(of: "=") else { return LuaPair(.integer(place + 1), .string(text)) }
            return LuaPair(.string(String(text[..<equals])), .string(String(text[text.index(after: equals)...])))
        }
        guard case .function(let run) = lua.peek("report.run") else { return [] }
        return try self.run(run, [.string(name), .table(pairs)], source: "report \(name)")
    }

    /// Looks through the book: the lines to print, and whether all is well.
    ///
    /// - Parameters:
    ///   - expected: a last hash that was noted earlier, which one of the entries must have.
    ///   - accepts: whether the book is taken as it is where it is not what this machine saw before.
    public func verifyBook(expecting expected: String?, accepts: Bool) throws -> (lines: [String], isSound: Bool) {
        let book = try requireBook()
        if accepts { try book.acceptHistory() }
        let noted = try expected.map(BookModule.expectation)
        let report = try book.verify(expecting: noted?.hash, of: noted?.entries)
        var lines = report.problems.map { "\($0)" }
        lines += report.notes
        if report.isSound { lines.append("\(book.name) is sound") }
        // The last line is the one to keep.
        lines.append("\(report.head.sequence) \(report.head.sequence == 1 ? "entry" : "entries"), last hash \(report.head.hash)")
        return (lines, report.isSound)
    }

    /// Writes a copy of the book: to a path, into a folder under a dated name, or without either among the rolling backups beside the book.
    /// Folders that are missing are made, and taken away again where no copy is. Returns where it is.
    public func backUp(to path: String?) throws -> String {
        let book = try requireBook()
        guard let path else {
            return try book.backup(folder: (book.path ?? "book") + ".backups", keep: 10, notice: notice)
        }
        // A slash at the end says that a folder is meant, which is made where there is none.
        if files.isFolder(path) || path.hasSuffix("/") {
            let folder = path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? path
            return try book.backup(folder: files.resolved(folder), keep: .max, notice: notice)
        }
        try book.backup(to: files.resolved(path), notice: notice)
        return path
    }

    /// Puts a backup in the place of a book, the old one kept beside it. Returns what was done, as a sentence.
    ///
    /// - Parameter forced: the command that says that the book which is there is to be replaced, for the refusal of one that does not.
    public func restore(from backup: String, to path: String, isForced: Bool, forced: String) throws -> String {
        let kept: String?
        do {
            kept = try Book.restore(from: files.resolved(backup), to: files.resolved(path), replacing: isForced, clock: configuration.clock, notice: notice)
        } catch let error as StorageError where error.kind == .alreadyExists && !isForced {
            throw StorageError(.alreadyExists, error.message, hint: "To put the backup in its place, and keep the book that is there under a dated name: \(forced)")
        }
        let known = try? takeAsRestored(path)
        return "\(path) is restored from \(backup)" + (kept.map { "; the old book is kept as \($0)" } ?? "") + (known.flatMap(\.self).map { ". \($0)" } ?? "")
    }

    /// Lets this machine take a restored book for the true one. Returns what the book lacks of what was seen here before, as a sentence.
    private func takeAsRestored(_ path: String) throws -> String? {
        let options = Book.Options(seenFolder: configuration.seenFolder)
        let book = try Book.open(path: files.resolved(path), mode: .readOnly, options: options, clock: configuration.clock)
        defer { book.close() }
        let missing = book.historyNotice?.message
        if configuration.seenFolder != nil { try book.acceptHistory() }
        return missing
    }

    /// What an export of one file holds, such as `transactions`, and sentences on what it has no place for.
    public func exportText(_ what: String) throws -> (text: String, leftOut: [String]) {
        let form = try BookExport.named(what)
        guard !form.isFolder else { throw LuaMisuse("the export \(what) is several files", hint: "name a folder for them") }
        guard !form.isDatabase else { throw LuaMisuse("the export \(what) is a database and no text", hint: "name a file for it") }
        let export = try form.files(of: requireBook(), on: today)
        return (export.files[0].text, export.leftOut)
    }

    /// Writes an export to a file or a folder. Returns its bytes, and sentences on what it has no place for.
    public func export(_ what: String, to path: String) throws -> (bytes: Int, leftOut: [String]) { try export(what, of: requireBook(), to: path) }

    func export(_ what: String, of book: Book, to path: String) throws -> (bytes: Int, leftOut: [String]) {
        let form = try BookExport.named(what)
        try form.checkName(path)
        if form.isDatabase { return try exportDatabase(of: book, to: path) }
        let export = try form.files(of: book, on: today)
        let bytes = try form.isFolder ? files.writeFolder(path, export.files) : writeFile(path, export.files[0].text)
        return (bytes, export.leftOut)
    }

    private func exportDatabase(of book: Book, to path: String) throws -> (bytes: Int, leftOut: [String]) {
        let history = try BookExport.history(of: book)
        let bytes = try files.replace(path) { draft in
            do { try ReserveHistory.write(history.rows, to: draft) } catch let error as StorageError { throw error.naming(path, insteadOf: draft) }
            return try files.read(draft).count
        }
        return (bytes, history.leftOut)
    }

    /// A file to be imported; of an archive, the one table in it; of the database of another program, its rows as CSV.
    func importedBytes(_ path: String) throws -> [UInt8] {
        let bytes = try files.read(path)
        if path.lowercased().hasSuffix(".lua") {
            throw LuaMisuse("\(path) is a script in Lua, which is run and not imported", field: "path", hint: "say run \(path), or from a shell luca run \(SafeText.shellWord(path))", kind: "unknown_format")
        }
        if ForeignTable.isFile(bytes), BookProtection.isBook(files.resolved(path)) {
            throw LuaMisuse(
                "\(path) is a book, which is opened and not imported", field: "path",
                hint: "from a shell luca \(SafeText.shellWord(path)), at the prompt .book \(path), in a script open(\(LuaForm.quoted(path)), false); its entries come into another book by export(\"folder\", \"book\")",
                kind: "unknown_format")
        }
        if ForeignTable.isFile(bytes) { return Array(try ReserveHistory.csv(ofFile: files.resolved(path)).utf8) }
        do { return try SoleFile.unpacked(bytes)?.bytes ?? bytes } catch {
            throw LuaMisuse("\(path): \(error.message)", field: "path", hint: error.hint, kind: error.kind.rawValue)
        }
    }

    /// What the files beside one that is imported hold.
    func neighbours(of path: String) -> @Sendable (String) -> [UInt8]? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "", files = files
        return { name in (try? files.readIfThere(folder + name)) ?? nil }
    }

    /// Writes a text to a file, whole or not at all. Returns its bytes.
    public func writeFile(_ path: String, _ text: String) throws -> Int {
        var text = text
        return try text.withUTF8 { bytes in try files.write(path) { sink in try sink(bytes) } }
    }

    /// The limits of a stranger's script: some seconds, 256 MiB.
    public func limitSandbox(seconds: Int) {
        lua.limitTime(.seconds(seconds))
        lua.limitMemory(256 << 20)
    }

    /// What importing a file would do, as the verdicts of its rows; with `checks`, those of the ledger too, which cost another pass.
    public func planImport(_ path: String, _ options: ImportSettings, checks: Bool) throws -> PlannedImport {
        let book = try requireBook()
        var importer = Importer(into: book)
        importer.isPartial = options.isPartial
        importer.progress = importProgress
        do {
            let folder = BookFolder(path: path, files: files)
            if folder.isThere {
                let archive = try folder.read()
                var planned = PlannedImport(plan: ImportPlan(), archive: archive, importer: importer, path: path)
                if checks {
                    try book.trial { try BookFolder.restore(archive, into: book) }
                    planned.folderNotices = BookFolder.notices(archive, head: try BookFolder.head(of: archive)).map(\.message)
                }
                return planned
            }
            var values = try options.values(path, book.ledger)
            values.day = today
            values.neighbour = neighbours(of: path)
            let scripts = ScriptedImports(self)
            importer.scripted = scripts.formats
            var plan = try scripts.plan { try importer.plan(importedBytes(path), values) }
            if checks { try importer.check(&plan) }
            return PlannedImport(plan: plan, importer: importer, path: path)
        } catch let issue as ImportIssue {
            throw LuaMisuse("\(issue.place)\(issue.message)", hint: issue.hint.isEmpty ? nil : issue.hint, kind: issue.kind.rawValue)
        }
    }
}

/// An import that waits to be carried out.
public struct PlannedImport {
    var plan: ImportPlan
    /// A whole book, where the path is a folder's.
    var archive: BookArchive?
    let importer: Importer
    let path: String
    /// What to know of the folder, as soon as it was looked at or carried out.
    var folderNotices: [String] = []

    /// How many rows cannot be imported.
    public var refusedCount: Int { plan.refusedCount }
    /// Whether there is nothing to record, as where all rows are in the book already.
    public var addsNothing: Bool { archive == nil && plan.addsNothing }
    /// A line that says what would happen.
    public var summary: String {
        if let archive { return "\(path): " + archive.rowCounts.map { "\($0.rows) in \($0.file)" }.joined(separator: ", ") }
        let outcomes = RowVerdict.Outcome.allCases.compactMap { outcome in
            let count = plan.verdicts.count(outcome)
            return count == 0 ? nil : "\(count) \(outcome.name)"
        }
        return "\(path): " + (outcomes.isEmpty ? "no rows" : outcomes.joined(separator: ", "))
    }
    /// What was assumed while the file was read, and what to know of a folder.
    public var notices: [String] { plan.notices.map(\.message) + folderNotices }
    /// What is wrong with the refused rows, with file and line.
    public var refusals: [String] { plan.refusals.map(\.description) }

    /// Records what the file holds, as one act; whether it did: it does not where rows are refused, unless the good ones were asked for.
    public mutating func carryOut() throws -> Bool {
        guard let archive else { return try importer.carryOut(&plan, source: "import \(path)") }
        do {
            try BookFolder.restore(archive, into: importer.book)
            folderNotices = BookFolder.notices(archive, head: try importer.book.head).map(\.message)
        } catch let issue as ImportIssue {
            throw LuaMisuse("\(issue.place)\(issue.message)", hint: issue.hint.isEmpty ? nil : issue.hint, kind: issue.kind.rawValue)
        }
        return true
    }
}

/// What a command line says about an import.
public struct ImportSettings: Sendable {
    /// Takes the good rows where some are refused.
    public var isPartial = false
    /// The format by name; nil has it found out.
    public var format: String?
    /// How ambiguous dates are read: `dmy`, `mdy`, `ymd`.
    public var dateOrder: String?
    /// What parts the decimals where the file does not tell: `point` or `comma`.
    public var decimalMark: String?
    /// The account of rows that name none.
    public var account: String?
    /// The instrument of prices that name none.
    public var symbol: String?
    /// The currency of rows that name none, or the code of its hundredth part.
    public var currency: String?

    /// Nothing said.
    public init() {}

    func values(_ path: String, _ ledger: Ledger) throws -> ImportOptions {
        var options = ImportOptions(fileName: path)
        options.format = format
        options.account = account
        options.symbol = symbol
        if let currency {
            do throws(CurrencyError) {
                let unit = try LuaUnit(currency)
                (options.currency, options.minorUnit) = (try ledger.currency(coded: unit.currency.code), unit.isMinor ? unit.code : nil)
            } catch {
                throw LuaMisuse("--currency \(currency): \(error)", hint: error.declaration, kind: "unknown_currency")
            }
        }
        if let dateOrder {
            guard let order = DateOrder(rawValue: dateOrder) else {
                throw LuaMisuse("--date-order \(dateOrder) is none", hint: "it is one of \(DateOrder.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            options.dateOrder = order
        }
        if let decimalMark {
            guard let mark = DecimalMark(named: decimalMark) else { throw LuaMisuse("--decimal-mark \(decimalMark) is none", hint: "it is one of point, comma") }
            options.decimalMark = mark
        }
        return options
    }
}

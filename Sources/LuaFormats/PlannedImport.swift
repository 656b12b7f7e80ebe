import Formats
import Frames
import Glibc
import Ledger
import LuaKit
import LuaSurface
import Quotes
import Sentences
import Session
import Storage
import Values

/// An import that waits to be carried out.
public struct PlannedImport {
    /// The verdicts of the rows of a file, and what they hold.
    var plan: ImportPlan
    /// The whole book, if the path is a folder's.
    var archive: BookArchive?
    /// What carries it out.
    let importer: Importer
    /// The path that was given.
    let path: String
    /// What was said of the file.
    var options = ImportOptions()
    /// Notices about the folder, once it was checked or imported.
    var folderNotices: [String] = []

    /// How many rows are like entries that were typed, and are left out for that.
    public var likeCount: Int { plan.verdicts.count(.like) }
    /// How many rows cannot be imported.
    public var refusedCount: Int { plan.refusedCount }
    /// Whether there is nothing to record, as where all rows are in the book already.
    public var addsNothing: Bool { archive == nil && plan.addsNothing }
    /// Whether the gains that the file tells have the charges of trades in them.
    public var gainsCountCharges: Bool { plan.gainsCountCharges }
    /// A line that says what would happen.
    public var summary: String {
        if let archive { return "\(path): " + archive.rowCounts.map { "\($0.rows) in \($0.file)" }.joined(separator: ", ") }
        let outcomes = RowVerdict.Outcome.allCases.compactMap { outcome in
            let count = plan.verdicts.count(outcome)
            return count == 0 ? nil : "\(count) \(outcome.name)"
        }
        return "\(path): " + (outcomes.isEmpty ? "no rows" : outcomes.joined(separator: ", "))
    }
    /// What was assumed while the file was read, and notices about a folder.
    public var notices: [String] { plan.notices.map(\.message) + folderNotices }
    /// Why rows are refused, in the order of the rows: the first row of each reason, and how many more there are of it.
    public var refusalReasons: [(first: String, others: Int)] {
        var places: [String: Int] = [:], reasons: [(first: String, others: Int)] = []
        for issue in plan.refusals {
            let reason = "\(issue.column): \(issue.message) (\(issue.hint))"
            if let place = places[reason] {
                reasons[place].others += 1
            } else {
                places[reason] = reasons.count
                reasons.append((issue.description, 0))
            }
        }
        return reasons
    }

    /// What the accounts of the file mean, as the call in Lua that says it.
    public func meanings() throws -> String {
        try MeaningsFrame.check(plan)
        return MeaningsFrame.text(plan, path: path, options)
    }

    /// How many balances, holdings and gains the file tells, which can be compared.
    public var toldFigureCount: Int { plan.balances.count + plan.gains.count + plan.heldGains.count }

    /// What the file says of balances, holdings and gains where the book, which has it now, says otherwise: each in a sentence, with the entries behind it below.
    public func differences() throws -> [String] {
        try plan.differences(importer.book.ledger).map { difference in
            let entries = difference.entries.map { entry in
                let place = entry.line.map { "line \($0)" } ?? "entry \(entry.id.rawValue)"
                return "    \(entry.day) \(place): \(entry.kind)\(entry.change.map { " \($0)" } ?? "")"
            }
            let earlier = difference.earlierCount == 0 ? [] : ["    … \(difference.earlierCount) entries before these"]
            return (["differs: \(difference.message)"] + earlier + entries).joined(separator: "\n")
        }
    }

    /// Records what the file holds, as one act; whether it did: it does not where rows are refused, unless the good ones were asked for.
    public mutating func carryOut() throws -> Bool {
        do {
            guard let archive else { return try importer.carryOut(&plan, source: Importer.source(path)) }
            try BookFolder.restore(archive, into: importer.book)
            folderNotices = BookFolder.notices(archive, head: try importer.book.head).map(\.message)
        } catch let issue as ImportIssue {
            throw LuaMisuse("\(issue.place)\(issue.message)", hint: issue.hint.isEmpty ? nil : issue.hint, kind: issue.kind.rawValue)
        }
        return true
    }
}

/// What a command line says about an import.
public struct ImportSettings: Sendable, Equatable {
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

    /// What parts the fields; nil has it found out.
    public var delimiter: String?
    /// The fields of columns, by the file's own headings.
    public var columns: [String: String] = [:]
    /// The types of activities, by the file's own words.
    public var types: [String: String] = [:]
    /// What accounts of a book of double entry mean.
    public var accounts: [String: String] = [:]
    /// Whether accounts and symbols that the book does not know are defined.
    public var defines = true
    /// What the reserve plan of a file is called; nil for `Reserve`.
    public var plan: String?
    /// Whether fees of options count times the multiplier.
    public var multipliesFees = false
    /// Whether rows are recorded that are like an entry which was typed; nil where nobody has said so.
    public var takesLikes: Bool?

    /// Settings that leave everything to be found out.
    public init() {}

    /// These settings as options of an import of a file.
    ///
    /// - Throws: a misuse for an unknown currency, order of dates, decimal mark or delimiter.
    func values(_ path: String, _ ledger: Ledger) throws -> ImportOptions {
        var options = ImportOptions(fileName: path)
        options.format = format
        options.account = account
        options.symbol = symbol
        (options.columns, options.types, options.accounts) = (columns, types, accounts)
        (options.create, options.plan, options.multiplyFees) = (defines, plan, multipliesFees)
        if let takesLikes { options.likes = takesLikes ? .take : .leave }
        if let delimiter {
            guard delimiter.count == 1, let character = delimiter.first else { throw LuaMisuse("--delimiter \(delimiter) is none", hint: "it is one character") }
            options.delimiter = character
        }
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

/// The most bytes of a file that another one includes.
private let mostOfNeighbour = 1 << 29

extension Runtime {
    /// The plan of importing a file, with a verdict for each row. With `checks` the ledger's verdicts too, which cost another pass.
    /// With `remembersLines` it is known of each entry which line it came from, as `PlannedImport.differences()` tells.
    public func planImport(_ path: String, _ options: ImportSettings, checks: Bool, remembersLines: Bool = false) throws -> PlannedImport {
        let book = try requireBook()
        var importer = Importer(into: book)
        importer.remembersLines = remembersLines
        importer.isPartial = options.isPartial
        importer.progress = console.progress
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
            (values.fileName, values.neighbour, values.folder) = (wholePath(path), neighbours(of: path), folders(of: path))
            let scripts = ScriptedImports(self)
            importer.scripted = scripts.formats
            var plan = try scripts.plan { try importer.plan(importedBytes(path), values) }
            if checks { try importer.check(&plan) }
            return PlannedImport(plan: plan, importer: importer, path: path, options: values)
        } catch let issue as ImportIssue {
            throw LuaMisuse("\(issue.place)\(issue.message)", hint: issue.hint.isEmpty ? nil : issue.hint, kind: issue.kind.rawValue)
        }
    }

    /// A file to be imported; of one packed with gzip, what is in it; of an archive, the one table; of the database of another program, its rows as CSV or XML.
    func importedBytes(_ path: String) throws -> [UInt8] {
        let bytes = try files.read(path)
        if path.lowercased().hasSuffix(".lua") {
            throw LuaMisuse(
                "\(path) is a script in Lua, which is run and not imported", field: "path", hint: "say run \(path), or from a shell luca run \(SafeText.shellWord(path))",
                kind: "unknown_format")
        }
        if ForeignTable.isFile(bytes), BookProtection.isBook(files.resolved(path)) {
            throw LuaMisuse(
                "\(path) is a book, which is opened and not imported", field: "path",
                hint:
                    "from a shell luca \(SafeText.shellWord(path)), at the prompt .book \(path), in a script open(\(LuaForm.quoted(path)), false); its entries come into another book by export(\"folder\", \"book\")",
                kind: "unknown_format")
        }
        if ForeignTable.isFile(bytes) {
            let file = files.resolved(path), shouldStop = { [weak lua] in lua?.dueStop != nil }
            if let xml = try GnuCashDatabase.xml(ofFile: file, shouldStop: shouldStop) { return Array(xml.utf8) }
            return Array(try ReserveHistory.csv(ofFile: file, shouldStop: shouldStop).utf8)
        }
        do {
            if let unpacked = try Gzip.unpacked(bytes) { return unpacked }
            return try ZippedTable.unpacked(bytes)?.bytes ?? bytes
        } catch {
            throw LuaMisuse("\(path): \(error.message)", field: "path", hint: error.hint, kind: error.kind.rawValue)
        }
    }

    /// The path of an imported file with its folders; as it was told where files may not be read, since to ask for the current folder asks the kernel.
    func wholePath(_ path: String) -> String { files.isAllowed ? files.absolute(path) : path }

    /// Reads files that stand beside an imported one, by name.
    func neighbours(of path: String) -> @Sendable (String) throws(ImportIssue) -> [UInt8]? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "", files = files
        return { (name) throws(ImportIssue) in
            do { return try files.readOrdinary(folder + name, most: mostOfNeighbour) } catch let failure as FileAccess.Failure {
                if failure.isForbidden { return nil }
                throw ImportIssue(.missingFile, text: name, message: failure.message, hint: failure.hint ?? "take the line out")
            } catch { return nil }
        }
    }

    /// Lists folders that stand beside an imported file, by name; those inside them have a `/` behind.
    func folders(of path: String) -> @Sendable (String) -> [String]? {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "", files = files
        return { name in
            guard files.isAllowed, let stream = opendir(files.resolved(folder + name + ".")) else { return nil }
            defer { closedir(stream) }
            var names: [String] = []
            while let entry = readdir(stream) {
                let found = withUnsafePointer(to: &entry.pointee.d_name) { $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) } }
                if found != ".", found != ".." { names.append(files.isFolder(folder + name + found) ? found + "/" : found) }
            }
            return names.sorted()
        }
    }
}

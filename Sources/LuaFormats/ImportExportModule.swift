import Formats
import Frames
import Ledger
import LuaKit
import LuaSurface
import Sentences
import Session
import Storage
import Values

/// `import`, `export` and `show`.
package enum ImportExportModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module("in and out", [importFile, export, show, ChartType.function])

    private static let importFile = LuaFunction(
        "import",
        [
            .required("path", .path, "The file, or the folder of a whole book."), .optional("dry_run", .boolean, "Gives the verdicts and imports nothing.", default: "false"),
            .optional("partial", .boolean, "Imports the good rows where some are refused.", default: "false"),
            .optional(
                "format", .string,
                "The format, or the importer: coinbase, degiro-account, degiro-transactions, fidelity, interactive-brokers, interactive-brokers-flex, kraken, revolut, scalable-capital, schwab, trade-republic, trading212, vanguard, wise, or one of your own; found out by the columns."
            ), .optional("account", .string, "The account of rows that name none."),
            .optional("symbol", .string, "The instrument of prices that name none."), .optional("currency", .currency, "The currency of rows that name none."),
            .optional("date_order", .string, "dmy, mdy or ymd, where the file does not tell."),
            .optional("decimal_mark", .string, "point or comma, where the file does not tell."), .optional("delimiter", .string, "What parts the fields."),
            .optional("create", .boolean, "Whether accounts and symbols that the book does not know are defined.", default: "true"),
            .optional("columns", .table, "The file's own headings: {Handelstag=\"date\"}."), .optional("types", .table, "The file's own words for types: {Kauf=\"buy\"}."),
            .optional(
                "all", .boolean, "Takes rows, too, that are like an entry which was typed; false leaves them out. Where the file does not reach the day of the entry, say which.",
                default: "false"),
            .optional("learn", .boolean, "Asks what the columns are, and keeps an importer of the answers.", default: "false"),
            .optional("plan", .string, "What the reserve plan of a file is called.", default: "\"Reserve\""),
            .optional(
                "accounts", .meanings,
                "What the accounts of a book of beancount, ledger, hledger or GnuCash mean: {[\"Assets:Broker\"]=\"Broker\", [\"Expenses:Tax\"]=\"tax\", [\"Liabilities:Card\"]=\"skip\"}, with those below them; the book keeps it. "
                    + "\"?\" imports nothing and gives what each means, and as a second value the call that says so."),
            .optional("multiply_fees", .boolean, "Whether fees of options count times the multiplier, as the Portfolio Ledger app has it.", default: "false"),
        ],
        returns: "frame",
        summary: "Imports a file, or a folder with a whole book: a verdict for each row; where a row is refused, nothing is imported. "
            + "A row of the day, account, type, symbol and quantity (or sum of money) of an entry that the file has otherwise by now, or of its notes where the quantity or sum changed, is added, and told as nearly that entry."
    ) { call in
        let path = try call.string("path") ?? ""
        do {
            if case .string(let asked) = try call.argument("accounts") { return try meanings(asked, path, call) }
            // What a script's importer would leave behind is left out of a dry run, too. The frame is of what is, and stays.
            let isDry = try call.boolean("dry_run") ?? false
            let frame = try isDry ? call.runtime.leavingNothing("dry run of import \(path)") { try verdicts(path, call) } : verdicts(path, call)
            return try call.reply(frame)
        } catch let issue as ImportIssue {
            throw LuaMisuse("import: \(issue.place)\(issue.message)", field: "path", hint: issue.hint.isEmpty ? nil : issue.hint, kind: issue.kind.rawValue)
        }
    }

    /// What the accounts of a file mean, as a frame and as the call that says it.
    private static func meanings(_ asked: String, _ path: String, _ call: LuaCall) throws -> LuaReply {
        guard asked == "?" else { throw call.mismatch("accounts", expected: "a table or \"?\"") }
        if BookFolder(path: path, files: call.runtime.files).isThere {
            throw LuaMisuse("import: accounts=\"?\" is of one file, and \(path) is a folder", field: "accounts", hint: "ask it of one of its files")
        }
        let told = try options(call, path)
        let plan = try call.runtime.leavingNothing("dry run of import \(path)") {
            let scripts = ScriptedImports(call.runtime), importer = try importer(call, scripts)
            return try scripts.plan { try importer.plan(call.runtime.importedBytes(path), told) }
        }
        try MeaningsFrame.check(plan)
        return call.reply([try call.value(MeaningsFrame.make(plan)), .string(MeaningsFrame.text(plan, path: path, told))])
    }

    /// Imports a file, all files of a folder, or a folder that holds a whole book, and gives the verdicts.
    private static func verdicts(_ path: String, _ call: LuaCall) throws -> Frame {
        let folder = BookFolder(path: path, files: call.runtime.files)
        guard folder.isThere else { return try importOne(path, call) }
        if try call.boolean("learn") ?? false {
            throw LuaMisuse("import: learn=true is for one file, and \(path) is a folder", field: "learn", hint: "learn one of its files, and then import the folder")
        }
        return try folder.holdsBook || folder.otherFiles.isEmpty ? restore(folder, call) : importEach(folder.otherFiles, call)
    }

    /// An import as the call asks for it.
    private static func importer(_ call: LuaCall, _ scripts: ScriptedImports) throws -> Importer {
        var importer = Importer(into: try call.book())
        importer.scripted = scripts.formats
        importer.isPartial = try call.boolean("partial") ?? false
        importer.progress = call.runtime.console.progress
        return importer
    }

    /// Some file of a folder was refused; thrown so that the others are undone.
    private struct Refused: Error {}

    /// Imports files that belong together, one after another, all or none.
    private static func importEach(_ paths: [String], _ call: LuaCall) throws -> Frame {
        let runtime = call.runtime, book = try call.book(), isDry = try call.boolean("dry_run") ?? false
        let scripts = ScriptedImports(runtime), importer = try importer(call, scripts)
        var plans: [ImportPlan] = [], isImported = !isDry
        func all() throws {
            for path in paths {
                var plan = try scripts.plan { try importer.plan(runtime.importedBytes(path), options(call, path)) }
                let isDone = try importer.carryOut(&plan, source: Importer.source(path))
                plans.append(plan)
                if !isDone { throw Refused() }
            }
        }
        do {
            if isDry { try book.trial(all) } else { try book.transaction(source: "import \(paths[0])", all) }
        } catch is Refused {
            isImported = false
        }
        return try VerdictsFrame.make(plans, isImported: isImported)
    }

    private static func importOne(_ path: String, _ call: LuaCall) throws -> Frame {
        let runtime = call.runtime, isDry = try call.boolean("dry_run") ?? false
        var options = try options(call, path), learned: LearnedImporter?
        if try call.boolean("learn") ?? false {
            learned = try Learning(runtime: runtime, path: path, options: options).importer()
            options.format = learned?.name
            // What was told of the columns is in the importer now.
            options.columns = [:]
        }
        defer { learned?.forget() }
        let scripts = ScriptedImports(runtime), importer = try importer(call, scripts)
        let bytes = try runtime.importedBytes(path)
        var plan = try scripts.plan { try importer.plan(bytes, options) }
        if try isDry || (learned != nil && runtime.console.isConfirmed("\(plan.summary). Keep this and import?") == false) {
            try importer.check(&plan)
            return VerdictsFrame.make(plan, isImported: false)
        }
        if let kept = try learned?.keep() { runtime.console.notice("the importer is kept in \(kept)") }
        let likes = plan.verdicts.count(.like)
        if likes > 0,
            try runtime.console.isConfirmed(
                "\(likes == 1 ? "1 row is" : "\(likes) rows are") like what the book has. Record \(likes == 1 ? "it" : "them"), too?", otherwise: false) == true
        {
            options.likes = .take
            plan = try scripts.plan { try importer.plan(bytes, options) }
        }
        let isImported = try importer.carryOut(&plan, source: Importer.source(path))
        return VerdictsFrame.make(plan, isImported: isImported)
    }

    /// Restores a whole book from the folder that `export` wrote.
    private static func restore(_ folder: BookFolder, _ call: LuaCall) throws -> Frame {
        let book = try call.book(), archive = try folder.read(), isDry = try call.boolean("dry_run") ?? false
        if isDry { try book.trial { try BookFolder.restore(archive, into: book) } } else { try BookFolder.restore(archive, into: book) }
        return try BookFolder.frame(archive, head: isDry ? BookFolder.head(of: archive) : book.head)
    }

    private static func options(_ call: LuaCall, _ path: String) throws -> ImportOptions {
        var options = ImportOptions(fileName: call.runtime.wholePath(path))
        options.format = try call.string("format")
        options.account = try call.string("account")
        options.symbol = try call.string("symbol")
        if let unit = try call.unit("currency") { (options.currency, options.minorUnit) = (unit.currency, unit.isMinor ? unit.code : nil) }
        options.create = try call.boolean("create") ?? true
        // Whoever can be asked is asked.
        options.likes = try call.boolean("all").map { $0 ? .take : .leave } ?? (call.runtime.console.question == nil ? .unsaid : .leave)
        options.multiplyFees = try call.boolean("multiply_fees") ?? false
        options.plan = try call.string("plan")
        options.day = call.runtime.today
        (options.neighbour, options.folder) = (call.runtime.neighbours(of: path), call.runtime.folders(of: path))
        if let text = try call.string("date_order") {
            guard let order = DateOrder(rawValue: text) else {
                throw call.mismatch("date_order", expected: "one of \(DateOrder.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            options.dateOrder = order
        }
        if let text = try call.string("decimal_mark") {
            guard let mark = DecimalMark(named: text) else {
                throw call.mismatch("decimal_mark", expected: "one of point, comma")
            }
            options.decimalMark = mark
        }
        if let text = try call.string("delimiter") {
            guard text.count == 1, let delimiter = text.first else { throw call.mismatch("delimiter", expected: "one character") }
            options.delimiter = delimiter
        }
        for pair in try call.argument("columns").fields ?? [] { options.columns[pair.name] = PlainText.plain(pair.value) }
        for pair in try call.argument("accounts").fields ?? [] { options.accounts[pair.name] = PlainText.plain(pair.value) }
        for pair in try call.argument("types").fields ?? [] { options.types[pair.name] = PlainText.plain(pair.value) }
        return options
    }

    private static let export = LuaFunction(
        "export",
        [
            .required("path", .path, "The file to write; the folder for book, portfolio-ledger and csv."),
            .optional("what", .exported, "\(BookExport.allCases.map(\.rawValue).joined(separator: ", ")).", default: "what the ending of path tells, else \"transactions\""),
        ],
        returns: "integer, string?",
        summary:
            "Writes what import takes back, up to the whole book, or as sqlite and csv the answers as tables for other programs; gives the bytes written, and what the form has no place for. A dry run refuses it.",
        style: .positional
    ) { call in
        let what = try exported(call)
        let (bytes, leftOut) = try call.runtime.export(what, of: call.book(), to: call.string("path") ?? "")
        return leftOut.isEmpty ? call.reply(bytes) : call.reply([.integer(bytes), .string(leftOut.joined(separator: "; "))])
    }

    /// The name of what is exported. For a frame, an error tells that its own methods write it.
    private static func exported(_ call: LuaCall) throws -> String {
        switch try call.argument("what") {
        case .none: return Runtime.usualExport(to: try call.string("path") ?? "")
        case .string(let what): return what
        case .object(let object) where object.type == .frame:
            let path = try call.string("path") ?? "", form = ["json", "md"].first { path.lowercased().hasSuffix("." + $0) } ?? "csv"
            throw LuaMisuse(
                "export: what is the name of a part of the book, and this is a frame", field: "what",
                hint: "a frame writes itself out, as in holdings{}:\(form == "md" ? "markdown" : form)(\(LuaForm.quoted(path)))")
        default: throw call.mismatch("what", expected: "one of \(BookExport.allCases.map(\.rawValue).joined(separator: ", "))")
        }
    }

    private static let show = LuaFunction(
        "show", [.required("value", .any, "What to print.")], returns: "any", summary: "Prints a value as the prompt would, and gives it back.",
        example: "show(1 + 1) --> 2", style: .positional
    ) { call in
        let value = try call.argument(0)
        let text = try call.runtime.shown(value)
        call.runtime.console.output(text + "\n")
        call.runtime.told.shown = if case .object(let object) = value { .object(object.instance) } else { .text(text) }
        return call.reply(value)
    }
}

extension LuaParameterType {
    /// What accounts of a file mean, or the question of what they do.
    fileprivate static let meanings = LuaParameterType("table", phrase: "a table or \"?\"", accepts: [.table, .string])

    /// The name of what is exported; a frame is taken only to be told how it is written out.
    fileprivate static let exported = LuaParameterType("string", phrase: "a string", accepts: [.string, .object])
}

extension DecimalMark {
    /// The mark itself, or the word for it.
    init?(named text: String) {
        guard let mark = DecimalMark(rawValue: text) ?? ["point": .point, "comma": .comma][text] else { return nil }
        self = mark
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

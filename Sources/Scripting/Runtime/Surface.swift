import Formats
import Frames
import Glibc
import Ledger
import LuaFormats
import LuaKit
import LuaMarket
import LuaPlans
import LuaQueries
import LuaRecording
import LuaSurface
import Session
import Storage
import Values

extension Runtime {
    /// Runs the standard library; what it defines counts as built in.
    private func loadStandardLibrary() throws {
        functions.isLoadingStandard = true
        defer { functions.isLoadingStandard = false }
        try loadStandard("prelude.lua")
        if stdlib.folder == nil {
            functions.readSentences { [stdlib] in ShippedSentences.read(stdlib) }
        } else {
            // What is in a folder may be anything, and its mistakes are told at once.
            try loadStandard("commands.lua")
        }
        // Files that are read later, such as importers, still see the libraries as they are now.
        try lua.keepLibraries()
    }

    /// A file of the standard library, ready to be called, with the built-in functions alone in its sight; it is read when it is asked for.
    func shipped(_ name: String) throws -> LuaReference {
        switch lua.compile(stdlib.text(name) ?? "", name: "=stdlib/\(name)", isBuiltin: true) {
        case .function(let chunk): return chunk
        case .mistake(let failure): throw failure
        case .incomplete: throw LuaMisuse("stdlib/\(name) ends before it is complete", kind: "syntax")
        }
    }

    /// The function behind a sentence.
    func function(of handler: SentenceFunction) throws -> LuaReference {
        switch handler {
        case .defined(let function): return function
        case .shipped(let name):
            if functions.shippedSentences.isEmpty {
                for file in ["sentences.lua", "questions.lua"] {
                    for field in try lua.call(shipped(file)).first?.fields ?? [] {
                        if case .function(let function) = field.value { functions.shippedSentences[field.name] = function }
                    }
                }
            }
            guard let function = functions.shippedSentences[name] else { throw LuaMisuse("neither stdlib/sentences.lua nor stdlib/questions.lua has a function \(name)") }
            return function
        }
    }

    /// Sets where `require` looks for modules besides the script's own folder: in the user's folder of modules, then in luca's library.
    private func openLibraries() throws {
        if configuration.isSandboxed { return }
        lua.module = { [stdlib] in stdlib.text($0.replacing(".", with: "/") + ".lua") }
        if let folder = configuration.libraryFolder { try lua.setModulePath("\(folder)/?.lua;\(folder)/?/init.lua") }
    }

    /// Runs a file of the standard library.
    private func loadStandard(_ name: String) throws {
        // What a file returns by name takes the place of the built-ins.
        for field in try lua.call(shipped(name)).first?.fields ?? [] { try lua.set(field.name, field.value, builtin: true) }
    }
}

/// The sample book.
extension Runtime {
    /// Fills the current book, which must be empty, with the sample family's accounts, prices and transactions.
    public func fillDemoBook() throws {
        let book = try requireBook()
        guard try book.ledger.accounts.isEmpty else {
            throw LuaMisuse("the book is not empty", hint: "the demo goes into a book of its own", kind: "not_empty")
        }
        try act("demo") {
            guard case .function(let chunk) = lua.compile(stdlib.text("demo/demo.lua") ?? "", name: "=stdlib/demo/demo.lua") else { return }
            _ = try lua.call(chunk, ["demo/accounts.csv", "demo/instruments.csv"].map { .string(stdlib.text($0) ?? "") })
            let importer = Importer(into: book)
            for name in ["demo/prices.csv", "demo/transactions.csv"] {
                var plan = try importer.plan(stdlib.bytes(name) ?? [], ImportOptions(source: "demo", fileName: name))
                guard try importer.carryOut(&plan, source: "demo") else {
                    throw plan.refusals.first ?? ImportIssue(.emptyFile, file: name, message: "the demo's figures are missing")
                }
            }
        }
    }
}

extension Runtime {
    /// Whether nothing was set, defined or recorded in the current book yet.
    public var isBookEmpty: Bool {
        get throws {
            guard let known = try book?.definitions else { return true }
            return known.accounts.isEmpty && known.instruments.isEmpty && known.settings.isEmpty
        }
    }
}

/// Books in Lua: every function that works on the current book is a method of any book.
enum BookType {
    /// The type as Lua knows it: its fields, methods and operators.
    static let type = LuaType(
        "book", summary: "A book of accounts: the file and what follows from it.", layout: .object,
        fields: [
            LuaFunction("path", returns: "string?", summary: "Where its file is.", style: .positional) { call in
                call.reply(try call.book().path.map { .string($0) } ?? .none)
            },
            LuaFunction("name", returns: "string", summary: "What messages call it.", style: .positional) { call in
                call.reply(try call.book().name)
            },
        ],
        methods: Modules.all.filter { $0.isAboutBooks }.flatMap { $0.functions }.filter { !$0.name.utf8.contains(UInt8(ascii: ".")) },
        metamethods: [
            LuaFunction("__tostring", returns: "string", summary: "Its name.", style: .positional) { call in
                call.reply("book \(call.object(0, .book, as: OpenBook.self)?.book.name ?? "(closed)")")
            }
        ])
}

/// Every part of the Lua surface.
enum Modules {
    /// The groups of functions, in the order in which help lists them.
    static let all = [
        ValuesModule.module, RowsModule.module, MomentModule.module, TextModule.module, CSVModule.module, JSONModule.module, BookModule.module, BackupModule.module,
        SettingModule.module,
        DoctorModule.module,
        CurrencyModule.module, AccountModule.module, PortfolioModule.module, InstrumentModule.module,
        EraseModule.module, RecordModule.module, RecordModule.events, CorrectModule.module, TagModule.module, AccountValueModule.module, QueryModule.module, FindModule.module,
        ExplainModule.module, ReturnsModule.module, QuoteModule.module, RateModule.module, SyncModule.module, ReserveModule.module,
        RecurringModule.module, LimitModule.module, GoalModule.module, RebalanceModule.module, WhatIfModule.module, ImportExportModule.module, DefineModule.module,
        HostModule.module, SandboxModule.module, SessionModule.module, HelpModule.module,
    ].map { $0.overBooks() }

    /// Those that tests alone have.
    static let ofTests = [TestModule.module]
}

extension Runtime {
    /// Makes a session without a book.
    public convenience init(_ configuration: Configuration = Configuration()) throws {
        try self.init(bare: configuration)
        lua.nearestName = { Runtime.nearest(to: $0, in: $1) }
        lua.rowAdvice = { "what is recorded is changed by amend(ID, {\($0)=…}); frame:with(\"\($0)\", function(row) … end) gives a frame with other figures" }
        lua.fieldHint = { [unowned self] in fieldHint($0) }
        lua.whyNot = { [unowned self] in whyNot($0, $1) }
        defineTypes()
        for module in Modules.all { define(module) }
        try loadStandardLibrary()
        try openLibraries()
        functions.usage = { [unowned self] in usage(of: $0) }
        functions.texts = try makeTexts()
        // Taken before any script can put something of its own in their place.
        scripted.recorders = ["record", "transfer"].compactMap { if case .function(let function) = lua.peek($0) { function } else { nil } }
    }

    private func defineTypes() {
        let types: [(LuaType, LuaTypeID)] = [
            (DecimalType.type, .decimal), (MoneyType.type, .money), (DateType.type, .date), (DateType.momentType, .datetime),
            (FrameType.type, .frame), (FrameType.groupsType, .groups), (AccountType.type, .account), (InstrumentType.type, .instrument),
            (BookType.type, .book), (WarningType.type, .warning), (ChartType.type, .chart), (ReportType.type, .report),
        ]
        for (type, id) in types {
            let given = lua.define(type)
            precondition(given == id, "\(type.name) has another number than LuaBoxes.swift says")
        }
    }
}

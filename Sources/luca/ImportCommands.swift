import ArgumentParser
import LuaFormats
import REPL

/// `luca import FILE…`.
struct ImportCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Reads activities, quotes and accounts from files.",
        discussion: """
            Shows what would be written and asks, unless --yes is given or there is no terminal to answer at. A file with a bad row is \
            refused whole.
            """)

    @Argument(help: "The files, or the folder of a whole book.")
    var files: [String]

    @Option(help: "The format by name; without it, it is found out.")
    var format: String?

    @Flag(help: "Takes the good rows of a file that has bad ones.")
    var partial = false

    @Flag(inversion: .prefixedNo, help: "Takes rows, too, that are like entries which were typed, or leaves them out.")
    var all: Bool?

    @Flag(help: "Asks what the columns of a file are, and keeps an importer of the answers for all files of its kind.")
    var learn = false

    @Flag(name: .shortAndLong, help: "Writes without asking.")
    var yes = false

    @Flag(help: "Shows what would be written and writes nothing.")
    var dryRun = false

    @Option(help: ArgumentHelp("How to read 03/04/2014: dmy, mdy or ymd.", valueName: "order"))
    var dateOrder: String?

    @Option(help: ArgumentHelp("How to read 1,234 where the file does not tell: point or comma parts the decimals.", valueName: "mark"))
    var decimalMark: String?

    @Option(help: "The account of rows that name none.")
    var account: String?

    @Option(help: "The symbol of rows that name none.")
    var symbol: String?

    @Option(help: ArgumentHelp("The currency of rows that name none: EUR, or GBX for pence.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("What parts the fields; found out by the header.", valueName: "character"))
    var delimiter: String?

    @Option(help: ArgumentHelp("What a column of the file is: Handelstag=date. Said once for each.", valueName: "heading=field"))
    var columns: [String] = []

    @Option(help: ArgumentHelp("What a word of the file means: Kauf=buy, or Umbuchung=skip to leave such rows out. Said once for each.", valueName: "word=type"))
    var types: [String] = []

    @Option(
        help: ArgumentHelp(
            "What an account of a book of beancount, ledger, hledger or GnuCash means, with those below it: Assets:Broker=Broker, Expenses:Tax=tax, Liabilities:Card=skip. Said once for each; ? prints what they mean.",
            valueName: "account=meaning"))
    var accounts: [String] = []

    @Flag(inversion: .prefixedNo, help: "Defines accounts and symbols that the book does not know.")
    var create = true

    @Option(help: ArgumentHelp("What the reserve plan of a file is called.", valueName: "name"))
    var plan: String?

    @Flag(help: "Counts fees of options times the multiplier, as the Portfolio Ledger app does.")
    var multiplyFees = false

    @OptionGroup var common: CommonOptions

    /// The two sides of each `heading=field`.
    static func pairs(_ option: String, _ texts: [String]) throws -> [String: String] {
        var pairs: [String: String] = [:]
        for text in texts {
            // A heading may have an equals sign in it, a field has none.
            guard let mark = text.lastIndex(of: "="), mark != text.startIndex, text.index(after: mark) != text.endIndex else {
                throw ValidationError("--\(option) is such as \(["types": "Kauf=buy", "accounts": "Expenses:Tax=tax"][option] ?? "Handelstag=date"), not \(text)")
            }
            pairs[String(text[..<mark])] = String(text[text.index(after: mark)...])
        }
        return pairs
    }

    func validate() throws {
        _ = try (Self.pairs("columns", columns), Self.pairs("types", types))
        if accounts != ["?"] { _ = try Self.pairs("accounts", accounts) }
        if let dateOrder, !["dmy", "mdy", "ymd"].contains(dateOrder) {
            throw ValidationError("--date-order is dmy, mdy or ymd, not \(dateOrder)")
        }
        if let decimalMark, !["point", "comma"].contains(decimalMark) {
            throw ValidationError("--decimal-mark is point or comma, not \(decimalMark)")
        }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        var request = ImportRequest(paths: files)
        (request.isConfirmed, request.isDryRun, request.learns) = (yes, dryRun, learn)
        request.settings.format = format
        request.settings.isPartial = partial
        request.settings.takesLikes = all
        request.settings.dateOrder = dateOrder
        request.settings.decimalMark = decimalMark
        request.settings.account = account
        request.settings.symbol = symbol
        request.settings.currency = currency
        request.settings.delimiter = delimiter
        request.settings.columns = (try? Self.pairs("columns", columns)) ?? [:]
        request.settings.types = (try? Self.pairs("types", types)) ?? [:]
        request.asksMeanings = accounts == ["?"]
        request.settings.accounts = (try? Self.pairs("accounts", accounts)) ?? [:]
        request.settings.defines = create
        request.settings.plan = plan
        request.settings.multipliesFees = multiplyFees
        return program.importFiles(request, options)
    }
}

/// `luca export [FILE]`.
struct ExportCommand: Action {
    static let configuration = CommandConfiguration(commandName: "export", abstract: "Writes the book in a form that other programs read.")

    @Argument(help: "The file, or the folder of a whole book; without it, standard output.")
    var file: String?

    @Option(
        help:
            "transactions, quotes, accounts, instruments, values, book, portfolio-ledger, portfolio-ledger-json, beancount, hledger, ledger, family-tracker, ghostfolio, wealthfolio, portfolio-performance, sqlite or csv."
    )
    var format: String?

    @OptionGroup var common: CommonOptions

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        program.export(ExportRequest(format: format, path: file), options)
    }
}

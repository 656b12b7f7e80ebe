import ArgumentParser
import LuaFormats
import REPL

/// `luca convert IN OUT`.
struct ConvertCommand: Action {
    static let configuration = CommandConfiguration(
        commandName: "convert", abstract: "Makes another program's file of one, without a book.",
        discussion: """
            Reads the file as luca import does, into a book that is gone afterwards, and writes it as luca export does: by the ending of its name \
            (.beancount, .journal for hledger, .ledger, .csv), or as --to says. What is assumed, refused or left out is told on standard error; where a row is \
            refused, nothing is written unless --partial is said, and the exit code is not 0.

            With --check the balances, holdings and gains that the file itself tells are compared with luca's, and each difference is told with the entries behind \
            it; then OUT may be left out.
            """)

    @Argument(help: "The file to read, or the folder of a whole book.")
    var input: String

    @Argument(help: "The file to write; without it, standard output if --to is given.")
    var output: String?

    @Option(help: ArgumentHelp("The format of the file that is read; found out by what it holds.", valueName: "format"))
    var from: String?

    @Option(help: ArgumentHelp("The form of the file that is written, as luca export has it.", valueName: "format"))
    var to: String?

    @Flag(help: "Takes the good rows of a file that has bad ones.")
    var partial = false

    @Flag(help: "Compares the figures that the file tells with luca's.")
    var check = false

    @Option(help: "The account of rows that name none.")
    var account: String?

    @Option(help: ArgumentHelp("The currency of rows that name none: EUR, or GBX for pence.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("How to read 03/04/2014: dmy, mdy or ymd.", valueName: "order"))
    var dateOrder: String?

    @Option(help: ArgumentHelp("How to read 1,234 where the file does not tell: point or comma parts the decimals.", valueName: "mark"))
    var decimalMark: String?

    @Option(help: ArgumentHelp("What an account of a book of beancount, ledger, hledger or GnuCash means: Expenses:Tax=tax. Said once for each.", valueName: "account=meaning"))
    var accounts: [String] = []

    @OptionGroup var common: CommonOptions

    func validate() throws {
        _ = try ImportCommand.pairs("accounts", accounts)
        if output == nil, to == nil, !check { throw ValidationError("convert needs a file to write, --to for standard output, or --check alone") }
    }

    func run(_ program: LucaProgram, _ options: LaunchOptions) -> Int32 {
        var request = ConvertRequest(input: input, output: output)
        (request.from, request.to, request.checks) = (from, to, check)
        (request.settings.isPartial, request.settings.account, request.settings.currency) = (partial, account, currency)
        (request.settings.dateOrder, request.settings.decimalMark) = (dateOrder, decimalMark)
        request.settings.accounts = (try? ImportCommand.pairs("accounts", accounts)) ?? [:]
        return program.convert(request, options)
    }
}

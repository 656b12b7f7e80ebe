public import Sentences
import Values

/// The sentences that tests work with: the shape of the built-in ones, without the Lua behind them.
public enum SampleSentences {
    private static let booking = "[in <account:account>] [on <date:date>] [note <notes:text>]"

    /// Usage, Lua form, example.
    private static let all: [(usage: String, lua: String, example: String)] = [
        ("buy <quantity:decimal> <symbol:symbol> [@ <price:money> [<currency:currency>]] [fee <fee:money>] \(booking)", "buy", "buy 10 ORCL @ 31.20"),
        ("sell <quantity:decimal> <symbol:symbol> [@ <price:money> [<currency:currency>]] [fee <fee:money>] \(booking)", "sell", "sell 4 ORCL @ 40"),
        ("split <symbol:symbol> <ratio:ratio> [on <date:date>]", "split", "split ORCL 2:1 on 2000-10-13"),
        (
            "deposit <amount:money> [<currency:currency>] to <account:account> [on <date:date>] [note <notes:text>]", "deposit",
            "deposit 500 to Savings"
        ),
        (
            "withdraw <amount:money> [<currency:currency>] from <account:account> [on <date:date>] [note <notes:text>]", "withdraw",
            "withdraw 20 from Savings"
        ),
        ("dividend <amount:money> <symbol:symbol> [tax <tax:money>] \(booking)", "dividend", "dividend 12.50 ORCL"),
        ("interest <amount:money> [<currency:currency>] \(booking)", "interest", "interest 3.10 in Savings"),
        ("fee <amount:money> [<currency:currency>] \(booking)", "fee", "fee 2 in Brokerage"),
        ("tax <amount:money> [<currency:currency>] \(booking)", "tax", "tax 7 in Brokerage"),
        ("holdings [on <on:date>] [in <account:account>]", "holdings", "holdings on 2012-12-31"),
        ("trades [<symbol:symbol>] [in <account:account>] [from <from:date>] [to <to:date>]", "trades", "trades ORCL"),
        ("gains [<year:year>] [in <account:account>]", "gains", "gains 2014"),
        ("income [<year:year>] [in <account:account>]", "income", "income 2014"),
        ("cash [on <on:date>] [in <account:account>]", "cash", "cash"),
        ("import <path:path> [in <account:account>] [partial]", "import(<path>, <*>)", "import trades.csv"),
        ("run <path:path> [<arguments:arguments>]", "run(<path>, <arguments>)", "run due.lua --year 2014"),
        ("report [<name:report>] [<options:options>]", "report(<name>, <options>)", "report income 2014"),
        ("undo [<id:integer>]", "undo(<id>)", "undo"),
        ("help [<topic:topic>]", "help(<topic>)", "help gains"),
        ("quit", "quit()", "quit"),
    ]

    /// The patterns of all of them.
    public static let patterns: [CommandPattern] = all.map { sentence in
        do {
            let form = try LuaForm(sentence.lua)
            return try CommandPattern(usage: sentence.usage, summary: "Does it.", example: sentence.example, action: .lua(form))
        } catch {
            fatalError("\(error)")
        }
    }

    /// The table that fits lines to them.
    public static let table = CommandTable(patterns)

    /// What is known of a small book, on the first day of 2026.
    public static var vocabulary: Vocabulary {
        Vocabulary(today: try? Day("2026-01-01"), home: "/home/ray") {
            ["Brokerage", "Savings", "Ray College Fund", "Cash on Hand"]
        }
    }

    /// The Lua that a line stands for; nil if the line is Lua already.
    public static func lua(_ line: String) throws(CommandMismatch) -> String? {
        try table.match(line, vocabulary)?.lua
    }
}

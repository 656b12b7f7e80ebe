import Foundation
import TestSupport
import Testing

/// The bindings of GnuCash for Python, which write books by GnuCash itself.
private enum GnuCashProgram {
    private static let python = ProcessInfo.processInfo.environment["LUCA_PYTHON_GNUCASH"] ?? "/usr/bin/python3"

    static let isThere = (try? run(["-c", "import gnucash"])) != nil

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Has GnuCash write a book, and tell what its accounts hold: `Broker AAPL 12.5`, zeros left out.
    static func write(_ path: String, seed: Int) throws -> Set<String> {
        Set(try run(["-c", script, "xml://" + path, String(seed)]).split(separator: "\n").map(String.init).filter { !$0.isEmpty })
    }

    private static func run(_ arguments: [String]) throws -> String {
        let process = Process(), output = Pipe(), errors = Pipe()
        (process.executableURL, process.arguments, process.standardOutput, process.standardError) = (URL(filePath: python), arguments, output, errors)
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data(), complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(description: String(decoding: complaint.suffix(2000), as: UTF8.self)) }
        return String(decoding: text, as: UTF8.self)
    }

    private static let script = """
        import datetime, random, sys
        from fractions import Fraction
        from gnucash import Session, SessionOpenMode, Account, Transaction, Split, GncNumeric, GncCommodity
        import gnucash.gnucash_core_c as c
        draw = random.Random(int(sys.argv[2]))
        session = Session(sys.argv[1], SessionOpenMode.SESSION_NEW_STORE)
        book = session.book
        root, table = book.get_root_account(), book.get_table()
        usd, eur = table.lookup("CURRENCY", "USD"), table.lookup("CURRENCY", "EUR")
        shares = {}
        for name in ("AAPL", "MSFT"):
            shares[name] = GncCommodity(book, name + " Inc", "NASDAQ", name, "", 10000)
            table.insert(shares[name])

        def account(name, kind, commodity, parent):
            made = Account(book)
            parent.append_child(made)
            made.SetName(name)
            made.SetType(kind)
            made.SetCommodity(commodity)
            return made

        assets = account("Assets", c.ACCT_TYPE_ASSET, usd, root)
        bank, broker = account("Bank", c.ACCT_TYPE_BANK, usd, assets), account("Broker", c.ACCT_TYPE_BANK, usd, assets)
        euros = account("Euros", c.ACCT_TYPE_BANK, eur, assets)
        stock = {name: account(name + " shares", c.ACCT_TYPE_STOCK, shares[name], broker) for name in shares}
        income, expenses = account("Income", c.ACCT_TYPE_INCOME, usd, root), account("Expenses", c.ACCT_TYPE_EXPENSE, usd, root)
        salary, dividends = account("Salary", c.ACCT_TYPE_INCOME, usd, income), account("Dividends", c.ACCT_TYPE_INCOME, usd, income)
        gains, fees = account("Gains", c.ACCT_TYPE_INCOME, usd, income), account("Commissions", c.ACCT_TYPE_EXPENSE, usd, expenses)
        food = account("Food", c.ACCT_TYPE_EXPENSE, usd, expenses)
        held = {name: 0 for name in shares}
        day = datetime.date(2014, 1, 1)

        def transaction(splits):
            made = Transaction(book)
            made.BeginEdit()
            made.SetCurrency(usd)
            made.SetDate(day.day, day.month, day.year)
            made.SetDescription("row")
            for where, cents, amount in splits:
                split = Split(book)
                split.SetParent(made)
                split.SetAccount(where)
                split.SetValue(GncNumeric(cents, 100))
                split.SetAmount(GncNumeric(*(amount or (cents, 100))))
            made.CommitEdit()
            return made

        transaction([(bank, 5000000, None), (salary, -5000000, None)])
        for number in range(150):
            day += datetime.timedelta(days=draw.randint(0, 4))
            cents, name, kind = draw.randint(100, 90000), draw.choice(list(shares)), draw.randint(0, 8)
            own = stock[name]
            if kind == 0:
                transaction([(food, cents, None), (bank, -cents, None)])
            elif kind == 1:
                transaction([(broker, cents, None), (bank, -cents, None)])
            elif kind in (2, 3):
                units, fee = draw.randint(1, 400000), draw.choice([0, 195])
                transaction([(own, cents, (units, 10000)), (fees, fee, None), (broker, -cents - fee, None)])
                held[name] += units
            elif kind == 4 and held[name] > 2:
                units = draw.randint(1, held[name] - 1)
                transaction([(broker, cents, None), (own, -cents, (-units, 10000)), (own, 300, (0, 1)), (gains, -300, None)])
                held[name] -= units
            elif kind == 5:
                transaction([(broker, cents, None), (dividends, -cents, None), (own, 0, (0, 1))])
            elif kind == 6 and held[name] > 0:
                transaction([(own, 0, (held[name], 10000))])
                held[name] *= 2
            elif kind == 7:
                transaction([(bank, -cents, None), (euros, cents, (cents * 9 // 10, 100))])
            else:
                transaction([(bank, cents, None), (salary, -cents, None)]).Void("typed twice")

        def text(value):
            whole = Fraction(value.num(), value.denom())
            sign, scaled = "-" if whole < 0 else "", abs(whole) * 10000
            digits = f"{int(scaled):05d}"
            return sign + (digits[:-4] + "." + digits[-4:]).rstrip("0").rstrip(".")

        def tell(*words):
            if words[-1] != "0":
                print(*words)

        tell("Bank", "USD", text(bank.GetBalance()))
        tell("Broker", "USD", text(broker.GetBalance()))
        tell("Euros", "EUR", text(euros.GetBalance()))
        for name in shares:
            tell("Broker", name, text(stock[name].GetBalance()))
        session.save()
        session.end()
        """
}

@Suite("Books that GnuCash wrote", .enabled(if: GnuCashProgram.isThere, "python3 has no module gnucash; LUCA_PYTHON_GNUCASH names one that has"))
struct GnuCashMovingTests {
    private static let lines = """
        local lines = {}
        local function number(n) return (tostring(n):gsub(",", "")) end
        for c in cash{} do if c.balance ~= D"0" then lines[#lines + 1] = c.account .. " " .. c.currency .. " " .. number(c.balance) end end
        for h in holdings{} do lines[#lines + 1] = h.account .. " " .. h.symbol .. " " .. number(h.quantity) end
        return table.concat(lines, "\\n")
        """

    @Test("Each account holds what GnuCash says, also when the book comes again") func balances() throws {
        var random = SeededRandom.forTest("books that GnuCash wrote")
        for _ in 0..<3 {
            let folder = try TemporaryFolder(), path = folder.path + "/book.gnucash", session = try ScriptSession(today: "2030-01-01")
            let others = try GnuCashProgram.write(path, seed: random.int(0...1_000_000))
            #expect(others.count >= 3)
            for _ in 0..<2 {
                try session.run("import('\(path)')")
                let own = Set(try session.text(Self.lines).split(separator: "\n").map(String.init))
                #expect(others == own, "GnuCash alone says \(others.subtracting(own).sorted()), luca alone \(own.subtracting(others).sorted())")
            }
        }
    }
}

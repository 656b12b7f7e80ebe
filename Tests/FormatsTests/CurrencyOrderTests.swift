import Formats
import Ledger
import Testing
import Values

/// Which currency figures are in, where several things could tell it.
@Suite("Whose currency figures are in") struct CurrencyOrderTests {
    private static func book(_ accounts: [Account] = [Account(name: "IB", currency: .eur)]) throws -> Ledger {
        let ledger = Ledger()
        for account in accounts { try ledger.apply(.account(ledger.nextAccountID, account), id: ledger.nextID) }
        try ledger.apply(.instrument(ledger.nextInstrumentID, Instrument(symbol: "ORCL", currency: .usd)), id: ledger.nextID)
        return ledger
    }

    private static func cash(_ text: String, _ options: ImportOptions = ImportOptions(), in ledger: Ledger? = nil) throws -> [String] {
        let ledger = try ledger ?? book()
        let plan = try record(plan(text, options, context: ImportContext(ledger)), in: ledger)
        return try plan.refusals.map(\.message) + ledger.cash().filter { !$0.balance.isZero }.map { "\($0.balance) \($0.currency)" }
    }

    // MARK: an amount that is marked, beside a rate

    @Test(
        "An amount marked in the account's currency, beside a rate, is what left the account or came into it",
        arguments: [
            ("amount (EUR)", "9.00", "10 USD: 9 EUR"), ("amount", "€9.00", "10 USD: 9 EUR"), ("amount", "9.00 EUR", "10 USD: 9 EUR"),
            ("amount", "$10.00", "10 USD: 9 EUR"), ("amount (USD)", "10.00", "10 USD: 9 EUR"), ("amount", "10.00", "10 USD: 9 EUR"),
        ])
    func payments(heading: String, cell: String, wanted: String) throws {
        let ledger = try Self.book()
        let text = "date,type,account,symbol,\(heading),currency,fx_rate\n2014-04-03,dividend,IB,ORCL,\(cell),USD,0.9\n"
        let cash = try Self.cash(text, in: ledger)
        #expect("\(ledger.facts[0].amount ?? 0) \(ledger.facts[0].currency): \(cash.joined(separator: ", "))" == wanted)
        // Whatever way it was told, it is the same row.
        let plain = "date,type,account,symbol,amount,currency,fx_rate\n2014-04-03,dividend,IB,ORCL,10,USD,0.9\n"
        #expect(try plan(plain, context: ImportContext(ledger)).activities.isEmpty)
    }

    @Test("Charges and other figures of the row stay in the row's currency") func charges() throws {
        let head = "date,type,account,symbol,quantity,price,fee,tax,gross,amount (EUR),currency,fx_rate\n2014-04-03,"
        #expect(try Self.cash(head + "buy,IB,ORCL,10,,1,,,-279.90,USD,0.9\n") == ["-279.9 EUR"])
        #expect(try Self.cash(head + "buy,IB,ORCL,10,31,1,,,-279.90,USD,0.9\n") == ["-279.9 EUR"])
        #expect(try Self.cash(head + "buy,IB,ORCL,10,31,1,,310,-279.90,USD,0.9\n") == ["-279.9 EUR"])
        #expect(try Self.cash(head + "dividend,IB,ORCL,,,,1.50,10,7.65,USD,0.9\n") == ["7.65 EUR"])
        #expect(try Self.cash(head + "dividend,IB,ORCL,10,1,,1.50,,7.65,USD,0.9\n") == ["7.65 EUR"])
        #expect(try Self.cash(head + "fee,IB,,,,3,,,-2.70,USD,0.9\n") == ["-2.7 EUR"])
    }

    @Test("Rounding by the rate does not touch the row's own figures") func rounded() throws {
        let ledger = try Self.book()
        let text =
            "date,type,account,symbol,quantity,price,fee,gross,amount (EUR),currency,fx_rate\n"
            + "2014-04-03,buy,IB,ORCL,10,31.20,1,,-280.23,USD,0.8953\n2014-04-04,dividend,IB,ORCL,,,,10.34,9.00,USD,0.87\n2014-04-05,dividend,IB,ORCL,,,,,9.00,USD,0.87\n"
        let plan = try record(plan(text, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusals.isEmpty)
        #expect(ledger.facts[0].amount == nil && ledger.facts[0].price == decimal("31.2") && ledger.facts[1].amount == decimal("10.34"))
        let last = try #require(ledger.facts[2].amount)
        #expect(try (last * decimal("0.87")).rounded(to: 12) == 9)
    }

    @Test("A figure that agrees in the wrong currency only is refused, and so is one in a third") func refused() throws {
        let head = "date,type,account,symbol,quantity,price,fee,amount,currency,fx_rate\n2014-04-03,"
        #expect(try Self.cash(head + "buy,IB,ORCL,10,31,1,€-311.00,USD,0.9\n") == ["-311.00 EUR at 0.9 is not -(10 × 31) - 1 = -311"])
        #expect(try Self.cash(head + "dividend,IB,ORCL,,,,9.00 GBP,USD,0.9\n") == ["it is in GBP, but the row is in USD, and settles in EUR"])
        #expect(try Self.cash(head + "buy,IB,ORCL,10,31,1,USD -279.90,USD,0.9\n") == ["-279.90 is not -(10 × 31) - 1 = -311"])
        let dollars = try Self.book([Account(name: "IB", currency: .usd)])
        #expect(try Self.cash(head + "dividend,IB,ORCL,,,,€9.00,USD,0.9\n", in: dollars) == ["it is in EUR, but the row is in USD, and so is its account"])
    }

    @Test("A new account is in the currency that its amounts are marked in, and in one alone") func newAccount() throws {
        let ledger = try Self.book([])
        let text = "date,type,account,symbol,amount,currency,fx_rate\n2014-04-03,dividend,New,ORCL,€9.00,USD,0.9\n2014-04-04,dividend,New,ORCL,£8.00,USD,0.8\n"
        let plan = try record(plan(text, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusals.map(\.line) == [3] && ledger.accounts.map(\.currency) == [.eur])
        #expect(plan.notices(.newAccount) == ["account \"New\" is new, in EUR"])
    }

    // MARK: settlement

    @Test("Rows of a new account settle in one currency; another is refused") func oneSettlement() throws {
        let ledger = try Self.book([])
        let text =
            "date,type,account,symbol,amount,currency,fx_rate,settle\n2014-04-02,deposit,New,,5,USD,,\n2014-04-03,dividend,New,ORCL,10,USD,0.9,EUR\n2014-04-04,dividend,New,ORCL,10,USD,0.8,GBP\n"
        let plan = try record(plan(text, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusals.map(\.message) == ["it cannot settle in GBP, but only in EUR, the account's currency, or USD"])
        #expect(plan.notices(.newAccount) == ["account \"New\" is new, in EUR"] && ledger.accounts.map(\.currency) == [.eur])
        #expect(try ledger.cash().map { "\($0.balance) \($0.currency)" }.sorted() == ["5 USD", "9 EUR"])
    }

    @Test("Where only the settlement is told, a price in another currency is not taken to be in it", arguments: ["Settlement Currency", "Cash Currency"])
    func settlementAlone(heading: String) throws {
        let head = "date,type,account,symbol,quantity,price,amount,\(heading),exchange rate\n2014-04-03,"
        let refusal = "it tells what the row settles in, and nothing tells the currency of its price"
        #expect(try Self.cash(head + "buy,IB,XYZ,10,31,-279,EUR,0.9\n") == [refusal])
        #expect(try Self.cash(head + "buy,IB,XYZ,10,31,,EUR,0.9\n") == [refusal])
        #expect(try Self.cash(head + "buy,IB,XYZ,10,31,-310,EUR,0.9\n") == ["-310 EUR"])
        #expect(try Self.cash(head + "buy,IB,XYZ,10,31,-310,EUR,\n") == ["-310 EUR"])
        #expect(try Self.cash(head + "buy,IB,XYZ,10,31,-310,EUR,1\n") == ["-310 EUR"])
        #expect(try Self.cash(head + "dividend,IB,ORCL,,,9,EUR,0.9\n") == ["9 EUR"])
    }

    // MARK: columns that are not read

    /// What comes of 5 in a new account, in a book whose currency is the dollar.
    private static func inDollars(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> [String] {
        let ledger = try book([Account(name: "US", currency: .usd)])
        try ledger.apply(.setting(key: "base_currency", value: "USD"), id: ledger.nextID)
        let plan = try record(plan(text, options, context: ImportContext(ledger)), in: ledger)
        return try plan.refusals.map { "\($0.column): \($0.message) (\($0.hint))" } + ledger.cash().filter { !$0.balance.isZero }.map { "\($0.balance) \($0.currency)" }
    }

    @Test("Headings of the row's currency", arguments: ["Local Currency", "Net Currency", "Total Currency", "Moneda", "Monnaie", "Währung Betrag", "Moeda", "Waluta"])
    func headings(heading: String) throws {
        #expect(try Self.inDollars("date,type,account,amount,\(heading)\n2014-04-03,deposit,New,5,EUR\n") == ["5 EUR"])
        #expect(try Self.inDollars("date,type,account,amount,\(heading)\n2014-04-03,deposit,US,5,GBX\n") == ["0.05 GBP"])
    }

    @Test(
        "A column that is not read and says another currency than the one assumed is refused by name",
        arguments: [
            ("Account Currency", "EUR"), ("Base Currency", "EUR"), ("Kontowährung", "EUR"), ("Currency of the account", "eur"), ("Currency of the account", "€"), ("Market", "EUR"),
            ("Cur", "EUR"),
        ])
    func unread(heading: String, cell: String) throws {
        let text = "date,type,account,amount,\(heading)\n2014-04-03,deposit,New,5,\(cell)\n", refused = try Self.inDollars(text)
        #expect(
            refused == [
                "\(heading): this column is not read and says EUR, while the row would be taken to be in USD "
                    + "(columns={[\"\(heading)\"]=\"currency\"}, or the heading currency, says that it tells what the figures are in; currency=\"USD\", --currency USD on the command line, that they are in USD)"
            ])
        #expect(try Self.inDollars(text.replacing("New", with: "US")).first?.hasPrefix("\(heading): this column is not read and says EUR") == true)
        // What settles it, and what agrees.
        #expect(try Self.inDollars(text, ImportOptions(currency: .usd)) == ["5 USD"] && Self.inDollars(text, ImportOptions(currency: .eur)) == ["5 EUR"])
        #expect(try Self.inDollars(text.replacing(cell, with: "USD")) == ["5 USD"])
        if cell == "EUR" { #expect(try Self.inDollars(text, ImportOptions(columns: [heading: "currency"])) == ["5 EUR"]) }
        // What tells its own currency is in that.
        #expect(try Self.inDollars(text.replacing(",5,", with: ",€5,")) == ["5 EUR"] && Self.inDollars(text.replacing("amount,", with: "amount (CHF),")) == ["5 CHF"])
        #expect(try Self.inDollars("date,type,account,amount,currency,\(heading)\n2014-04-03,deposit,New,5,CHF,\(cell)\n2014-04-03,deposit,New,5,CHF,\n") == ["10 CHF"])
        #expect(try Self.inDollars("date,type,account,amount,currency,\(heading)\n2014-04-03,deposit,New,5,,\(cell)\n").first?.hasPrefix("\(heading): this column") == true)
    }

    @Test("Where the first of two columns of currencies is empty, the second tells it") func secondColumn() throws {
        let text = "date,type,account,amount,Currency (Price / share),Currency (Total)\n2014-04-03,deposit,US,5,,EUR\n2014-04-03,deposit,US,7,GBP,EUR\n"
        #expect(try Self.inDollars(text) == ["5 EUR", "7 GBP"])
        #expect(try plan(text, context: ImportContext(Self.book())).notices(.unusedColumn).isEmpty)
    }

    @Test(
        "Other columns that are not read say nothing",
        arguments: [
            ("Market", "EUR\n2014-04-04,deposit,New,2,XETRA"), ("Branch", "all"), ("Network", "ETH"), ("Currency rate", "0.9"), ("Account Currency", ""), ("Market", "NYSE"),
        ])
    func unreadWords(heading: String, cell: String) throws {
        #expect(try Self.inDollars("date,type,account,amount,\(heading)\n2014-04-03,deposit,New,5,\(cell)\n").allSatisfy { !$0.contains("not read") })
    }

    @Test("A column without a heading is told by its place; prices, values and definitions are refused alike") func others() throws {
        #expect(
            try Self.inDollars("date,type,account,amount,,notes\n2014-04-03,deposit,New,5,EUR,x\n").first?.hasPrefix(": column 5, which has no heading, is not read and says EUR")
                == true)
        for text in [
            "symbol,date,price,Kurswährung\nNEW,2014-04-03,5,EUR\n", "symbol,date,price,Kurswährung\nORCL,2014-04-03,5,EUR\n",
            "date,account,value,Currency of value\n2014-04-03,House,5,EUR\n",
            "name,type,owner,Kontowährung der Bank\nHouse,cash,Ada,EUR\n", "symbol,type,name,Currency of prices\nNEW,stock,New,EUR\n",
        ] {
            #expect(try Self.inDollars(text).first?.contains("is not read and says EUR, while the row would be taken to be in USD") == true, "\(text)")
            #expect(try Self.inDollars(text, ImportOptions(currency: .usd)).isEmpty, "\(text)")
            #expect(try Self.inDollars(text.replacing("EUR", with: "USD")).isEmpty, "\(text)")
        }
        #expect(try Self.inDollars("symbol,date,price,Price Currency\nNEW,2014-04-03,5,EUR\n").isEmpty)
    }

    // MARK: the one told

    @Test("What is told is for rows whose account and instrument have no currency yet") func told() throws {
        let rows = "date,type,account,symbol,quantity,price,amount\n2014-04-03,deposit,IB,,,,100\n2014-04-04,buy,IB,NEW,1,10,\n"
        let ledger = try Self.book(), options = ImportOptions(currency: .usd)
        let plan = try record(plan(rows, options, context: ImportContext(ledger)), in: ledger)
        #expect(try ledger.cash().map { "\($0.balance) \($0.currency)" } == ["90 EUR"] && ledger.instruments.last?.currency == .eur)
        #expect(plan.notices(.assumedCurrency) == ["account \"IB\" is in EUR, and rows without a currency are in that; USD, the one told, is for what has none of its own"])
        #expect(try Self.cash(rows.replacing("IB", with: "New"), options) == ["90 USD"])
        #expect(try Self.cash("date,type,account,symbol,amount (GBP)\n2014-04-03,deposit,IB,,5\n", options) == ["5 GBP"])
        // A symbol in the heading tells as much as one beside the figure.
        #expect(try Self.cash("date,type,account,symbol,amount (£)\n2014-04-03,deposit,IB,,5\n", options) == ["5 GBP"])
        #expect(try Self.cash("date,type,account,symbol,Amount (US$)\n2014-04-03,deposit,IB,,5\n", options) == ["5 USD"])
        #expect(try Self.cash("date,type,account,symbol,amount\n2014-04-03,deposit,New,,€5\n", options) == ["5 EUR"])
        #expect(try Self.cash("date,type,account,symbol,amount,currency\n2014-04-03,deposit,IB,,5,GBP\n", options) == ["5 GBP"])
    }

    @Test("Pence that are told are pence of an account in pounds") func pence() throws {
        var options = ImportOptions(currency: .gbp)
        options.minorUnit = "GBX"
        let rows = "date,type,account,symbol,quantity,price\n2014-04-03,buy,UK,VOD,10,150\n2014-04-04,buy,UK,VOD,10,150\n"
        #expect(try Self.cash(rows, options, in: Self.book([Account(name: "UK", currency: .gbp)])) == ["-30 GBP"])
        #expect(try Self.cash(rows, options) == ["-30 GBP"])
        #expect(try Self.cash("date,type,account,amount,price (GBX)\n2014-04-03,deposit,UK,150,\n", options) == ["1.5 GBP"])
        #expect(try Self.cash("date,type,account,amount\n2014-04-03,deposit,UK,€5\n", options) == ["it is in EUR, but the row is in GBP"])
    }

    @Test("Files of the Portfolio Ledger app: the account's currency goes before the one told", arguments: [("GBp", "-38 GBP"), ("USD", "-3800 USD"), ("", "-3800 EUR")])
    func portfolioLedger(unit: String, wanted: String) throws {
        let instruments = "id,type,symbol,underlyingSymbol,expiry,strike,callPut,multiplier\nI1,equity,VOD,,,,,\n", accounts = "id,name,type,currency\nA1,ISA,securities,\(unit)\n"
        let rows =
            "id,instrumentId,timestamp,action,quantity,price,fees,notes,tags,linkGroupId,consumedByAssignment,accountId\n1,I1,2014-02-03T15:30:00Z,buy,100,38,0,,,,false,A1\n"
        for told in [Currency.eur, nil] where told != nil || !unit.isEmpty {
            var options = ImportOptions(currency: told)
            options.neighbour = { name in (name == "instruments.csv" ? instruments : name == "accounts.csv" ? accounts : nil).map { Array($0.utf8) } }
            #expect(try Self.cash(rows, options, in: Ledger()) == [wanted])
        }
        var options = ImportOptions(currency: .gbp)
        options.neighbour = { name in (name == "instruments.csv" ? instruments : name == "accounts.csv" ? accounts : nil).map { Array($0.utf8) } }
        let known = Ledger()
        try known.apply(.account(known.nextAccountID, Account(name: "ISA", currency: unit == "GBp" ? .gbp : .usd)), id: known.nextID)
        #expect(try Self.cash(rows, options, in: known) == [unit == "GBp" ? "-38 GBP" : "-3800 USD"])
    }

    @Test("What the file says of an account stands, whatever a row is in") func accountOfTheFile() throws {
        let instruments = "id,type,symbol\nI1,equity,ORCL\n", accounts = "id,name,type,currency\nA1,ISA,securities,EUR\n"
        let rows =
            "id,instrumentId,timestamp,action,quantity,price,fees,notes,tags,linkGroupId,consumedByAssignment,accountId,currency\n1,I1,2014-02-03T15:30:00Z,buy,100,38,0,,,,false,A1,USD\n"
        var options = ImportOptions()
        options.neighbour = { name in (name == "instruments.csv" ? instruments : name == "accounts.csv" ? accounts : nil).map { Array($0.utf8) } }
        let ledger = Ledger()
        #expect(try Self.cash(rows, options, in: ledger) == ["-3800 USD"] && ledger.accounts.map(\.currency) == [.eur])
    }

    @Test("Values: the row's own currency or mark, then the account's, then the one told") func values() throws {
        func told(_ rows: String) throws -> [String] {
            let ledger = try Self.book([Account(name: "House", currency: .eur, tracking: .value)])
            return try plan(rows, ImportOptions(currency: .usd), context: ImportContext(ledger)).values.map { "\($0.value.value ?? 0) \($0.value.currency)" }
        }
        #expect(try told("date,account,value\n2014-01-31,House,5\n2014-01-31,Boat,6\n2014-02-28,Boat,7\n") == ["5 EUR", "6 USD", "7 USD"])
        #expect(try told("date,account,value\n2014-01-31,House,£5\n") == ["5 GBP"])
        #expect(try told("date,account,value,currency\n2014-01-31,House,5,CHF\n") == ["5 CHF"])
    }
}

import Foundation
import TestSupport
import Testing

@Suite("luca convert", .enabled(if: BuiltProgram.path != nil))
struct ConvertCommandTests {
    /// The rows of a file of transactions, each a field by its heading.
    private func rows(_ text: String) -> [[String: String]] {
        let lines = text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        guard let head = lines.first else { return [] }
        return lines.dropFirst().map { Dictionary(zip(head, $0)) { $1 } }
    }

    private func expectStory(_ text: String, _ sample: ConvertSamples.Sample, _ result: BuiltProgram.Result) throws {
        let rows = rows(text), buy = try #require(rows.first { $0["type"] == "buy" }, "\(result)")
        let figures = ["account", "symbol", "quantity", "price", "fee", "amount", "currency"].map { buy[$0] ?? "" }
        #expect(figures == [sample.account, "ITOT", "4", "100", "1.50", "-401.50", "USD"], "\(result)")
        let others = rows.filter { $0["type"] != "buy" }, came = others.compactMap { $0["amount"].flatMap(Double.init) }.reduce(0, +)
        #expect(came == (sample.tellsDeposit ? 1000 : 0) && others.allSatisfy { $0["symbol"] == "" }, "\(result)")
    }

    @Test("A file of each program comes out as rows, and says how many of its own figures were compared", arguments: ConvertSamples.all)
    func families(sample: ConvertSamples.Sample) throws {
        let folder = try TemporaryFolder(), home = folder.path
        try sample.text.write(toFile: "\(home)/\(sample.name)", atomically: true, encoding: .utf8)
        let result = try BuiltProgram.run(["convert", sample.name, "--to", "transactions", "--check"] + sample.options, home: home)
        #expect(result.code == 0, "\(result)")
        try expectStory(result.output, sample, result)
        let told = [
            "the file tells no balance and no gain that luca's could be compared with", "1 figure that the file tells: luca's are the same",
            "2 figures that the file tells: luca's are the same",
        ]
        #expect(result.errors.contains(told[sample.figures] + "\n"), "\(result)")
        // No book comes about.
        #expect(try FileManager.default.contentsOfDirectory(atPath: home) == [sample.name])
    }

    @Test("It goes into the file of each other program, whose name tells the form or --to, and is the same story there", arguments: ConvertSamples.all)
    func pairs(sample: ConvertSamples.Sample) throws {
        let folder = try TemporaryFolder(), home = folder.path
        try sample.text.write(toFile: "\(home)/\(sample.name)", atomically: true, encoding: .utf8)
        for (output, form) in [("o.beancount", nil), ("o.journal", nil), ("o.ledger", nil), ("o.csv", nil), ("book/", nil), ("o.json", "ghostfolio"), ("o2.csv", "wealthfolio")] {
            let result = try BuiltProgram.run(["convert", sample.name, output] + (form.map { ["--to", $0] } ?? []) + sample.options, home: home)
            #expect(result.code == 0 && result.output == "" && result.errors.contains(": add") == false, "\(output): \(result)")
            #expect(result.errors.contains("\(output): ") && !result.errors.contains("export("), "\(output): \(result)")
            let back = try BuiltProgram.run(["convert", output, "--to", "transactions", "--check", "--currency", "USD"], home: home)
            #expect(back.code == 0, "\(output): \(back)")
            if form == "ghostfolio" {
                // It has no payments of cash: the balances tell them.
                let buy = rows(back.output).first { $0["type"] == "buy" }
                #expect(buy?["quantity"] == "4" && buy?["fee"] == "1.50" && buy?["amount"] == "-401.50", "\(back)")
            } else {
                try expectStory(back.output, sample, back)
            }
        }
        let tables = try BuiltProgram.run(["convert", sample.name, "o.db"] + sample.options, home: home)
        #expect(tables.code == 0 && FileManager.default.fileExists(atPath: home + "/o.db"), "\(tables)")
    }

    @Test("A broker's own gain has the charges of its trades in it, as luca's has", arguments: [("97.00", 0), ("97,00", 0), ("100.00", 1)])
    func brokersGain(gain: String, code: Int32) throws {
        let folder = try TemporaryFolder(), home = folder.path
        let security = "<SECID><UNIQUEID>922908769<UNIQUEIDTYPE>CUSIP</SECID>"
        let text = """
            OFXHEADER:100

            <OFX><INVSTMTMSGSRSV1><INVSTMTTRNRS><INVSTMTRS><DTASOF>20240731<CURDEF>USD<INVACCTFROM><BROKERID>x.com<ACCTID>4711</INVACCTFROM><INVTRANLIST>
            <BUYSTOCK><INVBUY><INVTRAN><FITID>1<DTTRADE>20240703</INVTRAN>\(security)<UNITS>10<UNITPRICE>100<COMMISSION>1.00<TOTAL>-1001.00</INVBUY><BUYTYPE>BUY</BUYSTOCK>
            <SELLSTOCK><INVSELL><INVTRAN><FITID>2<DTTRADE>20240716</INVTRAN>\(security)<UNITS>-10<UNITPRICE>110<COMMISSION>2.00<TOTAL>1098.00<GAIN>\(gain)</INVSELL><SELLTYPE>SELL</SELLSTOCK>
            </INVTRANLIST></INVSTMTRS></INVSTMTTRNRS></INVSTMTMSGSRSV1>
            <SECLISTMSGSRSV1><SECLIST><STOCKINFO><SECINFO>\(security)<SECNAME>V<TICKER>VTI</SECINFO></STOCKINFO></SECLIST></SECLISTMSGSRSV1></OFX>

            """
        // A file with decimal commas has them in all figures.
        try (gain.contains(",") ? text.replacing(".", with: ",") : text).write(toFile: "\(home)/s.ofx", atomically: true, encoding: .utf8)
        // A form that keeps charges apart makes no other comparison.
        for form in ["transactions", "beancount"] {
            let result = try BuiltProgram.run(["convert", "s.ofx", "--to", form, "--check"], home: home)
            #expect(result.code == code && result.errors.contains(code == 0 ? "luca's are the same" : "gained 97 USD by the book"), "\(result)")
        }
    }

    @Test(
        "What makes no sense is refused with a sentence, and nothing is written",
        arguments: [
            (["convert", "none.beancount", "o.csv"], 1, "cannot read none.beancount: there is no such file"),
            (["convert", "a.beancount"], 2, "convert needs a file to write, --to for standard output, or --check alone"),
            (["convert", "a.beancount", "./a.beancount"], 1, "./a.beancount is the file that is read, and would be lost"),
            (["convert", "a.beancount", "o.xyz"], 1, "o.xyz does not tell by its ending what it is to be"),
            (["convert", "a.beancount", "--to", "beancnt"], 1, "hint: did you mean \"beancount\"?"),
            (["convert", "a.beancount", "--to", "sqlite"], 1, "the export sqlite is a database and no text\n  hint: name a file for it"),
            (["convert", "a.beancount", "--to", "book"], 1, "the export book is several files\n  hint: name a folder for them"),
            (["convert", "a.beancount", "o.csv", "--to", "sqlite"], 1, "o.csv would not be what its name says, as sqlite is a database"),
            (["convert", "a.beancount", "o.csv", "--from", "nonsense"], 1, "there is no format \"nonsense\"\n  hint: the formats are transactions,"),
            (["convert", "a.beancount", "o.csv", "--from", "ofx"], 1, "nothing is written; mend the rows, or take the others with --partial"),
            (["convert", "a.beancount", "o.csv", "--accounts", "Assets:Brokr=X"], 1, "the file has no account \"Assets:Brokr\"\n  hint: --accounts '?' lists"),
            (["convert", "a.beancount", "o.csv", "--accounts", "nonsense"], 2, "--accounts is such as Expenses:Tax=tax, not nonsense"),
            (["convert", "a.beancount", "none/o.csv"], 1, "there is no folder none; make it first"),
            (["convert", "a.beancount", "mine.luca", "--to", "transactions"], 1, "mine.luca is a luca book, and nothing else is written over one"),
            (["convert", "a.qif", "o.csv"], 1, "no currency is told, by the file or by the book (say which: currency=\"EUR\", --currency EUR on the command line"),
        ])
    func refusals(arguments: [String], code: Int32, says: String) throws {
        let folder = try TemporaryFolder(), home = folder.path
        for sample in ConvertSamples.all { try sample.text.write(toFile: "\(home)/\(sample.name)", atomically: true, encoding: .utf8) }
        #expect(try BuiltProgram.run(["--book", "mine.luca", "-e", "account{name='A', currency='USD'}"], home: home).code == 0)
        func files() throws -> [String: Data] {
            // Beside them are folders with copies of the book and the heads of all.
            let names = try FileManager.default.contentsOfDirectory(atPath: home).filter { $0.contains(".") && !$0.hasSuffix(".backups") }
            return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: "\(home)/\($0)"))) })
        }
        let before = try files(), result = try BuiltProgram.run(arguments, home: home)
        #expect(result.code == code && result.output == "", "\(result)")
        #expect(result.errors.contains(says), "\(result)")
        #expect(try files() == before)
    }

    @Test("What is wrong with many rows is told once, with the first of them and how many more there are")
    func oneReason() throws {
        let folder = try TemporaryFolder(), home = folder.path, rows = (13...16).map { "D1/\($0)/2024\nT-\($0).00\nPShop\n^\n" }.joined()
        try ("!Account\nNGiro\nTBank\n^\n!Type:Bank\n" + rows).write(toFile: home + "/a.qif", atomically: true, encoding: .utf8)
        for arguments in [["convert", "a.qif", "o.csv"], ["--book", "b.luca", "import", "a.qif"]] {
            let result = try BuiltProgram.run(arguments, home: home), told = result.errors.split(separator: "\n").filter { $0.hasPrefix("refused: ") }
            #expect(result.code == 1 && told.count == 1 && told[0].hasPrefix("refused: a.qif:2: currency: no currency is told"), "\(result)")
            #expect(told.first?.hasSuffix("; 4 more rows are refused for that") == true, "\(result)")
        }
    }

    @Test("--check tells each figure that differs with the entries behind it, by 1, and the file is written all the same")
    func check() throws {
        let folder = try TemporaryFolder(), home = folder.path, sample = ConvertSamples.all[0]
        try sample.text.replacing("598.50 USD", with: "590.00 USD").write(toFile: home + "/a.beancount", atomically: true, encoding: .utf8)
        let result = try BuiltProgram.run(["convert", "a.beancount", "o.csv", "--check"], home: home)
        #expect(result.code == 1, "\(result)")
        let told = """
            differs: "Broker" holds 598.5 USD at the end of 2014-01-31 by the book, and 590 by line 11 of the file
                2014-01-02 line 4: deposit 1000
                2014-01-03 line 7: buy -401.5
            1 figure that the file tells: 1 of luca's differ, see above

            """
        #expect(result.errors.contains(told), "\(result)")
        #expect(rows(try String(contentsOfFile: home + "/o.csv", encoding: .utf8)).count == 2)
        let alone = try BuiltProgram.run(["convert", "a.beancount", "--check"], home: home)
        #expect(alone.code == 1 && alone.output == "" && alone.errors.hasSuffix("see above\n"), "\(alone)")
    }

    @Test("A file with a refused row is written with --partial only, without that row")
    func partial() throws {
        let folder = try TemporaryFolder(), home = folder.path
        try ConvertSamples.all[0].text.replacing("{100.00 USD}", with: "{100.00 USD").write(toFile: home + "/a.beancount", atomically: true, encoding: .utf8)
        let whole = try BuiltProgram.run(["convert", "a.beancount", "o.csv"], home: home)
        #expect(whole.code == 1 && whole.errors.contains("refused: a.beancount:8: the line's end is no part of a cost"), "\(whole)")
        #expect(!FileManager.default.fileExists(atPath: home + "/o.csv"))
        let rest = try BuiltProgram.run(["convert", "a.beancount", "o.csv", "--partial"], home: home)
        #expect(rest.code == 0 && rest.errors.contains("refused: a.beancount:8: "), "\(rest)")
        #expect(rows(try String(contentsOfFile: home + "/o.csv", encoding: .utf8)).map { $0["type"] } == ["deposit"])
    }

    @Test("Tables count charges in what units cost, as a book does, and programs of double entry keep them apart", arguments: [[], ["--check"]])
    func charges(options: [String]) throws {
        let folder = try TemporaryFolder(), home = folder.path
        let text = "2024-01-02 * \"Buy\"\n  Assets:B:AAA  2 AAA {10.00 USD}\n  Expenses:Commissions  3.00 USD\n  Assets:B:Cash  -23.00 USD\n"
        try text.write(toFile: home + "/f.beancount", atomically: true, encoding: .utf8)
        #expect(try BuiltProgram.run(["convert", "f.beancount", "t", "--to", "csv"] + options, home: home).code == 0)
        #expect(try String(contentsOfFile: home + "/t/lots.csv", encoding: .utf8).contains(",11.5,23,"))
        #expect(try BuiltProgram.run(["convert", "f.beancount", "o.journal", "--to", "hledger"] + options, home: home).code == 0)
        let journal = try String(contentsOfFile: home + "/o.journal", encoding: .utf8)
        #expect(journal.contains("@@ 20.00 USD") && journal.contains("Expenses:Fees  3.00 USD"), "\(journal)")
    }

    @Test("What accounts mean is told to convert as it is to import")
    func meanings() throws {
        let folder = try TemporaryFolder(), home = folder.path
        try ConvertSamples.all[0].text.write(toFile: home + "/a.beancount", atomically: true, encoding: .utf8)
        let result = try BuiltProgram.run(
            ["convert", "a.beancount", "--to", "transactions", "--accounts", "Assets:Broker=Depot", "--accounts", "Expenses:Commissions=tax"], home: home)
        let buy = rows(result.output).first { $0["type"] == "buy" }
        #expect(result.code == 0 && buy?["account"] == "Depot" && buy?["tax"] == "1.50" && buy?["fee"] == "", "\(result)")
    }
}

@Suite("luca import --accounts", .enabled(if: BuiltProgram.path != nil))
struct ImportMeaningsTests {
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for sample in ConvertSamples.all { try sample.text.write(toFile: "\(folder.path)/\(sample.name)", atomically: true, encoding: .utf8) }
        return folder
    }

    @Test(
        "? prints what the accounts of the file mean, as the call that says it, and makes no book",
        arguments: [
            ("a.beancount", "[\"Assets:Broker:Cash\"]=\"Broker\"", "[\"Equity:Opening-Balances\"]=\"equity\""),
            ("a.journal", "[\"assets:Broker:ITOT\"]=\"Broker\"", "[\"expenses:commissions\"]=\"fee\""),
            ("a.gnucash", "Broker:ITOT\"]=\"Broker\"", "Commissions\"]=\"fee\""),
        ])
    func question(file: String, one: String, other: String) throws {
        let folder = try folder(), result = try BuiltProgram.run(["--book", "b.luca", "import", file, "--accounts", "?"], home: folder.path)
        #expect(result.code == 0 && result.output.hasPrefix("import(\"\(file)\", {accounts={\n") && result.output.hasSuffix("}})\n"), "\(result)")
        #expect(result.output.contains(one) && result.output.contains(other), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.luca"))
        // What was said with it is part of the call.
        let told = try BuiltProgram.run(["--book", "b.luca", "import", file, "--accounts", "?", "--currency", "USD", "--date-order", "dmy"], home: folder.path)
        #expect(told.output.hasPrefix("import(\"\(file)\", {date_order=\"dmy\", currency=\"USD\", accounts={\n"), "\(told)")
    }

    @Test("What is said holds for the accounts below, is kept by the book, and holds for the next file; Lua says the same")
    func kept() throws {
        let folder = try folder(), home = folder.path
        let first = try BuiltProgram.run(
            ["--book", "b.luca", "import", "a.beancount", "--yes", "--accounts", "Assets:Broker=Depot", "--accounts", "Expenses:Commissions=tax"], home: home)
        #expect(first.code == 0 && first.output.hasSuffix("imported\n") && first.errors.contains("account \"Depot\" is new"), "\(first)")
        let taxes = "for a in activities{type='buy'} do print(a.account, a.fee, a.tax) end"
        #expect(try BuiltProgram.run(["--book", "b.luca", "-e", taxes], home: home).output == "Depot\t0\t1.5\n")
        try """
        2014-03-01 * "Buy"
          Assets:Broker:ITOT  1 ITOT {90.00 USD}
          Expenses:Commissions  2.50 USD
          Assets:Broker:Cash

        """.write(toFile: home + "/later.beancount", atomically: true, encoding: .utf8)
        let asked = try BuiltProgram.run(["--book", "b.luca", "import", "later.beancount", "--accounts", "?"], home: home)
        #expect(asked.output.contains("[\"Assets:Broker:Cash\"]=\"Depot\"") && asked.output.contains("[\"Expenses:Commissions\"]=\"tax\""), "\(asked)")
        let later = try BuiltProgram.run(["--book", "b.luca", "import", "later.beancount", "--yes"], home: home)
        #expect(later.code == 0 && later.errors.contains("3 accounts of the file mean what the book keeps of an earlier import; --accounts '?' shows it"), "\(later)")
        #expect(try BuiltProgram.run(["--book", "b.luca", "-e", taxes], home: home).output == "Depot\t0\t1.5\nDepot\t0\t2.5\n")
        let lua = "import('a.beancount', {accounts={['Assets:Broker']='Depot', ['Expenses:Commissions']='tax'}}) " + taxes
        #expect(try BuiltProgram.run(["--book", "c.luca", "-e", lua], home: home).output == "Depot\t0\t1.5\n")
        // A new word for the same account takes the place of the old one.
        let other = try BuiltProgram.run(["--book", "c.luca", "import", "later.beancount", "--yes", "--accounts", "Expenses:Commissions=fee"], home: home)
        #expect(other.code == 0, "\(other)")
        #expect(try BuiltProgram.run(["--book", "c.luca", "-e", taxes], home: home).output == "Depot\t0\t1.5\nDepot\t2.5\t0\n")
    }

    @Test("An account that is skipped is money from outside, and a word for one of expenses has to be known")
    func skipped() throws {
        let folder = try folder(), home = folder.path
        try "2014-01-02 Save\n  assets:bank  100 USD\n  assets:wallet  -30 USD\n  equity:opening\n".write(toFile: home + "/w.journal", atomically: true, encoding: .utf8)
        let result = try BuiltProgram.run(["--book", "b.luca", "import", "w.journal", "--yes", "--accounts", "assets:wallet=skip"], home: home)
        #expect(result.code == 0, "\(result)")
        let cash = "for c in cash{} do print(c.account, c.balance) end for a in activities{} do print(a.type, a.amount) end"
        #expect(try BuiltProgram.run(["--book", "b.luca", "-e", cash], home: home).output == "bank\t100\ndeposit\t100\n")
    }

    @Test(
        "A slip is refused with a sentence, and nothing is imported",
        arguments: [
            (["a.beancount", "--accounts", "Expenses:Commissions=taxx"], 1, "\"taxx\" says nothing of Expenses:Commissions\n  hint: did you mean \"tax\"?"),
            (["a.beancount", "--accounts", "Expenses:Commisions=tax"], 1, "the file has no account \"Expenses:Commisions\"\n  hint: did you mean \"Expenses:Commissions\"?"),
            (["a.beancount", "--accounts", "tax"], 2, "--accounts is such as Expenses:Tax=tax, not tax"),
            (["a.beancount", "--accounts", "?", "--accounts", "Expenses:Commissions=tax"], 2, "--accounts is such as Expenses:Tax=tax, not ?"),
            (["wealth.csv", "--accounts", "?"], 1, "accounts= is of books of double entry, and wealth.csv is read as wealthfolio"),
            (["a.ofx", "--accounts", "Broker=Depot"], 1, "accounts= is of books of double entry, and the file is read as ofx"),
        ])
    func slips(arguments: [String], code: Int32, says: String) throws {
        let folder = try folder(), result = try BuiltProgram.run(["--book", "b.luca", "import", "--yes"] + arguments, home: folder.path)
        #expect(result.code == code && result.errors.contains(says), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.luca"))
    }
}

import Foundation
import LuaKit
import LuaSurface
import TestSupport
import Testing
@testable import LuaFormats
@testable import Scripting

@Suite("Files that luca learns to read")
struct LearningTests {
    private static let giro =
        "Konto;DE00 1234\r\n\r\nBuchungstag;Valuta;Empfänger;Verwendungszweck;Betrag;Währung;Saldo\r\n03.01.2025;04.01.2025;Rewe;Einkauf;-12,50;EUR;987,50\r\n"
        + "05.01.2025;05.01.2025;ACME;Lohn;1.234,00;EUR;2.221,50\r\n17.01.2025;17.01.2025;Miete;;-700,00;EUR;1.521,50\r\nSaldo am 31.01.2025;;;;;;\r\n\"Ohne Gewähr; alle Angaben\"\r\n"

    /// A session with a folder for importers, on a book in memory, and the questions that it asked.
    private final class Learner {
        let folder: TemporaryFolder
        let runtime: Runtime
        var answers: [String] = []
        var asked: [String] = []

        init(answers: [String]? = []) throws {
            folder = try TemporaryFolder()
            var configuration = Runtime.Configuration()
            configuration.libraryFolder = folder.path
            runtime = try Runtime(configuration)
            try runtime.openMemoryBook(named: "test")
            guard let answers else { return }
            self.answers = answers
            runtime.console.question = { [unowned self] question in
                asked.append(question)
                return self.answers.isEmpty ? nil : self.answers.removeFirst()
            }
        }

        deinit { runtime.close() }

        func write(_ text: String, _ name: String = "giro.csv") throws -> String {
            let path = "\(folder.path)/\(name)"
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        func text(_ code: String) throws -> String {
            guard case .values(let values) = try runtime.evaluate("return " + code, name: "=test", source: "test") else { return "" }
            return try values.map { try runtime.shown($0) }.joined(separator: ", ")
        }

        func run(_ code: String) throws { _ = try runtime.evaluate(code, name: "=test", source: "test") }

        func message(_ code: String) throws -> String {
            do {
                _ = try runtime.evaluate(code, name: "=test", source: "test")
                return ""
            } catch let failure as LuaFailure {
                return failure.message + (failure.hint.map { " (\($0))" } ?? "")
            }
        }

        var kept: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/importers")) ?? []).sorted() }
    }

    @Test("A bank's file is learned by answers to one question at a time, and the next one of its kind is known")
    func learns() throws {
        let learner = try Learner(answers: ["Buchungstag", "", "Giro", "y"]), path = try learner.write(Self.giro)
        #expect(try learner.text("import{path='\(path)', learn=true}:list('verdict')") == #"{"add", "add", "add", "skipped", "skipped"}"#)
        #expect(learner.asked.first == "Which column is the day of a row? (Buchungstag, Valuta) [Buchungstag] ")
        #expect(learner.asked.contains("Into which account? It is made where there is none of the name. "))
        #expect(learner.kept == ["giro.lua"])
        #expect(try learner.text("activities{}:select('date','type','amount','currency','notes'):csv()").contains("2025-01-05,deposit,1234,EUR,\"ACME, Lohn\""))
        #expect(try learner.text("cash{account='Giro'}[1].balance") == "521.5")
        let next = try learner.write(
            "Buchungstag;Valuta;Empfänger;Verwendungszweck;Betrag;Währung;Saldo\n17.01.2025;17.01.2025;Miete;;-700,00;EUR;1\n18.01.2025;x;Aldi;;-7,00;EUR;1\n", "next.csv")
        #expect(try learner.text("import('\(next)'):list('verdict')") == #"{"already there", "add"}"#)
        let kept = try String(contentsOfFile: learner.folder.path + "/importers/giro.lua", encoding: .utf8)
        #expect(kept.contains("date_order = \"dmy\"") && kept.contains("decimal_mark = \"comma\""), "\(kept)")
    }

    @Test("Learning does not care what a script put in the place of Lua's libraries")
    func emptiedLibraries() throws {
        let learner = try Learner(answers: ["Buchungstag", "", "", "", "Giro", "", "y"]), path = try learner.write(Self.giro)
        _ = try learner.text(
            "nil, (function() for _, library in ipairs{table, math, importer, text} do for name in pairs(library) do library[name] = nil end end ipairs, pairs, pcall = nil end)()")
        #expect(try learner.text("import{path='\(path)', learn=true}:list('verdict')") == #"{"add", "add", "add", "skipped", "skipped"}"#)
    }

    @Test("Whoever says no has imported and kept nothing; a dry run asks and keeps nothing")
    func declined() throws {
        for (answers, dry) in [(["Buchungstag", "", "Giro", "n"], ""), (["Buchungstag", "", "Giro"], ", dry_run=true")] {
            let learner = try Learner(answers: answers), path = try learner.write(Self.giro)
            #expect(try learner.text("#import{path='\(path)', learn=true\(dry)}") == "5")
            #expect(learner.kept.isEmpty)
            #expect(try learner.text("#activities{}, #accounts{}") == "0, 0")
            #expect(try learner.message("import('\(path)')").contains("learn=true"))
        }
    }

    @Test("What nothing in the file tells is asked back, and without somebody to ask it is an error that says what to say")
    func ambiguous() throws {
        let text = "Date,Text,Amount\n03/04/2025,Shop,\"1,234\"\n05/06/2025,Pay,\"-2,000\"\n"
        let asked = try Learner(answers: ["dmx", "dmy", "point", "", "Giro", "gbp", ""]), path = try asked.write(text)
        #expect(try asked.text("import{path='\(path)', learn=true}:list('verdict')") == #"{"add", "add"}"#)
        #expect(asked.asked.contains("In which order are the parts of 03/04/2025? (dmy, mdy) "))
        #expect(asked.asked.contains("\"dmx\" is none of dmy, mdy\nIn which order are the parts of 03/04/2025? (dmy, mdy) "))
        #expect(try asked.text("activities{}:list('date'), cash{}[1].balance, cash{}[1].currency") == "{2025-04-03, 2025-06-05}, -766, GBP")
        let silent = try Learner(answers: nil), other = try silent.write(text)
        let message = try silent.message("import{path='\(other)', learn=true, account='Giro', currency='GBP'}")
        #expect(message.contains("a question is left open: In which order are the parts of 03/04/2025?") && message.contains("date_order="), "\(message)")
        let told = "import{path='\(other)', learn=true, account='Giro', currency='GBP', date_order='mdy', decimal_mark='comma'}:list('verdict')"
        #expect(try silent.text(told) == #"{"add", "add"}"#)
        #expect(try silent.text("activities{}:list('date'), cash{}[1].balance") == "{2025-03-04, 2025-05-06}, -0.766")
    }

    @Test("Two columns for what came in and what went out, words for types, and units are learned too")
    func columns() throws {
        let learner = try Learner(answers: nil)
        let bank = try learner.write("Date,Details,Debit,Credit\n13/04/2025,Shop,12.00,\n15/04/2025,Pay,,\"1,500.00\"\n", "bank.csv")
        #expect(try learner.text("#import{path='\(bank)', learn=true, account='UK', currency='GBP'}, cash{}[1].balance") == "2, 1488")
        let depot = try learner.write(
            "Tag;Art;ISIN;Stück;Kurs;Betrag\n13.04.2025;Zugang;;;;1000,00\n14.04.2025;Kauf;US00QZA00107;4;12,50;51,00\n15.04.2025;Storno;X;1;1;1,00\n", "depot.csv")
        let said = "types={Zugang='deposit', Kauf='buy', Storno='skip'}, columns={Art='type', ISIN='symbol', ['Stück']='quantity', Kurs='price'}, account='Depot', currency='EUR'"
        let verdicts = try learner.text("import{path='\(depot)', learn=true, \(said.replacing("Kurs='price'", with: "Kurs='price', Betrag='amount', Tag='date'"))}:list('verdict')")
        // 4 x 12.50 is 50: whatever the euro was for, no column tells it.
        #expect(verdicts == #"{"add", "refused", "skipped"}"#)
        #expect(learner.kept == ["bank.lua", "depot.lua"])
    }

    /// Statements of five invented banks: what each is asked, and what then is in the account.
    private static let statements: [(name: String, text: String, answers: [String], balance: String)] = [
        (
            "sparkasse",
            "Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Betrag;Waehrung;Info\nDE1;30.12.24;30.12.24;LASTSCHRIFT;Strom;-85,00;EUR;gebucht\n"
                + "DE1;28.12.24;28.12.24;GUTSCHRIFT;Gehalt;2.850,37;EUR;gebucht\nDE1;05.12.24;05.12.24;KARTE;Einkauf;-1.234,50;EUR;gebucht\n", ["Buchungstag", "none", "Giro"],
            "1530.87"
        ),
        (
            "banque", "Date;Libellé;Débit;Crédit;Solde\n31/12/2024;CARTE;-45,90;;1 204,10\n28/12/2024;VIR SALAIRE;;2 100,00;1 250,00\n05/12/2024;PRLV EDF;-60,00;;-850,00\n",
            ["none", "Giro", "EUR"],
            "1994.1"
        ),
        (
            "usbank",
            "Details,Posting Date,Description,Debit,Credit,Type,Balance\nDEBIT,12/31/2024,\"COFFEE, NYC\",4.50,,CARD,795.50\nCREDIT,12/28/2024,PAYROLL,,2000.00,ACH,800.00\n"
                + "DEBIT,12/05/2024,RENT,\"1,200.00\",,CHECK,-1200.00\n", ["none", "Giro", "USD"], "795.5"
        ),
        (
            "neo",
            "Type,Started Date,Completed Date,Description,Amount,Fee,Currency,Balance\nCARD,2024-12-05 18:22:11,2024-12-06 10:01:02,Tesco,-12.30,0.00,GBP,87.70\n"
                + "TOPUP,2024-12-28 08:00:00,2024-12-28 08:00:05,Top-up,1000.00,1.00,GBP,1086.70\nTRANSFER,2024-12-29 09:10:11,2024-12-29 09:10:12,To Bob,-5.00,0.50,GBP,1081.20\n",
            ["Started Date", "none", "Giro"], "981.2"
        ),
        (
            "bank", "Tag;Text;Betrag;Gebühr\n13.01.2025;Bar;-5,00;0,50\n14.01.2025;Lohn;100,00;\n", ["none", "yes", "Giro", "EUR"], "94.5"
        ),
    ]

    @Test("Of the statements of five banks little is asked, the answers are kept, and the next file of each is read without a question", arguments: 0..<5)
    func banks(place: Int) throws {
        let bank = Self.statements[place], learner = try Learner(answers: bank.answers + ["y"]), path = try learner.write(bank.text, "\(bank.name).csv")
        let verdicts = try learner.text("import{path='\(path)', learn=true}:list('verdict')")
        #expect(!verdicts.contains("refused") && verdicts.contains("add"), "\(verdicts)")
        #expect(learner.asked.count == bank.answers.count + 1, "\(learner.asked)")
        #expect(try learner.text("cash{}[1].balance") == bank.balance)
        #expect(learner.kept == ["\(bank.name).lua"])
        learner.asked = []
        #expect(try learner.text("import('\(path)'):list('verdict')") == verdicts.replacing("\"add\"", with: "\"already there\""))
        #expect(learner.asked.isEmpty)
    }

    @Test("A file in which nothing can be told is told so", arguments: ["", "only text\nand more\n", "A;B\nx;y\n", "1,2\n3,4\n"])
    func hopeless(text: String) throws {
        let learner = try Learner(answers: ["y", "y"]), path = try learner.write(text)
        #expect(try learner.message("import{path='\(path)', learn=true}").count > 20)
        #expect(learner.kept.isEmpty)
    }

    @Test("An importer is never called as the helpers of all are, nor as one that the session defined")
    func taken() throws {
        let learner = try Learner(answers: ["", "Giro", "y"])
        try learner.run("importer.define{name='other', account='A', headings={'Never'}, read=function() return {} end}")
        let path = try learner.write("Date,Text,Amount,Currency\n13/04/2025,Shop,-12.50,GBP\n14/04/2025,Pay,9.50,GBP\n", "kit.csv")
        #expect(try learner.text("import{path='\(path)', learn=true}:list('verdict')") == #"{"add", "add"}"#, "\(learner.asked)")
        #expect(learner.kept == ["kit-2.lua"])
        // One of the user's own is put in its place only where that is said.
        (learner.answers, learner.asked) = (["", "", "kit", "other", "fine", "y"], [])
        _ = try learner.text("import{path='\(path)', learn=true}")
        #expect(learner.asked.contains { $0.hasPrefix("What shall the importer be called? [kit-2]") }, "\(learner.asked)")
        #expect(["kit", "other"].allSatisfy { name in learner.asked.contains { $0.hasPrefix("there is an importer \"\(name)\" already") } }, "\(learner.asked)")
        #expect(learner.kept == ["fine.lua", "kit-2.lua"])
    }

    @Test("A column of days that no order fits is told, and not asked about without end")
    func mixedDays() throws {
        let mixed = try Learner(answers: Array(repeating: "", count: 20))
        let path = try mixed.write("Date,Text,Amount\n13/01/2024,Shop,-1.50\n01/13/2024,Pay,2.50\n")
        #expect(try mixed.message("import{path='\(path)', learn=true}").contains("the days of the column \"Date\" are not all in one order"))
        let told = try Learner(answers: Array(repeating: "", count: 20)), other = try told.write("Date,Text,Amount\n13/01/2024,Shop,-1.50\n")
        #expect(try told.message("import{path='\(other)', learn=true, columns={Text='date'}}").contains("the column \"Text\""))
        #expect(mixed.asked.count < 3 && told.asked.count < 3)
    }

    @Test("Three capitals are a currency only where luca knows it, and never those of the symbols or of the types")
    func codes() throws {
        let learner = try Learner(answers: nil)
        let said = "account='Depot', types={DEB='withdrawal', TFR='deposit', BUY='buy', SEL='sell'}"
        let bank = try learner.write("Date,Code,Text,Amount\n13/04/2025,DEB,Shop,-12.00\n15/04/2025,TFR,Pay,15.00\n", "bank.csv")
        #expect(try learner.message("import{path='\(bank)', learn=true, columns={Code='type'}, \(said)}").contains("In which currency are the amounts?"))
        let depot = try learner.write("Date,Action,Ticker,Shares,Price,Amount,Ccy\n13/04/2025,BUY,IBM,1,5.00,-5.00,EUR\n15/04/2025,SEL,SAP,1,6.00,6.00,EUR\n", "depot.csv")
        _ = try learner.text(
            "import{path='\(depot)', learn=true, columns={Action='type', Ticker='symbol', Shares='quantity', Price='price', Amount='amount'}, partial=true, \(said)}")
        let kept = try String(contentsOfFile: learner.folder.path + "/importers/depot.lua", encoding: .utf8)
        #expect(kept.contains("currency = \"Ccy\""), "\(kept)")
        let asked = try Learner(answers: ["", "", "", "", "Giro", "abc", "gbp", "", "y"]), path = try asked.write("Date,Text,Amount\n13/04/2025,Shop,-12.50\n14/04/2025,Pay,9.50\n")
        #expect(try asked.text("#import{path='\(path)', learn=true}, cash{}[1].currency") == "2, GBP")
        #expect(asked.asked.contains { $0.hasPrefix("\"abc\" is no currency that luca knows") }, "\(asked.asked)")
    }

    @Test("A long file is read once, however many questions there are")
    func long() throws {
        let learner = try Learner(answers: ["", "", "none", "", "Giro", "GBP", "", "n"])
        var text = "Date,Name,Reference,Amount\n"
        for row in 1...4000 { text += "13/04/2025,Person \(row),Reference \(row) of many,\(row).50\n" }
        let path = try learner.write(text), clock = ContinuousClock()
        let time = try clock.measure { _ = try learner.text("#import{path='\(path)', learn=true}") }
        #expect(learner.asked.count > 3 && time < .seconds(30), "\(learner.asked) \(time)")
    }

    @Test("Nothing is learned of a folder")
    func folder() throws {
        let learner = try Learner(answers: []), path = try learner.write(Self.giro)
        let message = try learner.message("import{path='\(learner.folder.path)', learn=true}")
        #expect(message.contains("learn=true is for one file"), "\(message) \(path)")
    }

    /// The verdicts on a file by an importer of columns, and what it records.
    private func mapped(_ map: String, _ rows: String) throws -> String {
        let learner = try Learner(answers: nil)
        try FileManager.default.createDirectory(atPath: learner.folder.path + "/importers", withIntermediateDirectories: false)
        let text =
            "local kit = ... importer.define{name='mine', account='A', currency='EUR', headings={'Day', 'Text'}, read=function(records, file) return kit.each(records, kit.mapped({date='Day', date_order='dmy', decimal_mark='comma', notes={'Text'}, \(map)}, file)) end}"
        try text.write(toFile: learner.folder.path + "/importers/mine.lua", atomically: true, encoding: .utf8)
        let path = try learner.write(rows, "a.csv")
        return try learner.text(
            "import{path='\(path)', partial=true}:list('verdict'), (function() local t = {} for r in activities{} do t[#t + 1] = r.type .. ' ' .. tostring(r.amount) .. ' ' .. tostring(r.tax) .. ' ' .. tostring(r.cash) end return table.concat(t, ', ') end)()"
        )
    }

    @Test("A row with an amount and no day is refused, and one with neither is none of the table")
    func half() throws {
        let told = try mapped("amount='Sum'", "Day;Text;Sum\n13.04.2025;Shop;-5,00\npending;Shop;-7,00\n;Pay;9,00\nTotal;of all;\n")
        #expect(told == #"{"add", "refused", "refused", "skipped"}, withdrawal 5 0 -5"#, "\(told)")
    }

    @Test("Money that was taken back keeps its sign, in the columns of what came in and went out and in dividends with a tax")
    func signs() throws {
        let rows = "Day;Text;In;Out\n13.04.2025;Pay;50,00;\n14.04.2025;Back;-50,00;\n15.04.2025;Shop;;7,00\n16.04.2025;Returned;;-7,00\n"
        #expect(
            try mapped("paid_in='In', paid_out='Out', paid_out_sign='plus'", rows)
                == #"{"add", "add", "add", "add"}, deposit 50 0 50, withdrawal 50 0 -50, withdrawal 7 0 -7, deposit 7 0 7"#)
        #expect(try mapped("paid_in='In', paid_out='Out'", rows).hasPrefix(#"{"add", "add", "add", "refused"}"#))
        #expect(
            try mapped("paid_in='In', paid_out='Out', paid_out_sign='minus'", rows).hasSuffix("deposit 7 0 7, withdrawal 7 0 -7"))
        let dividends = "Day;Text;Sum;Tax;Kind;Sym\n13.04.2025;Q;8,50;1,50;D;QZA\n14.04.2025;Q;-8,50;-1,50;D;QZA\n15.04.2025;Q;-8,50;1,50;D;QZA\n"
        #expect(
            try mapped("amount='Sum', tax='Tax', type='Kind', symbol='Sym', types={D='dividend'}", dividends)
                == #"{"add", "add", "add"}, dividend 10 1.5 8.5, dividend -10 -1.5 -8.5, dividend -10 -1.5 -8.5"#)
    }

    @Test("Whether what went out is written above or below zero is learned of the file", arguments: [("12,00", "plus"), ("-12,00", "minus")])
    func outgoing(cell: String, sign: String) throws {
        let learner = try Learner(answers: nil), path = try learner.write("Day;Text;Debit;Credit\n13.04.2025;Shop;\(cell);\n15.04.2025;Pay;;15,50\n", "bank.csv")
        #expect(try learner.text("#import{path='\(path)', learn=true, account='UK', currency='GBP'}, cash{}[1].balance") == "2, 3.5")
        let kept = try String(contentsOfFile: learner.folder.path + "/importers/bank.lua", encoding: .utf8)
        #expect(kept.contains("paid_out_sign = \"\(sign)\""), "\(kept)")
    }
}

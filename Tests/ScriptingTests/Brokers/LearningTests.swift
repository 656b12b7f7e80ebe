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
        let learner = try Learner(answers: ["Buchungstag", "", "", "", "Giro", "", "y"]), path = try learner.write(Self.giro)
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
        for (answers, dry) in [(["Buchungstag", "", "", "", "Giro", "", "n"], ""), (["Buchungstag", "", "", "", "Giro", ""], ", dry_run=true")] {
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
        let asked = try Learner(answers: ["", "dmx", "dmy", "", "point", "", "", "Giro", "gbp", "", ""]), path = try asked.write(text)
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
        #expect(try learner.message("import{path='\(depot)', learn=true, \(said)}").contains("Which column is the amount"))
        let verdicts = try learner.text("import{path='\(depot)', learn=true, \(said.replacing("Kurs='price'", with: "Kurs='price', Betrag='amount', Tag='date'"))}:list('verdict')")
        // 4 x 12.50 is 50: whatever the euro was for, no column tells it.
        #expect(verdicts == #"{"add", "refused", "skipped"}"#)
        #expect(learner.kept == ["bank.lua", "depot.lua"])
    }

    @Test("A file in which nothing can be told is told so", arguments: ["", "only text\nand more\n", "A;B\nx;y\n", "1,2\n3,4\n"])
    func hopeless(text: String) throws {
        let learner = try Learner(answers: ["y", "y"]), path = try learner.write(text)
        #expect(try learner.message("import{path='\(path)', learn=true}").count > 20)
        #expect(learner.kept.isEmpty)
    }
}

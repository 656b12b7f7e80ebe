import Foundation
import TestSupport
import Testing
@testable import REPL

@Suite("The command line", .enabled(if: BuiltProgram.path != nil))
struct CommandLineTests {
    @Test(
        "Usage that makes no sense is refused with 2, on standard error",
        arguments: [
            ["--nonsense"], ["a.luca", "b.luca"], ["a.luca", "--book", "b.luca"], ["--today", "2014-13-01", "-e", "1"], ["--color", "blue"],
            ["run"], ["import"], ["import", "a.csv", "--date-order", "ydm"], ["import", "a.csv", "--decimal-mark", "dot"], ["report", "--mode", "xml"], ["restore", "--force"],
            ["restore", "a.luca", "--check"], ["backup", "--remember"], ["verfy"],
            ["imprt"], ["recurring"], ["recurring", "walk"], ["recurring", "run", "--to", "soon"],
        ])
    func usage(arguments: [String]) throws {
        let result = try BuiltProgram.run(arguments)
        #expect(result.code == 2, "\(result)")
        #expect(result.output == "")
        #expect(result.errors.contains("Error: "))
    }

    @Test("A slip in the name of a command tells the command")
    func misspelt() throws {
        let result = try BuiltProgram.run(["verfy"])
        #expect(result.errors.contains("did you mean \"verify\"? A new book of that name is ./verfy"))
    }

    @Test(
        "A word that is no command is a mistake, and makes nothing",
        arguments: [
            ("holdngs", "did you mean \"holdings\"? Such as: luca holdings on 2012-12-31"), ("verfy", "did you mean \"verify\"?"),
            ("calendar_returns", "luca -e 'calendar_returns{}'"),
            ("depsoit", "did you mean \"deposit\"? Such as: luca deposit 500 to Savings"), ("xqzw", "luca --help lists the commands"),
            ("b.csv", "there is no file b.csv; luca import FILE"),
            ("data/b.csv", "there is no file data/b.csv"), ("my book", "A new book of that name is './my book'"), ("family", "A new book of that name is ./family"),
        ])
    func words(word: String, says: String) throws {
        let folder = try TemporaryFolder()
        let result = try BuiltProgram.run([word], home: folder.path)
        #expect(result.code == 2 && result.output == "" && result.errors.hasPrefix("Error: "), "\(result)")
        #expect(result.errors.replacing("\n", with: " ").contains(says), "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(
        "So it is with more behind it, and options before it",
        arguments: [
            (["restor", "backup.luca"], "did you mean \"restore\"?"), (["verfy", "--expect", "abc"], "did you mean \"verify\"?"),
            (["repor", "income", "--year", "2014"], "did you mean \"report\"?"),
            (["--offline", "exprt", "--format", "csv"], "did you mean \"export\"?"),
            (["b.csv", "--yes"], "luca import FILE"),
        ])
    func severalWords(arguments: [String], says: String) throws {
        let folder = try TemporaryFolder()
        let result = try BuiltProgram.run(arguments, home: folder.path)
        #expect(result.code == 2 && result.output == "" && result.errors.hasPrefix("Error: there is no "), "\(result)")
        #expect(result.errors.replacing("\n", with: " ").contains(says), "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("A question from the shell is the sentence of the prompt and its Lua")
    func questions() throws {
        let folder = try TemporaryFolder(), book = folder.path + "/demo.luca"
        #expect(try BuiltProgram.run(["demo", book], home: folder.path).code == 0)
        for (sentence, lua) in [
            ("holdings", "holdings{}"), ("holdings of ORCL 2013", "holdings{symbol='ORCL', on='2013-12-31'}"), ("trades 2014", "trades{year=2014}"),
            ("activities of Savings 2014", "activities{account='Savings', year=2014}"), ("lots in Roth IRA", "lots{account='Roth IRA'}"), ("cash in USD", "cash{base='USD'}"),
            ("gains 2014", "gains{year=2014}"), ("gains of ORCL by year", "gains{symbol='ORCL'}:by('year', 'currency'):sum('proceeds', 'cost_basis', 'gain')"),
            ("income by month", "income{}:by('month', 'currency'):sum('amount', 'tax')"), ("fees on 2014-06-30", "fees{from='2014-06-30', to='2014-06-30'}"),
            ("contributions 2014", "contributions{year=2014}"), ("performance 2013 by account", "returns{year=2013, by='account'}"),
            ("net worth 2013 by month", "snapshots{year=2013, every='month'}"), ("quotes of ORCL 2014", "quotes{symbol='ORCL', year=2014}"),
        ] {
            func luca(_ arguments: [String]) throws -> String { try BuiltProgram.run(arguments + ["--book", book, "--today", "2014-12-31"], home: folder.path).output }
            let told = try luca(sentence.split(separator: " ").map(String.init) + ["--csv"])
            #expect(try !told.isEmpty && told == luca(["-e", "print((\(lua):csv():gsub('\\n$', '')))"]), "\(sentence)")
        }
    }

    @Test("A sentence of the prompt is a command line too")
    func sentences() throws {
        let folder = try TemporaryFolder(), book = folder.path + "/home.luca"
        func luca(_ words: [String]) throws -> BuiltProgram.Result { try BuiltProgram.run(["--book", book] + words, home: folder.path) }
        #expect(try luca(["account", "My Savings", "EUR"]).code == 0)
        #expect(try luca(["deposit", "500", "to", "My Savings", "on", "2014-03-03"]).output.contains("500.00"))
        #expect(try luca(["adjust", "-0.01", "in", "My Savings", "on", "2014-03-04"]).code == 0)
        #expect(try luca(["cash", "--csv"]).output == "account,currency,balance\nMy Savings,EUR,499.99\n")
        #expect(try BuiltProgram.run(["cash", "--json", "--book", book], home: folder.path).output.contains("\"balance\":\"499.99\""))
        let mistake = try luca(["deposit", "500"])
        #expect(mistake.code == 1 && mistake.errors.contains("deposit needs to ACCOUNT"), "\(mistake)")
        #expect(try luca(["cash", "--mode", "tabel"]).code == 2)
    }

    @Test("Every option may stand before the command", arguments: ["--offline", "--no-init", "--today=2024-01-02", "--color=never", "--book=new.luca"])
    func optionsFirst(option: String) throws {
        let folder = try TemporaryFolder()
        let result = try BuiltProgram.run([option, "report"], home: folder.path)
        #expect(result.code == 0, "\(result)")
    }

    @Test(
        "Cash that a statement or a script takes below zero is told once on standard error, whatever is shown",
        arguments: [
            "x = buy{account='A', symbol='X', quantity=2, price=5}", "buy{account='A', symbol='X', quantity=2, price=5}",
            "return buy{account='A', symbol='X', quantity=2, price=5}",
            "for i = 1, 2 do buy{account='A', symbol='X', quantity=1, price=5} end", "transaction(function() buy{account='A', symbol='X', quantity=2, price=5} end)",
        ])
    func negativeCash(code: String) throws {
        for way in ["-e", "run", "-"] {
            let folder = try TemporaryFolder(), script = folder.path + "/s.lua", book = ["--book", folder.path + "/b.luca"]
            try code.write(toFile: script, atomically: true, encoding: .utf8)
            _ = try BuiltProgram.run(book + ["-e", "account{name='A', currency='USD'} instrument{symbol='X', currency='USD'}"], home: folder.path)
            let result = try BuiltProgram.run(book + (way == "-e" ? ["-e", code] : way == "run" ? ["run", script] : []), input: way == "-" ? code + "\n" : "", home: folder.path)
            #expect(result.code == 0 && result.errors.components(separatedBy: "the cash of \"A\" is -10.00 USD: record the money").count == 2, "\(way): \(result)")
            // What brings money is told of nothing.
            let after = try BuiltProgram.run(book + ["-e", "x = deposit{account='A', amount=5}"], home: folder.path)
            #expect(after.errors == "", "\(after)")
        }
    }

    @Test(
        "What records nothing leaves nothing, whatever is asked",
        arguments: [
            (["-e", "1"], 0), (["-e", "help()"], 0), (["-e", "holdings{}"], 0), (["--book", "new.luca", "-e", "cash{}"], 0), (["new.luca"], 0), (["./new"], 0),
            (["--book", "nonsense.luca", "verify"], 1), (["verify"], 1), (["--book", "nonsense.luca", "report", "income"], 1), (["report"], 0),
            (["--book", "nonsense.luca", "export"], 1), (["backup"], 1), (["--book", "nonsense.luca", "recurring", "due"], 1), (["restore", "nonsense.luca"], 1),
            (["-e", "account{name='A', currency='USD'} error('no')"], 1), (["-e", "whatif(function() account{name='A', currency='USD'} end)"], 0), (["import", "nothing.csv"], 1),
            (["key"], 0),
            (["-e", "sql('select * from accounts')"], 0), (["--book", "a/b/new.luca", "-e", "1"], 1),
        ] as [([String], Int32)])
    func nothing(arguments: [String], code: Int32) throws {
        let folder = try TemporaryFolder()
        let result = try BuiltProgram.run(arguments, home: folder.path, environment: ["LUCA_HOME": folder.path + "/luca"])
        #expect(result.code == code, "\(result)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty, "\(arguments)")
    }

    @Test("What is asked of a book that is not there says so once, and what may have been meant")
    func missingBook() throws {
        let folder = try TemporaryFolder(), home = folder.path
        #expect(try BuiltProgram.run(["--book", "family.luca", "-e", "account{name='A', currency='USD'}"], home: home).errors == "")
        try "return #holdings{}, #accounts{}".write(toFile: home + "/x.lua", atomically: true, encoding: .utf8)
        let near = "notice: there is no book at famly.luca yet; it is made with the first entry; did you mean \"family.luca\"?\n"
        let far = "notice: there is no book at mistyped.luca yet; it is made with the first entry; there is family.luca\n"
        for arguments in [["run", "x.lua"], ["-e", "holdings() return #accounts{}"], ["-e", "sql('select * from accounts')"], ["run", "--dry-run", "x.lua"]] {
            let result = try BuiltProgram.run(["--book", "famly.luca"] + arguments, home: home)
            #expect(result.code == 0 && result.errors == near, "\(arguments): \(result)")
        }
        #expect(try BuiltProgram.run(["-e", "holdings()"], home: home, environment: ["LUCA_BOOK": "mistyped.luca"]).errors == far)
        #expect(try BuiltProgram.run(["mistyped.luca"], input: "holdings\ncash\n", home: home).errors == far)
        // Where nothing is asked of a book, where one comes into being, and where it is there, nothing is said.
        for (book, code) in [("mistyped.luca", "1 + 1"), ("new.luca", "local n = #accounts{} account{name='B', currency='USD'}"), ("family.luca", "holdings()")] {
            #expect(try BuiltProgram.run(["--book", book, "-e", code], home: home).errors == "", "\(code)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).filter { $0.hasSuffix(".luca") }.sorted() == ["family.luca", "new.luca"])
    }

    @Test("A script that undoes several acts takes each back once, and what it undid stays undone")
    func undoInAScript() throws {
        let folder = try TemporaryFolder(), home = folder.path, book = ["--book", "family.luca"]
        for code in [
            "account{name='A', currency='USD'}", "account{name='A', owner='Ada'}", "deposit{account='A', amount=5}", "setting('negative_cash', 'quiet')",
            "account{name='A', owner='Ray'}",
        ] {
            #expect(try BuiltProgram.run(book + ["-e", code], home: home).code == 0)
        }
        let state = book + ["-e", "print(accounts{}[1].owner, setting('negative_cash'), #cash{})"]
        try "undo() undo() print(accounts{}[1].owner, setting('negative_cash'), #cash{})".write(toFile: home + "/x.lua", atomically: true, encoding: .utf8)
        for option in [["--dry-run"], []] {
            let result = try BuiltProgram.run(book + ["run", "x.lua"] + option, home: home)
            #expect(result.code == 0 && result.output.contains("Ada\twarn\t1\n"), "\(result)")
        }
        #expect(try BuiltProgram.run(state, home: home).output == "Ada\twarn\t1\n")
        #expect(try BuiltProgram.run(book + ["-e", "undo()"], home: home).code == 0)
        #expect(try BuiltProgram.run(state, home: home).output == "Ada\twarn\t0\n")
        #expect(try BuiltProgram.run(book + ["verify"], home: home).code == 0)
    }

    @Test(
        "Before a dry run init.lua leaves nothing behind either, and is still there for the script",
        arguments: [
            ["run", "--dry-run", "x.lua"], ["import", "--dry-run", "x.csv"], ["recurring", "run", "--dry-run"],
        ])
    func initBeforeDryRun(arguments: [String]) throws {
        let folder = try TemporaryFolder(), home = folder.path, book = ["--book", "family.luca"], config = ["LUCA_HOME": home + "/config"]
        try FileManager.default.createDirectory(atPath: home + "/config", withIntermediateDirectories: false)
        #expect(try BuiltProgram.run(book + ["-e", "account{name='A', currency='USD'}"], home: home).code == 0)
        try "mine = 7 deposit{date='2014-01-01', account='A', amount=5}".write(toFile: home + "/config/init.lua", atomically: true, encoding: .utf8)
        try "print(mine)".write(toFile: home + "/x.lua", atomically: true, encoding: .utf8)
        try "date,type,account,amount,currency\n2014-01-02,deposit,A,5,USD\n".write(toFile: home + "/x.csv", atomically: true, encoding: .utf8)
        let result = try BuiltProgram.run(book + arguments, home: home, environment: config)
        #expect(result.errors.contains("init.lua records in the book whenever luca starts; before a dry run it did not"), "\(result)")
        if arguments[0] == "run" { #expect(result.code == 0 && result.output.hasPrefix("7\n"), "\(result)") }
        #expect(try BuiltProgram.run(book + ["--no-init", "-e", "#activities{}"], home: home).output == "0\n")
        try "io.open('\(home)/made', 'w')".write(toFile: home + "/config/init.lua", atomically: true, encoding: .utf8)
        let refused = try BuiltProgram.run(book + arguments, home: home, environment: config)
        #expect(refused.errors.contains("a dry run leaves nothing behind"), "\(refused)")
        #expect(!FileManager.default.fileExists(atPath: home + "/made"))
    }

    @Test("The first entry makes the book, in a folder of its own where it is the usual one")
    func firstEntry() throws {
        let folder = try TemporaryFolder()
        #expect(try BuiltProgram.run(["-e", "account{name='A', currency='USD'}"], home: folder.path, environment: ["LUCA_HOME": folder.path + "/luca"]).code == 0)
        #expect(try BuiltProgram.run(["./new"], input: "account{name='A', currency='USD'}\ndeposit{date='2014-01-01', account='A', amount=5}\n", home: folder.path).code == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["heads", "luca", "new", "new.backups"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/luca").sorted() == ["book.luca", "book.luca.backups", "heads"])
        #expect(try BuiltProgram.run(["./new", "-e", "cash{}[1].balance"], home: folder.path).output == "5\n")
    }

    @Test("Programs that start at the same moment on a new path all work")
    func together() async throws {
        let folder = try TemporaryFolder()
        let home = folder.path
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<6 {
                group.addTask {
                    let result = try BuiltProgram.run(["--book", "new.luca", "-e", "account{name='A\(number)', currency='USD'}"], home: home)
                    return result.code == 0 ? "" : "\(result)"
                }
            }
            for try await problem in group { #expect(problem == "") }
        }
        #expect(try BuiltProgram.run(["--book", "new.luca", "-e", "#accounts{}, verify()"], home: folder.path).output.hasPrefix("6\ntrue"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["heads", "new.luca", "new.luca.backups"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new.luca.backups").count == 1, "they make one copy of the day, and leave nothing beside it")
    }

    @Test("A file that is no book says how it is read")
    func noBook() throws {
        let folder = try TemporaryFolder()
        try "date,amount\n".write(toFile: folder.path + "/b.csv", atomically: true, encoding: .utf8)
        for arguments in [["b.csv"], ["--book", "b.csv", "-e", "1"]] {
            let result = try BuiltProgram.run(arguments, home: folder.path)
            #expect(result.code == 1 && result.errors.contains("luca import b.csv"), "\(result)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["b.csv"])
    }

    @Test("A backup works at the first try, and restoring by the command that its refusal names")
    func backups() throws {
        let folder = try TemporaryFolder(), book = ["--book", "my book.luca"]
        #expect(try BuiltProgram.run(book + ["-e", "account{name='A', currency='USD'}"], home: folder.path).code == 0)
        let backup = try BuiltProgram.run(book + ["backup"], home: folder.path)
        #expect(backup.code == 0, "\(backup)")
        let copy = backup.output.trimmingCharacters(in: .newlines)
        #expect(copy.hasPrefix("/") && FileManager.default.fileExists(atPath: copy))
        #expect(try BuiltProgram.run(["--book", copy, "verify"], home: folder.path).code == 0)
        #expect(try BuiltProgram.run(book + ["backup", "copy.luca"], home: folder.path).output == "copy.luca\n")
        try FileManager.default.createDirectory(atPath: folder.path + "/stick", withIntermediateDirectories: false)
        #expect(try BuiltProgram.run(book + ["backup", "stick"], home: folder.path).output.contains("/stick/my book-"))
        #expect(try BuiltProgram.run(book + ["backup", "no where/copy.luca"], home: folder.path).output == "no where/copy.luca\n")
        #expect(try BuiltProgram.run(book + ["backup", "newdir/"], home: folder.path).output.contains("/newdir/my book-"))
        let missing = try BuiltProgram.run(["restore", "copy.luca", "--book", "no place/c.luca"], home: folder.path)
        #expect(missing.code == 1 && missing.errors.contains("mkdir -p") && missing.errors.contains("/no place'"), "\(missing)")
        try "".write(toFile: folder.path + "/l.luca.backups", atomically: true, encoding: .utf8)
        let blocked = try BuiltProgram.run(["--book", copy, "backup", "l.luca.backups/a.luca"], home: folder.path)
        #expect(blocked.code == 1 && blocked.errors.contains("is a file and no folder") && !blocked.errors.contains("mkdir"), "\(blocked)")
        let refused = try BuiltProgram.run(book + ["restore", "copy.luca"], home: folder.path)
        let command = "luca restore copy.luca --force --book 'my book.luca'"
        #expect(refused.code == 1 && refused.errors.contains(command), "\(refused)")
        let forced = try BuiltProgram.run(["restore", "copy.luca", "--force"] + book, home: folder.path)
        #expect(forced.code == 0 && forced.output.contains("the old book is kept as"), "\(forced)")
        // In a place where there is nothing yet it needs no force.
        let fresh = try BuiltProgram.run(["restore", folder.path + "/copy.luca"], home: folder.path, environment: ["LUCA_HOME": folder.path + "/luca"])
        #expect(fresh.code == 0, "\(fresh)")
    }

    @Test("A key is kept by a command that reads it from standard input, for its owner alone, and nothing shows it")
    func keys() throws {
        let folder = try TemporaryFolder(), home = folder.path
        let kept = try BuiltProgram.run(["key", "alphavantage"], input: "SECRET9\n", home: home)
        #expect(kept.code == 0 && !kept.output.contains("SECRET9"), "\(kept)")
        #expect(try String(contentsOfFile: home + "/keys", encoding: .utf8) == "alphavantage=SECRET9\n")
        #expect(try FileManager.default.attributesOfItem(atPath: home + "/keys")[.posixPermissions] as? Int == 0o600)
        #expect(try BuiltProgram.run(["key"], home: home).output == "alphavantage: kept in \(home)/keys\n")
        #expect(try BuiltProgram.run(["-e", "providers():where{id='alphavantage'}[1].key"], home: home).output == "true\n")
        let refused = try BuiltProgram.run(["-e", "setting('provider_keys', 'alphavantage=SECRET9')"], home: home)
        #expect(refused.code == 1 && refused.errors.contains("luca key alphavantage") && !refused.errors.contains("SECRET9"), "\(refused)")
        #expect(try BuiltProgram.run(["key", "alphavantge"], input: "A\n", home: home).errors.contains("did you mean \"alphavantage\"?"))
        #expect(try BuiltProgram.run(["key", "alphavantage", "--remove"], home: home).code == 0)
        #expect(try BuiltProgram.run(["key"], home: home).output.hasPrefix("no keys are kept"))
        #expect(try BuiltProgram.run([], input: ".key alphavantage SECRET9\n", home: home).errors.contains("SECRET9") == false)
    }

    @Test(
        "A key on a command line is refused and not shown again",
        arguments: [
            ["alphavantage", "SECRET9"], ["alphavantage", "-SECRET9"], ["alphavantage", "--SECRET9"], ["SECRET9"], ["alphavantage=SECRET9"], ["alphavantage", "a", "SECRET9"],
            ["alphavantage", "--remove", "SECRET9"],
        ])
    func typedKeys(arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let result = try BuiltProgram.run(["key"] + arguments, input: "", home: folder.path)
        #expect(result.code != 0 && !result.errors.contains("SECRET9") && !result.output.contains("SECRET9"), "\(result)")
        for line in ["key", "luca key", "$ luca key", "./luca --book a.luca key"].map({ "\($0) \(arguments.joined(separator: " "))\n" }) {
            let atThePrompt = try BuiltProgram.run([], input: line, home: folder.path)
            let shows = arguments.count > 1 && atThePrompt.errors.contains("SECRET9")
            #expect(!shows, "\(atThePrompt)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/keys"))
    }
}

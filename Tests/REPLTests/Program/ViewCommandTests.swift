import Foundation
import TestSupport
import Testing

/// `luca view`, as a person starts it at a terminal and a browser asks it.
@Suite("Reports in a browser", .enabled(if: BuiltProgram.path != nil), .serialized)
struct ViewCommandTests {
    private let home: TemporaryFolder
    private let book: String

    init() throws {
        home = try TemporaryFolder()
        book = home.path + "/family.luca"
        try luca("-e", "account{name='Savings', currency='EUR'} deposit{date='2024-01-02', account='Savings', amount=7654}")
    }

    private var environment: [String: String] { BuiltProgram.environment(home: home.path).merging(["LUCA_BOOK": book, "TERM": "xterm", "LUCA_TODAY": "2024-01-31"]) { $1 } }

    private func luca(_ arguments: String...) throws {
        let process = Process()
        (process.executableURL, process.arguments, process.environment) = (URL(filePath: try #require(BuiltProgram.path)), arguments, environment)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    /// Starts it and waits for its address: the port, and the path that every page is below.
    private func start(_ arguments: [String] = []) throws -> (terminal: Terminal, port: String, prefix: String) {
        let terminal = try Terminal([try #require(BuiltProgram.path), "view"] + arguments, environment: environment)
        try terminal.wait(for: "http://127.0.0.1:")
        let port = try terminal.wait(for: "/"), key = try terminal.wait(for: "/")
        return (terminal, port, "/\(key)/")
    }

    /// What a browser is answered, with its heads.
    private func asked(_ path: String, port: String, host: String? = nil) throws -> String {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        let request = "GET \(path) HTTP/1.1\\r\\nHost: \(host ?? "127.0.0.1:\(port)")\\r\\nConnection: close\\r\\n\\r\\n"
        process.arguments = ["-c", "exec 3<>/dev/tcp/127.0.0.1/\(port); printf '\(request)' >&3; cat <&3"]
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test("A year in the place of a report is the dashboard's")
    func year() throws {
        let (terminal, port, prefix) = try start(["2023"])
        let page = try asked(prefix, port: port)
        #expect(page.contains("<h1>Dashboard</h1>") && page.contains("2023-12-31"))
        terminal.type("\u{3}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("The first page is the report that was named, the others are linked, and a misspelt one gets the nearest name")
    func pages() throws {
        let (terminal, port, prefix) = try start(["statement", "2024"])
        let page = try asked(prefix, port: port)
        #expect(page.hasPrefix("HTTP/1.1 200") && page.contains("7,654.00") && page.contains("opening balance"))
        #expect(page.contains("href=\"\(prefix)dashboard\"") && page.contains("\(prefix)events"))
        #expect(try asked(prefix + "holdings", port: port).hasPrefix("HTTP/1.1 200"))
        #expect(try asked(prefix + "statement?year=2023", port: port).contains("2023"))
        #expect(try asked(prefix + "statment", port: port).contains("did you mean \"statement\"?"))
        terminal.type("\u{3}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("Every report that ships is a page with its table, and links keep what the page is narrowed to")
    func everyReport() throws {
        try luca(
            "-e",
            """
            account{name='Isa', currency='EUR', owner='Ray & Co'} deposit{date='2024-01-03', account='Isa', amount=11} instrument{symbol='ACME', currency='EUR'}
            buy{date='2024-01-03', account='Savings', symbol='ACME', quantity=3, price=10} sell{date='2024-01-04', account='Savings', symbol='ACME', quantity=1, price=12}
            interest{date='2024-01-05', account='Savings', amount=2.5}
            """)
        let (terminal, port, prefix) = try start(["dashboard", "owner=Ray & Co"])
        let first = try asked(prefix, port: port)
        #expect(first.contains("href=\"\(prefix)statement?owner=Ray%20%26%20Co\""))
        #expect(first.contains("href=\"\(prefix)reserves\""), "a report without owners is told of none")
        for (name, part) in [("activity", "deposit"), ("income", "interest"), ("income_by_month", "2.50"), ("gains", "ACME"), ("holdings", "ACME")] {
            let page = try asked(prefix + name, port: port)
            #expect(page.contains(part) && !page.contains("was undone"), "\(name): \(page)")
        }
        let narrowed = try asked(prefix + "statement?owner=Ray%20%26%20Co".replacing("%", with: "%%"), port: port)
        #expect(narrowed.contains("11.00") && !narrowed.contains("7,654"))
        #expect(try asked(prefix + "statement?year=2024", port: port).contains("href=\"\(prefix)income?year=2024\""))
        terminal.type("\u{3}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("Without the key, under another name, there is nothing to see")
    func refused() throws {
        let (terminal, port, prefix) = try start()
        #expect(try asked("/", port: port).hasPrefix("HTTP/1.1 404"))
        #expect(try asked(prefix, port: port, host: "evil.example").hasPrefix("HTTP/1.1 421"))
        #expect(try !asked("/", port: port).contains("7,654"))
        terminal.type("\u{3}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("A page asked for after somebody recorded something shows it")
    func changes() throws {
        let (terminal, port, prefix) = try start(["statement", "2024"])
        #expect(try asked(prefix, port: port).contains("7,654.00"))
        try luca("-e", "deposit{date='2024-01-03', account='Savings', amount=1111}")
        #expect(try asked(prefix, port: port).contains("8,765.00"))
        terminal.type("\u{3}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("Nothing can be recorded by a page, and a report that fails is a page that says why")
    func writesNothing() throws {
        let source = """
            report.define{name="greedy", summary="Records.", run=function() deposit{account="Savings", amount=5} return cash{} end}
            report.define{name="broken", summary="Fails.", run=function() error("it is broken") end}
            """
        try source.write(toFile: home.path + "/init.lua", atomically: true, encoding: .utf8)
        let (terminal, port, prefix) = try start(["dashboard"])
        #expect(try asked(prefix + "greedy", port: port).contains("7,659.00"))
        #expect(try asked(prefix + "statement?year=2024", port: port).contains("7,654.00"))
        #expect(try asked(prefix + "broken", port: port).contains("it is broken"))
        let refused = try asked(prefix + "statement?--html=\(home.path)/out.html", port: port)
        #expect(refused.hasPrefix("HTTP/1.1 400") && refused.contains("--html is for the command line"))
        #expect(!FileManager.default.fileExists(atPath: home.path + "/out.html"))
        terminal.type("\u{3}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("A page that would never end is stopped and says so, whatever it catches; strangers are answered meanwhile, and Ctrl-C ends all at once")
    func endless() throws {
        let source = """
            report.define{name="forever", summary="Never ends.", run=function() while true do end end}
            report.define{name="stubborn", summary="Never ends.", run=function() while true do pcall(function() while true do end end) end end}
            """
        try source.write(toFile: home.path + "/init.lua", atomically: true, encoding: .utf8)
        let (terminal, port, prefix) = try start(["dashboard", "--limit", "1"])
        for name in ["forever", "stubborn"] {
            #expect(try asked(prefix + name, port: port).contains("This page took longer than 1 second, so it was stopped."))
            #expect(try asked(prefix + "statement?year=2024", port: port).contains("7,654.00"))
        }
        terminal.type("\u{3}")
        #expect(try terminal.exitCode() == 0)

        let (patient, second, key) = try start(["dashboard", "--limit", "86400"])
        let request = "exec 3<>/dev/tcp/127.0.0.1/\(second); printf 'GET \(key)forever HTTP/1.1\\r\\nHost: 127.0.0.1:\(second)\\r\\n\\r\\n' >&3"
        func ask(_ rest: String) throws -> Process {
            let browser = Process()
            (browser.executableURL, browser.arguments) = (URL(filePath: "/bin/bash"), ["-c", request + rest])
            try browser.run()
            return browser
        }
        // A browser that asks and goes away has its page stopped: the next one gets its own.
        try ask("").waitUntilExit()
        #expect(try asked("/", port: second).hasPrefix("HTTP/1.1 404"))
        #expect(try asked(key + "statement?year=2024", port: second).contains("7,654.00"))
        // Ctrl-C does not wait for the page of one that stays.
        let staying = try ask("; cat <&3 >/dev/null")
        #expect(try asked("/", port: second).hasPrefix("HTTP/1.1 404"))
        patient.type("\u{3}")
        #expect(try patient.exitCode() == 0)
        staying.waitUntilExit()
    }

    @Test("Ctrl-C ends it whatever becomes of the page that is made just then: given up by its browser, or at the end of its time", .timeLimit(.minutes(3)))
    func interrupted() throws {
        try "report.define{name=\"forever\", summary=\"Never ends.\", run=function() while true do end end}".write(
            toFile: home.path + "/init.lua", atomically: true, encoding: .utf8)
        // A second is when luca hears that a browser has gone, and here the time that a page has, too.
        for (limit, hundredths) in [("86400", 0), ("86400", 95), ("86400", 100), ("86400", 105), ("1", 98), ("1", 100), ("1", 102)] {
            let (terminal, port, prefix) = try start(["dashboard", "--limit", limit])
            let browser = Process(), rest = limit == "1" ? "; cat <&3 >/dev/null" : ""
            browser.executableURL = URL(filePath: "/bin/bash")
            browser.arguments = ["-c", "exec 3<>/dev/tcp/127.0.0.1/\(port); printf 'GET \(prefix)forever HTTP/1.1\\r\\nHost: 127.0.0.1:\(port)\\r\\n\\r\\n' >&3\(rest)"]
            try browser.run()
            Thread.sleep(forTimeInterval: Double(hundredths) / 100)
            terminal.type("\u{3}")
            #expect(try terminal.exitCode() == 0, "limit \(limit), after \(hundredths) hundredths of a second")
            browser.waitUntilExit()
        }
    }

    @Test("Amounts are masked where that is asked for")
    func privacy() throws {
        let (terminal, port, prefix) = try start(["statement", "2024", "--privacy"])
        let page = try asked(prefix, port: port)
        #expect(page.contains("•••") && !page.contains("7,654") && !page.contains("7654"))
        terminal.type("\u{3}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("A misspelt report and a port that is taken are told at once")
    func mistakes() throws {
        for (arguments, part) in [
            (["statment"], "did you mean \"statement\"?"), (["review", "2014x"], "year must be a whole number"), (["review", "yaer=2014"], "did you mean \"year\"?"),
            (["holdings", "on=2014-13-01"], "2014-13-01"),
            (["--port", "70000"], "port"), (["--limit", "0"], "--limit takes 1 to 86400 seconds, not 0"),
        ] {
            let terminal = try Terminal([try #require(BuiltProgram.path), "view"] + arguments, environment: environment)
            #expect(try terminal.exitCode() != 0)
            #expect(terminal.screen.contains(part), "\(terminal.screen)")
        }
    }
}

import Foundation
import TestSupport
import Testing

@Suite("The program at a terminal", .enabled(if: BuiltProgram.path != nil), .serialized)
struct TerminalTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func start(_ more: [String: String] = [:]) throws -> Terminal {
        let terminal = try start([], more)
        try terminal.wait(for: "luca> ")
        return terminal
    }

    private func start(_ arguments: [String], _ more: [String: String] = [:]) throws -> Terminal {
        let environment = BuiltProgram.environment(home: home.path)
            .merging(["TERM": "xterm", "INPUTRC": "/dev/null", "LUCA_BOOK": home.path + "/test.luca"]) { $1 }
            .merging(more) { $1 }
        return try Terminal([try #require(BuiltProgram.path)] + arguments, environment: environment)
    }

    /// Types a line and returns what is printed up to the next prompt, without the echo.
    private func answer(_ terminal: Terminal, _ line: String) throws -> String {
        terminal.type(line + "\n")
        let shown = try terminal.wait(for: "luca> ")
        return shown.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
    }

    @Test("Ctrl-D leaves with 0")
    func leaving() throws {
        let terminal = try start()
        terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("No text of a book steers the terminal")
    func rawText() throws {
        let terminal = try start()
        _ = try answer(terminal, #"account{name="A", currency="USD"} deposit{date="2014-01-01", account="A", amount=5, notes="x\27]0;title\7\u{202E}y"}"#)
        for line in [
            "activities{}[1]", "print(activities{}[1].notes)", "activities{}", "error(activities{}[1].notes)", "activities{}[1].notes", "io.write(activities{}[1].notes, '\\n')",
            "io.stdout:write(activities{}[1].notes, '\\n'):flush()", "io.stderr:write(activities{}[1].notes, '\\n')", "io.output():write('\\u{9B}', activities{}[1].notes, '\\n')",
            "t = io.open('/dev/tty', 'w') t:write(activities{}[1].notes, '\\n') t:close()",
        ] {
            let before = terminal.raw.count
            let shown = try answer(terminal, line)
            #expect(
                !terminal.raw.dropFirst(before).contains("\u{1B}]0;title") && !shown.contains("\u{202E}") && !shown.unicodeScalars.contains("\u{9B}"),
                "\(line): \(shown.debugDescription)")
            #expect(shown.contains("]0;ti"), "\(line): \(shown.debugDescription)")
        }
    }

    @Test("A key is asked for without an echo, and is in no history")
    func keys() throws {
        let terminal = try start()
        terminal.type(".key alphavantage\n")
        try terminal.wait(for: "which is not shown: ")
        usleep(300_000)
        terminal.type("SECREX\u{7F}T9\n")
        try terminal.wait(for: "is kept in")
        try terminal.wait(for: "luca> ")
        #expect(!terminal.raw.contains("SECRE"))
        for line in [".key alphavantage OTHER9", ".key alphavantage=OTHER9", ".key OTHER9", "setting(\"alphavantage_key\",\"OTHER9\")", ".KEY alphavantage OTHER9"] {
            let told = try answer(terminal, line)
            #expect(told.contains("error") && !told.contains("OTHER9"), "\(line): \(told)")
        }
        terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
        #expect(try String(contentsOfFile: home.path + "/keys", encoding: .utf8) == "alphavantage=SECRET9\n")
        #expect(try !String(contentsOfFile: home.path + "/history", encoding: .utf8).contains("OTHER9"))
    }

    @Test("A line can be edited before it runs")
    func editing() throws {
        let terminal = try start()
        terminal.type("6 * x\u{7F}")
        #expect(try answer(terminal, "7") == "42\n")
        // Ctrl-A to the start, Ctrl-K kills, Ctrl-Y brings back.
        #expect(try answer(terminal, "6 * 7\u{1}\u{B}\u{19}") == "42\n")
    }

    @Test("Earlier entries come back, by arrow, by what is typed, and by search")
    func recalling() throws {
        let terminal = try start()
        _ = try answer(terminal, "6 * 7")
        _ = try answer(terminal, "print('on')")
        #expect(try answer(terminal, "\u{1B}[A").hasSuffix("on\n"))
        #expect(try answer(terminal, "6\u{1B}[A").hasSuffix("42\n"))
        // The end of a search shows the prompt anew.
        terminal.type("\u{12}pri\u{5}")
        try terminal.wait(for: "luca> print('on')")
        #expect(try answer(terminal, "") == "on\n")
    }

    @Test("History outlasts the session, and a block comes back as one entry")
    func history() throws {
        let first = try start()
        first.type("for i = 1, 2 do\n")
        try first.wait(for: "  ... ")
        first.type("print('on')\n")
        try first.wait(for: "  ... ")
        _ = try answer(first, "end")
        first.type("\u{4}")
        #expect(try first.exitCode() == 0)
        let written = try String(contentsOfFile: home.path + "/history", encoding: .utf8)
        #expect(written == "for i = 1, 2 do\\nprint('on')\\nend\n")
        let second = try start()
        second.type("\u{1B}[A\n")
        let shown = try second.wait(for: "luca> ")
        #expect(shown.contains("for i = 1, 2 do\nprint('on')\nend"))
        #expect(!shown.contains("  ... "))
    }

    @Test("Two sessions share their history while both are open")
    func sharing() throws {
        let left = try start()
        let right = try start()
        _ = try answer(left, "6 * 7")
        _ = try answer(right, "print('on')")
        _ = try answer(left, "")
        #expect(try answer(left, "print\u{1B}[A").hasSuffix("on\n"))
    }

    @Test("Tab completes")
    func completing() throws {
        let terminal = try start()
        terminal.type(".mo\t")
        try terminal.wait(for: ".mode ")
        terminal.type("js\t\n")
        try terminal.wait(for: "json")
        try terminal.wait(for: "luca> ")
        #expect(try answer(terminal, ".mode") == "mode is json\n")
    }

    @Test("Ctrl-C at the prompt gives up the line, and the whole unfinished entry")
    func givingUp() throws {
        let terminal = try start()
        terminal.type("6 * 8\u{3}")
        try terminal.wait(for: "luca> ")
        #expect(try answer(terminal, "6 * 7") == "42\n")
        terminal.type("for i = 1, 2 do\n")
        try terminal.wait(for: "  ... ")
        terminal.type("print(\u{3}")
        try terminal.wait(for: "luca> ")
        #expect(try answer(terminal, "6 * 7") == "42\n")
        // In the middle of a search, too.
        terminal.type("\u{12}6")
        try terminal.wait(for: "reverse-i-search")
        try terminal.wait(for: "6 * 7")
        terminal.type("\u{3}")
        try terminal.wait(for: "luca> 6")
        try terminal.wait(for: "luca> ")
        #expect(try answer(terminal, "6 * 7") == "42\n")
    }

    @Test(
        "Ctrl-C stops what runs, and the session goes on",
        arguments: [
            "while true do end", "while true do pcall(function() while true do end end) end",
            "coroutine.wrap(function() while true do end end)()",
        ])
    func interrupting(loop: String) throws {
        let terminal = try start()
        for _ in 0..<2 {
            terminal.type(loop + "\n")
            try terminal.wait(for: "\n")
            usleep(300_000)
            terminal.type("\u{3}")
            try terminal.wait(for: "interrupted")
            try terminal.wait(for: "luca> ")
        }
        #expect(try answer(terminal, "6 * 7") == "42\n")
        terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test(
        "Ctrl-C stops a long query within a second, and the session and its book go on",
        arguments: [
            "sql('with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n')",
            "transaction(function() account{name='Half', currency='USD'} sql('with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n') end)",
        ])
    func interruptingQueries(query: String) throws {
        let terminal = try start()
        _ = try answer(terminal, "account{name='A', currency='USD'}")
        for _ in 0..<2 {
            terminal.type(query + "\n")
            try terminal.wait(for: "\n")
            usleep(300_000)
            terminal.type("\u{3}")
            let start = ContinuousClock.now
            try terminal.wait(for: "interrupted")
            try terminal.wait(for: "luca> ")
            #expect(ContinuousClock.now - start < .seconds(1))
        }
        #expect(try answer(terminal, "#accounts{}, sql('select count(*) as n from accounts')[1].n") == "1\n1\n")
        _ = try answer(terminal, "deposit{date='2014-01-01', account='A', amount=5}")
        #expect(try answer(terminal, "#activities{}") == "1\n")
    }

    @Test("Ctrl-C ends -e and a script with 130, and what they wrote is undone")
    func interruptingScripts() throws {
        let write = "account{name='Half', currency='USD'} print('ready') while true do end"
        try write.write(toFile: home.path + "/half.lua", atomically: true, encoding: .utf8)
        for arguments in [["-e", write], ["run", home.path + "/half.lua"], [home.path + "/half.lua"]] {
            let terminal = try start(arguments)
            try terminal.wait(for: "ready\n")
            usleep(200_000)
            terminal.type("\u{3}")
            #expect(try terminal.exitCode() == 130)
        }
        #expect(try answer(try start(), "#accounts{}") == "0\n")
    }

    @Test("What cannot be stopped is left by the third Ctrl-C")
    func leavingByForce() throws {
        let terminal = try start()
        // A finaliser that was put into its place afterwards.
        terminal.type("m = {__gc = true} setmetatable({}, m) m.__gc = function() while true do end end collectgarbage()\n")
        try terminal.wait(for: "\n")
        for _ in 0..<3 {
            usleep(300_000)
            terminal.type("\u{3}")
        }
        try terminal.wait(for: "Ctrl-C once more ends luca")
        #expect(try terminal.exitCode() == 130)
    }

    @Test("A stop and a resize at the prompt leave the line as it was; the end of the terminal ends luca")
    func signals() throws {
        let terminal = try start()
        terminal.type("6 *")
        try terminal.wait(for: "6 *")
        for signal in [SIGWINCH, SIGTSTP, SIGCONT] { terminal.signal(signal) }
        usleep(200_000)
        terminal.type(" 7\n")
        try terminal.wait(for: "42\n")
        try terminal.wait(for: "luca> ")
        terminal.signal(SIGTERM)
        #expect(try terminal.exitCode() == 128 + SIGTERM)
    }

    @Test("Lines that are pasted arrive as one entry")
    func pasting() throws {
        let terminal = try start()
        terminal.type("\u{1B}[200~print('on')\n6 * 7\n.mode csv\u{1B}[201~")
        terminal.type("\n")
        try terminal.wait(for: "luca> ")
        #expect(try answer(terminal, ".mode") == "mode is csv\n")
    }

    @Test("A history that cannot be written costs one notice")
    func unwritableHistory() throws {
        try FileManager.default.createDirectory(atPath: home.path + "/history", withIntermediateDirectories: true)
        let terminal = try start()
        #expect(terminal.screen.contains("cannot be used"))
        #expect(try answer(terminal, "6 * 7") == "42\n")
    }

    @Test("inputrc binds keys under $if luca, and wins over ours")
    func inputrc() throws {
        let path = home.path + "/inputrc"
        try "$if luca\n\"\\C-g\": \"6 * 7\"\n\"\\e[A\": \"print('on')\"\n$endif\n".write(toFile: path, atomically: true, encoding: .utf8)
        let terminal = try start(["INPUTRC": path])
        #expect(try answer(terminal, "\u{7}").hasSuffix("42\n"))
        #expect(try answer(terminal, "\u{1B}[A").hasSuffix("on\n"))
    }

    @Test("A dumb terminal gets no escape sequences of ours")
    func dumb() throws {
        let terminal = try start(["TERM": "dumb"])
        #expect(try answer(terminal, "missing()").contains("error"))
        #expect(!terminal.raw.contains("\u{1B}"))
    }

    @Test("Colour on a terminal, but not against NO_COLOR")
    func colour() throws {
        let coloured = try start()
        #expect(try answer(coloured, "missing()").contains("error"))
        #expect(coloured.raw.contains("\u{1B}[1;31merror"))
        let plain = try start(["NO_COLOR": "1"])
        #expect(try answer(plain, "missing()").contains("error"))
        #expect(!plain.raw.contains("\u{1B}[1;31m"))
    }

    @Test("The last entry can be run again from the editor")
    func editor() throws {
        let terminal = try start(["EDITOR": "sed -i s/8/7/"])
        _ = try answer(terminal, "6 * 8")
        #expect(try answer(terminal, ".edit") == "6 * 7\n42\n")
        #expect(try answer(try start(["EDITOR": "false"]), ".edit").contains("nothing was run"))
    }

    @Test("Letters beyond ASCII are edited whole")
    func letters() throws {
        let terminal = try start()
        #expect(try answer(terminal, "6 * é\u{7F}7") == "42\n")
    }
}

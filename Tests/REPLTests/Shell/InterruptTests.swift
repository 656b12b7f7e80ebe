import Foundation
import TestSupport
import Testing

/// Ctrl-C at a real terminal, in everything that may take long.
@Suite("Ctrl-C", .enabled(if: BuiltProgram.path != nil), .serialized)
struct InterruptTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func start() throws -> Terminal {
        let environment = BuiltProgram.environment(home: home.path)
            .merging(["TERM": "xterm", "INPUTRC": "/dev/null", "LUCA_BOOK": home.path + "/test.luca"]) { $1 }
        let terminal = try Terminal([try #require(BuiltProgram.path)], environment: environment)
        try terminal.wait(for: "luca> ")
        return terminal
    }

    @Test(
        "It ends what runs, within a moment, and the session goes on",
        arguments: [
            "while true do pcall(error) end", "coroutine.wrap(function() while true do pcall(function() while true do end end) end end)()",
            "io.read()", "io.read('n')", "io.stdin:read('a')", "for line in io.lines() do end", "for line in io.stdin:lines() do end", "pcall(io.read) while true do end",
            "io.popen('sleep 20'):read()",
            "setmetatable({}, {__gc = function() while true do end end}) collectgarbage()",
            "do local x <close> = setmetatable({}, {__close = function() while true do end end}) end",
            "string.find(string.rep('a', 60), string.rep('a*', 60) .. 'b')", "(('a'):rep(200000)):gsub('.-b', '')",
            "table.move({}, 1, 1000000000000, 2)", "local t = {} for i = 1, 30000 do t[i] = i % 7 end while true do table.sort(t) end",
            "while true do string.rep('ab', 10000000) end", "local t = {} for i = 1, 100000 do t[i] = 'x' end while true do table.concat(t, ',') end",
            "print(('x'):rep(10000000))", "print(('x'):rep(300000000))", "('income 12 '):rep(30000000)", "io.write(('x'):rep(300000000))",
            "io.stdout:write(('x'):rep(200000000), ('y'):rep(100000000))", "while true do print('x') end",
            "sql('with recursive n(i) as (select 1 union all select i + 1 from n limit 400000) select i, i * 2 as j, i * 3 as k from n')",
        ])
    func ending(entry: String) throws {
        let terminal = try start()
        for setting in [".rows all", ".pager off"] {
            terminal.type(setting + "\n")
            try terminal.wait(for: "luca> ")
        }
        terminal.type(entry + "\n")
        try terminal.wait(for: "\n")
        // Long enough for it to be at work.
        usleep(300_000)
        terminal.type("\u{3}")
        let start = ContinuousClock.now
        try terminal.wait(for: "interrupted")
        let took = ContinuousClock.now - start
        print("Ctrl-C in \(entry.prefix(60)): \(took)")
        // A bound that a machine with much to do keeps as well; how long it takes is printed.
        #expect(took < .seconds(10))
        try terminal.wait(for: "luca> ")
        terminal.type("6 * 7\n")
        try terminal.wait(for: "42\n")
    }

    @Test("Ctrl-D drops an unfinished entry with a sentence, and leaves when there is none")
    func endOfInput() throws {
        let terminal = try start()
        terminal.type("for i = 1, 2 do\n")
        try terminal.wait(for: "  ... ")
        terminal.type("\u{4}")
        try terminal.wait(for: "Ctrl-D once more leaves")
        try terminal.wait(for: "luca> ")
        terminal.type("6 * 7\n")
        try terminal.wait(for: "42\n")
        try terminal.wait(for: "luca> ")
        terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("quit and exit leave, also from an unfinished entry", arguments: ["quit", "exit", ".quit", "quit()"])
    func leaving(word: String) throws {
        for isUnfinished in [false, true] where !(isUnfinished && word == "quit()") {
            let terminal = try start()
            if isUnfinished {
                terminal.type("for i = 1, 2 do\n")
                try terminal.wait(for: "  ... ")
            }
            terminal.type(word + "\n")
            #expect(try terminal.exitCode() == 0)
        }
    }
}

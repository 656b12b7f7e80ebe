import Foundation
import TestSupport
import Testing

/// Reading page by page and the width of the window, at a real terminal of forty rows.
@Suite("What is longer than the screen", .enabled(if: BuiltProgram.path != nil), .serialized)
struct PagerTests {
    private let home: TemporaryFolder
    private static let less = ["/usr/bin/less", "/bin/less"].contains { FileManager.default.isExecutableFile(atPath: $0) }

    init() throws { home = try TemporaryFolder() }

    private func start(_ more: [String: String] = [:], _ arguments: [String]? = nil) throws -> Terminal {
        let program = try #require(BuiltProgram.path)
        let environment = BuiltProgram.environment(home: home.path)
            .merging(["TERM": "xterm", "INPUTRC": "/dev/null", "LUCA_BOOK": home.path + "/test.luca", "PATH": "/usr/bin:/bin"]) { $1 }
            .merging(more) { $1 }
        let terminal = try Terminal([program] + (arguments ?? ["demo", "--today", "2014-12-31", "--no-init"]), environment: environment)
        if arguments == nil { try terminal.wait(for: "luca> ") }
        return terminal
    }

    private func answer(_ terminal: Terminal, _ line: String) throws -> String {
        terminal.type(line + "\n")
        return try terminal.wait(for: "luca> ").split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
    }

    /// A pager that tells how many lines it was given.
    private static let counting = "sh -c 'echo \"paged $(wc -l)\"'"

    @Test("Tables and help go to the pager from the second screen on, and nothing shorter")
    func paging() throws {
        let terminal = try start(["PAGER": Self.counting])
        #expect(try answer(terminal, "activities").hasPrefix("paged 2"))
        #expect(try answer(terminal, "help").hasPrefix("paged "))
        #expect(try answer(terminal, "help recording").hasPrefix("paged "))
        #expect(try !answer(terminal, "holdings").contains("paged"))
        #expect(try !answer(terminal, "help cash").contains("paged"))
        // Printing by a script is not held up.
        #expect(try !answer(terminal, "for i = 1, 60 do print(i) end").contains("paged"))
        #expect(try !answer(terminal, ".mode csv\nactivities").contains("paged"))
    }

    @Test("less shows it, is left early without an error, and Ctrl-C in it ends nothing", .enabled(if: less))
    func ofLess() throws {
        let terminal = try start()
        for key in ["q", "\u{3}q"] {
            terminal.type("activities\n")
            try terminal.wait(for: "\n:")
            // What is typed at the same time as Ctrl-C the terminal drops.
            for part in key {
                terminal.type(String(part))
                usleep(200_000)
            }
            let rest: String
            do { rest = try terminal.wait(for: "luca> ", seconds: 5) } catch {
                // On a busy machine Ctrl-C may take longer, and what was typed with it is gone.
                terminal.type("q")
                rest = try terminal.wait(for: "luca> ")
            }
            #expect(!rest.contains("warning") && !rest.contains("interrupted"), "\(rest)")
            #expect(try answer(terminal, "6 * 7") == "42\n")
        }
        terminal.type("\u{4}")
        #expect(try terminal.exitCode() == 0)
    }

    @Test("The options of LESS are those of the user", .enabled(if: less))
    func optionsOfLess() throws {
        let terminal = try start(["LESS": "-X -R -PsSEEN"])
        terminal.type("activities\n")
        try terminal.wait(for: "SEEN")
        terminal.type("q")
        try terminal.wait(for: "luca> ")
    }

    @Test("A pager that is missing or fails costs a sentence, and the result is printed", arguments: ["no-such-pager -x", "false", "/no/such/pager"])
    func failing(pager: String) throws {
        let terminal = try start(["PAGER": pager])
        let shown = try answer(terminal, "activities")
        // The sentence goes on in a second line.
        let sentences = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(sentences.contains("more rows") && sentences.contains("warning") && sentences.contains(".pager COMMAND names another"), "\(shown.suffix(400))")
        #expect(try !answer(terminal, "activities").contains("warning"))
        #expect(try answer(terminal, ".pager") == "pager is off\n")
    }

    @Test("It is set at the prompt: off, on, or a command")
    func setting() throws {
        let terminal = try start(["PAGER": Self.counting])
        #expect(try answer(terminal, ".pager").contains("pager is on, now sh -c"))
        _ = try answer(terminal, ".pager off")
        #expect(try answer(terminal, "activities").contains("more rows"))
        _ = try answer(terminal, ".pager head -n 1")
        #expect(try answer(terminal, "activities").contains("quantity"))
        #expect(try answer(terminal, ".pager") == "pager is head -n 1\n")
        _ = try answer(terminal, ".pager on")
        #expect(try answer(terminal, "activities").hasPrefix("paged"))
        terminal.type(".pager o\t\t")
        try terminal.wait(for: "on")
    }

    @Test("None under -e, none for --csv; a sentence of the command line has one")
    func commandLine() throws {
        let book = home.path + "/demo.luca"
        let made = try start([:], ["demo", book, "--today", "2014-12-31", "--no-init"])
        try made.wait(for: "luca> ")
        made.type("\u{4}")
        #expect(try made.exitCode() == 0)
        for (arguments, isPaged) in [(["-e", "activities{}"], false), (["activities", "--csv"], false), (["activities"], true)] {
            let terminal = try start(["PAGER": Self.counting, "LUCA_BOOK": book], arguments)
            #expect(try terminal.exitCode() == 0)
            #expect(terminal.screen.contains("paged 2") == isPaged, "\(arguments): \(terminal.screen.suffix(300))")
        }
    }

    @Test("A dumb terminal has no pages")
    func dumb() throws {
        let terminal = try start(["PAGER": Self.counting, "TERM": "dumb"])
        #expect(try answer(terminal, "activities").contains("more rows"))
    }

    @Test("The next table is as wide as the window is then")
    func resizing() throws {
        let terminal = try start()
        // The prompt is drawn again at a new width, so that the end of what is printed is told by other words.
        func table(_ columns: UInt16) throws -> String {
            terminal.resize(columns: columns)
            usleep(200_000)
            terminal.type("holdings\n")
            try terminal.wait(for: "account")
            terminal.type("print('en' .. 'd')\n")
            return try terminal.wait(for: "\nend\n")
        }
        #expect(try table(80).contains("weight"))
        let narrow = try table(60), lines = narrow.split(separator: "\n").map(String.init)
        #expect(lines.dropLast().allSatisfy { $0.count <= 60 } && !narrow.contains(" weight\n"), "\(narrow)")
        #expect(try table(200).contains("average_cost"))
        terminal.type(".width\n")
        try terminal.wait(for: "width is auto, now 200\n")
    }
}

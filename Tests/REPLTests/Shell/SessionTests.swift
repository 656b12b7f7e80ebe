import Foundation
import Frames
import REPL
import TestSupport
import Testing

@Suite("The session")
struct SessionTests {
    private let interpreter = FakeInterpreter()
    private let output = RecordedOutput()

    private func session(isInteractive: Bool = true) -> ShellSession {
        ShellSession(interpreter, output: output, display: Display(), isInteractive: isInteractive)
    }

    @Test("Each line says how far the session is")
    func steps() {
        let session = session()
        #expect(session.feed("1 + 1") == .done)
        #expect(session.feed("missing()") == .failed)
        #expect(session.feed("wait()") == .interrupted)
        #expect(session.feed("f(") == .continued)
        #expect(session.isContinuing)
        #expect(session.prompt == "  ... ")
        #expect(session.feed("1)") == .done)
        #expect(session.feed("os.exit(3)") == .leave(3))
        #expect(session.feed("quit") == .leave(0))
        #expect(session.feed(".quit") == .leave(0))
        #expect(session.feed("") == .done)
    }

    @Test("An unfinished entry can be given up")
    func givingUp() {
        let session = session()
        session.feed("f(")
        session.giveUp()
        #expect(session.prompt == "luca> ")
        #expect(session.feed("1 + 1") == .done)
        #expect(interpreter.asked == ["f(", "1 + 1"])
    }

    @Test("Lua pasted together runs together, sentences apart")
    func pasting() {
        let session = session()
        #expect(session.feed("local a = 1\nprint(a)\nholdings\ndeposit 5 to Savings\nx = 1\ny = 2") == .done)
        #expect(interpreter.asked == ["local a = 1\nprint(a)", "holdings{}", #"deposit{amount=D"5", account="Savings"}"#, "x = 1\ny = 2"])
    }

    @Test("Pasted lines that make no Lua together are taken one by one")
    func pastedExpressions() {
        #expect(session().feed("x = 1\n1 + 1\nholdings{}") == .done)
        #expect(interpreter.asked == ["x = 1\n1 + 1\nholdings{}", "x = 1", "1 + 1", "holdings{}"])
        #expect(session(isInteractive: false).feed("x = 1\n1 + 1\nholdings{}") == .failed)
    }

    @Test("The first failure of a paste ends it")
    func failingPaste() {
        #expect(session().feed("holdings\nbuy ten ORCL\ndeposit 5 to Savings") == .failed)
        #expect(interpreter.asked == ["holdings{}"])
    }

    @Test("An unfinished paste goes on at the prompt")
    func unfinishedPaste() {
        let session = session()
        #expect(session.feed("holdings\nfor i = 1, 2 do\nprint(i)") == .continued)
        #expect(session.feed("end") == .done)
        #expect(interpreter.asked.last == "for i = 1, 2 do\nprint(i)\nend")
    }

    @Test("A line inside unfinished Lua is no sentence")
    func sentenceInsideLua() {
        let session = session()
        session.feed("f(")
        #expect(session.feed("x)") == .done)
        #expect(interpreter.asked.last == "f(\nx)")
    }

    @Test("A name that the user has taken is no command")
    func shadowing() {
        interpreter.shadowed = ["cash"]
        session().feed("cash")
        #expect(interpreter.asked == ["cash"])
    }

    @Test("On a pipe the line at fault is told, results and remarks go apart")
    func pipe() {
        let session = session(isInteractive: false)
        #expect(session.feed("holdings", line: 1) == .done)
        #expect(output.results.hasPrefix("symbol"))
        #expect(output.notes == "warning: no price for MSFT on 2026-01-01\n")
        #expect(session.feed("missing()", line: 2) == .failed)
        #expect(output.notes.contains("  --> line 2\n  missing()\n  ^\n"))
        #expect(session.feed("buy ten ORCL", line: 3) == .failed)
        #expect(output.notes.contains("  --> line 3\n  buy ten ORCL\n      ^\n"))
        #expect(session.feed("f(", line: 4) == .continued)
        #expect(session.finish(line: 6) == .failed)
        #expect(output.notes.contains("the entry is unfinished; it began in line 4"))
        #expect(!session.isContinuing)
    }

    @Test("The lines of an entry on a pipe are counted from the top")
    func lineNumbers() {
        let session = session(isInteractive: false)
        session.feed("do\n  local a = 1\n  missing()\nend", line: 10)
        #expect(output.notes.contains("  --> line 12\n    missing()\n"))
    }

    @Test("Results go to a file after .output, remarks do not")
    func outputFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/out put.txt"
        let session = session()
        #expect(session.feed(".output \"\(path)\"") == .done)
        session.feed("holdings")
        session.feed("print('hello')")
        session.feed(".output")
        session.feed("1 + 1")
        let written = try String(contentsOfFile: path, encoding: .utf8)
        #expect(written.hasPrefix("symbol"))
        #expect(written.hasSuffix("hello\n"))
        #expect(output.results == "2\n")
        #expect(output.notes == "warning: no price for MSFT on 2026-01-01\n")
        #expect(session.feed(".output /nowhere/at/all") == .failed)
    }

    @Test("A file that is there is replaced whole, when output goes elsewhere or the session ends")
    func outputReplaces() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/t.csv"
        func written() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
        try "old".write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0o600)
        #expect(symlink("t.csv", folder.path + "/link.csv") == 0)
        let session = session()
        session.feed(".output \(folder.path)/link.csv")
        session.feed("1 + 1")
        #expect(try written() == "old")
        session.feed(".output \(folder.path)/other.csv")
        #expect(try written() == "2\n")
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        session.feed("1 + 1")
        #expect(session.leave(0) == 0)
        #expect(try String(contentsOfFile: folder.path + "/other.csv", encoding: .utf8) == "2\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link.csv", "other.csv", "t.csv"])
    }

    @Test("A disk that is full is told")
    func fullDisk() {
        let session = session()
        #expect(session.feed(".output /dev/full") == .done)
        #expect(session.feed("1 + 1") == .failed)
        #expect(output.notes.contains("/dev/full could not be written to its end"))
        #expect(session.feed("1 + 1") == .done)
        #expect(output.results == "2\n")
    }

    @Test("What ran can be saved as a script, but over nothing")
    func saving() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/session.lua"
        let session = session()
        for line in ["deposit 5 to Savings", "missing()", "f(", "1)", ".mode csv", "buy ten X"] { session.feed(line) }
        #expect(session.feed(".save \(path)") == .done)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "deposit{amount=D\"5\", account=\"Savings\"}\nf(\n1)\n")
        #expect(output.notes.hasSuffix("2 entries written to \(path)\n"))
        #expect(session.feed(".save \(path)") == .failed)
        #expect(output.notes.contains("choose another name"))
    }

    @Test("Times are printed on request, and not for half an entry")
    func timer() {
        let session = session()
        session.feed(".timer on")
        session.feed("f(")
        #expect(output.notes == "")
        session.feed("1)")
        #expect(output.notes.hasPrefix("took "))
    }

    @Test("Colour is used only if asked for")
    func colour() {
        var display = Display()
        display.options.colour = true
        ShellSession(interpreter, output: output, display: display, isInteractive: true).feed("missing()")
        #expect(output.notes.contains("\u{1B}[1;31merror"))
        _ = output.take()
        session().feed("missing()")
        #expect(!output.all.contains("\u{1B}"))
    }
}

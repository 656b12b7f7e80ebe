import Foundation

/// The program itself: its start, and how large it is.
let start = Group(
    name: "start",
    about: """
        The program on a book of one deposit, and its size on the disk. The reference of a start is /bin/true, which does nothing; instructions are those that valgrind counts, \
        in the program without the names of its functions, as it is shipped.
        """
) { settings in
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    let bench = try StartBench(program, settings)
    return .table([try bench.start(), try bench.sandbox()] + step("instructions of a start", bench.instructions) + step("the program", bench.size))
}

private struct StartBench {
    private let program: String
    private let settings: Settings
    private let folder: String
    private let book: String

    init(_ program: String, _ settings: Settings) throws {
        (self.program, self.settings) = (program, settings)
        folder = try benchFolder("luca-bench")
        book = folder + "/small.luca"
        removeBook(book)
        let made = try spawn([program, "--book", book, "-e", "account{name='B', currency='USD'} deposit{account='B', amount=1, date='2014-01-01'}"])
        guard made.status == 0 else { throw BenchError(message: "the small book cannot be made") }
    }

    func start() throws -> Row {
        let (measured, nothing) = try takeTurns([program, "--book", book, "-e", "1"], ["/bin/true"], turns: max(settings.runs, 25))
        return Row("luca -e 1, cold, small book", .seconds(measured.wall), against: .init(name: "/bin/true", measured: .seconds(nothing.wall)), budget: .milliseconds(9))
    }

    /// A line of a stranger's script, against the same in luca's own process: at most three times that.
    func sandbox() throws -> Row {
        let script = folder + "/line.lua", words = [program, "--book", book, "run"]
        try "return #holdings{}".write(toFile: script, atomically: true, encoding: .utf8)
        let (measured, plain) = try takeTurns(words + ["--sandbox", script], words + [script], turns: max(settings.runs, 15))
        let own = Row.Reference(name: "luca run of the same", measured: .seconds(plain.wall), isOwn: true)
        return Row("a line in the sandbox", .seconds(measured.wall), against: own, budget: .milliseconds(45))
    }

    func instructions() throws -> [Row] {
        let what = "luca -e 1, instructions"
        guard findProgram("valgrind", in: settings.path) != nil else { return [Row(what, skipped: "there is no valgrind")] }
        // Valgrind cannot read the line tables of this compiler, and needs none.
        let own = try count([try stripped(), "--book", book, "-e", "1"]), nothing = try count(["/bin/true"])
        return [Row(what, .instructions(own), against: .init(name: "/bin/true", measured: .instructions(nothing)), budget: .instructions(22_000_000))]
    }

    func size() throws -> [Row] {
        let attributes = try FileManager.default.attributesOfItem(atPath: try stripped())
        return [Row("the program, stripped", .bytes(Double(attributes[.size] as? Int ?? 0)), budget: .bytes(28e6))]
    }

    private func stripped() throws -> String {
        let path = folder + "/luca-stripped"
        guard try spawn(["strip", "-o", path, program]).status == 0 else { throw BenchError(message: "strip cannot write \(path)") }
        return path
    }

    private func count(_ command: [String]) throws -> Double {
        let log = folder + "/valgrind.log", words = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log)"]
        guard try spawn(words + command).status == 0 else { throw BenchError(message: "valgrind cannot run \(command[0])") }
        let text = try String(contentsOfFile: log, encoding: .utf8)
        guard let found = text.firstMatch(of: /Collected : (\d+)/), let count = Double(found.1) else { throw BenchError(message: "valgrind counted nothing in \(command[0])") }
        return count
    }
}

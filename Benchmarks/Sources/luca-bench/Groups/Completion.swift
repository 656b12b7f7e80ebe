import Foundation

/// What a shell waits for at Tab: `luca complete` on a book of 100 k activities.
let completion = Group(
    name: "completion",
    about: """
        `luca complete`, as shells ask it at each Tab, on a book of 100 k trades in 1,000 instruments and 100 accounts. The reference is a start of the same program on \
        the same book, `luca -e 1`. At the prompt, where the book is open already, each kind takes less than 10 ms.
        """
) { settings in
    guard let generator = settings.bookGenerator else { return .skipped("there is no book generator; LUCA_BOOK_GENERATOR names it") }
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    let folder = FileManager.default.temporaryDirectory.appending(path: "luca-bench/completion").path, book = folder + "/book.luca"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    setenv("LUCA_HOME", folder, 1)
    if !FileManager.default.fileExists(atPath: book) {
        let made = try spawn(["python3", generator, "--trades", "100000", "--symbols", "1000", "--accounts", "100", "--formats", "csv", "--out", folder])
        guard made.status == 0 else { throw BenchError(message: "the book generator failed") }
        guard try spawn([program, "--book", book, "import", folder + "/book.csv"]).status == 0 else { throw BenchError(message: "the book cannot be imported") }
    }
    let kinds = [
        ("a command", ["ga"]), ("a symbol", ["buy", "10", "Q"]), ("an account", ["deposit", "100", "to", "B"]), ("what a sentence goes on with", ["gains", ""]),
        ("an option", ["gains", "--"]), ("an option of a report", ["report", "gains", "--"]), ("its value", ["report", "gains", "--account", ""]), ("a setting", ["set", ""]),
    ]
    return .table(
        try kinds.map { name, words in
            let (asked, started) = try takeTurns(
                [program, "complete", "--", "--book", book] + words, [program, "--book", book, "-e", "1"], turns: max(settings.runs, 9))
            return Row("completion of \(name)", .seconds(asked.wall), against: .init(name: "luca -e 1", measured: .seconds(started.wall), isOwn: true), budget: .milliseconds(50))
        })
}

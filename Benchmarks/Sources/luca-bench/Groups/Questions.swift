import Foundation

/// Questions whose answer is a small part of a big book, from the start of the program.
let questions = Group(
    name: "questions",
    about: """
        Questions of one year, one instrument, one account or one month, each by a program of its own, on a book of 1 M trades of 500 instruments in 50 accounts over fifteen years: \
        what they cost shall follow the answer, not the book. Then three that are about all of it. The reference is the C program that reads the whole CSV and matches its lots.
        """
) { settings in
    guard let generator = settings.bookGenerator else { return .skipped("there is no book generator; LUCA_BOOK_GENERATOR names it") }
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    let folder = try benchFolder("luca-bench-questions"), csv = folder + "/book.csv", book = folder + "/book.luca"
    if !FileManager.default.fileExists(atPath: csv) {
        try BookFiles.generate(generator, ["--trades", "1000000", "--symbols", "500", "--accounts", "50", "--formats", "csv", "--out", folder])
    }
    // Made anew: what another version of luca wrote would be measured otherwise.
    removeBook(book)
    guard try spawn([program, "--book", book, "import", "--yes", csv]).status == 0 else { throw BenchError(message: "\(csv) cannot be imported") }
    let reference = try compileReference("lots", into: folder)
    func row(_ name: String, _ code: String, turns: Int, budget: Budget?) -> [Row] {
        step(name) {
            let own = [program, "--book", book, "--today", "2025-01-02", "-e", code]
            let (cost, bound) = try takeTurns(own, reference.map { [$0, csv, "1"] }, turns: turns)
            let c = Row.Reference(name: "C, the whole CSV and lots", measured: .seconds(bound.wall))
            return [Row(name, .seconds(cost.wall), against: reference == nil ? nil : c, budget: budget)]
        }
    }
    return .table(
        boundedQuestions.flatMap { row($0, $1, turns: max(settings.runs, 5), budget: .seconds(0.05)) }
            + wholeQuestions.flatMap { row($0, $1, turns: min(settings.runs, 3), budget: nil) })
}

/// Each reads a figure of every row of its answer.
private let boundedQuestions = [
    ("one year of gains", "gains{year=2014}:sum('gain')"),
    ("one symbol's activities", "activities{symbol='QABC'}:sum('cash')"),
    ("one account's activities", "activities{account='Broker7'}:sum('cash')"),
    ("last month's activities", "activities{from='2024-12-01', to='2024-12-31'}:sum('cash')"),
    ("one year's income", "income{year=2014}:sum('amount')"),
    ("one account's holdings", "holdings{account='Broker7'}:sum('cost_basis')"),
]

/// Questions about all of it, which no budget binds: a position an instrument and account, valued on each day.
private let wholeQuestions = [
    ("all lots", "lots{}:sum('cost_basis')"),
    ("returns of the whole book", "returns{}"),
    ("returns by account", "returns{by='account'}"),
]

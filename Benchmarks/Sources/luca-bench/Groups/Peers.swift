import Foundation

/// Other ledgers on the same book, in the same run.
let peers = Group(
    name: "peers",
    about: """
        Holdings with what they cost and the gain of each instrument, and the register of a year, by the program from a cold start; the reference is what another ledger takes for the same \
        question of the same history. luca asks its own file, as it keeps it; ledger, hledger and beancount read their text, which they keep no other form of. \
        luca and beancount match lots themselves; for ledger and hledger the file has done it.
        """
) { settings in
    guard let generator = settings.bookGenerator else { return .skipped("there is no book generator; LUCA_BOOK_GENERATOR names it") }
    guard let program = settings.program else { return .skipped("there is no built luca; bin/bench builds it") }
    let folder = try benchFolder("luca-bench-peers")
    setenv("BEANCOUNT_DISABLE_LOAD_CACHE", "1", 1)
    return .table(
        try [10_000, 100_000].flatMap { trades in
            let book = try PeerBook(trades: trades, in: folder, generator, program)
            return Peer.all.flatMap { peer in step("\(peer.name), \(book.size)") { try peer.rows(book, settings) } }
        })
}

/// The same history for luca and its peers.
private struct PeerBook {
    let size: String
    let folder: String
    let program: String
    /// Timed turns; the peers take seconds at the larger size.
    let turns: Int

    init(trades: Int, in parent: String, _ generator: String, _ program: String) throws {
        (size, folder, turns, self.program) = ("\(trades / 1000) k", "\(parent)/\(trades)", trades > 10_000 ? 1 : 3, program)
        if !FileManager.default.fileExists(atPath: folder + "/expected.json") { try BookFiles.generate(generator, ["--trades", "\(trades)", "--out", folder]) }
        removeBook(folder + "/book.luca")
        guard try spawn([program, "--book", folder + "/book.luca", "import", "--yes", folder + "/book.csv"]).status == 0 else {
            throw BenchError(message: "\(folder)/book.csv cannot be imported")
        }
    }

    func own(_ code: String) -> [String] { [program, "--book", folder + "/book.luca", "--no-init", "-e", code] }
}

/// A ledger that answers the questions.
private struct Peer {
    let name: String
    let file: String
    /// What follows the program and its file.
    let holdings: [String]
    let register: [String]
    /// Where the file stands among the words.
    let fileWords: (String) -> [String]

    static var all: [Peer] { [ledger, hledger, beancount] }

    private static var ledger: Peer {
        Peer(
            name: "ledger", file: "book.ledger", holdings: ["bal", "-B", "Assets", "Income:Gains"],
            register: ["reg", "-b", "2014-01-01", "-e", "2015-01-01", "Assets"], fileWords: { ["--init-file", "/dev/null", "-f", $0] })
    }

    private static var hledger: Peer {
        Peer(
            name: "hledger", file: "book.hledger", holdings: ["bal", "-B", "Assets", "Income:Gains"],
            register: ["reg", "-b", "2014-01-01", "-e", "2015-01-01", "Assets"], fileWords: { ["-f", $0] })
    }

    private static var beancount: Peer {
        let units = "sum(number) AS units, cost(sum(position)) AS basis"
        return Peer(
            name: "bean-query", file: "book.beancount",
            holdings: ["SELECT account, currency, \(units) WHERE account ~ '^(Assets|Income:Gains)' GROUP BY account, currency"],
            register: ["SELECT date, account, number, currency WHERE year = 2014 AND account ~ '^Assets'"], fileWords: { [$0] })
    }

    func rows(_ book: PeerBook, _ settings: Settings) throws -> [Row] {
        let folders = [settings.peerFolder, settings.path].compactMap(\.self).joined(separator: ":")
        guard let peer = findProgram(name, in: folders) else {
            return [Row("\(name), \(book.size)", skipped: "it is not installed; it is looked for on PATH and in LUCA_PEERS")]
        }
        return try [
            row("holdings and gains", "show(holdings{}) show(gains{}:by('symbol'):sum('gain'))", peer, holdings, book),
            row("register of a year", "show(activities{year=2014})", peer, register, book),
        ]
    }

    private func row(_ what: String, _ code: String, _ peer: String, _ words: [String], _ book: PeerBook) throws -> Row {
        let own = book.own(code), other = [peer] + fileWords("\(book.folder)/\(file)") + words
        for command in [own, other] {
            guard try spawn(command).status == 0 else { throw BenchError(message: "\(command.joined(separator: " ")) failed") }
        }
        let (cost, theirs) = try takeTurns(own, other, turns: book.turns, areWarm: true)
        return Row("\(what), \(book.size)", .seconds(cost.wall), against: .init(name: name, measured: .seconds(theirs.wall)))
    }
}

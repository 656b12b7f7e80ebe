import Frames
import Session
import Storage
import Values

/// What the program does with clones of a server's book.
extension LucaProgram {
    /// Makes a file that has a server's book, to work in away from it: `luca clone ADDRESS FILE`.
    public func clone(_ address: String, to path: String, _ options: LaunchOptions) -> Int32 {
        working(options) {
            guard BookPlace.isOnServer(address) else {
                throw Failure(kind: "argument", message: "\(address) is no address of a server", hint: "luca clone postgres://HOST/DATABASE?book=NAME FILE.luca")
            }
            let server = try Book.open(server: address, isOffline: options.isOffline, options: Self.opening, clock: SystemClock.now)
            defer { server.close() }
            let kept = try Book.addressWithoutPassword(address)
            let clone = try Book.clone(of: server, to: FilePaths.expanded(path), address: kept, options: Self.opening, clock: SystemClock.now)
            defer { clone.close() }
            let head = try clone.head
            StandardOutput().tell("\(path) is a clone of \(server.name): \(Self.count(head.sequence, "entry", "entries")), the last hash \(head.hash)\n")
        }
    }

    /// Takes what is new from the server of a clone: `luca pull [FILE]`.
    public func pull(_ options: LaunchOptions) -> Int32 {
        synchronizing(options) { clone, server in
            let pulled = try clone.pull(from: server)
            var parts = [pulled.entries == 0 ? "nothing new" : Self.count(pulled.entries, "entry", "entries")]
            if pulled.quotes > 0 { parts.append(Self.count(pulled.quotes, "price", "prices")) }
            if pulled.rates > 0 { parts.append(Self.count(pulled.rates, "rate", "rates")) }
            if !pulled.erased.isEmpty { parts.append("\(Self.count(pulled.erased.count, "account", "accounts")) deleted there and here") }
            StandardOutput().tell("from \(server.name): \(parts.joined(separator: ", "))\n")
            try tell(pulled.answered)
            return pulled.answered.contains { $0.state == .refused } ? 1 : 0
        }
    }

    /// Offers what was recorded in a clone to its server: `luca push [FILE]`. 1 where something is refused, which stays in the clone.
    public func push(_ options: LaunchOptions) -> Int32 {
        synchronizing(options) { clone, server in
            let pushed = try clone.push(to: server)
            if pushed.offers.isEmpty { StandardOutput().tell("nothing waits for \(server.name)\n") }
            try tell(pushed.offers)
            return pushed.offers.contains { $0.state == .refused } ? 1 : 0
        }
    }

    /// Lists what was recorded in a clone away from its server, and what has become of it: `luca offers [FILE]`.
    public func offers(withdrawing id: Int?, _ options: LaunchOptions) -> Int32 {
        working(options) {
            let clone = try openClone(options)
            defer { clone.close() }
            if let id { return try tell(clone.withdraw(offer: id)) }
            let offers = try clone.offers()
            if offers.isEmpty { return StandardOutput().tell("nothing was recorded away from the server\n") }
            try tell(offers)
        }
    }

    private static var opening: Book.Options { Book.Options(seenFolder: SessionStarter.seenFolder) }

    private static func count(_ number: Int, _ one: String, _ several: String) -> String { "\(number) \(number == 1 ? one : several)" }

    /// Opens the clone that the options name.
    private func openClone(_ options: LaunchOptions) throws -> Book {
        let path = try SessionStarter(options).bookPath()
        if BookPlace.isOnServer(path) {
            throw Failure(kind: "argument", message: "\(path) is the address of a server, and a clone is a file", hint: "name the file: luca push FILE.luca")
        }
        guard BookPlace.exists(path) else {
            throw Failure(kind: "no_book", message: "there is no book \(path)", hint: "luca clone ADDRESS FILE makes a clone")
        }
        return try Book.open(path: FilePaths.expanded(path), mode: .existing, options: Self.opening, clock: SystemClock.now)
    }

    /// Opens a clone and its server.
    private func synchronizing(_ options: LaunchOptions, _ body: (_ clone: Book, _ server: Book) throws -> Int32) -> Int32 {
        var code: Int32 = 0
        let failed = working(options) {
            let clone = try openClone(options)
            defer { clone.close() }
            guard let origin = try clone.origin else {
                throw Failure(kind: "misuse", message: "\(clone.name) is no clone: it comes from no server", hint: "luca clone ADDRESS FILE makes one of a server's book")
            }
            let server = try Book.open(server: origin.address, isOffline: options.isOffline, options: Self.opening, clock: SystemClock.now)
            defer { server.close() }
            code = try body(clone, server)
        }
        return failed != 0 ? failed : code
    }

    private func working(_ options: LaunchOptions, _ body: () throws -> Void) -> Int32 {
        Passphrases.install()
        do {
            try body()
            return 0
        } catch {
            Launcher.report((error as? Failure) ?? Failure(error, otherwise: "clone"), options)
            return 1
        }
    }

    /// Prints offers as a table.
    private func tell(_ offers: [Offer]) throws {
        if offers.isEmpty { return }
        var builder = FrameBuilder("offers", [.int("offer"), .instant("recorded_at"), .text("source"), .int("entries"), .text("state"), .text("note")])
        for offer in offers {
            let note = offer.reason ?? offer.firstEntry.map { "entry \($0) of the server" } ?? ""
            try builder.append([
                .int(Int64(offer.id)), .instant(offer.recordedAt), .text(offer.source), .int(Int64(offer.entryCount)), .text(offer.state.rawValue), .text(note),
            ])
        }
        StandardOutput().tell(try builder.frame().text())
    }
}

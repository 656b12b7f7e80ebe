import Ledger
import TestSupport
import Testing
import Values

/// Names that are alike are what a look at every name finds, whatever was defined anew or taken back.
@Suite struct SimilarNamesTests {
    private static let names = ["Depot", "depot", "DE POT", "Savings", "savings", "Strasse", "Straße", "Ä", "ä", ""]

    @Test func sameAsALookAtEveryName() throws {
        var random = SeededRandom.forTest(), found = 0
        for round in 0..<40 {
            let page = Page(), ledger = page.ledger
            var open: [Checkpoint] = []
            for step in 0..<20 {
                switch random.int(0...6) {
                case 0: open.append(ledger.checkpoint())
                case 1: if let last = open.popLast() { ledger.rollback(to: last) }
                case 2: if let last = open.popLast() { ledger.release(last) }
                case 3:
                    let symbol = random.pick(Self.names), number = Int32(random.int(1...ledger.instruments.count + 1))
                    _ = try? ledger.apply(.instrument(InstrumentID(number), Instrument(symbol: symbol, currency: .usd)), id: page.nextID)
                default:
                    var account = Account(name: random.pick(Self.names), currency: .usd)
                    (account.portfolio, account.owner, account.group) = (random.pick(Self.names), random.pick(Self.names), random.pick(Self.names))
                    // What cannot be is refused, and leaves nothing; a number that is there gets another name.
                    _ = try? ledger.apply(.account(AccountID(Int32(random.int(1...ledger.accounts.count + 1))), account), id: page.nextID)
                }
                if random.chance(oneIn: 2) { found += expectSame(ledger, "round \(round), step \(step)") }
            }
        }
        #expect(found > 100)
    }

    /// Compares all names of each kind, and tells for how many another is found.
    private func expectSame(_ ledger: Ledger, _ context: String) -> Int {
        func plain(_ name: String) -> String { name.lowercased().filter { !$0.isWhitespace } }
        let all: [(NamedThing, [String])] = [
            (.account, ledger.accounts.map(\.name)), (.portfolio, ledger.accounts.map(\.portfolio)), (.owner, ledger.accounts.map(\.owner)), (.group, ledger.accounts.map(\.group)),
            (.instrument, ledger.instruments.map(\.symbol)),
        ]
        var found = 0
        for (thing, names) in all {
            for name in Self.names where !name.isEmpty {
                let other = names.filter { !$0.isEmpty && $0 != name && plain($0) == plain(name) }.min()
                #expect(ledger.name(alike: name, among: thing) == other, "\(context), \(thing) \(name) among \(names)")
                #expect(ledger.isNamed(name, thing) == names.contains(name), "\(context), \(thing) \(name) among \(names)")
                if other != nil { found += 1 }
            }
        }
        return found
    }
}

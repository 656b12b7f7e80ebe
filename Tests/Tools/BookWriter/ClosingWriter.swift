import Ledger
import Values

@testable import Storage

/// Opens a book, trades, and closes it again and again, so that it is killed now and then while it writes what the next start reads.
enum ClosingWriter {
    static func run(_ path: String) throws {
        var round = 0
        while true {
            round += 1
            let book = try Book.open(path: path, clock: { Instant(microseconds: 1_700_000_000_000_000) })
            book.present.smallestSaved = 0
            if try book.ledger.accounts.isEmpty {
                try book.define(Account(name: "Brokerage", currency: .usd))
                try book.define(Instrument(symbol: "ORCL", name: "Oracle", kind: .stock, currency: .usd))
            }
            try book.transaction(source: "trades") {
                for day in 0..<20 { try book.append(contentsOf: trades(on: Day(number: 15_000 + Int32(round * 40 + day)))) }
                // Something of an earlier year now and then, which changes gains that were kept.
                if round % 3 == 0 { try book.append(contentsOf: trades(on: Day(number: 14_000 + Int32(round)))) }
            }
            _ = try book.ledger.gains()
            BookWriter.say("\(try book.ledger.lastEntry.rawValue)")
            book.close()
            BookWriter.say("closed")
        }
    }

    private static func trades(on day: Day) -> [Activity] {
        [(ActivityKind.buy, 3), (.sell, 2)].map { kind, units in
            Activity(
                date: day, kind: kind, account: AccountID(1), instrument: InstrumentID(1), quantity: FixedDecimal(units), price: FixedDecimal(Int(day.number % 90) + 1),
                currency: .usd)
        }
    }
}

import Ledger
import LuaKit
import Storage
import Values

/// The book that a query reads: as it is, or as it was recorded at a moment.
struct QuerySource {
    let book: Book
    /// What was recorded later is left out; nil for everything.
    let recorded: Instant?

    /// A book as it is.
    init(_ book: Book) throws {
        try book.noteReading()
        (self.book, recorded) = (book, nil)
    }

    /// Reads the moment from a call, where the function takes one.
    init(_ call: LuaCall) throws {
        book = try call.book()
        try book.noteReading()
        recorded = call.parameterNames.contains("as_recorded") ? try call.recordedMoment("as_recorded") : nil
    }

    /// All that was recorded by then.
    var ledger: Ledger {
        get throws { try recorded.map(book.ledger(asRecorded:)) ?? book.ledger }
    }

    /// What names stood for.
    var definitions: Definitions {
        get throws { try recorded == nil ? book.definitions : ledger.definitions }
    }

    /// What the book came to at the end of a day, or at last.
    func state(on day: Day?, withLots: Bool) throws -> BookState {
        try recorded == nil ? book.state(on: day, withLots: withLots) : ledger.at(endOf: day)
    }

    /// The day that a state is of: the one asked for, else that of the moment; nil for the present.
    func day(_ on: Day?) -> Day? { on ?? recorded?.day }
}

extension LuaCall {
    /// A moment by which something was recorded: a date stands for the end of that day in UTC; nil where it was left out.
    func recordedMoment(_ name: String) throws -> Instant? {
        switch try argument(name) {
        case .none: return nil
        case .boxed(let box) where box.type == .datetime: return box.instant
        case .string(let text) where text.contains("T") || text.contains(":"):
            do { return try Instant(iso8601: text) } catch {
                throw LuaMisuse("\(self.name): \(name): \(error)", field: name, hint: "a moment is written 2014-03-03 or 2014-03-03T14:30:00Z")
            }
        default:
            guard let day = try day(name) else { return nil }
            return Instant(day: day, hour: 23, minute: 59, second: 59, microsecond: 999_999)
        }
    }
}

import Frames
import Ledger
import Values
import Worth

/// What accounts tracked by value were told to be worth.
enum ValuesFrame {
    typealias Told = (entry: EntryID, value: AccountValue)

    /// Values of one day add up; those of several do not.
    private static func schemas(isOfOneDay: Bool) -> [ColumnSchema] {
        [
            .int("id"), .text("account"), .text("portfolio"), .text("owner"), .day("date"), .instant("time"),
            isOfOneDay ? .money("value") : .money("value", total: .none), .text("currency"), .text("notes"),
        ]
    }

    static func make(_ ledger: Ledger, _ told: [Told], isOfOneDay: Bool = false) throws -> Frame {
        var builder = FrameBuilder("values", schemas(isOfOneDay: isOfOneDay))
        for item in told { try append(item, on: item.value.date, ledger, &builder) }
        return builder.frame()
    }

    /// The value that counts on a day for each account that is open then.
    static func last(of told: [Told], _ ledger: Ledger, on day: Day) -> [Told] {
        told.chunked { $0.value.account }.compactMap { account, items in
            if let closed = ledger[account].closed, closed < day { return nil }
            return items.last { $0.value.date <= day }
        }
    }

    /// What each account was worth at the end of each period, from the first told on, or from a day, through another.
    static func series(_ ledger: Ledger, _ told: [Told], _ unit: CalendarUnit, from: Day?, through last: Day) throws -> Frame {
        var builder = FrameBuilder("values", schemas(isOfOneDay: false))
        guard var day = from ?? told.map(\.value.date).min() else { return builder.frame() }
        while day <= last {
            let end = min(unit.lastDay(of: day), last)
            for item in Self.last(of: told, ledger, on: end) { try append(item, on: end, ledger, &builder) }
            day = try end.adding(days: 1)
        }
        return builder.frame()
    }

    private static func append(_ item: Told, on day: Day, _ ledger: Ledger, _ builder: inout FrameBuilder) throws {
        let account = ledger[item.value.account]
        try builder.append([
            .int(Int64(item.entry.rawValue)), .text(account.name), .optional(account.portfolio), .optional(account.owner), .day(day),
            day == item.value.date ? item.value.time.map { .instant($0) } ?? .none : .none, .optional(item.value.value),
            .text(item.value.currency.code), .optional(item.value.notes),
        ])
    }
}

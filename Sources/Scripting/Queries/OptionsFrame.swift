import Frames
import Ledger
import Values

/// Options that are open.
enum OptionsFrame {
    private static let schemas: [ColumnSchema] = [
        .text("account").ranked(.leading), .text("symbol").ranked(.deciding), .text("underlying"), .text("right"), .price("strike"), .day("expires"), .int("days"),
        .quantity("contracts").ranked(.deciding), .quantity("deliverable"), .money("premium"), .text("cover"), .text("currency").ranked(.deciding),
    ]

    static func make(_ filter: BookFilter, today: Day) throws -> Frame {
        let ledger = try filter.source.ledger
        var builder = FrameBuilder("options", schemas)
        let day = filter.day ?? today
        for option in try ledger.options(on: filter.on)
        where filter.fits(option.account) && (filter.fits(option.instrument) || filter.fits(option.terms.underlying)) {
            try builder.append([
                .text(ledger[option.account].name), .text(ledger[option.instrument].symbol), .text(ledger[option.terms.underlying].symbol),
                .text(option.terms.right.rawValue), .decimal(option.terms.strike), .day(option.terms.expires),
                .int(Int64(day.days(to: option.terms.expires))), .decimal(option.contracts), .decimal(option.deliverable), .decimal(option.premium),
                .text(option.cover.rawValue), .text(option.currency.code),
            ])
        }
        return builder.frame()
    }
}

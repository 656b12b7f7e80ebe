import Ledger
import Values

/// What of a book the Portfolio Ledger app can hold, and sentences on what it cannot.
struct PortfolioLedgerExport {
    struct Line {
        var entry: EntryID
        var activity: Activity
        var action: PortfolioLedgerAction
        var price: FixedDecimal
        var quantity: FixedDecimal
        var fees: FixedDecimal
    }

    let ledger: Ledger
    private(set) var instruments: [InstrumentID] = []
    private(set) var lines: [Line] = []
    private var leftOut: [String: Int] = [:]
    private var held: [Key: FixedDecimal] = [:]

    private struct Key: Hashable { let account: AccountID, instrument: InstrumentID }

    init(_ ledger: Ledger) {
        self.ledger = ledger
        for row in ledger.activities.rowsInOrder().map(Int.init) where !ledger.activities.isVoid(at: row) {
            add(ledger.activities.activity(at: row), ledger.activities.id(at: row))
        }
        // Options before their underlying would need it; definitions keep the order of the book.
        instruments.sort()
    }

    /// What the app has no place for.
    var sentences: [String] {
        leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.value == 1 ? "activity is" : "activities are") left out: \($0.key)" }
    }

    private mutating func add(_ activity: Activity, _ entry: EntryID) {
        guard activity.status == .posted else { return leave("the app knows nothing that is \(activity.status.rawValue)") }
        guard let instrument = activity.instrument, activity.account != .every, activity.kind == .buy || activity.kind == .sell || activity.kind == .adjustment
        else { return leave("the app has no type \(activity.kind.rawValue)") }
        let definition = ledger[instrument], isOption = definition.kind == .option
        if isOption ? definition.option == nil : definition.multiplier != .one { return leave("\(definition.symbol) has terms that the app cannot hold") }
        let key = Key(account: activity.account, instrument: instrument), before = held[key] ?? .zero
        guard let action = action(activity, isOption: isOption, before) else { return leave("the app has no \(activity.kind) of this sort") }
        guard let quantity = activity.quantity ?? (action == .expire ? before.magnitude : nil), let fees = try? activity.fee + activity.tax,
            let price = price(activity, definition, quantity)
        else { return leave("its figures cannot be told by units and a price") }
        held[key] = after(action, before, quantity)
        lines.append(Line(entry: entry, activity: activity, action: action, price: price, quantity: quantity, fees: fees))
        let underlying = definition.option?.underlying
        for needed in [underlying, instrument].compactMap({ $0 }) where !instruments.contains(needed) { instruments.append(needed) }
    }

    private mutating func leave(_ reason: String) { leftOut[reason, default: 0] += 1 }

    private func action(_ activity: Activity, isOption: Bool, _ before: FixedDecimal) -> PortfolioLedgerAction? {
        switch (activity.kind, activity.subtype) {
        case (.buy, _): isOption ? (before.isNegative ? .buyToClose : .buyToOpen) : .buy
        case (.sell, _): isOption ? (before > .zero ? .sellToClose : .sellToOpen) : .sell
        case (.adjustment, .expiry): .expire
        case (.adjustment, .assignment), (.adjustment, .exercise): .assign
        default: nil
        }
    }

    private func after(_ action: PortfolioLedgerAction, _ before: FixedDecimal, _ quantity: FixedDecimal) -> FixedDecimal? {
        switch action.kind {
        case .buy: try? before + quantity
        case .sell: try? before - quantity
        default: before > .zero ? try? before - quantity : try? before + quantity
        }
    }

    private func price(_ activity: Activity, _ instrument: Instrument, _ quantity: FixedDecimal) -> FixedDecimal? {
        if activity.kind == .adjustment { return .zero }
        if let price = activity.price { return price }
        guard let amount = activity.amount, let units = try? quantity * instrument.multiplier else { return nil }
        guard let price = try? amount / units, (try? price * units) == amount else { return nil }
        return price
    }
}

/// Ids that are the same for the same thing whenever it is written.
enum StableID {
    /// A UUID of version 8 made of texts.
    static func uuid(_ parts: String...) -> String {
        var high: UInt64 = 0x2545_F491_4F6C_DD1D, low: UInt64 = 0x9E37_79B9_7F4A_7C15
        for part in parts {
            for byte in part.utf8 + [0] {
                high = Fingerprint.fold(high ^ UInt64(byte), 0xA076_1D64_78BD_642F)
                low = Fingerprint.fold(low &+ UInt64(byte) &+ 0x589A_09B6_2D4C_9F0D, 0xE703_7ED1_A0B4_28DB) ^ high
            }
        }
        high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = [high, low].map { word in
            let text = String(word, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        let cuts = [0, 8, 12, 16, 20, 32]
        return zip(cuts, cuts.dropFirst()).map { digits.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
    }
}

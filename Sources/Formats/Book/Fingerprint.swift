import Ledger
import Values

/// Which fields of an activity a kind of file can hold. Its rows are compared with entries of the book by these alone.
struct FileScope {
    /// Whether it has no column for the tax, the currency and the rate.
    var isLoose = false
    /// Which of these rare fields it has a column for: ratio, into, share, opened and settle.
    var terms: ActivityFields = []
}

/// A hash of 128 bits over all that a row says of an activity. Equal activities have equal fingerprints.
///
/// Two activities have the same fingerprint where date, kind, subtype, status, account, instrument, quantity, money, fee, tax,
/// currency, rate, notes, and those terms agree that the file tells. A time of the day is none of it: one file tells it and another does not, and each tells it in a zone of
/// its own; of rows that are equal but for it there are as many. Money means what the activity moves before charges, given or computed from quantity and price.
struct Fingerprint: Hashable, Sendable {
    private(set) var high: UInt64 = 0x2545_F491_4F6C_DD1D
    private(set) var low: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// The fingerprint of an activity whose instrument counts this many units in one.
    ///
    /// - Parameter hasNotes: whether notes are part of it; without them it tells figures alone.
    init(_ activity: Activity, multiplier: FixedDecimal, _ scope: FileScope, hasNotes: Bool = true) {
        mix(UInt64(bitPattern: Int64(activity.date.number)))
        mix(text: activity.kind.rawValue)
        mix(text: activity.subtype?.rawValue ?? "")
        mix(text: activity.status.rawValue)
        mix(UInt64(UInt32(bitPattern: activity.account.rawValue)) << 32 | UInt64(UInt32(bitPattern: activity.instrument?.rawValue ?? 0)))
        mix(activity.quantity)
        let money = activity.amount ?? Self.money(activity, multiplier)
        // Quantity and money tell the price; whether it was written down beside them, and how rounded, makes no other fact.
        if activity.quantity == nil || money == nil { mix(activity.price) }
        mix(money)
        mix(activity.fee)
        if !scope.isLoose {
            mix(activity.tax)
            mix(activity.currency.packed)
            mix(activity.fxRate)
        }
        if !scope.terms.isEmpty { mix(activity, scope.terms) }
        if hasNotes { mix(text: activity.notes) }
    }

    /// Mixes in the rare fields that the file has a column for.
    private mutating func mix(_ activity: Activity, _ terms: ActivityFields) {
        let detail = activity.detail
        if terms.contains(.ratio) {
            // 4:2 is 2:1.
            let (new, old) = detail?.ratio?.terms ?? (0, 0)
            mix(FixedDecimal(units: new))
            mix(FixedDecimal(units: old))
        }
        // What an option gives its holder stands in its terms, and a file may leave it to them.
        if terms.contains(.into), activity.subtype != .assignment, activity.subtype != .exercise { mix(UInt64(UInt32(bitPattern: detail?.into?.rawValue ?? 0))) }
        if terms.contains(.share) { mix(detail?.share) }
        if terms.contains(.opened) { mix(UInt64(bitPattern: detail?.opened.map { Int64($0.number) } ?? .min)) }
        if terms.contains(.settle) { mix((detail?.settles ?? activity.currency).packed) }
    }

    private static func money(_ activity: Activity, _ multiplier: FixedDecimal) -> FixedDecimal? {
        guard let quantity = activity.quantity, let price = activity.price else { return nil }
        return try? quantity * price * multiplier
    }

    /// It is a hash already.
    func hash(into hasher: inout Hasher) { hasher.combine(low) }

    private mutating func mix(_ word: UInt64) {
        high = foldedProduct(high ^ word, 0xA076_1D64_78BD_642F)
        low = foldedProduct(low &+ word &+ 0x589A_09B6_2D4C_9F0D, 0xE703_7ED1_A0B4_28DB) ^ high
    }

    private mutating func mix(_ value: FixedDecimal?) {
        guard let value else { return mix(0x7F4A_7C15_0000_0001) }
        mix(UInt64(truncatingIfNeeded: value.units))
        mix(UInt64(truncatingIfNeeded: value.units >> 64))
    }

    private mutating func mix(text: String) {
        mix(UInt64(text.utf8.count))
        var word: UInt64 = 0
        var width = 0
        for byte in text.utf8 {
            word = word << 8 | UInt64(byte)
            width += 1
            if width == 8 {
                mix(word)
                word = 0
                width = 0
            }
        }
        if width > 0 { mix(word) }
    }
}

extension Activity {
    /// The time at which it happened, as far as every file can tell it: not the beginning of the day, which files that must tell a time write where there is none, nor a time
    /// that is of another day in Greenwich, or may be taken for midnight further east.
    var timeOfDay: Instant? {
        guard let time, time.microsecondsOfDay != 0, time.day == date, !time.isEasternMidnight else { return nil }
        return time
    }
}

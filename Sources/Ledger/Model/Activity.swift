public import Values

/// Something that happened in an account: a trade, a payment, a charge.
///
/// An activity is a fact. It is never changed once recorded; a later entry voids or amends it.
public struct Activity: Hashable, Sendable {
    /// The day on which it counts.
    public var date: Day
    /// When on that day, if told; orders activities within the day.
    public var time: Instant?
    /// The kind of activity.
    public var kind: ActivityKind
    /// What it is more exactly, within its kind; nil for the kind itself.
    public var subtype: ActivitySubtype?
    /// Its status: only what is posted counts.
    public var status: ActivityStatus
    /// The account in which it happened, or that holds it.
    public var account: AccountID
    /// The instrument; nil where it concerns cash alone.
    public var instrument: InstrumentID?
    /// Units traded, always positive; the kind gives the direction.
    public var quantity: FixedDecimal?
    /// The price of one unit, in `currency`.
    public var price: FixedDecimal?
    /// Money of the activity before fee and tax; where `quantity` and `price` are given it may be left out.
    ///
    /// Positive, the kind gives the direction. Below zero it takes back an earlier dividend, interest, fee or tax, as brokers book
    /// corrections; other kinds refuse that.
    public var amount: FixedDecimal?
    /// The fee, in `currency`.
    public var fee: FixedDecimal
    /// What was withheld or charged as tax.
    public var tax: FixedDecimal
    /// The currency of its figures.
    public var currency: Currency
    /// Units of the account's currency for one unit of `currency`, if the broker told it; of the currency that it settles in, where it does.
    public var fxRate: FixedDecimal?
    /// What its owner wants to remember.
    public var notes: String
    /// What few activities have: terms of a corporate action, a pair, named lots.
    public var detail: ActivityDetail?

    /// Whether it has what few have; asked for each of a million rows.
    @inline(__always)
    var hasDetail: Bool {
        switch detail {
        case .none: false
        case .some: true
        }
    }

    public init(
        date: Day, time: Instant? = nil, kind: ActivityKind, subtype: ActivitySubtype? = nil, status: ActivityStatus = .posted,
        account: AccountID, instrument: InstrumentID? = nil,
        quantity: FixedDecimal? = nil, price: FixedDecimal? = nil, amount: FixedDecimal? = nil,
        fee: FixedDecimal = .zero, tax: FixedDecimal = .zero, currency: Currency, fxRate: FixedDecimal? = nil, notes: String = "",
        detail: ActivityDetail? = nil
    ) {
        self.date = date
        self.time = time
        self.kind = kind
        self.subtype = subtype
        self.status = status
        self.account = account
        self.instrument = instrument
        self.quantity = quantity
        self.price = price
        self.amount = amount
        self.fee = fee
        self.tax = tax
        self.currency = currency
        self.fxRate = fxRate
        self.notes = notes
        self.detail = detail
    }
}

/// Whether an activity counts. Only `posted` does.
public enum ActivityStatus: String, CaseIterable, BitwiseCopyable, Sendable {
    /// It has happened, and counts.
    case posted
    /// It is to happen, and does not count.
    case pending
    /// It is being written, and does not count.
    case draft
}

/// What few activities have beside the common fields: a corporate action's terms, the pair of a transfer, lots named by a sale, the currency
/// in which the cash moves.
///
/// Immutable, and shared by whoever holds the activity, so that an activity without one stays small.
public final class ActivityDetail: Sendable {
    /// How many units become how many: of a split, a merger, a spin-off.
    public let ratio: Ratio?
    /// What units become, or what is received beside them.
    public let into: InstrumentID?
    /// What ties activities together: the two sides of a transfer, the legs of one order.
    public let group: String
    /// The lots that a sale or a transfer takes, in this order.
    public let lots: [LotChoice]
    /// When units that came from outside were acquired; the day of the activity where nobody said.
    public let opened: Day?
    /// The part of the cost that goes to the other instrument, from 0 to 1.
    public let share: FixedDecimal?
    /// The currency in which its cash moves, by the rate that it tells; nil for that of its figures.
    public let settles: Currency?
    /// The activity in whose place it stands, which is void since.
    public let amends: EntryID?
    /// The id that its row had in the file it was imported from, by which a later file of the same source tells it again; empty for none.
    public let sourceID: String
    /// Where it stands within its day, where that is elsewhere than by its own number: the number of the entry whose place that is, such as the one that it
    /// amends; or numbers, each of which stands right before the one in front of it. What brings units that 7 needs, recorded as 9, has `[7, 9]`.
    public let place: [EntryID]

    public init(
        ratio: Ratio? = nil, into: InstrumentID? = nil, group: String = "", lots: [LotChoice] = [], opened: Day? = nil,
        share: FixedDecimal? = nil, settles: Currency? = nil, amends: EntryID? = nil, sourceID: String = "", place: [EntryID] = []
    ) {
        self.ratio = ratio
        self.into = into
        self.group = group
        self.lots = lots
        self.opened = opened
        self.share = share
        self.settles = settles
        self.amends = amends
        self.sourceID = sourceID
        self.place = place
    }

    /// The same in the place of another activity, or of none.
    public func amending(_ entry: EntryID?) -> ActivityDetail { replacing(amends: .some(entry)) }

    /// The same with the cash in another currency.
    public func settling(in currency: Currency?) -> ActivityDetail { replacing(settles: .some(currency)) }

    /// The same with other lots.
    public func naming(_ lots: [LotChoice]) -> ActivityDetail { replacing(lots: lots) }

    /// The same with nothing that ties it to others.
    public func ungrouped() -> ActivityDetail { replacing(group: "") }

    /// The same of a row that had an id.
    public func imported(as id: String) -> ActivityDetail { replacing(sourceID: id) }

    /// The same of what stands elsewhere within its day than by its number; there, where the place is empty.
    public func standing(at place: [EntryID]) -> ActivityDetail { replacing(place: place) }

    private func replacing(
        group: String? = nil, lots: [LotChoice]? = nil, settles: Currency?? = nil, amends: EntryID?? = nil, sourceID: String? = nil,
        place: [EntryID]? = nil
    ) -> ActivityDetail {
        ActivityDetail(
            ratio: ratio, into: into, group: group ?? self.group, lots: lots ?? self.lots, opened: opened, share: share,
            settles: settles ?? self.settles, amends: amends ?? self.amends, sourceID: sourceID ?? self.sourceID, place: place ?? self.place)
    }

    /// Whether it says nothing, so that the activity needs none.
    public var isEmpty: Bool { self == ActivityDetail() }
}

/// A lot named by the entry that opened it, and how many of its units; nil for all that it has.
public struct LotChoice: Hashable, Sendable {
    /// The lot's id: the number of the entry that opened it where nothing has parted from it. Such a number also names the first lot that is left of
    /// the entry's where that one is gone.
    public let lot: EntryID
    /// The entry that opened the lot.
    public var entry: EntryID { lot.openingEntry }
    /// Units to take from it.
    public let quantity: FixedDecimal?

    public init(_ lot: EntryID, quantity: FixedDecimal? = nil) {
        self.lot = lot
        self.quantity = quantity
    }
}

extension LotChoice {
    /// Lots as files and columns name them: `12=3.5;14` is 3.5 units of lot 12, then all of lot 14.
    public static func text(_ lots: [LotChoice]) -> String {
        lots.map { "\($0.lot.rawValue)" + ($0.quantity.map { "=\($0)" } ?? "") }.joined(separator: ";")
    }

    /// The lots that such a text names.
    ///
    /// - Throws: `Unreadable` with the first part of it that names no lot.
    public static func lots(in text: String) throws(Unreadable) -> [LotChoice] {
        var lots: [LotChoice] = []
        for part in text.split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let quantity = sides.count == 2 ? try? FixedDecimal(sides[1]) : nil
            let name = sides[0].drop { $0 == " " }.prefix { $0 != " " }
            guard let lot = Int(name), lot > 0, sides.count == 1 || quantity.map({ $0 > .zero }) == true else { throw Unreadable(part: String(part)) }
            lots.append(LotChoice(EntryID(lot), quantity: quantity))
        }
        return lots
    }

    /// A part of a text that names no lot.
    public struct Unreadable: Error {
        /// The part as it was written.
        public let part: String
    }
}

extension ActivityDetail: Hashable {
    private struct Fields: Hashable {
        let ratio: Ratio?, into: InstrumentID?, group: String, lots: [LotChoice], opened: Day?, share: FixedDecimal?, settles: Currency?,
            amends: EntryID?, sourceID: String, place: [EntryID]
    }

    private var fields: Fields {
        Fields(ratio: ratio, into: into, group: group, lots: lots, opened: opened, share: share, settles: settles, amends: amends, sourceID: sourceID, place: place)
    }

    public static func == (a: ActivityDetail, b: ActivityDetail) -> Bool { a === b || a.fields == b.fields }
    public func hash(into hasher: inout Hasher) { hasher.combine(fields) }
}

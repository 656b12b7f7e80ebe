import Values

/// Puts the activities of one day in an order in which units arrive before they leave again: brokers book both sides of a transfer on
/// one day, in any order.
///
/// The side that units leave comes before the side that they reach; a position takes in what it passes on. All else stays as it is:
/// each next activity is the first, in the order given, that has to wait for no other.
struct DayArrangement {
    /// What the order rests on of one activity.
    struct Item {
        /// Equal for the two sides of a transfer.
        var pair: Parcel.Key?
        var isArrival = false
        /// The account whose lots it changes.
        var account: AccountID
        /// The instruments whose lots it changes; none for cash, whose order does not matter.
        var instruments: [InstrumentID] = []
    }

    private let items: [Item]
    /// By item: those that have to come first, whatever else.
    private var after: [[Int]]
    /// By item: those that come first unless that cannot be.
    private var preferablyAfter: [[Int]]

    /// The places of the items in their new order. O(n²) in the items.
    static func order(_ items: [Item]) -> [Int] { DayArrangement(items).arranged() }

    private init(_ items: [Item]) {
        self.items = items
        after = [[Int]](repeating: [], count: items.count)
        preferablyAfter = after
        var departures: [Parcel.Key: [Int]] = [:]
        for (place, item) in items.enumerated() where !item.isArrival {
            if let pair = item.pair { departures[pair, default: []].append(place) }
        }
        for (place, item) in items.enumerated() where item.isArrival {
            after[place] = item.pair.flatMap { departures[$0] } ?? []
        }
        var places: [InstrumentID: [Int]] = [:]
        for (place, item) in items.enumerated() {
            for instrument in item.instruments { places[instrument, default: []].append(place) }
        }
        for places in places.values { prefer(places) }
    }

    /// Where two have to do with one position, arrivals come before departures; what is no transfer keeps its place among the others.
    private mutating func prefer(_ places: [Int]) {
        for (index, place) in places.enumerated() {
            for other in places[..<index] where areRelated(items[place], items[other]) {
                if items[place].passes(items[other]) { preferablyAfter[other].append(place) } else { preferablyAfter[place].append(other) }
            }
        }
    }

    private func areRelated(_ a: Item, _ b: Item) -> Bool {
        a.account == b.account || a.account == .every || b.account == .every || a.pair != nil && a.pair == b.pair
    }

    private func arranged() -> [Int] {
        var order: [Int] = [], isDone = [Bool](repeating: false, count: items.count)
        func isFree(_ place: Int, _ waits: [[Int]]) -> Bool { waits[place].allSatisfy { isDone[$0] } }
        while order.count < items.count {
            let left = items.indices.filter { !isDone[$0] }
            // What goes round in a circle is broken at the first; a departure without its arrival then says that it finds too little.
            let next = left.first { isFree($0, after) && isFree($0, preferablyAfter) } ?? left.first { isFree($0, after) } ?? left[0]
            isDone[next] = true
            order.append(next)
        }
        return order
    }
}

extension DayArrangement.Item {
    init(_ kind: ActivityKind, _ detail: ActivityDetail?, account: AccountID, instrument: InstrumentID?) {
        self.account = account
        instruments = [instrument, detail?.into].compactMap { $0 }
        guard kind == .transferIn || kind == .transferOut, let instrument, let group = detail?.group, TransferGroup.isPair(group) else { return }
        pair = Parcel.Key(group: group, instrument: instrument.rawValue)
        isArrival = kind == .transferIn
    }

    /// Whether it has to come before another that was entered earlier: an arrival before the departure of what it brings on, a departure
    /// before its own arrival elsewhere.
    func passes(_ earlier: Self) -> Bool {
        guard let pair, let other = earlier.pair else { return false }
        if pair == other { return !isArrival && earlier.isArrival }
        return isArrival && !earlier.isArrival && account == earlier.account && instruments.first == earlier.instruments.first
    }
}

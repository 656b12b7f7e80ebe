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
        var pair: TransferKey?
        var isArrival = false
        /// The account whose lots it changes.
        var account: AccountID
        /// The instruments whose lots it changes; none for cash, whose order does not matter.
        var instruments: [InstrumentID] = []
        /// Whether it tells its time. Of two that do, the earlier stays before the later.
        var isTimed = false
    }

    private let items: [Item]
    private var isDone: [Bool]
    private var isQueued: [Bool]
    /// Those that wait for no other, but for some that have come already.
    private var free = PlaceHeap()
    /// Those that do not wait for the other side of their pair, whatever else they wait for; some have come already.
    private var unbound = PlaceHeap()
    private var holdings: [HoldingKey: HoldingQueue] = [:]
    private var instruments: [InstrumentID: InstrumentQueue] = [:]
    private var pairs: [TransferKey: PairQueue] = [:]

    /// The places of the items in their new order. O(n log n) in the items.
    static func order(_ items: [Item]) -> [Int] {
        var arrangement = DayArrangement(items)
        return arrangement.arranged()
    }

    private init(_ items: [Item]) {
        self.items = items
        isDone = [Bool](repeating: false, count: items.count)
        isQueued = isDone
        for (place, item) in items.enumerated() {
            for instrument in item.instruments { enqueue(place, item, instrument) }
            guard let pair = item.pair else { continue }
            if item.isArrival { pairs[pair, default: PairQueue()].arrivals.append(place) } else { pairs[pair, default: PairQueue()].departures.append(place) }
        }
    }

    private mutating func enqueue(_ place: Int, _ item: Item, _ instrument: InstrumentID) {
        instruments[instrument, default: InstrumentQueue()].all.append(place)
        if item.account == .every {
            instruments[instrument]?.ofEveryAccount.append(place)
            return
        }
        let key = HoldingKey(account: item.account, instrument: instrument)
        if holdings[key] == nil { instruments[instrument]?.accounts.append(item.account) }
        holdings[key, default: HoldingQueue()].all.append(place)
        if !item.isDeparture { holdings[key]?.others.append(place) }
        if item.isArrival { holdings[key]?.arrivals.append(place) }
    }

    private mutating func arranged() -> [Int] {
        var order: [Int] = []
        order.reserveCapacity(items.count)
        for place in items.indices {
            offer(place)
            if !items[place].isArrival || items[place].pair.flatMap({ pairs[$0]?.departures.isEmpty }) ?? true { unbound.insert(place) }
        }
        // What goes round in a circle is broken at the first; a departure without its arrival then says that it finds too little.
        while let place = take(from: \.free) ?? take(from: \.unbound) {
            isDone[place] = true
            order.append(place)
            follow(place)
        }
        precondition(order.count == items.count, "each activity of a day has a place in it")
        return order
    }

    private mutating func take(from heap: WritableKeyPath<Self, PlaceHeap>) -> Int? {
        while let place = self[keyPath: heap].removeFirst() {
            if !isDone[place] { return place }
        }
        return nil
    }

    /// Looks at those that may have waited for an item that has come just now.
    private mutating func follow(_ place: Int) {
        let item = items[place]
        for instrument in item.instruments {
            if item.account == .every {
                for account in instruments[instrument]?.accounts ?? [] { offerFirst(of: HoldingKey(account: account, instrument: instrument)) }
            } else {
                let key = HoldingKey(account: item.account, instrument: instrument)
                offerFirst(of: key)
            }
            if let next = instruments[instrument]?.ofEveryAccount.first(isDone) { offer(next) }
        }
        guard let pair = item.pair else { return }
        if let next = pairs[pair]?.departures.first(isDone) {
            offer(next)
        } else {
            if !item.isArrival { for arrival in pairs[pair]?.arrivals.places ?? [] { unbound.insert(arrival) } }
            if let next = pairs[pair]?.arrivals.first(isDone) { offer(next) }
        }
    }

    private mutating func offerFirst(of holding: HoldingKey) {
        if let next = holdings[holding]?.all.first(isDone) { offer(next) }
        if let next = holdings[holding]?.others.first(isDone) { offer(next) }
    }

    /// Notes an item that waits for no other.
    private mutating func offer(_ place: Int) {
        if isQueued[place] || !isFree(place) { return }
        isQueued[place] = true
        free.insert(place)
    }

    /// Whether all that has to come before it has come: arrivals before departures where two have to do with one holding, departures before
    /// the arrivals of their pair; what is no transfer keeps its place among the others.
    private mutating func isFree(_ place: Int) -> Bool {
        let item = items[place]
        for instrument in item.instruments {
            if item.account == .every {
                if instruments[instrument]?.all.first(isDone) != place { return false }
                continue
            }
            if let every = instruments[instrument]?.ofEveryAccount.first(isDone), every < place { return false }
            let key = HoldingKey(account: item.account, instrument: instrument)
            let first = holdings[key]?.all.first(isDone)
            if item.isArrival {
                if holdings[key]?.others.first(isDone) != place { return false }
                if item.isTimed, let first, first < place, items[first].isTimed { return false }
            } else if first != place || item.isDeparture && waitsForArrivals(place, key) {
                return false
            }
        }
        guard let pair = item.pair else { return true }
        let departure = pairs[pair]?.departures.first(isDone)
        return item.isArrival ? departure == nil && pairs[pair]?.arrivals.first(isDone) == place : departure == place
    }

    /// Whether units arrive that a departure may pass on: those of the day, but of two that tell their times not what comes later.
    private mutating func waitsForArrivals(_ place: Int, _ key: HoldingKey) -> Bool {
        guard let arrival = holdings[key]?.arrivals.first(isDone) else { return false }
        return arrival < place || !items[arrival].isTimed || !items[place].isTimed
    }
}

/// One account's lots of one instrument.
private struct HoldingKey: Hashable {
    let account: AccountID
    let instrument: InstrumentID
}

/// Places in the order given, of which those that have come are passed over.
private struct PlaceQueue {
    private(set) var places: [Int] = []
    private var passed = 0

    var isEmpty: Bool { places.isEmpty }

    mutating func append(_ place: Int) { places.append(place) }

    /// The first that has not come yet.
    mutating func first(_ isDone: [Bool]) -> Int? {
        while passed < places.count, isDone[places[passed]] { passed += 1 }
        return passed < places.count ? places[passed] : nil
    }
}

/// What changes the lots of one holding.
private struct HoldingQueue {
    var all = PlaceQueue()
    /// All but departures.
    var others = PlaceQueue()
    var arrivals = PlaceQueue()
}

/// What changes lots of one instrument, in whichever account.
private struct InstrumentQueue {
    var all = PlaceQueue()
    var ofEveryAccount = PlaceQueue()
    var accounts: [AccountID] = []
}

/// The two sides of a transfer.
private struct PairQueue {
    var departures = PlaceQueue()
    var arrivals = PlaceQueue()
}

/// Places of which the lowest comes out first.
private struct PlaceHeap {
    private var places: [Int] = []

    mutating func insert(_ place: Int) {
        places.append(place)
        var own = places.count - 1
        while own > 0, places[(own - 1) / 2] > places[own] {
            places.swapAt(own, (own - 1) / 2)
            own = (own - 1) / 2
        }
    }

    mutating func removeFirst() -> Int? {
        guard let first = places.first else { return nil }
        let last = places.removeLast()
        if places.isEmpty { return first }
        places[0] = last
        var own = 0
        while true {
            var least = own
            for child in [2 * own + 1, 2 * own + 2] where child < places.count && places[child] < places[least] { least = child }
            if least == own { return first }
            places.swapAt(own, least)
            own = least
        }
    }
}

extension DayArrangement.Item {
    /// Whether units leave for another account of the book.
    fileprivate var isDeparture: Bool { pair != nil && !isArrival }

    init(_ kind: ActivityKind, _ detail: ActivityDetail?, account: AccountID, instrument: InstrumentID?, isTimed: Bool) {
        self.account = account
        self.isTimed = isTimed
        instruments = [instrument, detail?.into].compactMap { $0 }
        guard kind == .transferIn || kind == .transferOut, let instrument, let group = detail?.group, TransferGroup.isPair(group) else { return }
        pair = TransferKey(group: group, instrument: instrument.rawValue)
        isArrival = kind == .transferIn
    }

    /// Whether it has to come before another that was entered earlier: an arrival before the departure of what it brings on, a departure
    /// before its own arrival elsewhere.
    func passes(_ earlier: Self) -> Bool {
        guard let pair, let other = earlier.pair, !isTimed || !earlier.isTimed || pair == other else { return false }
        if pair == other { return !isArrival && earlier.isArrival }
        return isArrival && !earlier.isArrival && account == earlier.account && instruments.first == earlier.instruments.first
    }
}

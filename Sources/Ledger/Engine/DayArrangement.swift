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
        /// The position whose lots it changes.
        var position: UInt32
    }

    private let items: [Item]
    /// By item: those that have to come first, whatever else.
    private var after: [[Int]]
    /// By item: those that come first unless that cannot be.
    private var preferablyAfter: [[Int]]

    /// The places of the items in their new order. O(n²) in the items of a position.
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
        for places in Dictionary(grouping: items.indices, by: { items[$0].position }).values { prefer(places) }
    }

    /// Within a position arrivals come before departures; what is no transfer keeps its place among the others.
    private mutating func prefer(_ places: [Int]) {
        for (index, place) in places.enumerated() {
            for other in places[..<index] {
                if items[other].pair != nil, !items[other].isArrival, items[place].isArrival {
                    preferablyAfter[other].append(place)
                } else {
                    preferablyAfter[place].append(other)
                }
            }
        }
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

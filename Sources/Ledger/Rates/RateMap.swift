import Values

/// Which currencies are joined by rates from which day on: edges and ways, without the rates themselves.
struct RateMap {
    /// A step over an edge, out of one of its ends into the other.
    struct Hop: Hashable {
        let edge: Int
        let towardsHigher: Bool
    }

    /// In order of their codes.
    let currencies: [Currency]
    /// In order of the day from which they exist, so that those of a day are the first so many.
    let edges: [RateEdge]
    /// For each currency the edges that end at it, in order of the codes of their other ends.
    private let exits: [[Exit]]

    private struct Exit {
        let to: Int
        let hop: Hop
    }

    init(_ pairs: [RatePair]) {
        var byEnds: [[Currency]: RateEdge] = [:]
        for pair in pairs {
            let ends = [min(pair.from, pair.to), max(pair.from, pair.to)]
            if byEnds[ends]?.take(pair) == nil { byEnds[ends] = RateEdge(pair) }
        }
        edges = byEnds.values.sorted { ($0.first, $0.lower, $0.higher) < ($1.first, $1.lower, $1.higher) }
        currencies = Set(edges.flatMap { [$0.lower, $0.higher] }).sorted()
        let places = Dictionary(uniqueKeysWithValues: currencies.enumerated().map { ($1, $0) })
        var exits = [[Exit]](repeating: [], count: currencies.count)
        for (index, edge) in edges.enumerated() {
            guard let lower = places[edge.lower], let higher = places[edge.higher] else { continue }
            exits[lower].append(Exit(to: higher, hop: Hop(edge: index, towardsHigher: true)))
            exits[higher].append(Exit(to: lower, hop: Hop(edge: index, towardsHigher: false)))
        }
        self.exits = exits.map { $0.sorted { $0.to < $1.to } }
    }

    /// How many edges exist on a day. O(log n).
    func edgeCount(on day: Day) -> Int { edges.partitioningIndex { $0.first > day } }

    /// The shortest way over the first so many edges; of several the one whose currencies come first; nil where there is none.
    ///
    /// Breadth-first from the far end, which gives each currency its distance; then from the near end to whichever neighbour is nearer,
    /// the first of the alphabet where several are. O(edges).
    func way(from: Currency, to: Currency, among alive: Int) -> [Hop]? {
        guard let start = place(of: from), let end = place(of: to) else { return nil }
        let distances = distances(to: end, among: alive)
        guard distances[start] != nil else { return nil }
        var way: [Hop] = []
        var here = start
        while here != end {
            guard let distance = distances[here],
                let exit = exits[here].first(where: { $0.hop.edge < alive && distances[$0.to] == distance - 1 })
            else { return nil }
            way.append(exit.hop)
            here = exit.to
        }
        return way
    }

    private func place(of currency: Currency) -> Int? {
        let place = currencies.partitioningIndex { $0 >= currency }
        return place < currencies.count && currencies[place] == currency ? place : nil
    }

    /// How many edges each currency is away; nil where no way leads there.
    private func distances(to end: Int, among alive: Int) -> [Int?] {
        var distances = [Int?](repeating: nil, count: currencies.count)
        distances[end] = 0
        var queue = [end], next = 0
        while next < queue.count {
            let here = queue[next]
            next += 1
            for exit in exits[here] where exit.hop.edge < alive && distances[exit.to] == nil {
                distances[exit.to] = distances[here].map { $0 + 1 }
                queue.append(exit.to)
            }
        }
        return distances
    }
}

import Values
import XML

/// The prices of a file in short, taken while it is read: most of a large file is prices, and each is a day and a figure.
struct PortfolioPerformancePrices {
    /// A price as the file writes it.
    struct Price {
        var number: UInt32
        var line: UInt32
        var day: Int32
        /// The figure, a whole number of its last digits.
        var figure: Int64
    }

    private var all: [Price] = []
    /// The prices of each list, by its place.
    private var ranges: [Int: Range<Int>] = [:]

    /// Takes an element in that is a price and nothing else; whether it is one. A list's prices come one after another.
    mutating func take(_ place: Int, of tree: XMLTree) -> Bool {
        guard let list = tree.parent(place), tree.name(place) == "price", tree.name(list) == "prices", tree.firstChild(place) == nil,
            let told = tree.attribute(place, "t"), let figure = tree.attribute(place, "v").flatMap({ Int64($0) }), told.utf8.count == 10, let day = try? Day(told),
            tree.attributeCount(place) == (tree.attribute(place, "id") == nil ? 2 : 3), tree.text(place).isEmpty, ranges[list]?.upperBound ?? all.count == all.count
        else { return false }
        ranges[list] = (ranges[list]?.lowerBound ?? all.count)..<all.count + 1
        all.append(Price(number: UInt32(clamping: tree.number(place)), line: UInt32(clamping: tree.line(place)), day: day.number, figure: figure))
        return true
    }

    /// The prices of a list.
    func of(_ list: Int?) -> ArraySlice<Price> { list.flatMap { ranges[$0] }.map { all[$0] } ?? [] }

    /// Whether some of the elements of a list are not in the tree.
    func isShortened(_ list: Int) -> Bool { ranges[list] != nil }

    /// How many there are.
    var count: Int { all.count }
}

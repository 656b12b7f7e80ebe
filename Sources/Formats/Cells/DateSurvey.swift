/// Gathers, over all dates of a file, in which orders of day, month and year they could be read.
///
/// `2014-03-05`, `20140305` and `Mar 5 2014` need no telling. `05.03.2014` is day-month-year wherever that is a date, for nobody parts
/// month-day-year by points. `3/5/2014` takes its order from the other dates of the file; where all of them could be either, the reader asks.
struct DateSurvey {
    /// How many dates could be read in exactly this set of orders (a bit an order), and the first of them.
    private var counts = [Int](repeating: 0, count: 8)
    private var firstLines = [Int](repeating: 0, count: 8)
    private var firstTexts = [String](repeating: "", count: 8)
    private(set) var hasShortYears = false

    @inline(__always)
    mutating func add(_ cell: UnsafeBufferPointer<UInt8>, line: Int) {
        if cell.count >= 10, cell[4] == UInt8(ascii: "-"), cell[7] == UInt8(ascii: "-"), isDigit(cell[3]) { return }
        addSlowly(cell, line: line)
    }

    private mutating func addSlowly(_ cell: UnsafeBufferPointer<UInt8>, line: Int) {
        guard let parts = DateParts(DateReader.trimmed(cell)) else { return }
        if parts.hasShortYear { hasShortYears = true }
        guard !parts.isPlain else { return }
        var mask = 0
        for (bit, order) in DateOrder.allCases.enumerated() where parts.day(order) != nil { mask |= 1 << bit }
        if parts.separator == UInt8(ascii: "."), mask & 1 != 0 { mask = 1 }
        if counts[mask] == 0 {
            firstLines[mask] = line
            firstTexts[mask] = ShownText.cell(cell)
        }
        counts[mask] += 1
    }

    /// The order of the file's dates, or the question to ask; nil where no date needs one.
    func verdict() throws(ImportIssue) -> DateOrder? {
        guard counts[1...].contains(where: { $0 > 0 }) else { return nil }
        let support = (0..<3).map { bit in (1..<8).reduce(0) { $0 + ($1 & (1 << bit) != 0 ? counts[$1] : 0) } }
        let total = counts[1...].reduce(0, +)
        let full = (0..<3).filter { support[$0] == total }
        if full.count == 1 { return DateOrder.allCases[full[0]] }
        if full.count > 1 { throw question(full) }
        return try majority(support: support)
    }

    /// Where no order fits all dates, the order that nine of ten telling dates speak for; the others are refused one by one.
    private func majority(support: [Int]) throws(ImportIssue) -> DateOrder {
        let telling = [1, 2, 4]
        let sum = telling.reduce(0) { $0 + counts[$1] }
        if let best = telling.max(by: { counts[$0] < counts[$1] }), counts[best] * 10 >= sum * 9, counts[best] > 0 {
            return DateOrder.allCases[best.trailingZeroBitCount]
        }
        let seen = telling.filter { counts[$0] > 0 }
        let places = seen.map { "\(firstTexts[$0]) on line \(firstLines[$0]) is \(DateOrder.allCases[$0.trailingZeroBitCount].words)" }
        throw ImportIssue(
            .ambiguousDates, line: firstLines[seen.first ?? 1], text: firstTexts[seen.first ?? 1],
            message: "dates are written in several orders: \(places.joined(separator: ", "))",
            hint: "say date_order=\"dmy\" or \"mdy\"; dates of another order are then refused one by one")
    }

    private func question(_ orders: [Int]) -> ImportIssue {
        let mask = (1..<8).first { counts[$0] > 0 } ?? 1
        let words = orders.map { DateOrder.allCases[$0].words }.joined(separator: " or ")
        let choices = orders.map { "date_order=\"\(DateOrder.allCases[$0].rawValue)\"" }.joined(separator: " or ")
        return ImportIssue(
            .ambiguousDates, line: firstLines[mask], text: firstTexts[mask],
            message: "\(firstTexts[mask]) may be \(words), and no date of the file tells which", hint: "say \(choices)")
    }
}

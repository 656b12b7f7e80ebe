import Frames
import Values

/// The values of a column of figures by place and series, rows of one place and series added up exactly.
struct CellTable {
    /// For each series and place the value; nil where it is unknown or there is no row.
    var cells: [[FixedDecimal?]]
    /// For each series and place whether there is a row.
    var hasRow: [[Bool]]
    /// How many rows share a place and a series with another.
    var shared = 0
    /// Places of rows without value, in the order of the rows.
    var unknown: [Int] = []

    /// The cells of a column. A sum with an unknown part is told as the known part, with the place among the unknown ones; of what does not add up the
    /// last row counts, and where that is unknown, so is the cell.
    ///
    /// - Parameter order: the rows in the order of their days; nil where they are in it.
    init(_ column: Column, placeOfRow: [Int], places: Int, seriesOfRow: [Int], series: Int, order: [Int]? = nil) throws(FrameError) {
        let storage = try column.materialize()
        let adds = column.addsUp
        // Absent is not known, and the smallest but one is no row at all: one list for all series is filled ten times faster than lists of optionals.
        let noRow = FixedDecimal(units: .min + 1)
        var values = [FixedDecimal](repeating: noRow, count: places * series)
        for step in 0..<storage.count {
            let row = order?[step] ?? step
            if placeOfRow[row] < 0 || seriesOfRow[row] < 0 { continue }
            let cell = seriesOfRow[row] * places + placeOfRow[row]
            let value = column.type == .decimal ? storage.decimals[row] : storage.isMissing(row) ? .absent : FixedDecimal(Int(storage.ints[row]))
            if adds, value == .absent { unknown.append(placeOfRow[row]) }
            let standing = values[cell]
            if standing == noRow {
                values[cell] = value
            } else if !adds {
                if standing != value { shared += 1 }
                values[cell] = value
            } else if value == .absent {
                continue
            } else if standing == .absent {
                values[cell] = value
            } else {
                shared += 1
                guard let sum = try? standing + value else {
                    throw FrameError(.overflow, "the sum of column \"\(column.name)\" for one place is too large to hold", hint: "leave out the values that cannot be right")
                }
                values[cell] = sum
            }
        }
        if !adds { unknown = values.indices.filter { values[$0] == .absent }.map { $0 % places } }
        (cells, hasRow) = ([], [])
        for number in 0..<series {
            let part = values[(number * places)..<((number + 1) * places)]
            cells.append(part.map { $0 == noRow || $0 == .absent ? nil : $0 })
            hasRow.append(part.contains(noRow) ? part.map { $0 != noRow } : [])
        }
    }
}

extension Frame {
    /// The column that tells on which day each row was; nil for none.
    ///
    /// - Parameter place: the column of places, which tells it if it has days.
    func daysOfRows(_ place: Column) -> Column? {
        if place.type == .day || place.type == .instant { return place }
        return ["date", "to"].lazy.compactMap { name in self.columns.first { $0.name == name && $0.type == .day } }.first
    }

    /// The rows in the order of their days, those of one day as they stand; nil where they are in it, or have no day.
    ///
    /// - Parameter place: the column of places, whose days count if it has some.
    func rowsByDay(_ place: Column) throws(FrameError) -> [Int]? {
        guard let column = daysOfRows(place) else { return nil }
        let storage = try column.materialize()
        let times = (0..<storage.count).map { column.type == .day ? Int64(storage.days[$0]) : storage.instants[$0] }
        if zip(times, times.dropFirst()).allSatisfy({ $0 <= $1 }) { return nil }
        return times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    }
}

extension Column {
    /// What its values are. Amounts of two currencies, and prices in two, are an error that says what to do.
    ///
    /// - Parameter proposed: the currency that is proposed then; nil for the first of them.
    func chartUnit(in frame: Frame, proposing proposed: Currency? = nil) throws(FrameError) -> ChartData.Unit {
        switch schema.style {
        case .percent: return .percent
        case .share: return .share
        case .plain, .quantity, .ratio: return .plain
        // A price does not tell its currency: the column of that name does, as in quotes.
        case .price: return try currency(told: frame.columns.first { $0.name == "currency" && $0.type == .text }?.data, in: frame, proposing: proposed).map { .price($0) } ?? .plain
        case .money: return try currency(told: currencies, in: frame, proposing: proposed).map { .money($0) } ?? .plain
        }
    }

    /// The currency of all values that are known; nil where nothing tells it.
    private func currency(told currencies: ColumnData?, in frame: Frame, proposing proposed: Currency?) throws(FrameError) -> Currency? {
        guard let currencies else { return nil }
        let codes = try currencies.materialize()
        let values = try materialize()
        var first: Int32?
        for row in 0..<codes.count where !values.isMissing(row) {
            guard let standing = first else {
                first = codes.codes[row]
                continue
            }
            guard codes.codes[row] != standing, let pool = codes.pool else { continue }
            func name(_ code: Int32) -> String { code < 0 ? "no currency" : pool.text(code) }
            let isPrice = schema.style == .price, kept = "where{currency=\"\(name(standing))\"}"
            throw FrameError(
                .mixedCurrencies,
                "column \"\(self.name)\" has \(isPrice ? "prices" : "amounts") in \(name(standing)) and in \(name(codes.codes[row])), which one axis cannot show",
                hint: isPrice
                    ? "keep the rows of one: \(kept)"
                    : "ask for one currency, as in \(frame.name){base=\"\(proposed?.code ?? name(standing < 0 ? codes.codes[row] : standing))\"}, or keep one: \(kept)")
        }
        guard let first, first >= 0, let pool = codes.pool else { return nil }
        return try? Currency(pool.text(first))
    }
}

import Frames
import Values

/// The figures behind a chart as a table that can be read: a curve of every day of many years is told by the ends of its months, or of its years.
struct ChartTable {
    /// The rows.
    let frame: Frame
    /// Which rows these are; empty where they are all.
    let note: String

    /// The rows of a chart's frame, no more than `limit` of them where its days allow that.
    init(_ frame: Frame, limit: Int) throws(FrameError) {
        for period in Period.allCases where frame.rowCount > limit {
            guard let place = frame.columns.firstIndex(where: { $0.type == .day }) else { break }
            let rows = Self.lastRows(of: period, days: try frame.columns[place].materialize().days)
            guard rows.count <= limit, rows.count < frame.rowCount, !rows.isEmpty else { continue }
            self.frame = frame.take(rows: rows)
            note = "the last day of each \(period.rawValue); the chart was made of \(frame.rowCount) rows"
            return
        }
        (self.frame, note) = (frame, "")
    }

    private enum Period: String, CaseIterable {
        case month
        case year
    }

    /// The rows of the last day of each period that has one; several rows of one day stay together.
    private static func lastRows(of period: Period, days: UnsafeBufferPointer<Int32>) -> [Int32] {
        func key(_ number: Int32) -> Int {
            let (year, month, _) = Day(number: number).civil
            switch period {
            case .month: return year * 12 + month
            case .year: return year
            }
        }
        var last: [Int: Int32] = [:]
        for day in days where day != Missing.day { last[key(day), default: day] = max(last[key(day), default: day], day) }
        return days.indices.filter { days[$0] == Missing.day || last[key(days[$0])] == days[$0] }.map { Int32($0) }
    }
}

extension Frame {
    /// Whether it holds the same columns as another, so that to show both would be to say the same twice. Nothing is computed.
    func isSame(as other: Frame) -> Bool {
        columns.count == other.columns.count && zip(columns, other.columns).allSatisfy { $0.data === $1.data && $0.name == $1.name }
    }
}

extension Report.Section {
    /// Whether the figures of a chart stand in a table of the section.
    func shows(_ frame: Frame) -> Bool {
        blocks.contains { if case .table(let table) = $0 { table.isSame(as: frame) } else { false } }
    }
}

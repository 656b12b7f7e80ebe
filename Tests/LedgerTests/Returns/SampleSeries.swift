import Ledger
import Values
import Worth

/// A series written one line a day: `2024-01-02 110`, with a flow `2024-01-03 160 +50`, and `-` behind a day without prices.
func valueSeries(_ lines: String...) throws -> ValueSeries {
    ValueSeries(
        try lines.map { line in
            var words = line.split(separator: " ").map(String.init)
            let isTrading = words.last != "-"
            if !isTrading { words.removeLast() }
            let flow = words.count > 2 ? try FixedDecimal(words[2].hasPrefix("+") ? String(words[2].dropFirst()) : words[2]) : .zero
            return ValueSeries.Point(day: try Day(words[0]), value: try FixedDecimal(words[1]), flow: flow, isTrading: isTrading)
        })
}

/// A decimal in a test.
func exact(_ text: String) throws -> FixedDecimal { try FixedDecimal(text) }

public import Values

/// An instrument that is watched, and the prices at which its owner wants to hear of it.
public struct WatchEntry: Hashable, Sendable {
    /// What is watched.
    public var symbol: String
    /// The price above which there is an alert; nil for none.
    public var above: FixedDecimal?
    /// The price below which there is an alert; nil for none.
    public var below: FixedDecimal?

    public init(symbol: String, above: FixedDecimal? = nil, below: FixedDecimal? = nil) {
        self.symbol = symbol
        self.above = above
        self.below = below
    }

    /// Reads a list as the setting `watch_list` has it: `ORCL>50<30 VTI`; nil where it is none. What comes after others must be of other symbols.
    static func list(_ text: some StringProtocol, after others: [WatchEntry] = []) -> [WatchEntry]? {
        var entries = others, symbols: Set<String> = []
        for word in text.split(separator: " ") {
            let symbol = word.prefix { $0 != ">" && $0 != "<" }
            var entry = WatchEntry(symbol: String(symbol)), rest = word.dropFirst(symbol.count)
            while let sign = rest.first {
                let digits = rest.dropFirst().prefix { $0 != ">" && $0 != "<" }
                guard let price = try? FixedDecimal(String(digits)), price > .zero else { return nil }
                if sign == ">" { entry.above = price } else { entry.below = price }
                rest = rest.dropFirst(digits.count + 1)
            }
            if entry.symbol.isEmpty || !symbols.insert(entry.symbol).inserted || others.contains(where: { $0.symbol == entry.symbol }) { return nil }
            entries.append(entry)
        }
        return entries
    }

    /// The entry as the setting has it.
    public var text: String { symbol + (above.map { ">\($0)" } ?? "") + (below.map { "<\($0)" } ?? "") }
}

import Values

/// What a row says that is kept as unknown: its type and its figures stand before its notes, where the export finds them again.
struct WealthfolioUnclear {
    private(set) var type: WealthfolioType
    private(set) var label: String
    private(set) var figures: [String: FixedDecimal] = [:]
    private(set) var comment: String

    /// The figures, by their headings.
    private static let names = ["quantity", "unitPrice", "amount", "fee", "tax"]

    /// The notes of a row, of the type and the label in `words`.
    ///
    /// - Parameter figures: in the order of `names`.
    static func notes(_ words: String, _ figures: [FixedDecimal?], _ comment: String) -> String {
        let told = zip(names, figures).compactMap { name, value in value.map { "\(name) \($0)" } }
        return ([words] + told + (comment.isEmpty ? [] : [comment])).joined(separator: ", ")
    }

    /// Reads notes of an entry that is unknown; nil where they tell no row.
    init?(_ notes: String) {
        var parts = notes.split(separator: ", ", omittingEmptySubsequences: false)[...]
        let words = parts.popFirst()?.split(separator: " ", maxSplits: 1) ?? []
        guard let first = words.first, let type = WealthfolioType(rawValue: String(first)), type == .unknown || type == .adjustment else { return nil }
        (self.type, label) = (type, words.count > 1 ? String(words[1]) : "")
        guard label.allSatisfy({ $0 == "_" || $0.isLetter && $0.isUppercase }) else { return nil }
        while let part = parts.first?.split(separator: " "), part.count == 2, Self.names.contains(String(part[0])), figures[String(part[0])] == nil,
            let value = try? FixedDecimal(String(part[1]))
        {
            figures[String(part[0])] = value
            parts.removeFirst()
        }
        comment = parts.joined(separator: ", ")
    }
}

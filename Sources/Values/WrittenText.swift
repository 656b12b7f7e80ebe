// What people type where a value is wanted: spaces around it, and numbers that are written in a way that is not read.

extension StringProtocol {
    /// The text without white space at its ends.
    public var trimmed: SubSequence {
        guard let start = firstIndex(where: { !$0.isWhitespace }), let end = lastIndex(where: { !$0.isWhitespace }) else {
            return self[startIndex..<startIndex]
        }
        return self[start...end]
    }
}

extension FixedDecimal {
    /// What was probably meant by a text that is no number; nil where that cannot be said.
    ///
    ///     FixedDecimal.hint(for: "31,20")    // "decimals follow a point: 31.20"
    ///     FixedDecimal.hint(for: "1'000")    // "digits are not grouped: 1000"
    ///     FixedDecimal.hint(for: "15%")      // "write a number, not a percentage"
    public static func hint(for text: String) -> String? {
        func isNumber(_ text: String) -> Bool { (try? FixedDecimal(text)) != nil }
        if text.contains(",") {
            let groups = text.split(separator: ",", omittingEmptySubsequences: false), decimals = groups.last?.count ?? 0
            // `31,20`, and `1.031,20`; of `1,000` nobody can tell.
            let number = groups[0].filter { $0 != "." } + "." + (groups.last ?? "")
            if groups.count == 2, (1...2).contains(decimals), isNumber(number) { return "decimals follow a point: \(number)" }
            return "write 1000.50 for one thousand and a half"
        }
        let ungrouped = text.filter { !"'’_".contains($0) }
        if ungrouped != text, isNumber(ungrouped) { return "digits are not grouped: \(ungrouped)" }
        let bare = text.filter { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }
        if text.hasSuffix("%"), isNumber(bare) { return "write a number, not a percentage" }
        let isMoney = text.contains { "$€£¥₿".contains($0) }
        return isMoney && isNumber(bare) ? "write the number alone: \(bare)" : nil
    }
}

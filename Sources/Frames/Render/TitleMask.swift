extension RenderOptions {
    /// A title or a heading: without its figures where amounts are masked, but for a year, which tells what it is of and stands alone, no currency behind it.
    package func hidingFigures(inTitle text: String) -> String {
        guard privacy else { return text }
        var result: [String] = [], rest: [Substring] = []
        func hide() {
            if !rest.isEmpty { result.append(hidingFigures(in: rest.joined(separator: " "))) }
            rest = []
        }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        for (place, word) in words.enumerated() {
            let next = place + 1 < words.count ? words[place + 1] : ""
            let isAmount = next.count == 3 && next.allSatisfy(\.isUppercase)
            if Self.isYear(word), !isAmount {
                hide()
                result.append(String(word))
            } else {
                rest.append(word)
            }
        }
        hide()
        return result.joined(separator: " ")
    }

    private static func isYear(_ word: Substring) -> Bool {
        let digits = word.drop { "([".contains($0) }.prefix { $0.isNumber }
        let rest = word.drop { "([".contains($0) }.dropFirst(digits.count)
        return digits.count == 4 && (digits.hasPrefix("19") || digits.hasPrefix("20")) && rest.allSatisfy { ")],.:;".contains($0) }
    }
}

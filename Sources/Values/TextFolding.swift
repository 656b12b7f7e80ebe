@_spi(_Unicode) import Swift

/// Texts as they are compared where small differences of writing do not count.
public enum TextFolding {
    /// A text without regard to capitals, by Unicode's mappings: `STRASSE` and `straße` are the same, as are all three forms of sigma.
    public static func caseless(_ text: some StringProtocol) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.uppercased().lowercased()
    }

    /// A text without regard to capitals, accents and other marks: `Łódź` becomes `lodz`, `Crédit` `credit`.
    public static func plain(_ text: some StringProtocol) -> String {
        let folded = caseless(text)
        if folded.utf8.allSatisfy({ $0 < 0x80 }) { return folded }
        var result = String.UnicodeScalarView()
        for scalar in folded._nfd where scalar.properties.generalCategory != .nonspacingMark { result.append(strokes[scalar] ?? scalar) }
        return String(result)
    }

    /// Letters with a stroke, which Unicode does not take apart, and the letters that people type for them.
    private static let strokes: [Unicode.Scalar: Unicode.Scalar] = ["ł": "l", "ø": "o", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i"]
}

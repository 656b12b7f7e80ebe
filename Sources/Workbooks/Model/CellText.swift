/// Texts as the file of a workbook can hold them.
public enum CellText {
    /// The most that a cell holds, as UTF-16 counts.
    public static let longest = 32_767

    /// The text as it is written to the file, and whether it had to be cut.
    ///
    /// Characters that XML has no place for are written `_x0007_`, as Excel does, and so that a text which looks like that comes back as it was, its first
    /// line is written `_x005F_`.
    public static func escaped(_ text: String) -> (text: String, isCut: Bool) {
        var text = text
        let isPlain = text.withUTF8 { bytes in
            bytes.count <= longest && bytes.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "_") && $0 != 0x7F && $0 != 0xEF || $0 == 0x0A || $0 == 0x09 }
        }
        if isPlain { return (text, false) }
        var result = "", room = longest
        let scalars = Array(text.unicodeScalars)
        for (place, scalar) in scalars.enumerated() {
            let next = written(scalar, at: place, of: scalars)
            room -= next.utf16.count
            if room < 0 { return (result, true) }
            result += next
        }
        return (result, false)
    }

    private static func written(_ scalar: Unicode.Scalar, at place: Int, of scalars: [Unicode.Scalar]) -> String {
        switch scalar.value {
        case _ where isControl(scalar): return "_x" + hexadecimal(scalar.value) + "_"
        case 0xFFFE, 0xFFFF: return "\u{FFFD}"
        case 0x5F where looksEscaped(scalars[place...]): return "_x005F_"
        default: return String(scalar)
        }
    }

    /// Whether what begins here looks like an escape: `_x`, four hexadecimal digits and `_`, or a character that is written with that at its front.
    private static func looksEscaped(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        let next = Array(scalars.prefix(7))
        return next.count == 7 && (next[1] == "x" || next[1] == "X") && next[2...5].allSatisfy(\.properties.isASCIIHexDigit) && (next[6] == "_" || isControl(next[6]))
    }

    /// Whether XML has no place for it; tabs and line ends it has.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 && scalar != "\t" && scalar != "\n" }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

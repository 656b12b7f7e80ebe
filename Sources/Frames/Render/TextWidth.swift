/// How wide text is on a terminal, and how it is made safe to show there.
package enum TextWidth {
    /// The terminal columns that a text takes: two for East Asian wide characters and most emoji, none for combining marks.
    package static func of(_ text: String) -> Int {
        let utf8 = text.utf8
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The width of one character as people see it, however many scalars make it.
    static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // The selector asks for the coloured form of a character, which is wide.
            if scalar.value == 0xFE0F { return 2 }
            width = max(width, of(scalar))
        }
        return width
    }

    /// The text cut to so many terminal columns, with `ellipsis` at its end where something is missing.
    static func cut(_ text: String, to width: Int, ellipsis: String) -> String {
        if of(text) <= width { return text }
        let room = width - of(ellipsis)
        var taken = 0
        var result = ""
        for character in text {
            let next = of(character)
            if taken + next > room { break }
            result.append(character)
            taken += next
        }
        return result + ellipsis
    }

    /// The text cut to so many terminal columns with `ellipsis` in its middle, so that both how a name begins and how it ends are seen.
    static func shortened(_ text: String, to width: Int, ellipsis: String) -> String {
        if of(text) <= width { return text }
        let room = width - of(ellipsis)
        guard room > 1 else { return cut(text, to: width, ellipsis: ellipsis) }
        let head = cut(text, to: (room + 1) / 2, ellipsis: "")
        // No more than its half, though the beginning may leave a column: so more width never shows less of the end.
        var tail = "", taken = 0
        for character in text.reversed() {
            let next = of(character)
            if taken + next > room / 2 { break }
            tail.append(character)
            taken += next
        }
        return head + ellipsis + String(tail.reversed())
    }

    /// The least width, from `least` on, at which shortened names that differ are still seen to differ.
    ///
    /// More width shows more of each name's beginning or end, so that what differs once differs ever after.
    static func tellingApart(_ names: Set<String>, from least: Int, ellipsis: String) -> Int {
        func differ(_ width: Int) -> Bool { Set(names.lazy.map { shortened($0, to: width, ellipsis: ellipsis) }).count == names.count }
        var low = least, high = max(least, names.lazy.map { of($0) }.max() ?? 0)
        while low < high {
            let middle = (low + high) / 2
            if differ(middle) { high = middle } else { low = middle + 1 }
        }
        return high
    }

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        if wide.contains(where: { $0.contains(value) }) { return 2 }
        return value >= 0x1F000 && scalar.properties.isEmojiPresentation ? 2 : 1
    }

    /// The blocks that Unicode's EastAsianWidth calls wide or full width.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3, 0x25FD...0x25FE,
        0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE,
        0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5, 0x26FA...0x26FA,
        0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755,
        0x2757...0x2757, 0x2795...0x2797, 0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
        0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD,
        0x30000...0x3FFFD,
    ]
}

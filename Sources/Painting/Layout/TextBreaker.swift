/// Breaks text into lines of a width.
struct TextBreaker {
    /// More characters than a line of print holds: a text without any blank is not measured whole again and again.
    private static let longestLine = 400

    let typesetter: Typesetter

    /// The lines of a text: broken where it breaks them, between words, and within a word only where that alone is wider than a line. No
    /// character is lost but the blanks at which a line ends. A text without any words is one empty line.
    func lines(of text: String, _ font: Typesetter.Font, width: Double) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            let whole = String(paragraph)
            return isMeasurable(paragraph) && fits(typesetter.width(of: whole, font), width) ? [whole] : broken(paragraph, font, width)
        }
    }

    /// A text that is made to fit into a width by leaving out its end, where three dots then stand.
    func shortened(_ text: String, _ font: Typesetter.Font, width: Double) -> String {
        guard !isMeasurable(text[...]) || !fits(typesetter.width(of: text, font), width) else { return text }
        let room = width - typesetter.width(of: "…", font)
        return String(text.prefix(fitting(Array(text)[...], font, room))) + "…"
    }

    /// The width of the widest word of a text.
    func widestWord(of text: String, _ font: Typesetter.Font) -> Double {
        text.split(whereSeparator: \.isWhitespace).map { typesetter.width(of: String($0), font) }.max() ?? 0
    }

    private func broken(_ paragraph: Substring, _ font: Typesetter.Font, _ width: Double) -> [String] {
        let blank = typesetter.width(of: " ", font)
        var lines: [String] = [], line = "", length = 0.0
        for word in paragraph.split(separator: " ") {
            let wordWidth = typesetter.width(of: String(word), font)
            if !line.isEmpty, isMeasurable(word), fits(length + blank + wordWidth, width) {
                line += " " + word
                length += blank + wordWidth
                continue
            }
            if !line.isEmpty { lines.append(line) }
            (line, length) = (String(word), wordWidth)
            guard !isMeasurable(word) || !fits(wordWidth, width) else { continue }
            var pieces = pieces(of: word, font, width)
            line = pieces.removeLast()
            lines += pieces
            length = typesetter.measure(line, font)
        }
        return lines + [line]
    }

    /// A word in pieces that are not wider than a line, at least one.
    private func pieces(of word: Substring, _ font: Typesetter.Font, _ width: Double) -> [String] {
        let characters = Array(word)
        var pieces: [String] = [], start = 0
        while characters.count - start > Self.longestLine || !fits(typesetter.measure(String(characters[start...]), font), width) {
            // A character that is wider than a line stands in one of its own.
            let count = max(fitting(characters[start...], font, width), 1)
            guard start + count < characters.count else { break }
            pieces.append(String(characters[start..<start + count]))
            start += count
        }
        return pieces + [String(characters[start...])]
    }

    /// How many of the first characters fit into a width; that is found in as many steps as the count has binary digits.
    private func fitting(_ characters: ArraySlice<Character>, _ font: Typesetter.Font, _ width: Double) -> Int {
        var (low, high) = (0, min(characters.count, Self.longestLine))
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(typesetter.measure(String(characters.prefix(middle)), font), width) { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Whether the width of a text can be told: Pango counts in 32 bits, in which that of a text of many thousand characters comes out as next to nothing.
    private func isMeasurable(_ text: Substring) -> Bool { text.utf8.count <= 4 * Self.longestLine }

    private func fits(_ needed: Double, _ width: Double) -> Bool { needed <= width + 0.01 }
}

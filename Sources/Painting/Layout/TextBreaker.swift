/// Breaks text into lines of a width.
struct TextBreaker {
    let typesetter: Typesetter

    /// The lines of a text: broken where it breaks them, between words, and within a word only where that alone is wider than a line. No
    /// character is lost but the blanks at which a line ends. A text without any words is one empty line.
    func lines(of text: String, _ font: Typesetter.Font, width: Double) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            let whole = String(paragraph)
            return fits(typesetter.width(of: whole, font), width) ? [whole] : broken(paragraph, font, width)
        }
    }

    /// A text that is made to fit into a width by leaving out its end, where three dots then stand.
    func shortened(_ text: String, _ font: Typesetter.Font, width: Double) -> String {
        guard !fits(typesetter.width(of: text, font), width) else { return text }
        let room = width - typesetter.width(of: "…", font)
        return String(text.prefix(fitting(Array(text), font, room))) + "…"
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
            if !line.isEmpty, fits(length + blank + wordWidth, width) {
                line += " " + word
                length += blank + wordWidth
                continue
            }
            if !line.isEmpty { lines.append(line) }
            (line, length) = (String(word), wordWidth)
            guard !fits(wordWidth, width) else { continue }
            var rest = Array(word)
            while rest.count > 1, !fits(typesetter.width(of: String(rest), font), width) {
                let count = max(fitting(rest, font, width), 1)
                lines.append(String(rest[..<count]))
                rest.removeFirst(count)
            }
            line = String(rest)
            length = typesetter.width(of: line, font)
        }
        return lines + [line]
    }

    /// How many of the first characters fit into a width. A part of a text of n characters is measured log n times.
    private func fitting(_ characters: [Character], _ font: Typesetter.Font, _ width: Double) -> Int {
        var (low, high) = (0, characters.count)
        // A line of print holds no more; measuring all of a text without blanks again and again would take the square of its length.
        high = min(high, 400)
        while low < high {
            let middle = (low + high + 1) / 2
            if fits(typesetter.measure(String(characters[..<middle]), font), width) { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func fits(_ needed: Double, _ width: Double) -> Bool { needed <= width + 0.01 }
}

import Values

/// The text of a row of a statement, from the parts that tell who and what.
enum StatementNotes {
    /// The parts that say something, each once: `Grocer · card 1234`.
    static func joined(_ parts: [String]) -> String {
        var told: [String] = []
        for part in parts where !part.isEmpty && !told.contains(where: { holds($0, part) }) {
            told.removeAll { holds(part, $0) }
            told.append(part)
        }
        return SafeText.cleaned(told.joined(separator: " | "))
    }

    /// Whether a text holds another; byte by byte, since this is done for every row of large files.
    private static func holds(_ text: String, _ part: String) -> Bool {
        var text = text, part = part
        return text.withUTF8 { text in
            part.withUTF8 { part in
                guard let first = part.first else { return true }
                guard text.count >= part.count else { return false }
                for start in 0...(text.count - part.count) where text[start] == first {
                    if text[start..<(start + part.count)].elementsEqual(part) { return true }
                }
                return false
            }
        }
    }
}

/// Things that are told together at the end, by how often they came up.
struct StatementTally {
    private var counts: [(word: String, count: Int)] = []
    private var places: [String: Int] = [:]

    /// Counts one more.
    mutating func add(_ word: String) {
        if let place = places[word] {
            counts[place].count += 1
        } else {
            places[word] = counts.count
            counts.append((word, 1))
        }
    }

    /// Each with its number: `3 open orders`.
    var lines: [String] {
        counts.map { word, count in
            if count == 1 { return "1 \(word)" }
            let end = word.firstRange(of: " ")?.lowerBound ?? word.endIndex
            guard [" of ", " in ", " with "].contains(where: word[end...].hasPrefix) else { return "\(count) \(Self.plural(word[...]))" }
            return "\(count) \(Self.plural(word[..<end]))\(word[end...])"
        }
    }

    private static func plural(_ word: Substring) -> String {
        word.hasSuffix("ry") ? "\(word.dropLast())ies" : "\(word)s"
    }
}

extension StatementNotes {
    /// The money of a return of capital, which is above zero: it lowers what units cost, and nothing raises that again.
    static func returned(_ amount: FixedDecimal, column: String) throws(ImportIssue) -> FixedDecimal {
        guard amount.isNegative else { return amount }
        throw ImportIssue(
            .wrongSign, column: column, text: "\(amount)", message: "it takes back a return of capital of \(amount.magnitude), which luca has no entry for",
            hint: "void the entry of the one that it takes back, or leave both rows out; import the others with partial=true")
    }
}

extension CellNumber {
    /// Refuses a figure that is marked as one of another currency; for readers that have no table.
    func checkMark(in currency: Currency, column: String) throws(ImportIssue) {
        if isZero { return }
        if let mark = self.currency, mark != currency {
            throw ImportIssue(.badCurrency, column: column, message: "it is in \(mark), but its account is in \(currency)", hint: "import the file with currency=\"\(mark)\"")
        }
        if let sign, !sign.fits(currency) { throw ImportIssue(.badCurrency, column: column, message: "the sign \(sign.text) is none of \(currency)") }
    }
}

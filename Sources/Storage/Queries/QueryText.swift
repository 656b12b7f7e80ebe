/// The text of a query, as far as it must be looked at before SQLite sees it; cut into words byte by byte as SQLite cuts it.
struct QueryText {
    private var rest: ArraySlice<UInt8>

    init(_ text: String) { rest = Array(text.utf8)[...] }

    /// Whether there is nothing but white space, comments and semicolons.
    var isBlank: Bool {
        var copy = self
        return copy.nextWord() == nil
    }

    /// Makes sure that the statement begins like a question: SQLite would compile `ATTACH` and some `PRAGMA` as if they read only.
    func checkIsQuestion() throws(StorageError) {
        if rest.count > QueryLimits.longestStatement { throw .tooLongQuery(QueryLimits.longestStatement) }
        var copy = self
        copy.skipBlanks()
        if copy.rest.isEmpty { throw .emptyQuery() }
        let beginning = String(decoding: copy.rest, as: UTF8.self)
        let word = beginning.prefix { $0.isLetter || $0 == "_" }.uppercased()
        if ["SELECT", "WITH", "VALUES", "EXPLAIN"].contains(word) { return }
        if ["PRAGMA", "ATTACH", "DETACH"].contains(word) { throw .refusedReach(word) }
        let writing = ["INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP", "ALTER", "VACUUM", "REINDEX", "ANALYZE"]
        let transactions = ["BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE"]
        if writing.contains(word) || transactions.contains(word) { throw .refusedStatement() }
        throw .notAQuestion(word.isEmpty ? String(beginning.prefix(12)) : String(beginning.prefix(word.count)))
    }

    /// The names of its `WITH` tables, in small letters: before `AS` and a bracket, with or without a list of columns between.
    ///
    /// - Throws: where one has the name of a view: it would be taken for the view where tables are guarded.
    func withNames(_ views: Set<String>) throws(StorageError) -> Set<String> {
        let words = words()
        var names: Set<String> = []
        for (place, word) in words.enumerated() {
            guard case .name(let name) = word.word else { continue }
            // The list of columns ends where its bracket closes.
            var next = place + 1
            if let end = words.indices.contains(next) ? words[next].closing : nil { next = end + 1 }
            guard words.indices.contains(next), words[next].word == .name("as") else { continue }
            next += 1
            while words.indices.contains(next), [.name("not"), .name("materialized")].contains(words[next].word) { next += 1 }
            if words.indices.contains(next), words[next].word == .sign(UInt8(ascii: "(")) { names.insert(name) }
        }
        if let taken = names.intersection(views).min() { throw .takenName(taken) }
        return names
    }

    /// All its words; an opening bracket knows the place of the closing one.
    private func words() -> [(word: Word, closing: Int?)] {
        var copy = self
        var words: [(word: Word, closing: Int?)] = []
        var open: [Int] = []
        while let word = copy.nextWord() {
            if word == .sign(UInt8(ascii: "(")) { open.append(words.count) }
            if word == .sign(UInt8(ascii: ")")), let place = open.popLast() { words[place].closing = words.count }
            words.append((word, nil))
        }
        return words
    }

    // MARK: Words

    private enum Word: Equatable {
        /// A name, a number, or a text without its quotes, as texts can name tables too; in small letters.
        case name(String)
        case sign(UInt8)
    }

    private mutating func nextWord() -> Word? {
        skipBlanks()
        guard let first = rest.first else { return nil }
        switch first {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): return .name(quoted(until: first))
        case UInt8(ascii: "["): return .name(quoted(until: UInt8(ascii: "]")))
        default: break
        }
        let word = rest.prefix(while: Self.isInName)
        rest = rest.dropFirst(max(word.count, 1))
        return word.isEmpty ? .sign(first) : .name(String(decoding: word, as: UTF8.self).lowercased())
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF: true
        default: false
        }
    }

    /// The text up to a closing sign, which stands twice where it is part of the text.
    private mutating func quoted(until end: UInt8) -> String {
        rest.removeFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == end {
                guard end != UInt8(ascii: "]"), rest.first == end else { break }
                rest.removeFirst()
            }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self).lowercased()
    }

    private mutating func skipBlanks() {
        while let first = rest.first {
            if first == 0x20 || (0x09...0x0D).contains(first) || first == UInt8(ascii: ";") {
                rest.removeFirst()
            } else if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
                rest = rest.dropFirst(3)
            } else if rest.starts(with: "--".utf8) {
                rest = rest.drop { $0 != 0x0A }
            } else if rest.starts(with: "/*".utf8) {
                skipBlockComment()
            } else {
                return
            }
        }
    }

    private mutating func skipBlockComment() {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
        rest = rest.dropFirst(2)
    }
}

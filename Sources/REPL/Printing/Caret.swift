/// Finds the place that a message of Lua's speaks of, since Lua counts lines only.
enum Caret {
    /// The column, from 1, of the name or sign that `message` has in quotes, if the line holds it exactly once.
    ///
    /// `unexpected symbol near '+'` and `attempt to call a nil value (global 'foo')` name what they mean; `near <eof>` is the
    /// end of the line.
    static func column(of message: String, in line: String) -> Int? {
        if message.contains("near <eof>") { return line.trimmedAtEnd.count + 1 }
        return named(in: message).flatMap { column(ofWord: $0, in: line) }
    }

    /// The column, from 1, of a word or sign that is not part of a longer word, if the line holds it exactly once.
    static func column(ofWord word: String, in line: String) -> Int? {
        let wanted = Array(word)
        let characters = Array(line)
        guard let first = wanted.first, let last = wanted.last, characters.count >= wanted.count else { return nil }
        let places = (0...(characters.count - wanted.count)).filter { start in
            let end = start + wanted.count
            return characters[start..<end].elementsEqual(wanted)
                && !(isLetter(first) && start > 0 && isLetter(characters[start - 1]))
                && !(isLetter(last) && end < characters.count && isLetter(characters[end]))
        }
        return places.count == 1 ? places[0] + 1 : nil
    }

    /// What stands between the last pair of single quotes.
    private static func named(in message: String) -> String? {
        guard let close = message.lastIndex(of: "'") else { return nil }
        guard let open = message[..<close].lastIndex(of: "'") else { return nil }
        return String(message[message.index(after: open)..<close])
    }

    private static func isLetter(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
}

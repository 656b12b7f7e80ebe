/// Finds the place that a message of Lua's speaks of, since Lua counts lines only.
enum Caret {
    /// The column, from 1, of the name or sign that `message` has in quotes, if the line holds it exactly once.
    ///
    /// `unexpected symbol near '+'` and `attempt to call a nil value (global 'foo')` name what they mean; `near <eof>` is the
    /// end of the line.
    static func column(of message: String, in line: String) -> Int? {
        if message.contains("near <eof>") { return line.trimmedAtEnd.count + 1 }
        guard let name = named(in: message), !name.isEmpty else { return nil }
        let wanted = Array(name)
        let characters = Array(line)
        guard characters.count >= wanted.count else { return nil }
        let places = (0...(characters.count - wanted.count)).filter { start in
            Array(characters[start..<(start + wanted.count)]) == wanted
                && !(isLetter(wanted.first!) && start > 0 && isLetter(characters[start - 1]))
                && !(isLetter(wanted.last!) && start + wanted.count < characters.count && isLetter(characters[start + wanted.count]))
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

/// A question for help, `gains?`: a name with a question mark, which no Lua line can be.
struct Question {
    /// What is asked about.
    let topic: String

    /// The question that a line is, or nil.
    init?(_ line: String) {
        let text = line.trimmed
        guard text.last == "?", let first = text.first, first.isNameStart else { return nil }
        let topic = text.dropLast().drop { $0 == "?" }
        guard topic.allSatisfy({ $0.isNameStart || $0.isDigit || $0 == "." || $0 == ":" }) else { return nil }
        self.topic = String(topic)
    }
}

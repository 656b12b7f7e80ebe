/// The word of a sentence that is being typed, and what it could be.
public struct CompletionSite: Sendable {
    /// The command word.
    public let command: String
    /// Where the word begins, in characters from 0, behind an opening quote.
    public let start: Int
    /// What has been typed of it, without an opening quote.
    public let prefix: String
    /// The quote that the word is in.
    public let quote: Character?
    /// What it could be; empty where the words before it do not fit.
    public let expectations: [CommandExpectation]
}

extension CommandTable {
    /// The last word of an unfinished sentence; nil if the line is Lua, or its first word is still being typed.
    public func completionSite(_ line: String, _ vocabulary: Vocabulary) -> CompletionSite? {
        let characters = Array(line)
        let tokens = CommandLexer.tokens(characters)
        guard let command = commandWord(of: line), let last = tokens.last else { return nil }
        let isBetween = characters.last?.isWhitespace == true && !last.isOpen
        guard tokens.count > 1 || isBetween else { return nil }
        let before = isBetween ? line : String(characters[..<last.range.lowerBound])
        let expectations = expectations(after: before, vocabulary)
        guard !isBetween else {
            return CompletionSite(command: command, start: characters.count, prefix: "", quote: nil, expectations: expectations)
        }
        let quote = last.isOpen && last.isQuoted ? characters[last.range.lowerBound] : nil
        let start = last.range.lowerBound + (quote == nil ? 0 : 1)
        return CompletionSite(
            command: command, start: start, prefix: String(characters[start...]), quote: quote, expectations: expectations)
    }
}

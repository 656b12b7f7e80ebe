/// What is being completed, where it begins and what is there already.
public struct CompletionRequest: Equatable, Sendable {
    /// Where the word begins, in characters of the line from 0.
    public var start: Int
    /// What has been typed of it, without an opening quote.
    public var prefix: String
    /// The quote that the word is in.
    public var quote: Character?
    /// What could stand here, all to be offered.
    public var subjects: [CompletionSubject]
}

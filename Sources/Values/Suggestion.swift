/// The name that was probably meant by a mistyped one, with the question that asks whether it was.
///
///     Suggestion(for: "quantitty", in: ["quantity", "price"])?.question   // did you mean "quantity"?
public struct Suggestion: Hashable, Sendable {
    /// The name that was probably meant.
    public let name: String

    /// A name that is known to be the one meant.
    public init(_ name: String) { self.name = name }

    /// The name nearest to what was typed, as `nearestName(to:in:)` finds it; nil where none is near.
    public init?(for typed: some StringProtocol, in names: some Sequence<String>) {
        guard let name = nearestName(to: typed, in: names) else { return nil }
        self.name = name
    }

    /// The question, as a hint or at the end of a hint: `did you mean "quantity"?`
    public var question: String { "did you mean \"\(name)\"?" }
    /// The question at the end of a sentence, behind a semicolon: `; did you mean "quantity"?`
    public var clause: String { "; \(question)" }
    /// The question as a sentence of its own: `Did you mean "quantity"?`
    public var sentence: String { "Did you mean \"\(name)\"?" }
}

/// What is wrong with a document.
public struct XMLFault: Error, Hashable, Sendable {
    /// What kind of fault it is.
    public enum Kind: Hashable, Sendable {
        /// The document is not well-formed, or ends before it is complete.
        case malformed
        /// It declares its type or entities of its own, by which a few lines can unfold to gigabytes or name other files.
        case declaration
        /// It is larger or deeper than what is read.
        case tooLarge
    }

    /// What kind of fault it is.
    public var kind: Kind
    /// The line on which it was found, counted from 1.
    public var line: Int
    /// What is wrong, without the place and without a full stop.
    public var message: String
}

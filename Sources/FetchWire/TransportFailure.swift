/// Why there is no answer at all, in a sentence.
public struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, for programs to test.
    public enum Kind: String, CaseIterable, Sendable {
        /// No connection came about: no such host, refused, no network.
        case unreachable
        /// The answer was not there in time.
        case timedOut = "timed_out"
        /// The answer broke off.
        case cutOff = "cut_off"
        /// The connection could not be secured.
        case tls
        /// The body is longer than was asked for.
        case tooLarge = "too_large"
        /// The asker gave up.
        case cancelled
        /// The address is none.
        case badURL = "bad_url"
        /// The program that asks the network is not there.
        case noProgram = "no_program"
    }

    /// What went wrong.
    public let kind: Kind
    /// The sentence, without a full stop at its end.
    public let message: String

    /// A failure of a kind, with its sentence.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    public var description: String { message }
}

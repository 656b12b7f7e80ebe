public import Frames
import Values

/// Why a chart cannot be made as asked: a kind for programs, a sentence and a hint for people.
public struct ChartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of mistake it is, for programs to test.
    public enum Kind: String, CaseIterable, Sendable {
        /// The frame has no column of that name.
        case unknownColumn = "unknown_column"
        /// A column or an option does not suit the chart.
        case badArgument = "bad_argument"
        /// Amounts in different currencies would stand on one axis.
        case mixedCurrencies = "mixed_currencies"
        /// A sum is beyond the largest number.
        case overflow
        /// The values of a column cannot be computed any more.
        case closed
    }

    /// What kind of mistake it is.
    public let kind: Kind
    /// What is wrong, as a sentence without a full stop.
    public let message: String
    /// What to do next; nil where the sentence says enough.
    public let hint: String?

    /// An error; `message` is a sentence without a full stop at its end.
    public init(_ kind: Kind, _ message: String, hint: String? = nil) { (self.kind, self.message, self.hint) = (kind, message, hint) }

    /// The sentence, with the hint behind it.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }

    /// An error of the frame that the chart is made of.
    public init(_ error: FrameError) {
        let kind: Kind
        switch error.kind {
        case .unknownColumn: kind = .unknownColumn
        case .typeMismatch, .duplicateColumn, .badArgument: kind = .badArgument
        case .mixedCurrencies: kind = .mixedCurrencies
        case .overflow: kind = .overflow
        case .closed: kind = .closed
        }
        self.init(kind, error.message, hint: error.hint)
    }

    /// What a frame gives; its errors are thrown as errors of the chart.
    static func checked<Result>(_ read: () throws(FrameError) -> Result) throws(ChartError) -> Result {
        do throws(FrameError) { return try read() } catch { throw ChartError(error) }
    }
}

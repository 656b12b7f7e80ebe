import JSON
public import Values

/// Why a plan cannot be made, read or computed: a kind for programs, a sentence and a hint for people.
public struct PlanError: ArithmeticFailure, Hashable, Sendable, CustomStringConvertible {
    /// What kind of mistake it is, for programs to test.
    public enum Kind: String, CaseIterable, Sendable {
        /// A number or a choice that is not possible, such as a negative fee.
        case badArgument = "bad_argument"
        /// A text or a document that cannot be read, such as `every monthh`.
        case malformed
        /// Two targets, tiers or accounts have the same name.
        case duplicateName = "duplicate_name"
        /// There is nothing to aim at: all weights are zero, or an account has no cap.
        case noTarget = "no_target"
        /// More money is to be taken out than there is.
        case notEnough = "not_enough"
        /// An amount beyond the largest decimal.
        case overflow
    }

    /// What kind of mistake it is.
    public let kind: Kind
    /// What is wrong, as a sentence without a full stop.
    public let message: String
    /// What to do next; nil where the sentence says enough.
    public let hint: String?

    /// An error of `kind`; `message` is a sentence without a full stop at its end.
    public init(_ kind: Kind, _ message: String, hint: String? = nil) {
        self.kind = kind
        self.message = message
        self.hint = hint
    }

    /// An amount that became too large.
    public init(arithmetic error: DecimalError) { self.init(.overflow, "\(error)") }

    /// The sentence, with the hint behind it.
    public var description: String { hint.map { "\(message); \($0)" } ?? message }
}

extension PlanError {
    /// Reads the JSON text in which a book keeps a plan; `what` names the plan in the error.
    static func reading(_ what: String, _ body: String) throws(PlanError) -> JSONValue {
        do { return try JSONReader.read(Array(body.utf8)) } catch { throw PlanError(.malformed, "\(what) cannot be read: \(error)") }
    }
}

extension FixedDecimal {
    /// The exact sum of all values; zero where there are none.
    static func sum(of values: [FixedDecimal]) throws(PlanError) -> FixedDecimal {
        var sum = FixedDecimal.zero
        for value in values { sum = try PlanError.checked { () throws(DecimalError) in try sum + value } }
        return sum
    }

    /// Parts of a total in proportion to weights, which add up to it exactly; see `split(_:by:digits:)`.
    static func parts(of total: FixedDecimal, by weights: [FixedDecimal], digits: Int = scale) throws(PlanError) -> [FixedDecimal] {
        do throws(SplitError) { return try split(total, by: weights, digits: digits) } catch { throw PlanError(.overflow, "\(error)") }
    }
}

/// Something missing or doubtful in a result: no quote, no rate, a value left out of a sum.
public struct FrameWarning: Hashable, Sendable, CustomStringConvertible {
    /// The kind of warning, for programs to test: `no_quote`, `no_rate`, `missing_values` …
    public let kind: String
    /// What is missing or doubtful, as a sentence.
    public let message: String
    /// What the warning is about, where there may be several of a kind, such as the account and the currency of `negative_cash`; else empty.
    public let subject: String

    /// A warning.
    public init(kind: String, message: String, subject: String = "") {
        self.kind = kind
        self.message = message
        self.subject = subject
    }

    /// The sentence.
    public var description: String { message }
}

/// Warnings that are worked out when first asked for, and shared by the frames derived from one another.
final class WarningList {
    private var compute: (() -> [FrameWarning])?
    private var found: [FrameWarning] = []

    /// Warnings that a closure works out.
    init(_ compute: @escaping () -> [FrameWarning]) { self.compute = compute }

    /// The warnings, worked out now unless they are known.
    var warnings: [FrameWarning] {
        if let compute {
            found = compute()
            self.compute = nil
        }
        return found
    }
}

/// A setting that shaped a result, such as `lot_method` = `fifo`.
public struct FramePolicy: Hashable, Sendable {
    /// The setting's name.
    public let name: String
    /// The value it had.
    public let value: String

    /// A setting and its value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

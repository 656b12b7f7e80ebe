/// A reader of bytes that strangers write, with what must hold whatever the bytes are.
///
/// The fuzzer (`bin/fuzz`) makes up bytes and keeps those that reach code which none before reached; the suite replays what was kept.
struct FuzzTarget: Sendable {
    /// The name that `bin/fuzz` takes, and the folder of its corpus.
    let name: String
    /// Reads the bytes; what does not hold is thrown.
    let read: @Sendable (UnsafeBufferPointer<UInt8>) throws(FuzzFinding) -> Void

    /// All there are, in the order of their names. A new one is a file beside this and a word here.
    static let all: [FuzzTarget] = [
        .beancount, .csv, .dates, .decimals, .ghostfolio, .gnucash, .journal, .json, .ofx, .portfolioPerformance, .qif, .rows, .sentences, .wealthfolio, .zip,
    ]

    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Something that should hold for all bytes, and does not for some.
struct FuzzFinding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws a finding unless the condition holds.
func require(_ condition: Bool, _ finding: @autoclosure () -> String) throws(FuzzFinding) {
    if !condition { throw FuzzFinding(finding()) }
}

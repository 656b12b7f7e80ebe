/// What an account, an instrument, a plan and whatever else a book defines may be called: the one rule for every way in.
///
/// A name stands in messages, in tables and on the screens of other people. One that holds an escape can steer a terminal, one that turns
/// the direction of writing reads as another one, and one with a blank at its end cannot be told from the one without.
public enum NameRule {
    /// The most characters a name may have, counted in Unicode scalars as Lua's `utf8.len` counts them.
    public static let longest = 200

    /// What can be wrong with a name.
    public enum Fault: Hashable, Sendable {
        /// The name has so many characters, more than `longest`.
        case tooLong(Int)
        /// The name has a character that moves the cursor, ends the line or turns the direction of writing.
        case control(Unicode.Scalar)
        /// The name begins or ends with a blank.
        case outerBlank
    }

    /// What is wrong with a name; nil where nothing is, and for an empty one, which means that there is none.
    public static func fault(in name: String) -> Fault? {
        if name.utf8.count <= longest, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return nil }
        if let scalar = name.unicodeScalars.first(where: SafeText.isUnsafe) { return .control(scalar) }
        if let first = name.unicodeScalars.first, let last = name.unicodeScalars.last, isBlank(first) || isBlank(last) { return .outerBlank }
        let count = name.unicodeScalars.count
        return count > longest ? .tooLong(count) : nil
    }

    /// White space, and the characters that take no room at all and so are seen by nobody.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || [0x200B, 0x2060, 0xFEFF].contains(scalar.value)
    }
}

extension NameRule.Fault: CustomStringConvertible {
    /// What is wrong, as the end of a sentence that begins with what is named.
    public var description: String {
        switch self {
        case .tooLong(let count): "has \(count) characters, and \(NameRule.longest) are the most"
        case .control(let scalar): "holds the character \(SafeText.spelt(scalar)), which ends a line, steers a terminal or turns the direction of writing"
        case .outerBlank: "begins or ends with a blank"
        }
    }
}

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
    public var question: String { "did you mean \(quoted(name))?" }
    /// The question at the end of a sentence, behind a semicolon: `; did you mean "quantity"?`
    public var clause: String { "; \(question)" }
    /// The question as a sentence of its own: `Did you mean "quantity"?`
    public var sentence: String { "Did you mean \(quoted(name))?" }
}

/// The name that somebody most likely meant, or nil where none is near.
///
/// First a name that differs in case only; then the one with the fewest letters wrong, missing, extra or swapped (at most a third
/// of them, and at most three); then the shortest that begins with what was typed. Names at the same distance go by the alphabet,
/// so the answer does not depend on the order given.
///
///     nearestName(to: "quantitty", in: ["quantity", "price"])   // "quantity"
public func nearestName(to typed: some StringProtocol, in names: some Sequence<String>) -> String? {
    let wanted = Array(typed.lowercased().unicodeScalars)
    if wanted.isEmpty { return nil }
    let limit = min(3, max(1, wanted.count / 3))
    var best: (rank: Int, name: String)?
    for name in names {
        let candidate = Array(name.lowercased().unicodeScalars)
        let rank: Int
        if candidate == wanted {
            rank = 0
        } else if let distance = editDistance(wanted, candidate, limit: limit), distance < candidate.count {
            rank = distance
        } else if wanted.count >= 2, candidate.starts(with: wanted) {
            rank = limit + candidate.count
        } else {
            continue
        }
        if let known = best, (known.rank, known.name) <= (rank, name) { continue }
        best = (rank, name)
    }
    return best?.name
}

/// How many letters must be changed, left out, put in or swapped with their neighbour to turn one word into the other (the
/// optimal string alignment form of the Damerau–Levenshtein distance); nil where it is more than the limit.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
    if abs(a.count - b.count) > limit { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
        var row = [i + 1]
        row.reserveCapacity(b.count + 1)
        for j in 0..<b.count {
            var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
            row.append(cost)
        }
        if row.allSatisfy({ $0 > limit }) { return nil }
        (beforeLast, last) = (last, row)
    }
    return last[b.count] <= limit ? last[b.count] : nil
}

import Synchronization

/// A usage text or a Lua template that cannot be understood: a mistake of whoever defines the command.
public struct CommandUsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    public let message: String
    /// The text at fault.
    public let usage: String
    /// Where in `usage`, as a character position from 1.
    public let column: Int

    public var description: String { "\(message), at column \(column) of \"\(usage)\"" }
}

/// Reads usage texts: `buy <quantity:decimal> <symbol:symbol> [@ <price:decimal>] [all]`.
///
/// It goes by bytes, as everything that means something is ASCII: a line that is typed is held against the usage texts of its command, and reading them by
/// characters took several times as long.
struct UsageParser {
    typealias Place = CommandPattern.Place
    typealias Clause = CommandPattern.Clause

    /// What a usage text describes.
    struct Parts: Sendable {
        /// The command word.
        var name: String
        /// The blanks behind it.
        var places: [Place]
        /// The parts that begin with a keyword.
        var clauses: [Clause]
    }

    private let usage: String
    private let bytes: [UInt8]
    private var position = 0

    private init(_ usage: String) {
        self.usage = usage
        bytes = Array(usage.utf8)
    }

    /// The command word of a usage text; empty where it begins with none.
    static func name(of usage: String) -> String {
        var parser = UsageParser(usage)
        return parser.literal() ?? ""
    }

    /// Reads a usage text.
    ///
    /// - Throws: `CommandUsageError` where it is no usage text, or one with parts that a matcher could not tell apart.
    static func parse(_ usage: String) throws(CommandUsageError) -> Parts {
        var parser = UsageParser(usage)
        return try parser.parse()
    }

    private mutating func parse() throws(CommandUsageError) -> Parts {
        guard let name = literal() else { throw failure("a usage begins with the command word") }
        var places: [Place] = []
        var clauses: [Clause] = []
        while skipSpaces() {
            let isOptional = bytes[position] == UInt8(ascii: "[")
            if isOptional { position += 1 }
            let keyword = literal()
            var inside: [Place] = []
            while skipSpaces(), bytes[position] == UInt8(ascii: "<") || (keyword != nil && beginsOptionalPlace(inBrackets: isOptional)) {
                inside.append(bytes[position] == UInt8(ascii: "[") ? try optionalPlace() : try place(isOptional: isOptional && keyword == nil))
                if keyword == nil && !isOptional { break }
            }
            if isOptional {
                guard skipSpaces(), bytes[position] == UInt8(ascii: "]") else { throw failure("a [ is not closed by ]") }
                position += 1
            }
            if let keyword {
                clauses.append(Clause(keyword: keyword, places: inside, isOptional: isOptional))
            } else if inside.isEmpty {
                throw failure("expected a keyword, <name:kind> or [")
            } else if clauses.isEmpty {
                places += inside
            } else {
                throw failure("a place must come before the first keyword, or follow one")
            }
        }
        try check(places, clauses)
        return Parts(name: name, places: places, clauses: clauses)
    }

    /// Whether what follows in a clause is a place that may be left out. Behind a clause without brackets another clause may begin with the same sign.
    private func beginsOptionalPlace(inBrackets: Bool) -> Bool {
        guard bytes[position] == UInt8(ascii: "[") else { return false }
        return inBrackets || position + 1 < bytes.count && bytes[position + 1] == UInt8(ascii: "<")
    }

    /// What may follow within a clause: the second place of `[@ <price:decimal> [<currency:currency>]]`.
    private mutating func optionalPlace() throws(CommandUsageError) -> Place {
        position += 1
        guard skipSpaces(), bytes[position] == UInt8(ascii: "<") else { throw failure("within a clause only <name:kind> may stand in brackets") }
        let place = try place(isOptional: true)
        guard skipSpaces(), bytes[position] == UInt8(ascii: "]") else { throw failure("a [ is not closed by ]") }
        position += 1
        return place
    }

    private mutating func place(isOptional: Bool) throws(CommandUsageError) -> Place {
        position += 1
        let start = position
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: ">")) else { throw failure("a < is not closed by >") }
        let parts = bytes[start..<end].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2, !parts[0].isEmpty else { throw failure("a place is written <name:kind>") }
        guard let kind = ArgumentKind(rawValue: parts[1]) else {
            let kinds = ArgumentKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw failure("there is no kind \(parts[1]); the kinds are \(kinds)")
        }
        position = end + 1
        return Place(name: parts[0], kind: kind, isOptional: isOptional)
    }

    /// A word of the grammar: anything but brackets.
    private mutating func literal() -> String? {
        guard skipSpaces() else { return nil }
        let start = position
        while position < bytes.count, !Self.isMark(bytes[position]) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"), UInt8(ascii: ">"): true
        default: false
        }
    }

    /// Goes to the next character that is no space; false at the end.
    private mutating func skipSpaces() -> Bool {
        while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
        return position < bytes.count
    }

    private func failure(_ message: String) -> CommandUsageError {
        CommandUsageError(message: message, usage: usage, column: String(decoding: bytes[..<position], as: UTF8.self).count + 1)
    }

    /// Refuses what the matcher could not tell apart. Clauses may share a keyword, `[in <base:currency>] [in <account:account>]`, and places of different
    /// clauses a name, `[of <account:account>] [in <account:account>]`: the words tell which is meant.
    private func check(_ places: [Place], _ clauses: [Clause]) throws(CommandUsageError) {
        for names in [places.map(\.name)] + clauses.map({ $0.places.map(\.name) }) {
            if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) { throw failure("the name \(twice) is there twice") }
        }
        for (place, clause) in clauses.enumerated() {
            guard let other = clauses[..<place].first(where: { $0.keyword == clause.keyword }) else { continue }
            guard clause.isOptional, other.isOptional, let kind = clause.places.first?.kind, let before = other.places.first?.kind, kind != before else {
                throw failure("the keyword \(clause.keyword) is there twice")
            }
        }
        if let rest = places.firstIndex(where: \.kind.isRest), rest < places.count - 1 || !clauses.isEmpty {
            throw failure("\(places[rest].name) takes the rest of the line, so it must come last")
        }
    }
}

/// What a usage text describes, read when it is first asked for.
final class UsageParts: Sendable {
    private let usage: String
    private let known: Mutex<UsageParser.Parts?>

    /// The parts of a usage text that was read.
    init(_ parts: UsageParser.Parts) {
        usage = ""
        known = Mutex(parts)
    }

    /// The parts of a usage text that is known to be one.
    init(of usage: String) {
        self.usage = usage
        known = Mutex(nil)
    }

    /// The parts.
    var read: UsageParser.Parts {
        known.withLock { known in
            if let known { return known }
            do throws(CommandUsageError) {
                let parts = try UsageParser.parse(usage)
                known = parts
                return parts
            } catch {
                preconditionFailure("\(error)")
            }
        }
    }
}

/// A sentence that the shell understands, described by its usage text.
///
/// The usage is both what people read and what is parsed:
///
///     buy <quantity:decimal> <symbol:symbol> [@ <price:decimal>] [fee <fee:decimal>] [in <account:account>] [on <date:date>]
///
/// First the command word, then places (`<name:kind>`) that are filled in order, then clauses that begin with a keyword and
/// may come in any order. What stands in brackets may be left out, also behind the first place of a clause. A clause without a place, `[all]`,
/// is a switch.
public struct CommandPattern: Sendable {
    /// The command word, `buy`.
    public let name: String
    /// The text that the pattern was made from.
    public let usage: String
    /// One sentence on what the command does.
    public let summary: String
    /// A line that can be typed as it stands.
    public let example: String
    /// What a sentence of this pattern becomes.
    public let action: CommandAction

    let places: [Place]
    let clauses: [Clause]

    /// A blank to be filled with one value.
    struct Place: Sendable, Equatable {
        var name: String
        var kind: ArgumentKind
        var isOptional: Bool
    }

    /// A keyword with the places that follow it.
    struct Clause: Sendable, Equatable {
        var keyword: String
        var places: [Place]
        var isOptional: Bool
    }

    /// Parses `usage`; the pattern's name is its first word.
    ///
    /// - Throws: `CommandUsageError` that says what is wrong with the usage text and where.
    public init(usage: String, summary: String, example: String, action: CommandAction) throws(CommandUsageError) {
        let parsed = try UsageParser.parse(usage)
        name = parsed.name
        places = parsed.places
        clauses = parsed.clauses
        self.usage = usage
        self.summary = summary
        self.example = example
        self.action = action
    }

    /// The usage as people read it, kinds left out: `buy QUANTITY SYMBOL [@ PRICE] [in ACCOUNT]`.
    public var synopsis: String {
        var parts = [name]
        for place in places {
            parts.append(place.isOptional ? "[\(place.label)]" : place.label)
        }
        for clause in clauses {
            parts.append(clause.isOptional ? "[\(clause.synopsis)]" : clause.synopsis)
        }
        return parts.joined(separator: " ")
    }

    /// The names of the arguments that a sentence may give.
    var argumentNames: [String] {
        places.map(\.name) + clauses.flatMap { $0.places.isEmpty ? [$0.keyword] : $0.places.map(\.name) }
    }

    /// The clause that gives an argument, as people read it: `in ACCOUNT` for `account`; nil if none does.
    public func clause(giving name: String) -> String? {
        clauses.first { $0.places.contains { $0.name == name } }?.synopsis
    }
}

extension CommandPattern.Place {
    /// The blank as a synopsis shows it.
    var label: String { name.uppercased() + (kind.isRest ? "…" : "") }
}

extension CommandPattern.Clause {
    /// The clause as people read it, `to ACCOUNT`; a place that is called like its keyword is shown by its kind: `on DATE`.
    var synopsis: String {
        ([keyword] + places.map { place in
            let label = place.name == keyword ? place.kind.noun : place.label
            return place.isOptional ? "[\(label)]" : label
        }).joined(separator: " ")
    }
}

public import Values

/// The plans that a book keeps, and what became of the days of its recurring rules.
public struct PlanStore: Hashable, Sendable {
    private var kinds: [PlanDocument.Kind: PlanRow] = [:]
    /// What was said of a day of a rule last, and by which entry.
    struct Settlement: Hashable, Sendable {
        let occurrence: Occurrence
        let entry: EntryID
    }

    /// How the days of each rule stand.
    private(set) var rules: [String: [Day: Settlement]] = [:]

    /// Whether nothing was ever planned.
    public var isEmpty: Bool { kinds.values.allSatisfy { $0.documents.isEmpty } && rules.isEmpty }

    /// The documents of a kind, in the order of their first definition.
    public func documents(_ kind: PlanDocument.Kind) -> [PlanDocument] { kinds[kind]?.documents ?? [] }

    /// The document of exactly that name.
    public func document(_ kind: PlanDocument.Kind, named name: String) -> PlanDocument? { kinds[kind]?[name] }

    /// How a day of a rule stands; nil where nothing was said of it.
    public func occurrence(of rule: String, on day: Day) -> Occurrence? { rules[rule]?[day]?.occurrence }

    /// The entry that says how a day of a rule stands; what was recorded for the day stands right before it.
    public func entry(of rule: String, on day: Day) -> EntryID? { rules[rule]?[day]?.entry }

    /// What was said of the days of a rule, by day. O(n log n).
    public func occurrences(of rule: String) -> [Occurrence] { rules[rule]?.values.map(\.occurrence).sorted { $0.day < $1.day } ?? [] }

    /// Everything that was said of days, by rule and day.
    var settlements: [Settlement] {
        settledRules.flatMap { rule in rules[rule]!.values.sorted { $0.occurrence.day < $1.occurrence.day } }
    }

    /// The rules of which something was said, those taken away among them, by name.
    public var settledRules: [String] { rules.keys.sorted() }

    /// Puts a document in the place of the one of its name, or takes that one away.
    mutating func put(_ document: PlanDocument) {
        kinds[document.kind, default: PlanRow()].put(document.body.isEmpty ? nil : document, named: document.name)
    }

    /// What stands under a name, and in which place, for the undo log.
    func standing(_ kind: PlanDocument.Kind, _ name: String) -> (document: PlanDocument?, place: Int) {
        let row = kinds[kind] ?? PlanRow()
        return (row[name], row.place(of: name))
    }

    /// Brings back what stood under a name; changes are taken back in the opposite order.
    mutating func restore(_ standing: (document: PlanDocument?, place: Int), named name: String, of kind: PlanDocument.Kind) {
        kinds[kind, default: PlanRow()].restore(standing.document, named: name, at: standing.place)
    }

    mutating func put(_ occurrence: Occurrence, by entry: EntryID) {
        rules[occurrence.rule, default: [:]][occurrence.day] = Settlement(occurrence: occurrence, entry: entry)
    }

    func settlement(of rule: String, on day: Day) -> Settlement? { rules[rule]?[day] }

    /// Brings back what was said of a day, which may be nothing.
    mutating func restore(_ settlement: Settlement?, rule: String, day: Day) {
        rules[rule]?[day] = settlement
        if rules[rule]?.isEmpty ?? false { rules[rule] = nil }
    }
}

/// The documents of one kind, found by name, in the order of their first definition.
private struct PlanRow {
    /// By place; none where a document was taken away.
    private var places: [PlanDocument?] = []
    private var placeOf: [String: Int] = [:]

    var documents: [PlanDocument] { places.compactMap { $0 } }

    subscript(name: String) -> PlanDocument? { placeOf[name].flatMap { places[$0] } }

    func place(of name: String) -> Int { placeOf[name] ?? places.count }

    /// Puts a document, or none, in the place of that of its name. One that was taken away and comes anew stands last.
    mutating func put(_ document: PlanDocument?, named name: String) {
        let place = place(of: name)
        if place < places.count {
            places[place] = document
            if document == nil { placeOf[name] = nil }
        } else if let document {
            places.append(document)
            placeOf[name] = place
        }
    }

    /// Brings back what stood in a place before the change that is taken back; later changes have been taken back before.
    mutating func restore(_ document: PlanDocument?, named name: String, at place: Int) {
        placeOf[name] = document == nil ? nil : place
        if document == nil, place == places.count - 1 { places.removeLast() } else if document != nil { places[place] = document }
    }
}

extension PlanStore {
    /// Compares what stands, whatever stood before.
    public static func == (a: PlanStore, b: PlanStore) -> Bool {
        a.rules == b.rules && Set(a.kinds.keys).union(b.kinds.keys).allSatisfy { a.documents($0) == b.documents($0) }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rules)
        for kind in kinds.keys.sorted(by: { $0.rawValue < $1.rawValue }) where !documents(kind).isEmpty { hasher.combine(documents(kind)) }
    }
}

/// Something that is planned, kept by the book as text: a reserve plan, targets, a recurring rule.
///
/// The ledger computes nothing from it; it keeps it in the journal, so that a plan can be undone, asked for as it was, and carried from
/// book to book with everything else. What the text means is up to the plans.
public struct PlanDocument: Hashable, Sendable {
    /// The kinds of plan that a document may hold.
    public enum Kind: String, CaseIterable, Sendable {
        /// Tiers of cash reserves.
        case reserve
        /// The parts that instruments or groups of them are to have.
        case targets
        /// What is recorded again and again by the calendar.
        case recurring
        /// A sum to be there by a day.
        case goal
        /// How much may be brought into accounts in a year.
        case limit
        /// Days on which nobody works.
        case calendar
        /// The day from which a recurring rule of a script rests.
        case pause
        /// A currency that neither ISO 4217 nor the list of coins has: its name and digits.
        case currency
        /// What the accounts of another program's files are to luca, by the format of the files.
        case accountMapping = "account_mapping"
    }

    /// The kind of plan.
    public var kind: Kind
    /// What it is called, once among those of its kind.
    public var name: String
    /// One JSON object; empty where the document is taken away.
    public var body: String

    /// A document; with an empty body, the end of the one of that name.
    public init(kind: Kind, name: String, body: String) {
        self.kind = kind
        self.name = name
        self.body = body
    }
}

/// What became of one day of a recurring rule; the key that lets it be posted once only.
public struct Occurrence: Hashable, Sendable {
    /// What has become of a day of a recurring rule.
    public enum State: String, CaseIterable, Sendable {
        /// What it asks for is recorded.
        case posted
        /// It was passed over on purpose.
        case skipped
        /// What was recorded for it was undone, so that it is due again.
        case open
    }

    /// The name of the rule.
    public var rule: String
    /// The day by the rule, before weekends and holidays move it.
    public var day: Day
    /// What has become of the day.
    public var state: State
    /// The first of the entries that were recorded for it, which end right before its own; nil where it took none.
    public var first: EntryID?

    /// What became of a rule's day.
    public init(rule: String, day: Day, state: State, first: EntryID? = nil) {
        self.rule = rule
        self.day = day
        self.state = state
        self.first = first
    }
}

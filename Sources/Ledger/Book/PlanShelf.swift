public import Values

/// The plans that a book keeps, and what became of the days of its recurring rules.
public struct PlanShelf: Hashable, Sendable {
    /// The documents of each kind, in the order of their first definition.
    private(set) var kinds: [PlanDocument.Kind: [PlanDocument]] = [:]
    /// What was said of a day of a rule last, and by which entry.
    struct Settlement: Hashable, Sendable {
        let occurrence: Occurrence
        let entry: EntryID
    }

    /// How the days of each rule stand.
    private(set) var rules: [String: [Day: Settlement]] = [:]

    /// Whether nothing was ever planned.
    public var isEmpty: Bool { kinds.isEmpty && rules.isEmpty }

    /// The documents of a kind, in the order of their first definition.
    public func documents(_ kind: PlanDocument.Kind) -> [PlanDocument] { kinds[kind] ?? [] }

    /// The document of exactly that name.
    public func document(_ kind: PlanDocument.Kind, named name: String) -> PlanDocument? { kinds[kind]?.first { $0.name == name } }

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
        var documents = kinds[document.kind] ?? []
        let place = documents.firstIndex { $0.name == document.name }
        switch (place, document.body.isEmpty) {
        case (let place?, true): documents.remove(at: place)
        case (let place?, false): documents[place] = document
        case (nil, true): return
        case (nil, false): documents.append(document)
        }
        restore(documents, of: document.kind)
    }

    /// Brings back all documents of a kind as they were.
    mutating func restore(_ documents: [PlanDocument], of kind: PlanDocument.Kind) { kinds[kind] = documents.isEmpty ? nil : documents }

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

extension Ledger {
    func check(_ document: PlanDocument) throws(LedgerError) {
        guard document.name.contains(where: { !$0.isWhitespace }) else { throw .unnamedPlan(kind: document.kind.rawValue) }
    }

    func keep(_ document: PlanDocument) {
        undo.append(.plans(kind: document.kind, plans.documents(document.kind)))
        plans.put(document)
    }

    /// Checks that a day of a rule is not settled twice, and that what was recorded for it stands before it.
    func check(_ occurrence: Occurrence, _ id: EntryID) throws(LedgerError) {
        if let first = occurrence.first, first >= id || first.rawValue < 1 { throw .undefined(what: "entry", number: first.rawValue) }
        let before = plans.occurrence(of: occurrence.rule, on: occurrence.day)?.state ?? .open
        if occurrence.state != .open, before != .open {
            throw .alreadySettled(rule: occurrence.rule, day: occurrence.day, state: before)
        }
    }

    func settle(_ occurrence: Occurrence, by id: EntryID) {
        undo.append(.occurrence(rule: occurrence.rule, day: occurrence.day, plans.settlement(of: occurrence.rule, on: occurrence.day)))
        plans.put(occurrence, by: id)
    }
}

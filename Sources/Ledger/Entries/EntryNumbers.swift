import Values

/// A number by which entries name something of their book.
package enum EntryNumber: Hashable, Sendable {
    /// An entry.
    case entry(EntryID)
    /// An act, by its place among the acts.
    case act(Int)
    /// An account.
    case account(AccountID)
    /// An instrument.
    case instrument(InstrumentID)

    /// What has the number, in a sentence: `entry 12`.
    package var told: String {
        switch self {
        case .entry(let id): "entry \(id.rawValue)"
        case .act(let id): "act \(id)"
        case .account(let id): "account \(id.rawValue)"
        case .instrument(let id): "instrument \(id.rawValue)"
        }
    }
}

/// How far the numbers of a journal reach.
package struct NumberCounts: Hashable, Codable, Sendable {
    /// The number of the last entry.
    package var entries: Int
    /// The number of the last act.
    package var acts: Int
    /// The number of the last account.
    package var accounts: Int
    /// The number of the last instrument.
    package var instruments: Int

    package init(entries: Int = 0, acts: Int = 0, accounts: Int = 0, instruments: Int = 0) {
        (self.entries, self.acts, self.accounts, self.instruments) = (entries, acts, accounts, instruments)
    }

    /// Whether a number is of what the journal has.
    package func has(_ number: EntryNumber) -> Bool {
        switch number {
        case .entry(let id): id.rawValue <= entries
        case .act(let id): id <= acts
        case .account(let id): Int(id.rawValue) <= accounts
        case .instrument(let id): Int(id.rawValue) <= instruments
        }
    }

    /// Counts what a number is given to: the next of its kind.
    package mutating func next(like number: EntryNumber) -> EntryNumber {
        switch number {
        case .entry:
            entries += 1
            return .entry(EntryID(entries))
        case .act:
            acts += 1
            return .act(acts)
        case .account:
            accounts += 1
            return .account(AccountID(Int32(clamping: accounts)))
        case .instrument:
            instruments += 1
            return .instrument(InstrumentID(Int32(clamping: instruments)))
        }
    }
}

/// Which numbers entries get that are laid behind another end of their journal than the one they were recorded on.
///
/// What the journal had then keeps its number. What came with the entries themselves is told here one by one: what it is called now, or why it is not there.
package struct EntryNumbers: Sendable {
    private enum Place: Sendable {
        case at(EntryNumber)
        case lost(String)
    }

    /// What the journal had on which the entries were recorded.
    package let before: NumberCounts
    private var places: [EntryNumber: Place] = [:]

    /// Numbers of entries that were recorded on a journal of so much.
    package init(before: NumberCounts) { self.before = before }

    /// Whether it was told what becomes of a number, or the number stays.
    package func knows(_ number: EntryNumber) -> Bool { before.has(number) || places[number] != nil }

    /// Whether every number that was told is what it was.
    package var isUnchanged: Bool {
        places.allSatisfy { number, place in if case .at(number) = place { true } else { false } }
    }

    /// What a number becomes.
    package mutating func put(_ number: EntryNumber, at place: EntryNumber) { places[number] = .at(place) }

    /// A number that nothing has any more, with a sentence on what became of it.
    package mutating func lose(_ number: EntryNumber, because reason: String) { places[number] = .lost(reason) }

    /// What a number is now.
    package func place(of number: EntryNumber) throws(MissingNumber) -> EntryNumber {
        if before.has(number) { return number }
        switch places[number] {
        case .at(let place): return place
        case .lost(let reason): throw MissingNumber(number: number, reason: reason)
        case nil: throw MissingNumber(number: number, reason: "It names \(number.told), and there is none.")
        }
    }

    /// The number of an entry now.
    package func entry(_ id: EntryID) throws(MissingNumber) -> EntryID {
        guard case .entry(let place) = try place(of: .entry(id)) else { preconditionFailure("a number stays one of its kind") }
        return place
    }

    /// The number of an act now.
    package func act(_ id: Int) throws(MissingNumber) -> Int {
        guard case .act(let place) = try place(of: .act(id)) else { preconditionFailure("a number stays one of its kind") }
        return place
    }

    /// The number of an account now.
    package func account(_ id: AccountID) throws(MissingNumber) -> AccountID {
        guard case .account(let place) = try place(of: .account(id)) else { preconditionFailure("a number stays one of its kind") }
        return place
    }

    /// The number of an instrument now.
    package func instrument(_ id: InstrumentID) throws(MissingNumber) -> InstrumentID {
        guard case .instrument(let place) = try place(of: .instrument(id)) else { preconditionFailure("a number stays one of its kind") }
        return place
    }

    /// The id of a lot now, whose name holds the numbers of the entries that made it.
    package func lot(_ id: EntryID) throws(MissingNumber) -> EntryID {
        _ = try entry(id.openingEntry)
        if let lot = id.lot(renumbered: { try? entry($0) }) { return lot }
        // A name that several entries made says no more which: it holds as long as all of them have the numbers they had.
        guard isUnchanged else { throw MissingNumber(number: .entry(id), reason: "It names lot \(id.rawValue), which several entries parted that have other numbers now.") }
        return id
    }

    /// The words before the number of an entry, in the names of groups that nobody chose: `transfer 12` ties the two sides that entry 12 begins.
    private static let groupWords: Set = ["transfer", "exchange", "order"]

    /// The name of a group now: where it is one that luca gave by the number of an entry, it goes with that, so that it ties nothing else.
    package func group(_ name: String) -> String {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.groupWords.contains(String(parts[0])), let number = Int(parts[1]), let place = try? entry(EntryID(number)) else { return name }
        return "\(parts[0]) \(place.rawValue)"
    }
}

extension ActivityDetail {
    /// The same where entries, instruments and what is called by their numbers are told by others.
    func renumbered(_ numbers: EntryNumbers) throws(MissingNumber) -> ActivityDetail {
        var lots: [LotChoice] = [], place: [EntryID] = []
        for choice in self.lots { lots.append(LotChoice(try numbers.lot(choice.lot), quantity: choice.quantity)) }
        for entry in self.place { place.append(try numbers.entry(entry)) }
        return ActivityDetail(
            ratio: ratio, into: try into.map { into throws(MissingNumber) in try numbers.instrument(into) }, group: numbers.group(group), lots: lots, opened: opened, share: share,
            settles: settles, amends: try amends.map { entry throws(MissingNumber) in try numbers.entry(entry) }, sourceID: sourceID, place: place)
    }
}

/// What an entry names is not there any more.
package struct MissingNumber: Error, Sendable {
    /// The number that it names.
    package let number: EntryNumber
    /// Why nothing has it, as a sentence.
    package let reason: String

    package init(number: EntryNumber, reason: String) { (self.number, self.reason) = (number, reason) }
}

/// Something that an entry says, and that two people who did not know of each other must not both say: who comes second would undo what the first
/// has said, or say it twice.
package struct EntryClaim: Sendable {
    /// What it is of, the same for all entries that say it.
    package struct Key: Hashable, Sendable {
        let table: JournalTable
        let of: String
    }

    /// What it is of.
    package let key: Key
    /// What somebody has done who said it, as the beginning of a sentence: `the account Brokerage was defined`.
    package let told: String
    /// Whether the very same may be said again, which changes nothing.
    package let mayRepeat: Bool

    init(_ table: JournalTable, _ of: String, told: String, mayRepeat: Bool) { (key, self.told, self.mayRepeat) = (Key(table: table, of: of), told, mayRepeat) }
}

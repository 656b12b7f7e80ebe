import Frames
import Ledger
import Storage
import Values

/// The accounts, instruments and activities that have one of some tags.
///
/// What happened has a tag if it, its account or its instrument has it; what is held, if its account or its instrument has it.
package struct TaggedParts {
    /// The tags that were asked for, as they are shown.
    package let tags: [String]
    /// Accounts that have one of them, by number less one.
    package let accounts: [Bool]
    /// Instruments that have one of them, by number less one.
    package let instruments: [Bool]
    /// Entries of activities that have one of their own, those that were amended among them.
    package let activities: Set<EntryID>

    /// What has one of the tags, which must be known.
    ///
    /// - Parameter table: the activities, asked only where one of the tags is on some.
    package init(_ tags: [String], _ defined: Definitions, _ table: () throws -> ActivityTable) rethrows {
        self.tags = tags
        var accounts = [Bool](repeating: false, count: defined.accounts.count), instruments = [Bool](repeating: false, count: defined.instruments.count)
        var firsts: [EntryID] = []
        for thing in defined.tags.things where tags.contains(where: { defined.tags.has(thing, $0) }) {
            switch thing {
            case .account(let account): accounts[Int(account.rawValue) - 1] = true
            case .instrument(let instrument): instruments[Int(instrument.rawValue) - 1] = true
            case .activity(let entry): firsts.append(entry)
            }
        }
        (self.accounts, self.instruments) = (accounts, instruments)
        activities = firsts.isEmpty ? [] : try Self.withAmendments(firsts, table())
    }

    private static func withAmendments(_ firsts: [EntryID], _ table: ActivityTable) -> Set<EntryID> {
        var found: Set<EntryID> = []
        for first in firsts {
            var next: EntryID? = first
            while let entry = next {
                found.insert(entry)
                next = table.row(of: entry).flatMap(table.amendment)
            }
        }
        return found
    }

    /// Whether any account has one of the tags.
    package var areOnAccounts: Bool { accounts.contains(true) }
    /// Whether any instrument has one of the tags.
    package var areOnInstruments: Bool { instruments.contains(true) }

    /// Whether an account, an instrument or an activity has one of the tags.
    package func include(_ account: AccountID, _ instrument: InstrumentID?, _ activity: EntryID? = nil) -> Bool {
        if account != .every, accounts[Int(account.rawValue) - 1] { return true }
        if let instrument, instruments[Int(instrument.rawValue) - 1] { return true }
        return activity.map(activities.contains) ?? false
    }
}

/// What the rows of a query are of, by which it is told what a tag means for them.
package enum TaggedRows {
    /// What happened or is held in an account, of an instrument: either may have the tag.
    case positions
    /// Accounts alone.
    case accounts
    /// Instruments alone.
    case instruments
    /// Parts of the book that are valued as a whole: some accounts, or some instruments.
    case scopes
}

extension BookFilter {
    /// Leaves what has one of some tags, as far as rows of that sort can have them.
    ///
    /// - Returns: why they cannot, for the end of a sentence; nil where the filter is narrowed.
    package mutating func narrow(tagged parts: TaggedParts, _ rows: TaggedRows) -> String? {
        let tags = parts.tags.map { quoted($0) }.joined(separator: ", "), are = parts.tags.count == 1 ? "is" : "are"
        self.tags = parts.tags
        switch rows {
        case .positions: tagged = parts
        case .accounts:
            if !parts.areOnAccounts { return "\(tags) \(are) on no account" }
            narrow(accounts: parts.accounts)
        case .instruments:
            if !parts.areOnInstruments { return "\(tags) \(are) on no instrument" }
            narrow(instruments: parts.instruments)
        case .scopes:
            if parts.areOnAccounts, parts.areOnInstruments { return "\(tags) \(are) on accounts and on instruments, which cannot be valued as one part without counting twice" }
            if !parts.areOnAccounts, !parts.areOnInstruments { return "\(tags) \(are) on no account and no instrument" }
            if parts.areOnAccounts { narrow(accounts: parts.accounts) } else { narrow(instruments: parts.instruments) }
        }
        return nil
    }
}

extension BookFilter {
    /// What of the accounts that something is told of as a whole, such as a limit, passes the filter, and a warning where only a part of them does.
    ///
    /// - Returns: nil where none passes.
    package func part(of accounts: [String], _ defined: Definitions, called name: String) -> [FrameWarning]? {
        if self.accounts == nil { return [] }
        let known = accounts.compactMap { name in defined.account(named: name).map { (name: name, fits: fits($0)) } }
        guard known.contains(where: \.fits) else { return nil }
        let others = known.filter { !$0.fits }.map { quoted($0.name) }
        if others.isEmpty { return [] }
        let list = others.prefix(4).joined(separator: ", ") + (others.count > 4 ? " and \(others.count - 4) more" : "")
        return [
            FrameWarning(
                kind: "partly_tagged",
                message:
                    "\(name) is of all its accounts together, of which \(list) \(others.count == 1 ? "does" : "do") not have the tag \(tags.map { quoted($0) }.joined(separator: ", "))"
            )
        ]
    }
}

extension TagStore {
    /// The tags of a thing as one text, `reserve, tax`; empty where it has none.
    package func text(of thing: TaggedThing) -> String { tags(of: thing).joined(separator: ", ") }
}

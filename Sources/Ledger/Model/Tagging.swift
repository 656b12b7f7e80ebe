/// What a tag may be put on.
public enum TaggedThing: Hashable, Sendable {
    /// An account.
    case account(AccountID)
    /// An instrument.
    case instrument(InstrumentID)
    /// An activity, by its entry.
    case activity(EntryID)

    /// The kinds of things, under the words that files and scripts say.
    public enum Kind: String, CaseIterable, Sendable {
        /// An account.
        case account
        /// An instrument.
        case instrument
        /// An activity.
        case activity
    }

    /// A thing by its kind and number; nil where accounts and instruments cannot have such a number.
    init?(_ kind: Kind, number: Int) {
        switch kind {
        case .account:
            guard let number = Int32(exactly: number) else { return nil }
            self = .account(AccountID(number))
        case .instrument:
            guard let number = Int32(exactly: number) else { return nil }
            self = .instrument(InstrumentID(number))
        case .activity: self = .activity(EntryID(number))
        }
    }

    /// What kind of thing it is.
    public var kind: Kind {
        switch self {
        case .account: .account
        case .instrument: .instrument
        case .activity: .activity
        }
    }

    /// Its number among those of its kind; of an activity that of the entry.
    public var number: Int {
        switch self {
        case .account(let account): Int(account.rawValue)
        case .instrument(let instrument): Int(instrument.rawValue)
        case .activity(let entry): entry.rawValue
        }
    }
}

/// A word that the owner puts on an account, an instrument or an activity, or takes off again.
public struct Tagging: Hashable, Sendable {
    /// What becomes of a tag.
    public enum Change: String, CaseIterable, Sendable {
        /// It is put on.
        case added
        /// It is taken off.
        case removed
    }

    /// What is tagged. Of an activity that was amended, any entry of it names the same thing.
    public var thing: TaggedThing
    /// The tag as it is shown; the same in other capitals is the same tag.
    public var tag: String
    /// Whether it is put on or taken off.
    public var change: Change

    /// A tag that is put on a thing, or taken off it.
    public init(_ thing: TaggedThing, _ tag: String, _ change: Change = .added) { (self.thing, self.tag, self.change) = (thing, tag, change) }
}

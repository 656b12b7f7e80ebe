/// The tables that make up the journal.
///
/// A row is written once, and each carries the hash of all before it. Entries (all but acts) share one sequence of numbers, from 1
/// without gaps; an act stands before its first entry and names it.
enum JournalTable: Int, CaseIterable, Sendable {
    /// What somebody did: a statement, an import. The entries that follow up to the next act are of this one.
    case act
    /// An account, as defined by this entry; a later row of the same id supersedes it.
    case account
    /// An instrument, as defined by this entry; a later row of the same id supersedes it.
    case instrument
    /// Something that happened.
    case activity
    /// The end of an activity that was recorded by mistake.
    case void
    /// A setting of the book, from this entry on.
    case setting
    /// What an account is worth, as its owner told it.
    case valuation
    /// The erasure of an account: how many entries were removed, and what vouches for the tombstones in their places.
    case erasure
    /// What is left of an entry that was removed: its number and its hash, so that the chain goes on. It is no entry itself.
    case tombstone
    /// A plan, as this entry has it; one without a body ends it.
    case plan
    /// What became of a day of a recurring rule.
    case occurrence

    /// Its name in the file.
    var name: String {
        switch self {
        case .act: "act"
        case .account: "account"
        case .instrument: "instrument"
        case .activity: "activity"
        case .void: "void"
        case .setting: "setting"
        case .valuation: "valuation"
        case .erasure: "erasure"
        case .tombstone: "tombstone"
        case .plan: "plan"
        case .occurrence: "occurrence"
        }
    }

    /// What one of its rows is called in a sentence.
    var noun: String {
        switch self {
        case .act: "an act"
        case .account: "an account"
        case .instrument: "an instrument"
        case .activity: "an activity"
        case .void: "a void"
        case .setting: "a setting"
        case .valuation: "a valuation"
        case .erasure: "an erasure"
        case .tombstone: "a tombstone"
        case .plan: "a plan"
        case .occurrence: "an occurrence"
        }
    }

    /// Its columns without the hash, in the order in which the hash takes them. New ones are added at the end.
    var columns: [String] {
        switch self {
        case .act: ["id", "first_seq", "recorded_at", "source"]
        case .tombstone: ["seq", "erasure"]
        case .account, .instrument, .activity, .void, .setting, .valuation, .erasure, .plan, .occurrence:
            ["seq", "act"] + ownColumns + ["recorded_by"]
        }
    }

    /// Whether its rows are entries, which tell who recorded them in their last column.
    @inline(__always)
    var isEntry: Bool { self != .act && self != .tombstone }

    /// Where the column stands that tells who recorded an entry; nil for what is no entry.
    var recordedByColumn: Int? { isEntry ? columns.count - 1 : nil }

    /// The columns that only this kind of entry has.
    private var ownColumns: [String] {
        switch self {
        case .act, .tombstone: []
        case .account:
            [
                "id", "name", "kind", "currency", "portfolio", "owner", "account_group", "opened", "closed", "allow_short", "tracking", "rate",
                "matures", "detail",
            ]
        case .instrument:
            [
                "id", "symbol", "name", "kind", "currency", "multiplier", "underlying", "option_right", "strike", "expires", "class", "provider",
                "provider_symbol", "detail",
            ]
        case .activity:
            [
                "date", "time", "kind", "subtype", "status", "account", "instrument", "quantity", "price", "amount", "fee", "tax", "currency",
                "fx_rate", "notes", "detail", "amends",
            ]
        case .void: ["entry", "reason"]
        case .setting: ["key", "value"]
        case .valuation: ["account", "date", "time", "value", "currency", "notes"]
        case .erasure: ["account", "entries", "digest"]
        case .plan: ["kind", "name", "body"]
        case .occurrence: ["rule", "day", "state", "first_entry"]
        }
    }

    /// Which of the columns hold whole numbers, by their places; the others hold text.
    var integerColumns: Set<Int> {
        let names: Set = [
            "id", "first_seq", "seq", "act", "allow_short", "account", "instrument", "entry", "underlying", "amends", "entries", "erasure",
            "first_entry",
        ]
        return Set(columns.indices.filter { names.contains(columns[$0]) })
    }
}

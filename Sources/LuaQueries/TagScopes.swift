import Frames
import Ledger
import LuaSurface
import Queries
import Storage
import Values

/// The parts of a book by tag, each valued as a whole: for each tag what has it, and last what has none.
///
/// Of a tag on accounts the part is these accounts, with all that they hold; of one on instruments it is what is held of them anywhere, without cash.
struct TagScopes {
    /// The parts with the tags that name them.
    private(set) var scopes: [(name: String, scope: Scope)] = []
    /// Whether something is in several parts, so that they do not add up to the whole.
    private(set) var areOverlapping = false
    /// What has to be known of the parts.
    private(set) var warnings: [FrameWarning] = []

    /// The name of the part of what has no tag.
    static let untagged = "untagged"

    private let whole: Scope
    private let names: Definitions
    /// How many tags each account and each instrument has, by number less one.
    private var tagsOfAccount: [Int], tagsOfInstrument: [Int]

    /// The parts of what a filter leaves.
    init(_ filter: BookFilter, _ names: Definitions) throws {
        whole = Scope(accounts: filter.accounts, instruments: filter.instruments)
        self.names = names
        (tagsOfAccount, tagsOfInstrument) = ([Int](repeating: 0, count: names.accounts.count), [Int](repeating: 0, count: names.instruments.count))
        for tag in names.tags.names { add(tag) }
        addUntagged()
        areOverlapping = try isAnythingShared(filter)
        if areOverlapping {
            warn("several_tags", "what has several tags, of its own or by its account, counts in each, so the rows do not add up to the whole")
        }
        if names.tags.names.isEmpty { warn("no_tags", "nothing has a tag yet; tag ORCL tech puts one on an instrument, tag Savings reserve on an account") }
    }

    private mutating func warn(_ kind: String, _ message: String) { warnings.append(FrameWarning(kind: kind, message: message)) }

    private func isAsked(account place: Int) -> Bool { !names.accounts[place].isErased && whole.contains(AccountID(Int32(place + 1))) }

    private func isAsked(instrument place: Int) -> Bool { whole.contains(InstrumentID(Int32(place + 1))) }

    /// Adds the part of one tag, or the two of one that is on accounts and on instruments: as one part, what is both would count twice.
    private mutating func add(_ tag: String) {
        var accounts = [Bool](repeating: false, count: names.accounts.count), instruments = [Bool](repeating: false, count: names.instruments.count)
        var isOnActivitiesAlone = true
        for thing in names.tags.things where names.tags.has(thing, tag) {
            switch thing {
            case .account(let account):
                let place = Int(account.rawValue) - 1
                accounts[place] = isAsked(account: place)
                tagsOfAccount[place] += 1
            case .instrument(let instrument):
                let place = Int(instrument.rawValue) - 1
                instruments[place] = isAsked(instrument: place)
                tagsOfInstrument[place] += 1
            case .activity: continue
            }
            isOnActivitiesAlone = false
        }
        if isOnActivitiesAlone {
            warn(
                "tag_out_of_reach",
                "the tag \(quoted(tag)) is on activities alone, which are worth nothing by themselves, and has no row; gains by tag and income by tag tell of them")
            return
        }
        let isOnBoth = accounts.contains(true) && instruments.contains(true)
        if accounts.contains(true) { scopes.append((isOnBoth ? "\(tag) (accounts)" : tag, Scope(accounts: accounts, instruments: whole.instruments))) }
        if instruments.contains(true) { scopes.append((isOnBoth ? "\(tag) (instruments)" : tag, Scope(accounts: whole.accounts, instruments: instruments))) }
        if isOnBoth { warn("several_parts", "the tag \(quoted(tag)) is on accounts and on instruments, which have a row each") }
    }

    /// Adds the part of what has no tag: what accounts without one hold of instruments without one, and the cash of these accounts.
    private mutating func addUntagged() {
        let accounts = tagsOfAccount.indices.map { tagsOfAccount[$0] == 0 && isAsked(account: $0) }
        let areInstrumentsTagged = tagsOfInstrument.contains { $0 > 0 }
        let instruments = areInstrumentsTagged ? tagsOfInstrument.indices.map { tagsOfInstrument[$0] == 0 && isAsked(instrument: $0) } : whole.instruments
        guard accounts.contains(true), whole.hasCash || instruments?.contains(true) ?? true else { return }
        scopes.append((Self.untagged, Scope(accounts: accounts, instruments: instruments, cash: whole.hasCash)))
    }

    /// Whether anything that there ever was is in several parts, by how many tags it has: what an account holds has the account's and its own.
    ///
    /// What an account held is told by its positions, and not by its activities: units also come by those of others, as by a spin-off or by an exercise.
    private func isAnythingShared(_ filter: BookFilter) throws -> Bool {
        if whole.hasCash, tagsOfAccount.indices.contains(where: { tagsOfAccount[$0] > 1 && isAsked(account: $0) }) { return true }
        guard (tagsOfAccount.max() ?? 0) + (tagsOfInstrument.max() ?? 0) > 1 else { return false }
        let history = try filter.source.book.history(asRecorded: filter.source.recorded)
        return history.positions.indices.contains { place in
            guard case (let account, let held) = history.positions[place], let instrument = held, account != .every, history.isUsed(place) else { return false }
            return whole.contains(account, instrument) && tagsOfAccount[Int(account.rawValue) - 1] + tagsOfInstrument[Int(instrument.rawValue) - 1] > 1
        }
    }
}

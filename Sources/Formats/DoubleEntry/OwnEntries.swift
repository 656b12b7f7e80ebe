import Ledger
import Values

/// The entries of a book as its exports name them: by their numbers, with a check of what they say, so that the same book knows them when the export comes back.
enum OwnEntries {
    /// The key under which a transaction names them.
    static let key = "luca"

    /// The numbers of some entries, and the check.
    static func mark(_ entries: [(id: EntryID, activity: Activity)], _ accounts: [Account], _ instruments: [Instrument]) -> String {
        var check = ByteHash()
        for entry in entries { check.add(words(entry.activity, accounts, instruments).utf8) }
        return (entries.map { "\($0.id.rawValue)" } + [digits(check)]).joined(separator: " ")
    }

    /// A check of the cells of a row.
    static func check(_ cells: [String]) -> String {
        var check = ByteHash()
        for cell in cells { check.add("\(cell)|".utf8) }
        return digits(check)
    }

    private static func digits(_ check: ByteHash) -> String {
        let digits = String(check.value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The entries of the book that a mark names; nil where the book has none that say what they said.
    static func entries(_ mark: String, _ context: ImportContext) -> [EntryID]? {
        guard let numbers = numbers(mark) else { return nil }
        let found = numbers.compactMap { id in context.activity(id).map { (id: id, activity: $0) } }
        return found.count == numbers.count && Self.mark(found, context.accounts, context.instruments) == mark ? numbers : nil
    }

    /// The numbers of the entries that a mark names; nil where it is none.
    static func numbers(_ mark: String) -> [EntryID]? {
        let words = mark.split(separator: " "), numbers = words.dropLast().compactMap { Int($0) }
        return numbers.isEmpty || numbers.count != words.count - 1 ? nil : numbers.map { EntryID($0) }
    }

    /// What an activity says, without its notes.
    private static func words(_ activity: Activity, _ accounts: [Account], _ instruments: [Instrument]) -> String {
        let account = Int(activity.account.rawValue) - 1, instrument = activity.instrument.map { Int($0.rawValue) - 1 } ?? -1
        let figures = [activity.quantity, activity.price, activity.amount, activity.fee, activity.tax].map { $0?.description ?? "" }
        let names = [
            accounts.indices.contains(account) ? accounts[account].name : "", instruments.indices.contains(instrument) ? instruments[instrument].symbol : "",
            activity.currency.code,
        ]
        return (["\(activity.date)", activity.kind.rawValue, activity.subtype?.rawValue ?? ""] + names + figures).joined(separator: "|") + "\n"
    }
}

/// The transactions of a file that are entries of the book into which it comes.
struct OwnTransactions {
    private var entries: [EntryID: Activity] = [:]
    private let accounts: [Account], instruments: [Instrument]

    /// Looks the entries up that some transactions name.
    init(_ directives: [DoubleEntryBook.Directive], _ context: ImportContext) {
        (accounts, instruments) = (context.accounts, context.instruments)
        var wanted = Set<EntryID>(), days: ClosedRange<Day>?
        for directive in directives {
            guard case .transaction(let transaction) = directive.content, let numbers = transaction.ownEntries.flatMap(OwnEntries.numbers) else { continue }
            wanted.formUnion(numbers)
            days = min(days?.lowerBound ?? directive.day, directive.day)...max(days?.upperBound ?? directive.day, directive.day)
        }
        guard let days, let recorded = context.recorded else { return }
        recorded(days) { id, activity in if wanted.contains(id) { entries[id] = activity } }
    }

    /// The entries that a transaction is; nil where the book has none that say what it says.
    func entries(of transaction: DoubleEntryBook.Transaction) -> [EntryID]? {
        guard let mark = transaction.ownEntries, let numbers = OwnEntries.numbers(mark) else { return nil }
        let found = numbers.compactMap { id in entries[id].map { (id: id, activity: $0) } }
        return found.count == numbers.count && OwnEntries.mark(found, accounts, instruments) == mark ? numbers : nil
    }
}

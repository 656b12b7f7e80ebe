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

/// A check of the day and the lines of postings of a transaction as they are written, whatever blanks and remarks stand between, so that one which somebody changed or copied is told from
/// the one that luca wrote.
struct OwnText {
    private var hash = ByteHash()

    /// Begins with the day.
    init(_ day: Day) { hash.add("\(day)".utf8) }

    /// Takes in a line; a remark in it, and blanks outside of quotes, are none of it.
    mutating func add(_ line: some Sequence<UInt8>) {
        var isQuoted = false, isEmpty = true
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: "\n") { break }
            if !isQuoted, byte <= 0x20 { continue }
            hash.add(byte)
            isEmpty = false
        }
        if !isEmpty { hash.add(0) }
    }

    /// What the export writes behind the mark; of several transactions that are the same entries each tells which of them it is.
    func digits(_ part: Int) -> String { "-" + String(hash.value, radix: 16) + (part == 1 ? "" : ".\(part)") }
}

/// The transactions of a file that are entries of the book into which it comes.
struct OwnTransactions {
    /// What a transaction is to the book.
    enum Meaning {
        /// These entries, as luca wrote them.
        case known([EntryID])
        /// These entries, of which somebody changed the transaction since.
        case changed([EntryID])
        /// None of its own: luca did not write it, or it is a copy of one that it wrote.
        case new
    }

    /// A mark in its parts.
    private struct Mark: Hashable {
        /// The entries with the check of what they say.
        let entries: Substring
        /// Which of the transactions of these entries it is.
        let part: Substring
        /// The check of what the transaction says; nil where the file is of a version that wrote none.
        let text: Substring?

        init(_ mark: String) {
            guard let dash = mark.lastIndex(of: "-") else {
                (entries, part, text) = (mark[...], "", nil)
                return
            }
            let rest = mark[dash...], point = rest.firstIndex(of: ".") ?? rest.endIndex
            (entries, part, text) = (mark[..<dash], rest[point...], rest[..<point])
        }

        /// What all copies of a transaction have.
        var key: [Substring] { [entries, part] }
    }

    private var entries: [EntryID: Activity] = [:]
    /// How many transactions stand in the file as luca wrote them, by what their copies have; and which were met.
    private var written: [[Substring]: Int] = [:], met: Set<[Substring]> = []
    private let accounts: [Account], instruments: [Instrument]
    private let isVoid: (EntryID) -> Bool

    /// Looks the entries up that some transactions name.
    init(_ directives: [DoubleEntryBook.Directive], _ context: ImportContext) {
        (accounts, instruments) = (context.accounts, context.instruments)
        isVoid = { context.void($0) != nil }
        var wanted = Set<EntryID>()
        for directive in directives {
            guard case .transaction(let transaction) = directive.content, let told = transaction.ownEntries, let numbers = OwnEntries.numbers(told) else { continue }
            let mark = Mark(told)
            if Self.isAsWritten(transaction, mark) { written[mark.key, default: 0] += 1 }
            wanted.formUnion(numbers)
        }
        guard let recorded = context.recorded, !wanted.isEmpty else { return }
        // The day of a transaction may have been changed.
        recorded(.min ... .max) { id, activity in if wanted.contains(id) { entries[id] = activity } }
    }

    private static func isAsWritten(_ transaction: DoubleEntryBook.Transaction, _ mark: Mark) -> Bool {
        guard let told = mark.text else { return true }
        return transaction.ownText.map { $0.digits(1) == told } ?? false
    }

    /// What a transaction is to the book, asked of each once.
    mutating func meaning(of transaction: DoubleEntryBook.Transaction) -> Meaning {
        guard let told = transaction.ownEntries, let numbers = OwnEntries.numbers(told) else { return .new }
        let mark = Mark(told), found = numbers.compactMap { id in entries[id].map { (id: id, activity: $0) } }
        guard found.count == numbers.count, OwnEntries.mark(found, accounts, instruments) == mark.entries else { return .new }
        // One that stands there once more is a copy, as luca writes each once.
        if Self.isAsWritten(transaction, mark) { return mark.text == nil || met.insert(mark.key).inserted ? .known(numbers) : .new }
        return written[mark.key] == nil && !numbers.allSatisfy(isVoid) ? .changed(numbers) : .new
    }

    /// Why a transaction is refused that the book wrote, and somebody changed.
    static func issue(_ entries: [EntryID]) -> ImportIssue {
        let numbers = entries.map { "\($0.rawValue)" }
        return ImportIssue(
            .changedRow, message: "the book wrote it of \(entries.count == 1 ? "entry" : "entries") \(MessageText.list(numbers)), and its day or its postings were changed since",
            hint: "\(numbers.map { "void(\($0))" }.joined(separator: " ")) and import again")
    }
}

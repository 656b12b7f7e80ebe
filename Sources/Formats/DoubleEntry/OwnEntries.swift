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
        return (entries.map { "\($0.id.rawValue)" } + [check.digits]).joined(separator: " ")
    }

    /// A check of the cells of a row.
    static func check(_ cells: [String]) -> String {
        var check = ByteHash()
        for cell in cells { check.add("\(cell)|".utf8) }
        return check.digits
    }

    /// A mark, and the check behind it of what is written below or beside; nil where there is none.
    static func parted(_ told: String) -> (mark: String, check: Substring)? { told.lastIndex(of: " ").map { (String(told[..<$0]), told[told.index(after: $0)...]) } }

    /// The entries of the book that a mark names; nil where the book has none that say what they said.
    static func entries(_ mark: String, _ context: ImportContext) -> [EntryID]? {
        let words = mark.split(separator: " "), numbers = words.dropLast().compactMap { Int($0) }.map { EntryID($0) }
        if numbers.isEmpty || numbers.count != words.count - 1 { return nil }
        let found = numbers.compactMap { id in context.activity(id).map { (id: id, activity: $0) } }
        return found.count == numbers.count && Self.mark(found, context.accounts, context.instruments) == mark ? numbers : nil
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

extension ByteHash {
    /// The number in sixteen digits.
    fileprivate var digits: String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// A check of the day and the postings of a transaction as they are written, whatever blanks and remarks stand between, which an export writes behind the mark: by it a transaction
/// that somebody changed or copied is told from the one that luca wrote.
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

    /// The check.
    var digits: String { hash.digits }
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

    private let context: ImportContext
    /// What marks the transactions that stand in the file as luca wrote them, and those of them that were met. A copy has the mark of its original.
    private let written: Set<String>
    private var met: Set<String> = []
    /// The entries that transactions of the file name.
    private var named: Set<EntryID> = []
    /// How many transactions are known.
    var knownCount: Int { met.count }

    /// Looks which transactions are as luca wrote them.
    init(_ directives: [DoubleEntryBook.Directive], _ context: ImportContext) {
        self.context = context
        written = Set(
            directives.compactMap { directive in
                guard case .transaction(let transaction) = directive.content, Self.isAsWritten(transaction) else { return nil }
                return transaction.ownEntries
            })
    }

    private static func isAsWritten(_ transaction: DoubleEntryBook.Transaction) -> Bool {
        guard let told = transaction.ownEntries, let text = transaction.ownText else { return false }
        return OwnEntries.parted(told).map { $0.check == text.digits } ?? false
    }

    /// What a transaction is to the book, asked of each once.
    mutating func meaning(of transaction: DoubleEntryBook.Transaction) -> Meaning {
        guard let told = transaction.ownEntries, let parts = OwnEntries.parted(told), let entries = OwnEntries.entries(parts.mark, context) else { return .new }
        named.formUnion(entries)
        // One that stands there once more is a copy, as luca writes each once.
        if Self.isAsWritten(transaction) { return met.insert(told).inserted ? .known(entries) : .new }
        return written.contains(told) || entries.allSatisfy { context.void($0) != nil } ? .new : .changed(entries)
    }

    /// Tells of entries that the book must have written before others which the file has, and whose transactions are gone; nil where there are none. Asked when all
    /// transactions are met. O(entries).
    var missing: String? {
        guard let last = named.max(by: { $0.rawValue < $1.rawValue }) else { return nil }
        let gone = (1...last.rawValue).map { EntryID($0) }.filter { id in
            !named.contains(id) && context.isAsImported(id) && context.activity(id).map(Self.isWritten) ?? false
        }
        if gone.isEmpty { return nil }
        let (it, was) = gone.count == 1 ? ("it", "it was") : ("them", "they were")
        return "the book wrote \(MessageText.named(gone)) too, and the file has \(it) no more: where \(was) deleted, \(MessageText.takingOut(gone))"
    }

    /// Whether an export has a transaction of an activity, whatever stands beside it.
    private static func isWritten(_ activity: Activity) -> Bool {
        let kinds: [ActivityKind] = [.deposit, .withdrawal, .buy, .sell, .dividend, .interest, .credit, .fee, .tax]
        let moves = activity.quantity.map { !$0.isZero } ?? activity.amount.map { !$0.isZero } ?? false
        return kinds.contains(activity.kind) && activity.status == .posted && activity.account != .every && moves
    }

    /// Why a transaction is refused that the book wrote, and somebody changed.
    static func issue(_ entries: [EntryID]) -> ImportIssue {
        ImportIssue(
            .changedRow, message: "the book wrote it of \(MessageText.named(entries)), and its day or its postings were changed since",
            hint: "\(MessageText.voids(entries)) and import again")
    }
}

/// The last line of an export of double entry, a remark with a check of all before it, by which luca knows whether somebody has changed the file since.
public enum ExportSeal {
    private static let words = "; the end of what luca wrote: "

    /// A text with its last line.
    static func sealed(_ text: String) -> String {
        var check = ByteHash()
        check.add(text.utf8)
        return text + words + check.digits + "\n"
    }

    /// Whether a file is as luca wrote it, and nobody has changed it or added to it.
    public static func isWhole(_ bytes: [UInt8]) -> Bool {
        let text = bytes.dropLast(words.utf8.count + 17)
        return sealed(String(decoding: text, as: UTF8.self)).utf8.elementsEqual(bytes)
    }
}

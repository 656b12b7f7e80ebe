import Ledger
import Values

/// A ledger that is written to in lines, as a test reads best:
///
///     2020-01-02 buy A VTI 10 @ 200 fee 1
///
/// A line is date, kind and account, a symbol where there is one, `quantity @ price`, then pairs of a field's name and its value; a
/// number that stands alone is the amount. Accounts and instruments come into being when they are first named, in dollars.
final class Page {
    let ledger = Ledger()
    /// Definitions made on first use: whether new accounts may go short, multipliers of symbols.
    var allowShort = false
    var multipliers: [String: FixedDecimal] = [:]
    var today = day("2030-01-01")

    var nextID: EntryID { EntryID(ledger.lastEntry.rawValue + 1) }

    /// Records a line and returns its entry.
    @discardableResult
    func record(_ line: String) throws -> EntryID {
        let activity = try ledger.resolve(draft(line), today: today)
        let id = nextID
        try ledger.apply(.activity(activity), id: id)
        return id
    }

    /// Records the lines of a text.
    func record(lines: String) throws {
        for line in lines.split(separator: "\n") where !line.allSatisfy(\.isWhitespace) { try record(String(line)) }
    }

    func activity(_ line: String) throws -> Activity { try ledger.resolve(draft(line), today: today) }

    func void(_ entry: EntryID) throws { try ledger.apply(.void(entry, reason: "test"), id: nextID) }

    func set(_ key: String, _ value: String) throws { try ledger.apply(.setting(key: key, value: value), id: nextID) }

    func define(_ account: Account) throws {
        try ledger.apply(.account(ledger.account(named: account.name) ?? ledger.nextAccountID, account), id: nextID)
    }

    func define(_ instrument: Instrument) throws {
        try ledger.apply(.instrument(ledger.instrument(named: instrument.symbol) ?? ledger.nextInstrumentID, instrument), id: nextID)
    }

    /// The draft of a line; what it names is defined.
    func draft(_ line: String) throws -> ActivityDraft {
        var words = line.split(separator: " ").map(String.init)
        var draft = ActivityDraft()
        draft.date = day(words.removeFirst())
        draft.kind = words.removeFirst()
        let account = words.removeFirst()
        draft.account = account
        if ledger.account(named: account) == nil { try define(Account(name: account, currency: .usd, allowShort: allowShort)) }
        let fields: Set = ["amount", "fee", "tax", "currency", "status", "subtype", "notes", "time", "fx_rate", "settle", "group", "@"]
        if let word = words.first, !fields.contains(word), word.first?.isLetter == true {
            draft.symbol = words.removeFirst()
            if ledger.instrument(named: word) == nil {
                try define(Instrument(symbol: word, currency: .usd, multiplier: multipliers[word] ?? .one))
            }
        }
        while !words.isEmpty { try readField(&words, &draft) }
        return draft
    }

    private func readField(_ words: inout [String], _ draft: inout ActivityDraft) throws {
        let word = words.removeFirst()
        switch word {
        case "@": draft.price = decimal(words.removeFirst())
        case "amount": draft.amount = decimal(words.removeFirst())
        case "fee": draft.fee = decimal(words.removeFirst())
        case "tax": draft.tax = decimal(words.removeFirst())
        case "fx_rate": draft.fxRate = decimal(words.removeFirst())
        case "settle": draft.settle = words.removeFirst()
        case "currency": draft.currency = words.removeFirst()
        case "status": draft.status = words.removeFirst()
        case "subtype": draft.subtype = words.removeFirst()
        case "notes": draft.notes = words.removeFirst()
        case "group": draft.group = words.removeFirst()
        case "time": draft.time = try Instant(iso8601: "\(draft.date!)T\(words.removeFirst()):00Z")
        default:
            if draft.symbol != nil, draft.quantity == nil, ["buy", "sell", "transfer_in", "transfer_out"].contains(draft.kind) || words.first == "@" {
                draft.quantity = decimal(word)
            } else {
                draft.amount = decimal(word)
            }
        }
    }
}

/// A date that the test wrote right.
func day(_ text: String) -> Day { try! Day(text) }

/// A number that the test wrote right.
func decimal(_ text: String) -> FixedDecimal { try! FixedDecimal(text) }

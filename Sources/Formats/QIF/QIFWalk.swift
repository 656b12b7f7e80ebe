import Values

/// What the records below a header are.
enum QIFSection: Equatable {
    /// Nothing says what they are.
    case none
    case accounts
    case securities
    case prices
    /// Rows of a bank account, a card, cash, an asset or a debt.
    case register
    case investments
    /// What luca has no place for, by its name in the singular.
    case leftOut(String)
    /// A header that is not known.
    case unknown(String)
}

/// Goes through a file header by header, and knows of which account the rows are.
struct QIFWalk {
    private var scanner: QIFScanner
    private(set) var section = QIFSection.none
    /// The name of the account that rows are of; empty where the file has not told it.
    private(set) var account = ""
    /// The word of the register's type, for accounts without a name.
    private(set) var type = ""
    /// The order of dates that the file itself tells.
    private(set) var dateOrder: DateOrder?

    init(_ bytes: UnsafeBufferPointer<UInt8>) { scanner = QIFScanner(bytes) }

    var offset: Int { scanner.offset }

    /// What tells the running register from the others of the file.
    var key: String { account.isEmpty ? "!" + type : Self.key(account) }
    /// An account's name as a key: names differ by more than their case.
    static func key(_ name: String) -> String { name.lowercased() }

    /// The next record; nil at the end.
    mutating func next() -> QIFRecord? {
        while let step = scanner.next() {
            switch step {
            case .header(let text, _): enter(text)
            case .record(let record):
                if section == .accounts { account = record.text("N") }
                return record
            }
        }
        return nil
    }

    private mutating func enter(_ header: String) {
        let word = header.lowercased()
        if word.hasPrefix("!account") {
            section = .accounts
        } else if word.hasPrefix("!clear:autoswitch") {
            // The list of accounts ends, and none of them is the one that rows are of.
            account = ""
        } else if word.hasPrefix("!option:") {
            dateOrder = DateOrder(rawValue: String(word.dropFirst("!option:".count))) ?? dateOrder
        } else if word.hasPrefix("!type:") {
            enter(type: String(word.dropFirst("!type:".count)).split(separator: " ").joined(separator: " "))
        } else {
            section = .unknown(header)
        }
    }

    private mutating func enter(type word: String) {
        switch word {
        case "bank", "cash", "ccard", "oth a", "oth l", "oth s": (section, type) = (.register, word)
        case "invst", "port", "mutual", "401(k)", "401(k)/403(b)": (section, type) = (.investments, "invst")
        case "security": section = .securities
        case "prices": section = .prices
        case "cat": section = .leftOut("category")
        case "class": section = .leftOut("class")
        case "tag": section = .leftOut("tag")
        case "memorized": section = .leftOut("memorized payee")
        case "budget": section = .leftOut("budget")
        case "template": section = .leftOut("template")
        case "invitem": section = .leftOut("item of invoices")
        default: section = .unknown("!Type:" + word)
        }
    }
}

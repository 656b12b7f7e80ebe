import Ledger
import Values

/// What the Portfolio Ledger app can do with an instrument; the raw value is its own word.
enum PortfolioLedgerAction: String, CaseIterable {
    case buy, sell
    case buyToOpen = "buy_to_open", sellToOpen = "sell_to_open", buyToClose = "buy_to_close", sellToClose = "sell_to_close"
    case expire, assign

    var kind: ActivityKind {
        switch self {
        case .buy, .buyToOpen, .buyToClose: .buy
        case .sell, .sellToOpen, .sellToClose: .sell
        case .expire, .assign: .adjustment
        }
    }

    /// Whether an assignment is one or an exercise shows only with the position: see `ImportPlan.tellExercises`.
    var subtype: ActivitySubtype? {
        let subtype = ActivitySubtype(rawValue: rawValue)
        switch self {
        case .expire: return .expiry
        case .assign: return .assignment
        case .buy, .sell, .buyToOpen, .sellToOpen, .buyToClose, .sellToClose:
            return subtype.flatMap { ActivityRule.subtypes(of: kind).contains($0) ? $0 : nil }
        }
    }
}

/// An instrument of the app.
enum PortfolioLedgerInstrument {
    case equity(symbol: String)
    case option(ContractTerms)
}

/// An account as `accounts.csv` has it; the app itself knows none.
struct PortfolioLedgerAccount {
    var name: String
    /// As it is written: `GBp` counts pence, and so do the prices of what is traded there.
    var currency: String?
}

/// A transaction of the app, whichever file it comes from.
struct PortfolioLedgerTransaction {
    var id = ""
    var instrument = ""
    var day = Day(number: 0)
    var time: Instant?
    var action = PortfolioLedgerAction.buy
    var quantity = FixedDecimal.zero
    var price = FixedDecimal.zero
    var fees = FixedDecimal.zero
    var remark = PortfolioLedgerRemark()
    var account = ""
    var currency = ""
    var rate: FixedDecimal?
    var settle = ""

    /// Sets the moment; the app writes days without one as their beginning in UTC.
    mutating func set(_ instant: Instant) {
        day = instant.day
        time = instant.microsecondsOfDay == 0 ? nil : instant
    }
}

/// What the app keeps beside a transaction's notes, as one text: `rolled [tags: wheel;puts] [link: 5C0E…] [consumed by assignment]`.
struct PortfolioLedgerRemark: Equatable {
    var notes = ""
    var tags: [String] = []
    var link = ""
    var isConsumed = false

    init() {}

    /// Takes apart what `text` put together.
    init(_ text: String) {
        var rest = Substring(text)
        if let body = Self.take("consumed by assignment", from: &rest), body.isEmpty { isConsumed = true }
        if let body = Self.take("link: ", from: &rest) { link = Self.plain(body) }
        if let body = Self.take("tags: ", from: &rest) { tags = body.split(separator: ";", omittingEmptySubsequences: false).map(Self.plain) }
        notes = String(rest)
    }

    /// The note of the activity.
    var text: String {
        var parts = notes.isEmpty ? [] : [notes]
        if !tags.isEmpty { parts.append("[tags: \(tags.map(Self.escaped).joined(separator: ";"))]") }
        if !link.isEmpty { parts.append("[link: \(Self.escaped(link))]") }
        if isConsumed { parts.append("[consumed by assignment]") }
        return parts.joined(separator: " ")
    }

    /// Takes a bracket that begins so off the end of a text, and the blank before it.
    private static func take(_ beginning: String, from rest: inout Substring) -> Substring? {
        guard rest.last == "]", let open = rest.lastIndex(of: "["), rest[rest.index(after: open)...].hasPrefix(beginning) else { return nil }
        let body = rest[rest.index(after: open)...].dropFirst(beginning.count).dropLast()
        rest = rest[..<open]
        if rest.last == " " { rest = rest.dropLast() }
        return body
    }

    private static let escapes = [("%", "%25"), ("[", "%5B"), ("]", "%5D"), (";", "%3B")]

    private static func escaped(_ text: String) -> String { escapes.reduce(text) { $0.replacing($1.0, with: $1.1) } }
    private static func plain(_ text: Substring) -> String { escapes.reversed().reduce(String(text)) { $0.replacing($1.1, with: $1.0) } }
}

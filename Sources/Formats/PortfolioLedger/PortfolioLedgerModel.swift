import Ledger
import Values

/// The actions of the Portfolio Ledger app. The raw value is the app's word.
enum PortfolioLedgerAction: String, CaseIterable {
    /// Buys shares.
    case buy
    /// Sells shares.
    case sell
    /// Buys an option that is then held.
    case buyToOpen = "buy_to_open"
    /// Sells an option that is then owed.
    case sellToOpen = "sell_to_open"
    /// Buys an option back that is owed.
    case buyToClose = "buy_to_close"
    /// Sells an option that is held.
    case sellToClose = "sell_to_close"
    /// The option ended unused.
    case expire
    /// The option was assigned or exercised.
    case assign

    /// The type of activity that it is.
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
    /// A share or a fund.
    case equity(symbol: String)
    /// An option.
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

    /// Removes a bracket with this beginning from the end of a text, and the blank before it; gives what stands in it, nil where there is none.
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

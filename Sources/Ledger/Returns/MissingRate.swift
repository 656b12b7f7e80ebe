import Values

/// Why flows have no internal rate of return.
public enum MissingRate: Hashable, Sendable {
    /// There is no money in it.
    case noFlows
    /// All money changed hands on one day, so no time has passed.
    case sameDay
    /// Money was paid and nothing received or left: at -100 % a year the equation has no meaning, so there is no rate.
    case everythingLost
    /// Money was paid and nothing received, and the flows do not say that nothing is left.
    case onlyPaid
    /// Money was received and nothing paid.
    case onlyReceived
    /// Money was paid and received, but at no rate is the one worth the other.
    case neverZero

    /// The reason that lies open in flows of one a day; nil where they are paid and received.
    init?(_ daily: [CashFlow]) {
        let paid = daily.contains { $0.amount.isNegative }, received = daily.contains { $0.amount > .zero }
        switch (paid, received) {
        case (false, false): self = .noFlows
        case (true, true): return nil
        case (false, true): self = daily.count == 1 ? .sameDay : .onlyReceived
        case (true, false): self = daily.count == 1 ? .sameDay : daily[daily.count - 1].amount.isZero ? .everythingLost : .onlyPaid
        }
    }
}

extension MissingRate: CustomStringConvertible {
    /// A short identifier that scripts may compare with: it never changes.
    public var kind: String {
        switch self {
        case .noFlows: "no_flows"
        case .sameDay: "same_day"
        case .everythingLost: "everything_lost"
        case .onlyPaid: "only_paid"
        case .onlyReceived: "only_received"
        case .neverZero: "never_zero"
        }
    }

    /// The reason as a sentence without its full stop.
    public var description: String {
        switch self {
        case .noFlows: "no money was paid or received; a rate needs a payment and a receipt on another day"
        case .sameDay: "all money was paid and received on one day, and without time there is no rate; ask for the gain itself"
        case .everythingLost: "everything was lost, so no rate a year leads there; the return is -100 %"
        case .onlyPaid: "money was only paid; add what was received, or what is left and its day"
        case .onlyReceived: "money was only received; add what was paid for it, below zero, and its day"
        case .neverZero: "at no rate are the payments worth the receipts; ask for the time-weighted return or the gain itself"
        }
    }
}

import Ledger
import Values

/// What is left of activities in the file of a program that has no place for all of them, see `RowMatching.isCoarse`, by which rows of luca's own export are known again.
struct CoarseFigures {
    private let basis: ComparisonBasis
    private let matching: RowMatching
    private let splits: BookSplits?

    /// The figures of rows that are matched so with entries of a book.
    init(_ basis: ComparisonBasis, _ matching: RowMatching) {
        (self.basis, self.matching) = (basis, matching)
        splits = matching.foldsSplits ? BookSplits(basis.context) : nil
    }

    /// The figures of a row, and of an entry that goes as it is.
    func ofRow(_ activity: Activity) -> Fingerprint { basis.fingerprint(activity.coarsely(matching), hasNotes: false) }

    /// The figures of an entry whose units the file counts otherwise: as those that they have become by splits, or as many as a contract stands for; nil for all others.
    func ofFolded(_ activity: Activity) -> Fingerprint? {
        let multiplier = activity.instrument.map { basis.instrument($0.rawValue).multiplier } ?? .one
        var folded = splits?.folded(into: activity)
        if multiplier != .one, let quantity = activity.quantity {
            var counted = folded ?? activity
            counted.amount = activity.amount ?? activity.price.flatMap { try? quantity * $0 * multiplier }
            counted.quantity = counted.quantity.flatMap { try? $0 * multiplier }
            folded = counted
        }
        return folded.map(ofRow)
    }

    /// Whether a row is the entry of its id in a file that cannot tell it otherwise: one that knows no taxes, rates and splits, or a split, which is of all accounts there. What a file
    /// can tell may have been corrected in it.
    func areAlike(_ entry: Activity, _ row: Activity) -> Bool {
        guard matching.foldsSplits || matching.isCoarse && row.kind == .split else { return false }
        let figures = ofRow(row)
        return ofRow(entry) == figures || matching.foldsSplits && ofFolded(entry) == figures
    }
}

/// The splits that a book has, by their instruments.
private struct BookSplits {
    private var splits: [InstrumentID: [(day: Day, account: AccountID, ratio: Ratio)]] = [:]

    init(_ context: ImportContext) {
        context.recorded?(Day.min...Day.max) { id, activity in
            guard activity.kind == .split, context.void(id) == nil, let instrument = activity.instrument, let ratio = activity.detail?.ratio else { return }
            splits[instrument, default: []].append((activity.date, activity.account, ratio))
        }
    }

    /// A trade with the units that its own have become since, for the same sum; nil where they are what they were.
    func folded(into activity: Activity) -> Activity? {
        guard let instrument = activity.instrument, let quantity = activity.quantity else { return nil }
        let later = (splits[instrument] ?? []).filter { $0.day > activity.date && ($0.account == .every || $0.account == activity.account) }
        if later.isEmpty { return nil }
        var folded = activity
        folded.amount = activity.amount ?? activity.price.flatMap { try? quantity * $0 }
        for split in later { folded.quantity = folded.quantity.flatMap { try? split.ratio.applied(to: $0) } }
        return folded
    }
}

extension Activity {
    /// What is left of it in the file of a program that has no place for all of it, see `RowMatching.isCoarse`.
    fileprivate func coarsely(_ matching: RowMatching) -> Activity {
        var activity = self
        activity.fee = (try? (fee + tax).rounded(to: 6)) ?? fee
        (activity.tax, activity.fxRate) = (.zero, nil)
        if kind == .fee || kind == .interest || kind == .tax { activity.instrument = nil }
        if let quantity, let price, amount == nil { activity.amount = try? quantity * price }
        activity.amount = activity.amount.map { (try? $0.rounded(to: 6)) ?? $0 }
        activity.quantity = quantity.map { (try? $0.rounded(to: 9)) ?? $0 }
        if activity.amount != nil { activity.price = nil }
        switch kind {
        case .buy where subtype == .opening && !matching.buysOpenings:
            // What was there before comes in as units do.
            (activity.kind, activity.subtype, activity.fee) = (.transferIn, nil, .zero)
            activity.amount = activity.amount.map { (try? $0 + fee + tax) ?? $0 }
        case .buy, .sell: activity.subtype = nil
        case .split: activity.account = .every
        case .dividend where subtype == .dividendInKind: activity.detail = nil
        default: break
        }
        return activity
    }
}

import Ledger
import Values

/// Rows of a file that somebody typed before it came: of the account, kind, symbol and quantity of an entry, or for money of its amount, and of a day near to its own,
/// since a trade is typed on its day and settles on another. They are left out, with the entry named, unless all rows were asked for. Where the file does not reach the day
/// of the entry an earlier file may have had it, which the book does not know: such a row is refused until somebody says what it is.
///
/// A split, or what else a company does with its units, may be recorded for all accounts at once, by whomever: the row of an account is the same then.
struct LikeMatches {
    private let basis: ComparisonBasis

    /// How many days lie between what somebody typed and what the file says at most: a settlement over a weekend.
    private static let reach = 4

    init(_ basis: ComparisonBasis) { self.basis = basis }

    /// What a row and an entry share where they are the same.
    private struct Traits: Hashable {
        /// What moves: units of an instrument, or money of a currency.
        enum Moved: Hashable {
            case units(InstrumentID, FixedDecimal)
            case money(InstrumentID?, FixedDecimal, Currency)
            /// All units become others, or more or fewer, in a ratio: splits, mergers, spin-offs.
            case all(InstrumentID, ActivitySubtype?, into: InstrumentID?, new: Int128, old: Int128)
        }
        let account: AccountID, kind: ActivityKind, moved: Moved

        /// The traits of an activity; of money before and after its charges, since people type either.
        static func all(_ activity: Activity) -> [Traits] {
            let kind = kind(activity)
            // Where money comes for a fraction, the row tells more than the entry may.
            if let ratio = activity.detail?.ratio, let instrument = activity.instrument, activity.amount.map(\.isZero) ?? true {
                let (new, old) = ratio.terms, moved = Moved.all(instrument, activity.subtype, into: activity.detail?.into, new: new, old: old)
                return [Traits(account: activity.account, kind: kind, moved: moved)]
            }
            if let quantity = activity.quantity, let instrument = activity.instrument {
                return [Traits(account: activity.account, kind: kind, moved: .units(instrument, quantity))]
            }
            guard let amount = activity.amount, !amount.isZero else { return [] }
            let net = try? amount - activity.fee - activity.tax
            return Set([amount, net ?? amount]).map { Traits(account: activity.account, kind: kind, moved: .money(activity.instrument, $0, activity.currency)) }
        }

        /// Those of entries that a row may be: an entry of all accounts is one of its account, too.
        ///
        /// - Parameter isPaid: whether the row stands beside income, for which its units were bought: people type that as one.
        static func sought(_ row: Activity, isPaid: Bool) -> [Traits] {
            all(row).flatMap { traits in
                switch traits.moved {
                case .all where traits.account != .every: [traits, Traits(account: .every, kind: traits.kind, moved: traits.moved)]
                case .units where isPaid && row.kind == .buy:
                    [traits] + [.dividend, .interest].map { Traits(account: traits.account, kind: $0, moved: traits.moved) }
                default: [traits]
                }
            }
        }

        /// Money from outside is a deposit to one and a transfer to another.
        private static func kind(_ activity: Activity) -> ActivityKind {
            if activity.instrument != nil { return activity.kind }
            return activity.kind == .transferIn ? .deposit : activity.kind == .transferOut ? .withdrawal : activity.kind
        }
    }

    /// Takes out the rows that are like an entry which was typed, and that entry from those left; those that are taken stay, and say so.
    ///
    /// - Parameters:
    ///   - left: the entries on the days of the file which are none of its rows.
    ///   - elsewhere: entries that are rows of the file.
    mutating func takeOut(_ left: inout [UnmatchedEntry], besides elsewhere: Set<EntryID>, on days: ClosedRange<Day>, _ choice: LikeRows, _ plan: inout ImportPlan) {
        let candidates = candidates(left, besides: elsewhere, days)
        if candidates.isEmpty { return }
        var entries: [Traits: [UnmatchedEntry]] = [:]
        for entry in candidates { for traits in Traits.all(entry.activity) { entries[traits, default: []].append(entry) } }
        var used = Set<EntryID>(), found: [Int: (line: Int, entry: UnmatchedEntry)] = [:]
        let rows = plan.activities.indices.filter { !plan.matching.settledRows.contains(plan.activities.row(at: $0)) }
        let paid = Set(rows.filter { [.dividend, .interest].contains(plan.activities[$0].kind) }.map { plan.activities.line(at: $0) })
        // The nearest first, so that no row takes the entry of another.
        for distance in 0...Self.reach {
            for position in rows where found[position] == nil {
                let row = plan.activities[position]
                let near = Traits.sought(row, isPaid: paid.contains(plan.activities.line(at: position))).lazy.flatMap { entries[$0] ?? [] }.first {
                    abs($0.activity.date.number - row.date.number) == distance && ($0.activity.account == .every || !used.contains($0.id))
                }
                guard let near else { continue }
                used.insert(near.id)
                found[position] = (plan.activities.line(at: position), near)
            }
        }
        if found.isEmpty { return }
        left.removeAll { used.contains($0.id) }
        let told = found.values.sorted { $0.line < $1.line }, isUnsaid = choice == .unsaid
        for row in told where isUnsaid && !days.contains(row.entry.activity.date) { refuse(row, &plan) }
        tell(told.filter { !isUnsaid || days.contains($0.entry.activity.date) }, choice == .take, &plan)
        if choice == .take { return }
        // What names the lot of such a row means that of the entry.
        for (position, row) in found { if let id = plan.activities.id(at: position) { plan.known[id] = row.entry.id } }
        // Rows of one line stand or fall together.
        let lines = Set(found.values.map(\.line))
        plan.activities.remove(Set(plan.activities.indices.filter { lines.contains(plan.activities.line(at: $0)) }))
    }

    /// The entries near to the days of the file that were typed or are of all accounts, stand, and are none of its rows.
    private func candidates(_ left: [UnmatchedEntry], besides elsewhere: Set<EntryID>, _ days: ClosedRange<Day>) -> [UnmatchedEntry] {
        let context = basis.context
        func isCandidate(_ entry: EntryID, _ activity: Activity) -> Bool {
            (activity.account == .every || context.isTyped(entry)) && context.isAsImported(entry) && !elsewhere.contains(entry)
        }
        var candidates = left.filter { isCandidate($0.id, $0.activity) }
        let first = Day(number: days.lowerBound.number - Int32(Self.reach)), last = Day(number: days.upperBound.number + Int32(Self.reach))
        context.recorded?(first...last) { entry, activity in
            if !days.contains(activity.date), isCandidate(entry, activity) { candidates.append(UnmatchedEntry(id: entry, activity: activity)) }
        }
        return candidates
    }

    private func refuse(_ row: (line: Int, entry: UnmatchedEntry), _ plan: inout ImportPlan) {
        let issue = ImportIssue(
            .maybeTyped, file: plan.file, line: row.line, message: "it may be \(told(row.entry)), a day that the file does not reach, or another one",
            hint: "all=true records it, all=false leaves it out")
        plan.verdicts.change(line: row.line, to: .refused, issue: issue)
    }

    /// An entry as messages name it.
    private func told(_ entry: UnmatchedEntry) -> String {
        let activity = entry.activity, figure = activity.quantity.map { "\($0) " } ?? activity.amount.map { "\($0) \(activity.currency) " } ?? ""
        let symbol = activity.instrument.map { basis.instrument($0.rawValue).symbol + " " } ?? ""
        let how = activity.account == .every ? "is of all accounts" : "was typed", ratio = activity.detail?.ratio.map { "\($0) " } ?? ""
        return "entry \(entry.id.rawValue), which \(how) (\(activity.subtype?.rawValue ?? activity.kind.rawValue) \(ratio)\(figure)\(symbol)on \(activity.date))"
    }

    private func tell(_ rows: [(line: Int, entry: UnmatchedEntry)], _ takesLikes: Bool, _ plan: inout ImportPlan) {
        func told(_ row: (line: Int, entry: UnmatchedEntry)) -> String { "like " + self.told(row.entry) }
        for row in rows {
            let issue = ImportIssue(.leftOut, file: plan.file, line: row.line, message: told(row), hint: takesLikes ? "" : "all=true records it, too")
            plan.verdicts.change(line: row.line, to: takesLikes ? .add : .like, issue: issue)
        }
        guard !takesLikes, let first = rows.first else { return }
        let count = rows.count == 1 ? "1 row is" : "\(rows.count) rows are", them = rows.count == 1 ? "it" : "them"
        plan.note(.likeTyped, "\(count) like what was typed before, and left out; line \(first.line) is \(told(first)); all=true records \(them), too")
    }
}

/// What becomes of rows that are like an entry which was typed.
public enum LikeRows: Sendable, Equatable {
    /// They are left out; refused where the file does not reach the day of the entry, since an earlier file may have had it.
    case unsaid
    /// They are left out.
    case leave
    /// They are added.
    case take
}

import Frames
import Ledger
import Storage
import Values
import Worth

/// What accounts are worth on a day in one currency: cash, holdings at the last prices, and values that were told.
package struct AccountWorths {
    /// The worth by account. An account whose worth is not fully known is left out.
    package private(set) var values: [String: FixedDecimal] = [:]
    /// The known part of the other accounts, by account.
    package private(set) var parts: [String: FixedDecimal] = [:]
    /// What the known part of such an account leaves out: symbols and currencies, or the account itself where nothing of it is known.
    package private(set) var leftOut: [String: [String]] = [:]
    /// Warnings of missing prices and rates.
    package private(set) var warnings: [FrameWarning] = []

    /// The worth of accounts of the given names.
    package init(_ names: [String], _ book: Book, in currency: Currency, on day: Day) throws {
        try book.noteReading()
        let ledger = try book.ledger, sweep = try book.sweep(in: currency)
        let told = Set(ledger.values.standing(through: day).map(\.value.account))
        var lacking = ValuationGaps()
        for name in names {
            guard let id = ledger.account(named: name) else {
                let near = nearestName(to: name, in: ledger.accounts.map(\.name)).map { "; the nearest that it has is \"\($0)\"" } ?? ""
                leftOut[name] = ["\"\(name)\""]
                warnings.append(FrameWarning(kind: "unknown_account", message: "the book has no account \"\(name)\"\(near)"))
                continue
            }
            if ledger[id].tracking == .value, !told.contains(id) {
                leftOut[name] = ["\"\(name)\""]
                warnings.append(
                    FrameWarning(
                        kind: "no_value", message: "nobody told what \"\(name)\" is worth on \(day); say value{account=\"\(name)\", amount=…}"))
                continue
            }
            var flags = [Bool](repeating: false, count: ledger.accounts.count)
            flags[Int(id.rawValue) - 1] = true
            let (days, gaps) = try book.figures(sweep, of: Scope(accounts: flags), through: day)
            lacking.formUnion(gaps.within(day...day))
            // Before anything happened it is worth nothing.
            guard let last = days.last(where: { $0.day <= day }) else {
                values[name] = .zero
                continue
            }
            values[name] = last.value
            if last.value == nil { notePart(of: name, last, gaps.leftOut(on: last.day, sweep.names), on: day) }
        }
        warnings += GapWarnings(lacking, sweep.names, currency).warnings
    }

    /// Notes the known part of an account's worth.
    private mutating func notePart(of name: String, _ figures: DayFigures, _ lacking: [String], on day: Day) {
        leftOut[name] = lacking
        let isTold = !figures.pricedValue.isZero
        if isTold { parts[name] = figures.pricedValue }
        let rest = isTold ? "; what is told of it is without \(lacking.joined(separator: ", "))" : ""
        warnings.append(FrameWarning(kind: "unknown_worth", message: "what \"\(name)\" is worth on \(day) is not known\(rest)"))
    }
}

import Ledger
import Testing
import Values

/// Records lines of the form `activity → effect` and compares what each changed.
///
/// An effect lists what changed in a fixed order: cash, contribution, income, fees and taxes of the account, then units, cost and
/// income of the holding, then each gain. What did not change is not listed.
func expectEffects(_ page: Page = Page(), _ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for line in text.split(separator: "\n") where !line.allSatisfy(\.isWhitespace) {
        let parts = line.split(separator: "→").map { $0.trimmingSpaces() }
        let before = try Figures(page.ledger)
        try page.record(parts[0])
        let effect = try Figures(page.ledger).changes(since: before)
        #expect(effect == (parts.count > 1 ? parts[1] : ""), "\(parts[0])", sourceLocation: sourceLocation)
    }
}

extension StringProtocol {
    func trimmingSpaces() -> String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// The sums of a book, by name and in order.
struct Figures {
    private var figures: [(name: String, value: FixedDecimal)] = []

    init(_ ledger: Ledger) throws {
        for cash in try ledger.cash() {
            let suffix = cash.currency == .usd ? "" : " \(cash.currency)"
            let named = [
                ("cash", cash.balance), ("contribution", cash.contribution), ("income", cash.income), ("fees", cash.fees),
                ("taxes", cash.taxes),
            ]
            for (name, value) in named { add(name + suffix, value) }
        }
        for holding in try ledger.holdings() {
            let symbol = ledger[holding.instrument].symbol
            add(symbol, holding.quantity)
            add("cost", holding.cost)
        }
        for (index, gain) in try ledger.gains().enumerated() { add("gain \(index)", gain.gain) }
    }

    private mutating func add(_ name: String, _ value: FixedDecimal) {
        if let index = figures.firstIndex(where: { $0.name == name }) {
            figures[index].value = try! figures[index].value + value
        } else {
            figures.append((name, value))
        }
    }

    func changes(since before: Figures) throws -> String {
        var names = figures.map(\.name)
        for name in before.figures.map(\.name) where !names.contains(name) {
            names.insert(name, at: names.firstIndex { $0.hasPrefix("gain") } ?? names.endIndex)
        }
        let changes = try names.compactMap { name -> String? in
            let change = try self[name] - before[name]
            if change.isZero, !name.hasPrefix("gain") || before.figures.contains(where: { $0.name == name }) { return nil }
            return "\(name.hasPrefix("gain") ? "gain" : name) \(change.isNegative ? "" : "+")\(change)"
        }
        return changes.joined(separator: ", ")
    }

    private subscript(name: String) -> FixedDecimal { figures.first { $0.name == name }?.value ?? .zero }
}

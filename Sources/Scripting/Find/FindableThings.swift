import Ledger
import LuaPlans
import LuaSurface
import Plans
import Values

/// What goes by a name: accounts, instruments, tags, plans, reports and what there is help on.
struct FindableThings {
    private let ledger: Ledger
    private let runtime: Runtime

    /// The things of a book, and those of the session.
    init(_ ledger: Ledger, _ runtime: Runtime) { (self.ledger, self.runtime) = (ledger, runtime) }

    /// All that fit what is looked for.
    func findings(_ search: TextSearch) -> [Finding] {
        accounts(search) + instruments(search) + tags(search) + plans(search) + reports(search) + help(search)
    }

    /// The text of a thing that fits best, of several; the one that is listed first where two fit as well.
    private func best(_ texts: [(place: String, text: String)], _ search: TextSearch, _ kind: Finding.Kind, _ name: String) -> Finding? {
        var best: Finding?
        for (place, text) in texts where !text.isEmpty {
            guard let fit = search.fit(name: text), best.map({ $0.fit < fit }) ?? true else { continue }
            best = Finding(kind: kind, name: name, what: text, place: place, fit: fit)
        }
        return best
    }

    private func accounts(_ search: TextSearch) -> [Finding] {
        ledger.accounts.filter { !$0.isErased }.compactMap { account in
            best([("name", account.name), ("group", account.group), ("portfolio", account.portfolio), ("owner", account.owner)], search, .account, account.name)
        }
    }

    private func instruments(_ search: TextSearch) -> [Finding] {
        ledger.instruments.compactMap { instrument in
            best(
                [("symbol", instrument.symbol), ("name", instrument.name), ("class", instrument.assetClass), ("provider_symbol", instrument.providerSymbol)], search, .instrument,
                instrument.symbol)
        }
    }

    private func tags(_ search: TextSearch) -> [Finding] { ledger.tags.names.compactMap { best([("tag", $0)], search, .tag, $0) } }

    /// The documents of every kind that go by a name of the owner's; rules of scripts too.
    private func plans(_ search: TextSearch) -> [Finding] {
        let kept = PlanDocument.Kind.allCases.filter { $0 != .pause && $0 != .accountMapping }.flatMap { kind in ledger.plans.documents(kind).map { (kind.rawValue, $0.name) } }
        let scripted = runtime.scripted.plans.rules.map { (PlanDocument.Kind.recurring.rawValue, $0.rule.name) }
        return (kept + scripted).compactMap { kind, name in best([(kind, name)], search, .plan, name) }
    }

    private func reports(_ search: TextSearch) -> [Finding] { runtime.reportList.compactMap { best([("name", $0)], search, .report, $0) } }

    /// Topics are told from what is near them by `help` itself.
    private func help(_ search: TextSearch) -> [Finding] {
        let reports = Set(runtime.reportList)
        return runtime.topics.filter { !reports.contains($0) }.compactMap { topic in
            search.fit(topic).map { Finding(kind: .help, name: topic, what: "help \(topic)", place: "topic", fit: $0) }
        }
    }
}

/// The notes of activities, of those that were amended only the last.
struct ActivityNotes {
    private let ledger: Ledger

    /// The notes of a book.
    init(_ ledger: Ledger) { self.ledger = ledger }

    /// The best of the activities whose notes fit what is looked for, so many at most, and how many there are. The latest come first of those that fit as well.
    /// O(length of all notes).
    func findings(_ search: TextSearch, most count: Int) -> (best: [Finding], total: Int) {
        let table = ledger.activities
        var found: [(fit: TextSearch.Fit, day: Day, row: Int)] = []
        table.forEachNote { row, notes in
            guard let fit = search.fit(utf8: notes), table.amendment(of: row) == nil else { return }
            found.append((fit, table.date(at: row), row))
        }
        found.sort { ($0.fit, $0.day, $0.row) > ($1.fit, $1.day, $1.row) }
        let best = found.prefix(count).map { Finding(kind: .activity, name: "", what: table.notes(at: $0.row), place: "notes", fit: $0.fit, row: $0.row) }
        return (best, found.count)
    }
}

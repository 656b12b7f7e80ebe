import Ledger
import LuaKit
import Plans
import Values

/// What is traded apart from one another: the innermost targets, or what a rule asks for and the rest of what is held.
struct TradeLines {
    let leaves: [TargetLeaf]
    /// The place of money itself, where it is one of the targets.
    let cashLeaf: Int?
    /// The account in which an instrument is bought, by symbol.
    let accounts: [String: String]
    /// What can be bought, beside what is held.
    let candidates: [(leaf: Int, instrument: InstrumentID)]
    /// The place that a holding belongs to; nil where that is none.
    let leaf: (RebalanceScope.Item, RebalanceScope) throws -> Int?
    /// Whether what is at a place can be bought in an account.
    let fits: (Int, AccountID) -> Bool

    /// The innermost targets.
    init(_ scripted: ScriptedTargets, _ call: LuaCall, _ names: Definitions) throws {
        let targets = scripted.targets, groups = HoldingGroups(scripted, call)
        (leaves, accounts, cashLeaf) = (targets.leaves, targets.accounts, HoldingGroups.cashLeaf(targets, names))
        candidates = try HoldingGroups.candidates(targets, names)
        leaf = { try groups.leaf(of: $0, in: $1) }
        fits = { targets.grouping != .portfolio || names[$1].portfolio == targets.leaves[$0].name }
    }

    /// An instrument in an account, or in all those that no other line of it names.
    struct Line: Hashable {
        let instrument: InstrumentID
        let account: AccountID?
    }

    /// What a rule asks for, and after it what else is held, which stays as it is.
    init(_ asked: [Line], _ scope: RebalanceScope) {
        var lines: [Line] = []
        for line in asked where !lines.contains(line) { lines.append(line) }
        let wanted = lines.count
        func place(_ instrument: InstrumentID, _ account: AccountID, _ lines: [Line]) -> Int? {
            lines.firstIndex(of: Line(instrument: instrument, account: account)) ?? lines.firstIndex(of: Line(instrument: instrument, account: nil))
        }
        for item in scope.items where place(item.holding.instrument, item.holding.account, lines) == nil {
            lines.append(Line(instrument: item.holding.instrument, account: nil))
        }
        let all = lines, names = scope.names
        leaves = all.map { line in
            let symbol = names[line.instrument].symbol
            if let account = line.account { return TargetLeaf(name: "\(symbol) in \(names[account].name)", share: .zero) }
            let isAlone = !all.contains { $0.instrument == line.instrument && $0.account != nil }
            return TargetLeaf(name: isAlone ? symbol : "\(symbol) elsewhere", share: .zero)
        }
        (accounts, cashLeaf) = ([:], nil)
        candidates = all.prefix(wanted).enumerated().map { ($0.offset, $0.element.instrument) }
        leaf = { item, _ in place(item.holding.instrument, item.holding.account, all) }
        fits = { place(all[$0].instrument, $1, all) == $0 }
    }
}

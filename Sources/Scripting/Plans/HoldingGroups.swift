import Ledger
import LuaKit
import Plans
import Storage
import Values

/// Which target each holding is of.
struct HoldingGroups {
    private let targets: ScriptedTargets
    private let places: [String: Int]
    private let call: LuaCall

    init(_ targets: ScriptedTargets, _ call: LuaCall) {
        (self.targets, self.call) = (targets, call)
        places = Dictionary(targets.targets.leaves.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    }

    /// The place of a holding's target among the leaves; nil where it has none.
    func leaf(of item: RebalanceScope.Item, in scope: RebalanceScope) throws -> Int? {
        let instrument = scope.names[item.holding.instrument], account = scope.names[item.holding.account]
        let name: String? = switch targets.targets.grouping {
        case .symbol: instrument.symbol
        case .class: instrument.classOrKind
        case .kind: instrument.kind.rawValue
        case .tag: targets.targets.tags[instrument.symbol]
        case .portfolio: account.portfolio
        case .function: try answer(item, instrument, account)
        }
        return name.flatMap { places[$0] }
    }

    /// What the function says of a holding, which it sees as a table.
    private func answer(_ item: RebalanceScope.Item, _ instrument: Instrument, _ account: Account) throws -> String? {
        guard let function = targets.group else { return nil }
        let fields: [(String, LuaValue)] = [
            ("account", .string(account.name)), ("portfolio", .string(account.portfolio)), ("owner", .string(account.owner)),
            ("symbol", .string(instrument.symbol)), ("name", .string(instrument.name)), ("kind", .string(instrument.kind.rawValue)),
            ("class", .string(instrument.classOrKind)), ("currency", .string(instrument.currency.code)),
            ("quantity", .decimal(item.holding.quantity)), ("price", .decimal(item.price)), ("market_value", .decimal(try item.holding.quantity * item.price)),
        ]
        let answer = try call.state.call(function, [.table(fields.map { LuaPair(.string($0.0), $0.1) })]).first ?? .none
        if answer.isNone { return nil }
        guard let name = answer.stringValue else {
            throw LuaMisuse(
                "\(call.name): by gave \(PlainText.typeName(of: answer)) for \(instrument.symbol)", field: "by", hint: "it gives the name of a target, or nil for none")
        }
        return name
    }

    /// What the target of money itself is called.
    static let cash = "CASH"

    /// The place of the target that is money itself: CASH, unless that is an instrument of the book or the name of a portfolio.
    static func cashLeaf(_ targets: Targets, _ names: Definitions) -> Int? {
        if targets.grouping == .portfolio || targets.grouping == .symbol && names.instrument(named: cash) != nil { return nil }
        return targets.leaves.firstIndex { $0.name == cash }
    }

    /// What can be bought for a target, beside what is held of it: the instrument itself, or the one named.
    static func candidates(_ targets: Targets, _ names: Definitions) throws -> [(leaf: Int, instrument: InstrumentID)] {
        var found: [(leaf: Int, instrument: InstrumentID)] = []
        let cashLeaf = cashLeaf(targets, names)
        for (place, leaf) in targets.leaves.enumerated() where place != cashLeaf {
            let symbol = targets.grouping == .symbol ? leaf.name : leaf.buy
            if let symbol { found.append((place, try names.knownInstrument(symbol))) }
        }
        return found
    }
}

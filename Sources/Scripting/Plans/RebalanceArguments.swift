import Ledger
import LuaKit
import Plans
import Values

/// How trades are to be chosen, as scripts say it.
enum RebalanceArguments {
    static let parameters: [LuaParameter] = [
        .optional("mode", .string, "new_money: money is spent and nothing sold; where money is taken out, only what has to be sold for it is, and nothing bought; full: sales pay for purchases; hybrid: new money first, then sales of what is above its band.", default: "\"full\""),
        .optional("to", .string, "Where something goes that is out of its band: target, or band for its nearest edge.", default: "\"target\""),
        .optional("cash", .init("cash", phrase: "a number, a table of them by account, or \"all\"", accepts: [.string, .integer, .number, .boxed, .table]),
            "Money to be invested, counted before targets are sized: new money as a number or {Brokerage=500}, or \"all\" that lies in the accounts; below zero, money to be taken out: what to sell for it."),
        .optional("exchange", .boolean, "Whether money of an account may be changed, at the rate of the day, into the currency of what is bought there; else it stays cash.", default: "false"),
        .optional("min_trade", .decimal, "Trades of less than this are not made; in the currency of the whole."),
        .optional("whole_shares", .init("whole_shares", phrase: "true, false, or a table of them by symbol", accepts: [.boolean, .table]),
            "Whether only whole units are traded, or by symbol: {BTC=false}; without it, stocks, etfs and bonds are whole."),
        .optional("fee", .decimal, "What each trade costs, in its own currency."), .optional("fee_rate", .decimal, "What each trade costs as a part of its amount, such as 0.001."),
        .optional("gain_budget", .decimal, "The most that all sales together may gain, in the currency of the whole; implies tax. What nobody told the cost of, or has no rate for, is sold last, and all of it counts as gain."),
        .optional("tax", .boolean, "Whether losses are sold first, then what was held for long, then what gained least; else the fewest trades.", default: "false"),
        .optional("wash_sales", .boolean, "Whether trades are avoided that would take away a loss by the rule of 30 days; by default, as the setting wash_sales says."),
    ]

    static func rules(_ call: LuaCall, _ names: Definitions) throws -> TradeRules {
        var rules = TradeRules()
        if case .table(let pairs) = try call.argument("whole_shares") {
            for pair in pairs {
                guard let symbol = pair.key.stringValue else { throw call.mismatch("whole_shares", expected: "true or false, also by symbol: {BTC=false}") }
                _ = try names.knownInstrument(symbol)
            }
        }
        rules.mode = try choice(call, "mode", TradeRules.Mode.self) ?? .full
        rules.landing = try choice(call, "to", TradeRules.Landing.self) ?? .target
        rules.fee = try call.decimal("fee") ?? .zero
        rules.feeRate = try call.decimal("fee_rate") ?? .zero
        rules.minimum = try call.decimal("min_trade") ?? .zero
        rules.gainBudget = try call.decimal("gain_budget")
        rules.isTaxAware = try call.boolean("tax") ?? false || rules.gainBudget != nil
        rules.mayExchange = try call.boolean("exchange") ?? false
        rules.avoidsWashSales = try call.boolean("wash_sales") ?? names.policy.washSales
        return rules
    }

    private static func choice<Choice: CaseIterable & RawRepresentable<String>>(_ call: LuaCall, _ name: String, _ type: Choice.Type) throws -> Choice? {
        guard let word = try call.string(name) else { return nil }
        if let choice = Choice(rawValue: word) { return choice }
        let words = Choice.allCases.map(\.rawValue)
        throw call.mismatch(name, expected: "one of \(words.joined(separator: ", "))", hint: nearestName(to: word, in: words).map { "did you mean \"\($0)\"?" })
    }

    /// What quantities of an instrument are multiples of.
    static func step(_ call: LuaCall, _ instrument: Instrument) throws -> FixedDecimal {
        var isWhole = [.stock, .etf, .bond, .structured, .insurance, .other].contains(instrument.kind)
        switch try call.argument("whole_shares") {
        case .boolean(let truth): isWhole = truth
        case .table(let pairs):
            for pair in pairs where pair.key.stringValue == instrument.symbol {
                guard case .boolean(let truth) = pair.value else { throw call.mismatch("whole_shares", expected: "true or false, also by symbol: {BTC=false}") }
                isWhole = truth
            }
        default: break
        }
        // A satoshi, and what brokers that deal in fractions keep.
        return isWhole ? .one : FixedDecimal(units: instrument.kind == .crypto ? 10_000_000_000 : 1_000_000_000_000)
    }
}

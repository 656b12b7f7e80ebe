import Frames
import Ledger
import LuaKit
import Storage
import Values

/// How a figure came about, as a frame: a row for each activity, and the rules as its policies.
struct Explanation {
    /// What is to be explained.
    struct Subject {
        var account: String?
        var symbol: String?
        var currency: String?
        /// Of a gain: the entries that opened the lot and closed it.
        var lot: EntryID?
        var closing: EntryID?
        /// An activity by itself, or the lot that it opened.
        var activity: EntryID?
        var on: Day?
    }

    let book: Book
    let ledger: Ledger
    let asked: Subject

    private static let schemas: [ColumnSchema] = [
        .int("id"), .day("date"), .text("what"), .text("account"), .money("amount", total: .none), .quantity("quantity"), .money("cost", total: .none),
        .money("balance", total: .none), .text("currency"), .text("source"),
    ]

    func frame() throws -> Frame {
        if let lot = asked.lot { return try gain(of: lot, asked.closing) }
        if let activity = asked.activity { return try effects(of: activity.openingEntry) }
        guard let name = asked.account else { throw LuaMisuse("explain: say what: a row, the id of an activity, or account and symbol", field: "row") }
        let account = try ledger.knownAccount(name)
        guard let symbol = asked.symbol else { return try cash(account) }
        return try holding(account, ledger.knownInstrument(symbol))
    }

    // MARK: Subjects

    private func holding(_ account: AccountID, _ instrument: InstrumentID) throws -> Frame {
        var builder = FrameBuilder("explanation", Self.schemas)
        for step in try ledger.steps(of: account, instrument, on: asked.on) { try append(step.activity, quantity: step.quantity, cost: step.cost, to: &builder) }
        try addRules(&builder, account, instrument)
        return builder.frame()
    }

    private func cash(_ account: AccountID) throws -> Frame {
        var builder = FrameBuilder("explanation", Self.schemas)
        let currency = try asked.currency.map { try Currency($0) } ?? ledger[account].currency
        for step in try ledger.steps(of: account, currency, on: asked.on) { try append(step.activity, amount: step.amount, balance: step.balance, in: currency, to: &builder) }
        return builder.frame()
    }

    /// The opening of a lot, what changed all lots since, and its closing.
    private func gain(of id: EntryID, _ closing: EntryID?) throws -> Frame {
        let lot = id.openingEntry
        var builder = FrameBuilder("explanation", Self.schemas)
        let table = ledger.activities
        guard let opening = table.row(of: lot), let symbol = asked.symbol, let account = asked.account.flatMap(ledger.account(named:)) else {
            throw LedgerError.unknownEntry(lot)
        }
        let instrument = try ledger.knownInstrument(symbol), last = closing.flatMap(table.row).map(table.date)
        if table.account(at: opening) != account || table.instrument(at: opening) != instrument { try append(lot, to: &builder) }
        for step in try ledger.steps(of: account, instrument, on: last ?? asked.on) {
            guard let row = table.row(of: step.activity), table.date(at: row) >= table.date(at: opening) else { continue }
            if step.activity == lot || step.activity == closing || !step.isTrade {
                try append(step.activity, quantity: step.quantity, cost: step.cost, to: &builder)
            }
        }
        for gain in try ledger.gains() where gain.account == account && gain.lotID == id && (closing == nil || gain.activity == closing) {
            builder.add(policy: "gain", !gain.isCostKnown ? "what the units cost is unknown, and so is the gain" : "\(gain.proceeds) less \(gain.cost)\(gain.wash.isZero ? "" : ", of which \(gain.wash) is not allowed") is \(gain.gain), \(gain.term.rawValue)-term from \(gain.opened) to \(gain.closed)")
        }
        try addRules(&builder, account, instrument)
        return builder.frame()
    }

    /// What one activity did to cash, units and the rest.
    private func effects(of entry: EntryID) throws -> Frame {
        var builder = FrameBuilder("explanation", Self.schemas)
        try append(entry, to: &builder)
        for effect in try ledger.effects(of: entry) {
            let quantity = effect.quantity.isZero ? nil : Optional(effect.quantity)
            let account = effect.account == .every ? "" : ledger[effect.account].name
            try builder.append([
                .none, .none, .text("  \(effect.target.rawValue.replacing("_", with: " "))"), .optional(account), .decimal(effect.amount),
                .optional(quantity), .none, .none, .text(effect.currency.code), .none,
            ])
        }
        if let row = ledger.activities.row(of: entry) {
            let rule = ActivityRule.rule(for: ledger.activities.kind(at: row), ledger.activities.subtype(at: row))
            builder.add(policy: rule.subtype?.rawValue ?? rule.kind.rawValue, rule.effect)
        }
        return builder.frame()
    }

    // MARK: Rows

    private func append(
        _ entry: EntryID, amount: FixedDecimal? = nil, quantity: FixedDecimal? = nil, cost: FixedDecimal? = nil, balance: FixedDecimal? = nil,
        in currency: Currency? = nil, to builder: inout FrameBuilder
    ) throws {
        let draft = try ledger.draft(of: entry)
        try builder.append([
            .int(Int64(entry.rawValue)), .optional(draft.date), .text(Self.sentence(draft)), .optional(draft.account ?? ""), .optional(amount),
            .optional(quantity), .optional(cost), .optional(balance), .optional(currency?.code ?? draft.currency ?? ""), .optional(try book.act(of: entry)?.source ?? ""),
        ])
    }

    /// An activity in few words: `buy 10 ORCL @ 31.2 fee 1`.
    static func sentence(_ draft: ActivityDraft) -> String {
        var words = [draft.subtype.map { $0 == "opening" ? "opening" : $0.replacing("_", with: " ") } ?? draft.kind?.replacing("_", with: " ") ?? ""]
        if let quantity = draft.quantity { words.append("\(quantity)") }
        if let symbol = draft.symbol { words.append(symbol) }
        if let ratio = draft.ratio { words.append("\(ratio)") }
        if let into = draft.into { words.append("into \(into)") }
        if let price = draft.price { words.append("@ \(price)") }
        if let amount = draft.amount { words.append(draft.price == nil ? "\(amount) \(draft.currency ?? "")" : "for \(amount)") }
        if let fee = draft.fee, !fee.isZero { words.append("fee \(fee)") }
        if let tax = draft.tax, !tax.isZero { words.append("tax \(tax)") }
        if let rate = draft.fxRate, let settle = draft.settle, settle != draft.currency { words.append("at \(rate) in \(settle)") }
        if let status = draft.status, status != "posted" { words.append("(\(status))") }
        return words.joined(separator: " ")
    }

    /// The rules that shape lots and gains.
    private func addRules(_ builder: inout FrameBuilder, _ account: AccountID, _ instrument: InstrumentID) throws {
        let policy = ledger.policy, method = policy.lotMethod(account, instrument, on: asked.on ?? .max)
        builder.add(policy: "lot_method", "\(method.name): \(method.summary)")
        builder.add(policy: "fees_in_cost", policy.feesInCost ? "fees raise cost and lower proceeds" : "fees are expenses apart")
        builder.add(policy: "term", policy.longTermDays.map { "long after \($0) days" } ?? "long after more than one calendar year")
        if policy.washSales { builder.add(policy: "wash_sales", "a loss moves to units bought within 30 days") }
        let dated = ledger[instrument].multiplier
        if dated != .one { builder.add(policy: "multiplier", "\(dated) units of the underlying each") }
    }
}

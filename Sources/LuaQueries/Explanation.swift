import Frames
import Ledger
import LuaKit
import LuaSurface
import Queries
import Storage
import Values

/// Explains a figure as a frame: a row for each activity that made it, and the rules that apply as policies.
struct Explanation {
    /// What `explain` was asked about.
    struct Subject {
        var account: String?
        var symbol: String?
        var currency: String?
        /// An open lot.
        var openLot: EntryID?
        /// Of a gain: the entry that opened the lot and the one that closed it.
        var lot: EntryID?
        var closing: EntryID?
        /// An activity by itself.
        var activity: EntryID?
        var on: Day?
        /// The balance or the cost that the row shows.
        var figure: FixedDecimal?
    }

    /// The book that is asked.
    let book: Book
    /// Its ledger, as it was by the moment that is asked about.
    let ledger: Ledger
    /// What `explain` was asked about.
    let asked: Subject

    private static let schemas: [ColumnSchema] = [
        .int("id").ranked(.useful), .day("date").ranked(.leading), .prose("what").ranked(.deciding), .text("account").ranked(.useful),
        .money("amount", total: .none).ranked(.deciding), .quantity("quantity"), .money("cost", total: .none), .money("balance", total: .none).ranked(.deciding),
        .text("currency").ranked(.deciding), .text("source").ranked(.minor),
    ]

    /// The rows that made the figure, and the rules that apply as policies.
    fileprivate func frame() throws -> Frame {
        if let lot = asked.openLot { return try self.lot(lot) }
        if let lot = asked.lot { return try gain(of: lot, asked.closing) }
        if let activity = asked.activity { return try effects(of: entry(activity)) }
        guard let name = asked.account else { throw LuaMisuse("explain: say what: a row, the id of an activity, or account and symbol", field: "row") }
        let account = try ledger.knownAccount(name)
        guard let symbol = asked.symbol else { return try cash(account) }
        return try holding(account, ledger.knownInstrument(symbol))
    }

    /// A warning where the explanation does not come to the figure of the row, since the row is of an earlier day.
    fileprivate func otherDay(_ frame: Frame) throws -> [FrameWarning] {
        let last = frame.rowCount - 1, way = "is explained with on=, such as explain{row=…, on=\"2014-06-30\"}"
        guard let figure = asked.figure, asked.on == nil else { return [] }
        if last < 0 {
            if figure.isZero { return [] }
            return [FrameWarning(kind: "other_day", message: "nothing of now explains this row: one of an earlier day \(way); one in another currency is explained without base=")]
        }
        guard try asked.currency == nil || frame.value("currency", row: last) == .text(asked.currency ?? ""), case .decimal(let balance) = try frame.value("balance", row: last),
            balance != figure
        else { return [] }
        return [FrameWarning(kind: "other_day", message: "the row says \(figure), and it comes to \(balance) now; a row of an earlier day \(way)")]
    }

    // MARK: Subjects

    private func holding(_ account: AccountID, _ instrument: InstrumentID) throws -> Frame {
        var builder = FrameBuilder("explanation", Self.schemas)
        for step in try ledger.steps(of: account, instrument, on: asked.on) { try append(step, account, instrument, to: &builder) }
        try addRules(&builder, account, instrument)
        return builder.frame()
    }

    private func cash(_ account: AccountID) throws -> Frame {
        var builder = FrameBuilder("explanation", Self.schemas)
        let currency = try asked.currency.map { try Currency($0) } ?? ledger[account].currency
        for step in try ledger.steps(of: account, currency, on: asked.on) { try append(step.activity, amount: step.amount, balance: step.balance, in: currency, to: &builder) }
        return builder.frame()
    }

    /// The opening of a lot, what changed it since in whichever account, and its closing. Of lots that share their cost: all that made up that cost.
    private func gain(of id: EntryID, _ closing: EntryID?) throws -> Frame {
        let (account, instrument) = try place(of: id)
        var builder = FrameBuilder("explanation", Self.schemas)
        let table = ledger.activities, last = closing.flatMap(table.row).map(table.date)
        if let shared = try ledger.sharedSteps(of: account, instrument, on: last ?? asked.on) {
            for step in shared {
                try append(step, account, instrument, to: &builder)
                if step.activity == closing { break }
            }
        } else {
            for step in try ledger.steps(ofLot: id, in: account, instrument, closing: closing, on: last ?? asked.on) { try append(step, instrument, to: &builder) }
        }
        for gain in try ledger.gains() where gain.account == account && gain.lotID == id && (closing == nil || gain.activity == closing) {
            builder.add(
                policy: "gain",
                !gain.isCostKnown
                    ? "what the units cost is unknown, and so is the gain"
                    : "\(gain.proceeds) less \(gain.cost)\(gain.wash.isZero ? "" : ", of which \(gain.wash) is not allowed") is \(gain.gain), \(gain.term.rawValue)-term from \(gain.opened) to \(gain.closed)"
            )
        }
        try addRules(&builder, account, instrument)
        return builder.frame()
    }

    /// The opening of a lot and what changed it since in whichever account. Of lots that share their cost: what made up that cost, and the lot's part
    /// of it.
    private func lot(_ id: EntryID) throws -> Frame {
        let (account, instrument) = try place(of: id)
        var builder = FrameBuilder("explanation", Self.schemas)
        let open = try ledger.lots(of: account, instrument, on: asked.on).first { $0.id == id }
        let isKnown = open?.isCostKnown ?? true
        if let shared = try ledger.sharedSteps(of: account, instrument, on: asked.on), let open {
            for step in shared { try append(step, account, instrument, to: &builder) }
            let rest = try shared.last.flatMap { $0.isCostKnown ? try open.cost - $0.cost : nil }
            try builder.append([
                .none, .none, .text("  of which lot \(id.rawValue)"), .text(ledger[account].name), .optional(isKnown ? rest : nil), .decimal(open.remaining),
                .optional(isKnown ? open.cost : nil), .optional(isKnown ? open.cost : nil), .text(open.currency.code), .none,
            ])
        } else {
            for step in try ledger.steps(ofLot: id, in: account, instrument, on: asked.on) { try append(step, instrument, to: &builder) }
        }
        if !isKnown { builder.add(policy: "lot", "what the units cost is unknown") }
        try addRules(&builder, account, instrument)
        return builder.frame()
    }

    private func place(of lot: EntryID) throws -> (AccountID, InstrumentID) {
        guard ledger.activities.row(of: lot.openingEntry) != nil, let symbol = asked.symbol, let account = asked.account.flatMap(ledger.account(named:)) else {
            throw LedgerError.unknownEntry(lot)
        }
        return (account, try ledger.knownInstrument(symbol))
    }

    /// The entry of a number: its own, or, where it is the id of a lot, the one that opened that.
    private func entry(_ id: EntryID) throws -> EntryID {
        if id == id.openingEntry || ledger.activities.row(of: id) != nil { return id }
        guard try ledger.lots().contains(where: { $0.id == id }) || ledger.gains().contains(where: { $0.lotID == id }) else { throw LedgerError.unknownEntry(id) }
        return id.openingEntry
    }

    /// The changes that one activity made to cash, units, cost and contributions.
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

    /// A row with the change of the cost, below a row with the cost that pooled accounts shared before.
    private func append(_ step: HoldingStep, _ account: AccountID, _ instrument: InstrumentID, to builder: inout FrameBuilder) throws {
        let change = try step.change - step.shared
        if !step.shared.isZero {
            let cost = step.isChangeKnown ? try step.cost - change : nil
            try builder.append([
                .none, .optional(try ledger.draft(of: step.activity).date), .text("  pooled with the owner's other accounts"), .text(ledger[account].name),
                .optional(cost == nil ? nil : step.shared), .none, .optional(cost), .optional(cost), .text(ledger[instrument].currency.code), .none,
            ])
        }
        let cost = step.isCostKnown ? step.cost : nil
        try append(
            step.activity, amount: step.isChangeKnown ? change : nil, quantity: step.quantity, cost: cost, balance: cost, in: ledger[instrument].currency, to: &builder)
    }

    private func append(_ step: LotStep, _ instrument: InstrumentID, to builder: inout FrameBuilder) throws {
        let cost = step.isCostKnown ? step.cost : nil
        try append(
            step.activity, amount: step.isChangeKnown ? step.change : nil, quantity: step.quantity, cost: cost, balance: cost, in: ledger[instrument].currency, to: &builder)
    }

    private func append(
        _ entry: EntryID, amount: FixedDecimal? = nil, quantity: FixedDecimal? = nil, cost: FixedDecimal? = nil, balance: FixedDecimal? = nil,
        in currency: Currency? = nil, to builder: inout FrameBuilder
    ) throws {
        let draft = try ledger.draft(of: entry)
        try builder.append([
            .int(Int64(entry.rawValue)), .optional(draft.date), .text(Self.sentence(draft) + voidNote(entry)), .optional(draft.account ?? ""), .optional(amount),
            .optional(quantity), .optional(cost), .optional(balance), .optional(currency?.code ?? draft.currency ?? ""), .optional(try book.act(of: entry)?.source ?? ""),
        ])
    }

    /// A sentence that an entry is void and so part of no figure, and which entry stands in its place.
    private func voidNote(_ entry: EntryID) -> String {
        guard let row = ledger.activities.row(of: entry), ledger.activities.isVoid(at: row) else { return "" }
        return ledger.activities.amendment(of: row).map { " (void: entry \($0.rawValue) is in its place)" } ?? " (void)"
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

/// `explain`: where a figure comes from.
package enum ExplainModule {
    /// The functions of the group, in the order in which help lists them.
    package static let module = Module(asking: "explain", [explain])

    private static let explain = LuaFunction(
        "explain",
        [
            .optional("row", .explained, "A row of holdings, lots, gains, cash, income or activities, or the id of an activity."),
            .optional("account", .account, "The account of a holding or of cash."), .optional("symbol", .symbol, "The instrument of a holding."),
            .optional("currency", .currency, "The currency of cash; the account's."), .optional("on", .date, "As it was at the end of this day."),
        ],
        returns: "frame",
        summary: "Shows the activities, lots and rules that made a holding, a lot, a gain or a cash balance: amount is what a line changed, balance what it came "
            + "to, so that the amounts add up to the last balance, which is the cost of the holding or the lot, or the cash. A gain ends with the sale, which takes its cost.",
        example: "explain(gains{year=2007}[1]):count() > 1 --> true"
    ) { call in
        let book = try call.book()
        var asked = try subject(call)
        asked.on = try call.day("on") ?? asked.on
        let explanation = Explanation(book: book, ledger: try ledger(of: asked, book), asked: asked), frame = try explanation.frame()
        return try call.reply(frame.adding(warnings: explanation.otherDay(frame)))
    }

    /// The ledger that what is asked about follows from: of a holding, a lot or a gain that of its instrument is enough.
    private static func ledger(of asked: Explanation.Subject, _ book: Book) throws -> Ledger {
        guard asked.activity == nil, asked.account != nil, let symbol = asked.symbol, let instrument = try book.definitions.instrument(named: symbol) else {
            return try book.ledger
        }
        return try book.ledger(withLotsOf: instrument)
    }

    private static func subject(_ call: LuaCall) throws -> Explanation.Subject {
        var subject = Explanation.Subject()
        switch try call.argument("row") {
        case .none: break
        case .integer(let id): subject.activity = EntryID(id)
        case .reference(let row): subject = try read(row, call)
        default: throw call.mismatch("row", expected: "a row of a frame or the id of an activity")
        }
        subject.account = try call.accountName("account") ?? subject.account
        subject.symbol = try call.symbol("symbol") ?? subject.symbol
        subject.currency = try call.currency("currency")?.code ?? subject.currency
        return subject
    }

    /// What a row of a frame asks about, by the columns that it has.
    private static func read(_ row: LuaReference, _ call: LuaCall) throws -> Explanation.Subject {
        let source =
            "local row = ... local function get(name) local ok, value = pcall(function() return row[name] end) return ok and value or nil end "
            + "return get('account'), get('symbol'), get('currency'), get('lot_id'), get('activity_id'), get('id'), get('balance') ~= nil, get('remaining') ~= nil, get('twr') ~= nil, get('balance') or get('cost_basis')"
        guard case .function(let reader) = call.state.compile(source, name: "=explain") else { preconditionFailure("the source is whole") }
        let values = try call.state.call(reader, [.reference(row)])
        if case .boolean(true) = values[8] {
            throw LuaMisuse(
                "explain: a row of returns does not tell what it was asked of", field: "row",
                hint: "say explain_return with the words that returns was asked with, such as explain_return{account=\"Brokerage\", year=2013}")
        }
        func text(_ place: Int) -> String? { values.indices.contains(place) ? values[place].stringValue : nil }
        func entry(_ place: Int) -> EntryID? {
            guard values.indices.contains(place), case .integer(let id) = values[place] else { return nil }
            return EntryID(id)
        }
        var subject = Explanation.Subject(account: text(0), symbol: text(1), currency: text(2), lot: entry(3), closing: entry(4))
        if case .boolean(true) = values[7] { subject.openLot = entry(5) } else if subject.lot == nil { subject.activity = entry(5) }
        if case .boolean(true) = values[6] { subject.symbol = nil }
        if subject.lot == nil { subject.figure = try Coercion.decimal(values[9]) }
        return subject
    }
}

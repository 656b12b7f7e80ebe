import Frames
import Ledger
import Queries
import Storage
import Values

/// What an act has recorded, as tables for a dry run: activities, and a line for each other entry.
struct DryRunFrames {
    private let log: ActLog
    private let book: Book
    /// The accounts, instruments and settings before the act.
    private let before: Definitions?

    /// The tables of what a log of an act holds.
    init(_ log: ActLog, _ book: Book, before: Definitions?) {
        (self.log, self.book, self.before) = (log, book, before)
    }

    /// The activities; nil where there are none.
    func activities() throws -> Frame? {
        let ledger = try book.ledger, table = ledger.activities
        let rows = log.entries.compactMap { id, entry in if case .activity = entry { table.row(of: id).map { Int32($0) } } else { nil } }
        if rows.isEmpty { return nil }
        let rare = ["subtype", "ratio", "into", "group"].filter { ActivitiesFrame.isUsed($0, rows, ledger) }
        let statuses = rows.contains { table.status(at: Int($0)) != .posted || table.isVoid(at: Int($0)) } ? ["status"] : []
        return try ActivitiesFrame.make("activities", book, rows)
            .select(
                ["date", "type"] + rare + statuses
                    + ["account", "symbol", "quantity", "price", "amount", "fee", "tax", "currency", "notes"].filter { name in
                        name != "tax" || rows.contains { !table.tax(at: Int($0)).isZero }
                    })
    }

    /// All other entries in the order in which they would be recorded; nil where there are none.
    func others() throws -> Frame? {
        let ledger = try book.ledger
        var builder = FrameBuilder("entries", [.text("entry"), .text("of"), .text("what")]), known = Known(before)
        var isEmpty = true
        for (_, entry) in log.entries {
            guard let line = try line(entry, ledger, &known) else { continue }
            try builder.append([.text(line.entry), .text(line.of), .text(line.what)])
            isEmpty = false
        }
        return isEmpty ? nil : builder.frame()
    }

    /// The definitions as they stand before the next entry.
    private struct Known {
        var accounts: [AccountID: Account] = [:]
        var instruments: [InstrumentID: Instrument] = [:]
        var settings: [String: String]
        var plans: Set<PlanKey>

        struct PlanKey: Hashable {
            let kind: PlanDocument.Kind
            let name: String
        }

        init(_ names: Definitions?) {
            for (place, account) in (names?.accounts ?? []).enumerated() { accounts[AccountID(Int32(place + 1))] = account }
            for (place, instrument) in (names?.instruments ?? []).enumerated() { instruments[InstrumentID(Int32(place + 1))] = instrument }
            settings = names?.settings ?? [:]
            plans = Set(PlanDocument.Kind.allCases.flatMap { kind in (names?.plans.documents(kind) ?? []).map { PlanKey(kind: kind, name: $0.name) } })
        }
    }

    private func line(_ entry: JournalEntry, _ ledger: Ledger, _ known: inout Known) throws -> (entry: String, of: String, what: String)? {
        switch entry {
        case .activity(let activity):
            guard let amended = activity.detail?.amends else { return nil }
            return ("amend", "entry \(amended.rawValue)", "\(describe(amended, ledger)) becomes void; \(describe(activity, ledger)) stands in its place")
        case .void(let voided, let reason):
            return ("void", "entry \(voided.rawValue)", describe(voided, ledger) + (reason.isEmpty ? "" : ": \(reason)"))
        case .account(let id, let account):
            defer { known.accounts[id] = account }
            return ("account", known.accounts[id]?.name ?? account.name, Self.changes(from: known.accounts[id].map(Self.fields), to: Self.fields(account)))
        case .instrument(let id, let instrument):
            defer { known.instruments[id] = instrument }
            let fields = { (instrument: Instrument) in Self.fields(instrument, ledger) }
            return ("instrument", known.instruments[id]?.symbol ?? instrument.symbol, Self.changes(from: known.instruments[id].map(fields), to: fields(instrument)))
        case .setting(let key, let value):
            defer { known.settings[key] = value }
            // Keys of providers are nobody's business on a screen.
            if Setting.all.contains(where: { $0.key == key && $0.isSecret }) { return ("setting", key, "is set") }
            let old = known.settings[key] ?? "", shown = { (text: String) in text.isEmpty ? "the default" : text }
            return ("setting", key, "\(shown(old)) → \(shown(value))")
        case .value(let told):
            let account = ledger[told.account].name
            return (
                "value", "\(account) on \(told.date)", told.value.map { Money($0, told.currency).described(by: CurrencyTable(declaredIn: book)) } ?? "what was told is taken back"
            )
        case .plan(let document):
            let key = Known.PlanKey(kind: document.kind, name: document.name), isKnown = known.plans.contains(key)
            if document.body.isEmpty { known.plans.remove(key) } else { known.plans.insert(key) }
            return (document.kind.rawValue, document.name, document.body.isEmpty ? "is taken away" : "\(isKnown ? "changed" : "new"): \(document.body)")
        case .occurrence(let occurrence): return ("occurrence", "\(occurrence.rule) for \(occurrence.day)", occurrence.state.rawValue)
        case .erasure: return nil
        }
    }

    // MARK: Activities in a few words

    private func describe(_ entry: EntryID, _ ledger: Ledger) -> String {
        ledger.activities.row(of: entry).map { describe(ledger.activities.activity(at: $0), ledger) } ?? "entry \(entry.rawValue)"
    }

    private func describe(_ activity: Activity, _ ledger: Ledger) -> String {
        let units = activity.quantity.map { "\($0)" }, symbol = activity.instrument.map { ledger[$0].symbol }
        let price = activity.price.map { "@ \($0)" }, amount = activity.amount.map { Money($0, activity.currency).described(by: CurrencyTable(declaredIn: book)) }
        let account = activity.account == .every ? nil : "in \(ledger[activity.account].name)"
        return ["\(activity.date)", activity.kind.rawValue, units, symbol, price, amount, account].compactMap(\.self).joined(separator: " ")
    }

    // MARK: Definitions, field by field

    private static func changes(from old: [(String, String)]?, to new: [(String, String)]) -> String {
        guard let old else { return "new: " + new.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }.joined(separator: ", ") }
        return zip(old, new).filter { $0.1 != $1.1 }.map { old, new in
            "\(new.0) \(old.1.isEmpty ? "none" : old.1) → \(new.1.isEmpty ? "none" : new.1)"
        }.joined(separator: ", ")
    }

    private static func fields(_ account: Account) -> [(String, String)] {
        [
            ("name", account.name), ("type", account.kind.rawValue), ("currency", account.currency.code), ("portfolio", account.portfolio),
            ("owner", account.owner), ("group", account.group), ("opened", text(account.opened)), ("closed", text(account.closed)),
            ("allow_short", account.allowShort ? "true" : ""), ("tracking", account.tracking == .transactions ? "" : account.tracking.rawValue),
            ("rate", account.rate.map(Percent.text) ?? ""), ("matures", text(account.matures)),
        ]
    }

    private static func fields(_ instrument: Instrument, _ ledger: Ledger) -> [(String, String)] {
        let option = instrument.option
        return [
            ("symbol", instrument.symbol), ("name", instrument.name), ("kind", instrument.kind.rawValue), ("currency", instrument.currency.code),
            ("multiplier", instrument.multiplier == .one ? "" : "\(instrument.multiplier)"), ("class", instrument.assetClass),
            ("provider", instrument.provider), ("provider_symbol", instrument.providerSymbol),
            ("underlying", option.map { ledger[$0.underlying].symbol } ?? ""), ("right", option?.right.rawValue ?? ""), ("strike", text(option?.strike)),
            ("expires", text(option?.expires)),
        ]
    }

    private static func text(_ value: (some CustomStringConvertible)?) -> String { value.map { "\($0)" } ?? "" }

    // MARK: Quotes and rates

    /// Frames of the first quotes and the first rates; empty where there are none.
    func market() throws -> [Frame] {
        let ledger = try book.ledger, most = 20
        var quotes = FrameBuilder("quotes", [.text("symbol"), .day("date"), .text("close")]), rates = FrameBuilder("rates", [.text("pair"), .day("date"), .text("rate")])
        var counts = (quotes: 0, rates: 0)
        func shown(_ price: FixedDecimal?) -> FrameValue { .text(price.map { "\($0)" } ?? "is taken away") }
        for change in log.market {
            switch change {
            case .quote(let instrument, let day, let close):
                counts.quotes += 1
                if counts.quotes <= most { try quotes.append([.text(ledger[instrument].symbol), .day(day), shown(close)]) }
            case .rate(let from, let to, let day, let rate):
                counts.rates += 1
                if counts.rates <= most { try rates.append([.text("\(from)/\(to)"), .day(day), shown(rate)]) }
            }
        }
        return (counts.quotes > 0 ? [quotes.frame()] : []) + (counts.rates > 0 ? [rates.frame()] : [])
    }

    // MARK: Counting

    private static func words(_ kind: PlanDocument.Kind) -> (one: String, many: String) {
        switch kind {
        case .reserve: ("reserve plan", "reserve plans")
        case .targets: ("set of targets", "sets of targets")
        case .recurring: ("recurring rule", "recurring rules")
        case .goal: ("goal", "goals")
        case .limit: ("limit", "limits")
        case .calendar: ("calendar", "calendars")
        case .pause: ("pause of a rule", "pauses of rules")
        case .currency: ("currency", "currencies")
        }
    }

    /// How many entries of each kind, in words: `2 activities, 1 account and 3 quotes`; nil where there are none.
    var summary: String? {
        var counts: [(one: String, many: String, count: Int)] = []
        func add(_ one: String, _ many: String, _ count: Int = 1) {
            if let place = counts.firstIndex(where: { $0.one == one }) { counts[place].count += count } else { counts.append((one, many, count)) }
        }
        for (_, entry) in log.entries { if case .activity = entry { add("activity", "activities") } }
        for (_, entry) in log.entries {
            switch entry {
            case .activity, .erasure: break
            case .account: add("account", "accounts")
            case .instrument: add("instrument", "instruments")
            case .void: add("void", "voids")
            case .value: add("value", "values")
            case .setting: add("setting", "settings")
            case .plan(let document):
                let (one, many) = Self.words(document.kind)
                add(one, many)
            case .occurrence: add("occurrence", "occurrences")
            }
        }
        if log.quotes > 0 { add("quote", "quotes", log.quotes) }
        if log.rates > 0 { add("rate", "rates", log.rates) }
        let parts = counts.map { "\($0.count) \($0.count == 1 ? $0.one : $0.many)" }
        return parts.count < 2 ? parts.first : parts.dropLast().joined(separator: ", ") + " and " + parts.last!
    }
}

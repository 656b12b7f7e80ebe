import JSON
public import Ledger
import Values

extension Formats {
    /// The book in the three files of the Portfolio Ledger app, and sentences on what they have no place for.
    ///
    /// The app knows no accounts: the column `accountId` stands behind its own, where it does not look, and `currency` behind that where an
    /// activity is in another than its account. Line ends within notes become blanks, since the app parts the file at them.
    public static func portfolioLedgerFiles(_ ledger: Ledger) -> (files: [(name: String, text: String)], leftOut: [String]) {
        let export = PortfolioLedgerExport(ledger)
        let files = [
            ("accounts.csv", PortfolioLedgerText.accounts(ledger)), ("instruments.csv", PortfolioLedgerText.instruments(export)),
            ("transactions.csv", PortfolioLedgerText.transactions(export)),
        ]
        return (files, export.sentences)
    }

    /// The book as the app's own store, `portfolio_data.json`, and sentences on what it has no place for.
    public static func portfolioLedgerJSON(_ ledger: Ledger) -> (text: String, leftOut: [String]) {
        let export = PortfolioLedgerExport(ledger)
        return (PortfolioLedgerText.document(export), export.sentences)
    }
}

/// The app's files, each cell as the app writes it.
enum PortfolioLedgerText {
    /// The id under which an account is written.
    static func id(_ account: Account) -> String { StableID.uuid("account", account.name) }
    /// The id under which an instrument is written.
    static func id(_ instrument: Instrument) -> String { StableID.uuid("instrument", instrument.symbol) }
    /// The id that the app gave the row it was imported from, else one that is the same whenever it is written.
    static func id(_ line: PortfolioLedgerExport.Line) -> String {
        if let id = line.activity.detail?.sourceID, !id.isEmpty { return id }
        return StableID.uuid("transaction", String(line.entry.rawValue), line.activity.date.description, line.quantity.description)
    }

    /// A moment in whole seconds, as the app writes it; the beginning of the day where none is told.
    static func timestamp(_ activity: Activity) -> String {
        guard let time = activity.time else { return "\(activity.date)T00:00:00Z" }
        return String(time.description.prefix(19)) + "Z"
    }

    /// `accounts.csv`.
    static func accounts(_ ledger: Ledger) -> String {
        var writer = CSVWriter()
        writer.line(["id", "name", "type", "currency", "notes"] + AccountCells.header.dropFirst(3))
        for account in ledger.accounts {
            let cells = AccountCells.cells(account)
            writer.line([id(account)] + cells[..<3] + [""] + cells[3...])
        }
        return writer.text
    }

    /// `instruments.csv`.
    static func instruments(_ export: PortfolioLedgerExport) -> String {
        var writer = CSVWriter()
        writer.line(["id", "type", "symbol", "underlyingSymbol", "expiry", "strike", "callPut", "multiplier"])
        for number in export.instruments {
            let instrument = export.ledger[number]
            writer.field(id(instrument))
            if let option = instrument.option {
                writer.field("option")
                writer.field("")
                writer.quotedField(export.ledger[option.underlying].symbol)
                for cell in ["\(option.expires)T00:00:00Z", option.strike.description, option.right.rawValue, instrument.multiplier.description] { writer.field(cell) }
            } else {
                writer.field("equity")
                writer.quotedField(instrument.symbol)
                for _ in 0..<5 { writer.field("") }
            }
            writer.endLine()
        }
        return writer.text
    }

    /// `transactions.csv`.
    static func transactions(_ export: PortfolioLedgerExport) -> String {
        let ledger = export.ledger
        let hasCurrency = export.lines.contains { $0.activity.currency != ledger[$0.activity.account].currency }
        let hasRate = export.lines.contains { $0.activity.fxRate != nil }
        var writer = CSVWriter()
        writer.line(
            ["id", "instrumentId", "timestamp", "action", "quantity", "price", "fees", "notes", "tags", "linkGroupId", "consumedByAssignment", "accountId"]
                + (hasCurrency ? ["currency"] : []) + (hasRate ? ["fx_rate", "settle"] : []))
        for line in export.lines {
            guard let instrument = line.activity.instrument else { continue }
            let remark = PortfolioLedgerRemark(line.activity.notes)
            for cell in [
                id(line), id(ledger[instrument]), timestamp(line.activity), line.action.rawValue, line.quantity.description, line.price.description,
                line.fees.description,
            ] { writer.field(cell) }
            writer.quotedField(oneLine(remark.notes))
            writer.quotedField(oneLine(remark.tags.joined(separator: ";")))
            writer.field(remark.link)
            writer.field(String(remark.isConsumed))
            writer.field(id(ledger[line.activity.account]))
            if hasCurrency { writer.field(line.activity.currency.code) }
            if hasRate { for field in [ImportField.fxRate, .settle] { writer.field(ActivityCells(line.activity, ledger).text(field)) } }
            writer.endLine()
        }
        return writer.text
    }

    private static func oneLine(_ text: String) -> String {
        text.contains(where: \.isNewline) ? text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: " ") : text
    }

    // MARK: JSON

    /// `portfolio_data.json`.
    static func document(_ export: PortfolioLedgerExport) -> String {
        let ledger = export.ledger
        let accounts = ledger.accounts.map { account in
            object(
                [("currency", quoted(account.currency.code)), ("id", quoted(id(account))), ("name", quoted(account.name))]
                    + (account.settlement == .account ? [] : [("settlement", quoted(account.settlement.rawValue))]) + [("type", quoted(account.kind.rawValue))])
        }
        let instruments = export.instruments.map { instrument(ledger[$0], ledger) }
        let transactions = export.lines.map { transaction($0, ledger) }
        return object([("accounts", list(accounts)), ("instruments", list(instruments)), ("transactions", list(transactions))])
    }

    private static func instrument(_ instrument: Instrument, _ ledger: Ledger) -> String {
        guard let option = instrument.option else {
            return object([("id", quoted(id(instrument))), ("symbol", quoted(instrument.symbol)), ("type", quoted("equity"))])
        }
        return object([
            ("callPut", quoted(option.right.rawValue)), ("expiry", quoted("\(option.expires)T00:00:00Z")), ("id", quoted(id(instrument))),
            ("multiplier", instrument.multiplier.description), ("strike", option.strike.description), ("type", quoted("option")),
            ("underlyingSymbol", quoted(ledger[option.underlying].symbol)),
        ])
    }

    private static func transaction(_ line: PortfolioLedgerExport.Line, _ ledger: Ledger) -> String {
        let activity = line.activity, remark = PortfolioLedgerRemark(activity.notes)
        var members = [
            ("accountId", quoted(id(ledger[activity.account]))), ("action", quoted(line.action.rawValue)), ("fees", line.fees.description),
            ("flags", object([("consumedByAssignment", String(remark.isConsumed))])), ("id", quoted(id(line))),
        ]
        if let instrument = activity.instrument { members.append(("instrumentId", quoted(id(ledger[instrument])))) }
        if activity.currency != ledger[activity.account].currency { members.append(("currency", quoted(activity.currency.code))) }
        if let rate = activity.fxRate {
            members.append(("fxRate", rate.description))
            let settle = ActivityCells(activity, ledger).text(.settle)
            if !settle.isEmpty { members.append(("settle", quoted(settle))) }
        }
        if !remark.link.isEmpty { members.append(("linkGroupId", quoted(remark.link))) }
        members += [
            ("notes", quoted(remark.notes)), ("price", line.price.description), ("quantity", line.quantity.description),
            ("tags", list(remark.tags.map(quoted))), ("timestamp", quoted(timestamp(activity))),
        ]
        return object(members)
    }

    private static func quoted(_ text: String) -> String { JSONValue.quoted(text) }
    private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
    private static func object(_ members: [(String, String)]) -> String { "{" + members.map { quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}" }
}

/// The part of a book that the Portfolio Ledger app can hold, and sentences on the rest.
struct PortfolioLedgerExport {
    /// A transaction as the app has it.
    struct Line {
        var entry: EntryID
        var activity: Activity
        var action: PortfolioLedgerAction
        var price: FixedDecimal
        var quantity: FixedDecimal
        var fees: FixedDecimal
    }

    let ledger: Ledger
    private(set) var instruments: [InstrumentID] = []
    private(set) var lines: [Line] = []
    private var leftOut: [String: Int] = [:]
    private var held: [Key: FixedDecimal] = [:]

    private struct Key: Hashable { let account: AccountID, instrument: InstrumentID }

    init(_ ledger: Ledger) {
        self.ledger = ledger
        for row in ledger.activities.rowsInOrder().map(Int.init) where !ledger.activities.isVoid(at: row) {
            add(ledger.activities.activity(at: row), ledger.activities.id(at: row))
        }
        // Options before their underlying would need it; definitions keep the order of the book.
        instruments.sort()
    }

    /// What the app has no place for.
    var sentences: [String] {
        leftOut.sorted { $0.key < $1.key }.map { "\($0.value) \($0.value == 1 ? "activity is" : "activities are") left out: \($0.key)" }
    }

    private mutating func add(_ activity: Activity, _ entry: EntryID) {
        guard activity.status == .posted else { return leave("the app knows nothing that is \(activity.status.rawValue)") }
        guard let instrument = activity.instrument, activity.account != .every, activity.kind == .buy || activity.kind == .sell || activity.kind == .adjustment
        else { return leave("the app has no type \(activity.kind.rawValue)") }
        let definition = ledger[instrument], isOption = definition.kind == .option
        if isOption ? definition.option == nil : definition.multiplier != .one { return leave("\(definition.symbol) has terms that the app cannot hold") }
        let key = Key(account: activity.account, instrument: instrument), before = held[key] ?? .zero
        guard let action = action(activity, isOption: isOption, before) else { return leave("the app has no \(activity.kind) of this sort") }
        guard let quantity = activity.quantity ?? (action == .expire ? before.magnitude : nil), let fees = try? activity.fee + activity.tax,
            let price = price(activity, definition, quantity)
        else { return leave("its figures cannot be told by units and a price") }
        held[key] = after(action, before, quantity)
        lines.append(Line(entry: entry, activity: activity, action: action, price: price, quantity: quantity, fees: fees))
        let underlying = definition.option?.underlying
        for needed in [underlying, instrument].compactMap({ $0 }) where !instruments.contains(needed) { instruments.append(needed) }
    }

    private mutating func leave(_ reason: String) { leftOut[reason, default: 0] += 1 }

    private func action(_ activity: Activity, isOption: Bool, _ before: FixedDecimal) -> PortfolioLedgerAction? {
        if activity.kind == .buy { return isOption ? (before.isNegative ? .buyToClose : .buyToOpen) : .buy }
        if activity.kind == .sell { return isOption ? (before > .zero ? .sellToClose : .sellToOpen) : .sell }
        guard activity.kind == .adjustment else { return nil }
        if activity.subtype == .expiry { return .expire }
        return activity.subtype == .assignment || activity.subtype == .exercise ? .assign : nil
    }

    private func after(_ action: PortfolioLedgerAction, _ before: FixedDecimal, _ quantity: FixedDecimal) -> FixedDecimal? {
        switch action {
        case .buy, .buyToOpen, .buyToClose: try? before + quantity
        case .sell, .sellToOpen, .sellToClose: try? before - quantity
        case .expire, .assign: before > .zero ? try? before - quantity : try? before + quantity
        }
    }

    private func price(_ activity: Activity, _ instrument: Instrument, _ quantity: FixedDecimal) -> FixedDecimal? {
        if activity.kind == .adjustment { return .zero }
        if let price = activity.price { return price }
        guard let amount = activity.amount, let units = try? quantity * instrument.multiplier else { return nil }
        guard let price = try? amount / units, (try? price * units) == amount else { return nil }
        return price
    }
}

/// Ids computed from what they stand for, so that each export writes the same ones.
enum StableID {
    /// A UUID of version 8, hashed from texts.
    static func uuid(_ parts: String...) -> String {
        var high: UInt64 = 0x2545_F491_4F6C_DD1D, low: UInt64 = 0x9E37_79B9_7F4A_7C15
        for part in parts {
            for byte in part.utf8 + [0] {
                high = foldedProduct(high ^ UInt64(byte), 0xA076_1D64_78BD_642F)
                low = foldedProduct(low &+ UInt64(byte) &+ 0x589A_09B6_2D4C_9F0D, 0xE703_7ED1_A0B4_28DB) ^ high
            }
        }
        high = high & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = [high, low].map { word in
            let text = String(word, radix: 16, uppercase: true)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
        let cuts = [0, 8, 12, 16, 20, 32]
        return zip(cuts, cuts.dropFirst()).map { digits.dropFirst($0).prefix($1 - $0) }.joined(separator: "-")
    }
}

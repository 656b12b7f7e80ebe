import Ledger
import Values

/// Turns drafts of activities into rows of the plan: looks up or defines their names, brings figures in pence to pounds.
extension PlanBuilder {
    /// Adds all drafts of a row, or where one of them is refused, none.
    mutating func add(_ drafts: [ImportedDraft], line: Int) throws(ImportIssue) {
        let before = plan.activities.rows.count
        do throws(ImportIssue) {
            for draft in drafts { try add(draft, line: line) }
        } catch {
            plan.activities.truncate(to: before)
            throw error
        }
        if drafts.count > 1 { plan.hasCompoundRows = true }
    }

    /// Adds a draft as an activity.
    mutating func add(_ imported: ImportedDraft, line: Int) throws(ImportIssue) {
        let draft = imported.draft
        let (kind, sense) = try kind(of: draft), subtype: ActivitySubtype? = try named(draft.subtype, "subtype") ?? sense
        let rule = ActivityRule.rule(for: kind, subtype), status: ActivityStatus = try named(draft.status, "status") ?? .posted
        guard let day = draft.date else { throw Self.missing("date", "the date is missing") }
        if let today = context.today, day > today, status == .posted {
            throw ImportIssue(.futureDate, column: "date", message: "\(day) is after today, \(today)", hint: "its status would be \"pending\"")
        }
        let names = try names(of: imported, rule)
        let money = try currency(of: draft, names, rule)
        var entry = ActivityEntry(
            line: line, day: day, time: draft.time, kind: kind, subtype: subtype, status: status, account: 0, instrument: 0,
            quantity: Self.cell(draft.quantity), price: try Self.money(draft.price, money, "price"), amount: .none,
            fee: try Self.money(draft.fee, money, "fee") ?? .zero, tax: try Self.money(draft.tax, money, "tax") ?? .zero,
            currency: money, rate: Self.cell(draft.fxRate), notes: UnsafeBufferPointer(start: nil, count: 0))
        if let amount = try Self.money(draft.amount, money, "amount") { entry.amount = .sum(amount.decimal) }
        // Names are defined last, so that a refused row defines nothing.
        entry.account = names.isEveryAccount ? 0 : define(accountOf: imported, names, money.currency)
        entry.instrument = define(instrumentOf: imported, names, money.currency)
        if entry.instrument != 0, kind.isTrade { settle(entry.instrument, money.currency, multiplier: imported.multiplier) }
        entry.detail = try detail(draft, &entry, money.currency)
        entry.sourceID = MessageText.isName(imported.sourceID) ? imported.sourceID : ""
        entry.id = imported.number
        if !entry.sourceID.isEmpty { plan.matching.looksPastNotes = true }
        plan.matching.terms.formUnion(draft.terms)
        if let cash = imported.cash { try move(cash, by: &entry, rule, settle: draft.settle) }
        try settle(draft, &entry)
        var notes = draft.notes
        notes.withUTF8 { bytes in
            entry.notes = bytes
            add(entry)
        }
    }

    /// Adds a draft that was computed from what the book holds, so that an equal entry of the book is not the same.
    mutating func addSettled(_ draft: ImportedDraft, line: Int) {
        let row = plan.activities.rows.count
        try? add(draft, line: line)
        if plan.activities.rows.count > row { plan.matching.settledRows.insert(row) }
    }

    /// Adds a draft behind the activity at a place, once the plan is in order.
    mutating func insert(_ draft: ImportedDraft, line: Int, behind place: Int) {
        let row = plan.activities.rows.count
        try? add(draft, line: line)
        if plan.activities.rows.count > row { plan.activities.moveLast(behind: place) }
    }

    // MARK: words

    private func kind(of draft: ActivityDraft) throws(ImportIssue) -> (ActivityKind, ActivitySubtype?) {
        guard let name = draft.kind, !name.isEmpty else { throw Self.missing("type", "the type is missing", hint: "buy, sell, deposit …") }
        guard let sense = ActivityRule.sense(named: name) else {
            throw ImportIssue(.unknownType, column: "type", text: name, message: "\"\(name)\" is no type of activity", hint: TypeWords.hint(name))
        }
        return sense
    }

    private func named<Value: RawRepresentable<String> & CaseIterable>(_ name: String?, _ field: String) throws(ImportIssue) -> Value? {
        guard let name, !name.isEmpty else { return nil }
        if let value = Value(rawValue: name) { return value }
        let names = Value.allCases.map(\.rawValue)
        throw ImportIssue(
            .badWord, column: field, text: name, message: "\"\(name)\" is no \(field)",
            hint: nearestHint(for: name, in: names, otherwise: "it is one of \(names.joined(separator: ", "))"))
    }

    private static func missing(_ field: String, _ message: String, hint: String = "") -> ImportIssue {
        ImportIssue(.missingValue, column: field, message: message, hint: hint)
    }

    // MARK: numbers

    private static func cell(_ value: FixedDecimal?) -> CellNumber? {
        value.map { CellNumber(mantissa: $0.units, digits: FixedDecimal.scale) }
    }

    /// A figure in a currency, brought there from the minor unit that the draft is in.
    private static func money(_ value: FixedDecimal?, _ money: CurrencyIndex.Entry, _ field: String) throws(ImportIssue) -> CellNumber? {
        guard let cell = cell(value) else { return nil }
        guard let shifted = cell.shifted(by: money.shift) else {
            throw ImportIssue(.badNumber, column: field, text: "\(cell.decimal)", message: "it has too many decimals for a minor unit")
        }
        return shifted
    }

    // MARK: names

    /// The names of a draft and their ids; 0 where nothing has the name yet.
    private struct Names {
        var account = "", accountID: Int32 = 0, isEveryAccount = false
        var symbol = "", instrumentID: Int32 = 0
    }

    private mutating func names(of imported: ImportedDraft, _ rule: ActivityRule) throws(ImportIssue) -> Names {
        var names = Names()
        names.symbol = imported.draft.symbol ?? imported.terms?.symbol ?? ""
        names.account = imported.isOfEveryAccount ? "" : imported.draft.account ?? options.account ?? ""
        if names.account.isEmpty {
            if imported.draft.account == nil, rule.mayBeOfEveryAccount {
                names.isEveryAccount = true
            } else if context.accounts.count == 1 {
                names.account = context.accounts[0].name
                notice(.assumedAccount, "rows without an account are taken to be of \"\(names.account)\", the only one")
            } else {
                throw Self.missing("account", "the account is missing", hint: "say account=\"…\" for rows without one")
            }
        }
        names.accountID = names.account.isEmpty ? 0 : account(named: names.account)
        names.instrumentID = names.symbol.isEmpty ? 0 : instrument(named: names.symbol)
        let isNew = (account: names.accountID == 0, symbol: names.instrumentID == 0), into = imported.draft.into ?? ""
        var given = [("into", instrument(named: into) == 0 ? into : "")]
        if isNew.account { given += [("account", names.account), ("portfolio", imported.portfolio), ("owner", imported.owner)] }
        if isNew.symbol { given += [("symbol", names.symbol), ("name", imported.name)] }
        if let (field, name) = given.first(where: { !MessageText.isName($0.1) }) {
            throw ImportIssue(.badName, column: field, text: name, message: MessageText.nameRule)
        }
        guard !options.create else { return names }
        if names.accountID == 0, !names.isEveryAccount { throw unknown(.unknownAccount, "account", "\"\(names.account)\"", names.account, accounts.names) }
        if names.instrumentID == 0, !names.symbol.isEmpty { throw unknown(.unknownSymbol, "symbol", names.symbol, names.symbol, instruments.names) }
        return names
    }

    private func unknown(_ kind: ImportIssue.Kind, _ what: String, _ shown: String, _ name: String, _ known: [String]) -> ImportIssue {
        ImportIssue(
            kind, column: what, text: name, message: "the book has no \(what) \(shown)",
            hint: nearestHint(for: name, in: known, otherwise: "define it first, or import with create=true"))
    }

    private mutating func currency(of draft: ActivityDraft, _ names: Names, _ rule: ActivityRule) throws(ImportIssue) -> CurrencyIndex.Entry {
        if var code = draft.currency, !code.isEmpty {
            let found: Result<CurrencyIndex.Entry, CurrencyError> = code.withUTF8 { bytes in
                do throws(CurrencyError) { return .success(try currency(bytes)) } catch { return .failure(error) }
            }
            do { return try found.get() } catch { throw ImportIssue(.badCurrency, column: "currency", text: code, message: error.description) }
        }
        // A trade is priced where its instrument is.
        if rule.isTrade, names.instrumentID != 0 { return currency(of: instrument(names.instrumentID)) }
        if names.accountID != 0 { return currency(of: account(names.accountID)) }
        if let told = toldCurrency() { return told }
        return currency(try ownOrAssumedCurrency(nil))
    }

    private mutating func define(accountOf imported: ImportedDraft, _ names: Names, _ currency: Currency) -> Int32 {
        guard names.accountID == 0 else {
            if imported.opensShort { allowShort(names.accountID, imported) }
            return names.accountID
        }
        let id = define(Account(name: names.account, currency: imported.accountCurrency ?? currency, portfolio: imported.portfolio, owner: imported.owner))
        if imported.accountCurrency != nil { settledAccounts.insert(id) }
        if imported.opensShort { allowShort(id, imported) }
        return id
    }

    /// Lets an account that the file defines sell what it does not hold.
    private mutating func allowShort(_ id: Int32, _ imported: ImportedDraft) {
        let place = Int(id) - 1 - accounts.recorded
        guard plan.newAccounts.indices.contains(place), !plan.newAccounts[place].allowShort else { return }
        plan.newAccounts[place].allowShort = true
        let isOption = imported.kind == .option || imported.terms != nil || imported.draft.subtype == ActivitySubtype.sellToOpen.rawValue
        let what = isOption ? "options are sold to open" : "units are sold short"
        notice(.newAccount, "account \"\(plan.newAccounts[place].name)\" may go short, since \(what) in it")
    }

    private mutating func define(instrumentOf imported: ImportedDraft, _ names: Names, _ currency: Currency) -> Int32 {
        if names.instrumentID != 0 || names.symbol.isEmpty { return names.instrumentID }
        if let terms = imported.terms { return terms.instrument(in: currency, &self) }
        let kind = ActivityRule.rule(for: ActivityKind(rawValue: imported.draft.kind ?? "") ?? .unknown)
        return define(
            Instrument(
                symbol: names.symbol, name: imported.name, kind: imported.kind ?? .stock, currency: currency, multiplier: imported.multiplier ?? .one),
            isTentative: !kind.isTrade)
    }

    /// Lets cash move in another currency, where the draft says so or tells a rate.
    private mutating func settle(_ draft: ActivityDraft, _ entry: inout ActivityEntry) throws(ImportIssue) {
        guard var code = draft.settle, !code.isEmpty else {
            if draft.fxRate != nil { try settle(&entry, in: nil) }
            return
        }
        let found: Result<CurrencyIndex.Entry, CurrencyError> = code.withUTF8 { bytes in
            do throws(CurrencyError) { return .success(try currency(bytes)) } catch { return .failure(error) }
        }
        let told: Currency
        do { told = try found.get().currency } catch { throw ImportIssue(.badCurrency, column: "settle", text: code, message: error.description) }
        try settle(&entry, in: told)
    }

    // MARK: detail

    /// What the draft says beside the common fields. Options that are used bring their own terms: what is traded, and the strike.
    private mutating func detail(_ draft: ActivityDraft, _ entry: inout ActivityEntry, _ currency: Currency) throws(ImportIssue) -> ActivityDetail? {
        var into: InstrumentID?
        if let name = draft.into, !name.isEmpty {
            let known = instrument(named: name)
            into = InstrumentID(known != 0 ? known : define(Instrument(symbol: name, currency: currency)))
        }
        if entry.subtype == .assignment || entry.subtype == .exercise, entry.instrument != 0 {
            guard let terms = instrument(entry.instrument).option else {
                throw ImportIssue(
                    .missingValue, column: "symbol", text: instrument(entry.instrument).symbol,
                    message: "\(instrument(entry.instrument).symbol) has no terms: what it gives the right to, and at what price",
                    hint: "define it with its underlying, strike and last day first")
            }
            let now = context.use(InstrumentID(entry.instrument), AccountID(entry.account), entry.day)
            into = now?.underlying ?? terms.underlying
            entry.price = Self.cell(now?.strike ?? terms.strike)
        }
        let detail = ActivityDetail(
            ratio: draft.ratio, into: into, group: draft.group ?? "", lots: draft.lots, opened: draft.opened, share: draft.share)
        return detail.isEmpty ? nil : detail
    }
}

extension ActivityDraft {
    /// Which of the rare fields it has.
    fileprivate var terms: ActivityFields {
        var terms: ActivityFields = []
        if ratio != nil { terms.insert(.ratio) }
        if into?.isEmpty == false { terms.insert(.into) }
        if share != nil { terms.insert(.share) }
        if opened != nil { terms.insert(.opened) }
        if settle?.isEmpty == false { terms.insert(.settle) }
        return terms
    }
}

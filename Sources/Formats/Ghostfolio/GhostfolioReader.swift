import JSON
import Ledger
import Values

/// Reads the parts of an export of Ghostfolio one after another.
struct GhostfolioReader {
    /// The balances that accounts have by the file.
    var cash = GhostfolioCash()
    private var accounts: [String: String] = [:]
    /// Whether the file tells accounts at all.
    private var hasAccounts = false
    private let assets: GhostfolioAssets
    let records: GhostfolioRecords
    private var tags: [String: String] = [:]
    private var platforms: [String: String] = [:]
    private let dates: GhostfolioDates
    let balanceDates: GhostfolioDates
    private let shorts: Set<String>
    private let baseCurrency: String
    private let writtenOn: Day?
    private var rest: GhostfolioRest
    private var line = 0
    private var without = 0, drafts = 0, keptDays = 0, debts: [String] = [], excluded: [String] = []

    init(_ document: JSONValue, _ activities: [JSONValue], _ plan: inout PlanBuilder) {
        for item in document["tags"]?.items ?? [] { if let id = item["id"]?.text, let name = item["name"]?.text { tags[id] = name } }
        for item in document["platforms"]?.items ?? [] { if let id = item["id"]?.text, let name = item["name"]?.text { platforms[id] = name } }
        records = GhostfolioRecords(activities, plan.context)
        assets = GhostfolioAssets(document["assetProfiles"]?.items ?? [], activities, records, &plan)
        dates = GhostfolioDates(activities.compactMap { $0["date"]?.text })
        balanceDates = dates.ofBalances((document["accounts"]?.items ?? []).flatMap { $0["balances"]?.items ?? [] }.compactMap { $0["date"]?.text })
        shorts = Self.shorts(activities)
        baseCurrency = document["user"]?["settings"]?["currency"]?.text ?? ""
        writtenOn = (document["meta"]?["date"]?.text).flatMap { try? Instant(iso8601: $0) }.map { min($0.day, plan.today ?? $0.day) }
        cash.writtenOn = writtenOn
        rest = GhostfolioRest(document, activities, knownTags: Set(tags.keys))
        if let sentence = dates.sentence { plan.notice(.timeZone, sentence) }
    }

    /// Reads an object, and notes in its verdict what came of it.
    private mutating func attempt(_ plan: inout PlanBuilder, _ body: (inout GhostfolioReader, inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome) {
        line += 1
        do throws(ImportIssue) {
            let outcome = try body(&self, &plan)
            plan.verdict(line: line, outcome)
        } catch {
            plan.verdict(error, line: line, outcome: error.kind.skips ? .skipped : .refused)
        }
    }

    // MARK: accounts

    /// - Parameter activities: by which accounts of the book are known.
    mutating func readAccounts(_ items: [JSONValue], _ activities: [JSONValue], _ plan: inout PlanBuilder) {
        hasAccounts = !items.isEmpty
        var renamed = renamed(items, activities)
        renamed.add(renamedByBalances(items, activities, besides: renamed.names))
        let names = names(of: items, activities, renamed)
        for (place, item) in items.enumerated() {
            let object = JSONObject(item, path: "accounts[\(place + 1)]"), name = names.names[place]
            attempt(&plan) { (reader, plan) throws(ImportIssue) in try reader.account(object, name, &plan) }
        }
        for (id, known) in renamed.names.sorted(by: { $0.key < $1.key }) where accounts[id] == known {
            guard let item = items.first(where: { $0["id"]?.text == id }) else { continue }
            plan.notice(.changed, RenamedAccounts.sentence(name(of: item), known))
        }
        for place in names.renamed + names.merged {
            guard let id = items[place]["id"]?.text, let shown = accounts[id] else { continue }
            let told = MessageText.cut(name(of: items[place])), which = "the one of the id \(MessageText.cut(id)) is \"\(shown)\""
            plan.notice(
                .changed,
                names.renamed.contains(place)
                    ? "Ghostfolio has several accounts that are called \"\(told)\", and \(which) here"
                    : "Ghostfolio has several accounts that are called \"\(told)\", and \(which) in the book, as another is; amend{id=…, account=…} parts their entries")
        }
    }

    /// The names of accounts. Several of one name are told apart by their platforms, or by a number, and go on as what the book has them as.
    private func names(of items: [JSONValue], _ activities: [JSONValue], _ renamed: RenamedAccounts) -> GhostfolioNames {
        var known: [String: String] = [:]
        for row in activities {
            guard let id = row["accountId"]?.text, known[id] == nil else { continue }
            known[id] = records.account(of: row)
        }
        return GhostfolioNames(
            items.map { item in
                let id = item["id"]?.text ?? ""
                return GhostfolioNames.Thing(wanted: renamed.names[id] ?? name(of: item), known: known[id], suffix: platform(of: item))
            })
    }

    /// The accounts that got another name in Ghostfolio since the book has their activities.
    private func renamed(_ items: [JSONValue], _ activities: [JSONValue]) -> RenamedAccounts {
        let called = Dictionary(items.compactMap { item in item["id"]?.text.map { ($0, name(of: item)) } }) { first, _ in first }
        let rows = activities.compactMap { row -> RenamedAccounts.Row? in
            guard let account = row["accountId"]?.text, let id = GhostfolioRecords.id(row) else { return nil }
            return RenamedAccounts.Row(account: account, id: id)
        }
        return RenamedAccounts(rows, called: called, records.context)
    }

    private func platform(of account: JSONValue) -> String { account["platformId"]?.text.flatMap { platforms[$0] } ?? "" }

    private func name(of account: JSONValue) -> String {
        let name = account["name"]?.text ?? "", platform = platform(of: account)
        return !name.isEmpty ? name : platform.isEmpty ? "Ghostfolio" : platform
    }

    private mutating func account(_ object: JSONObject, _ shown: String, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let id = try object.text("id"), platform = try object.optionalText("platformId").flatMap { platforms[$0] } ?? ""
        _ = try object.optionalText("name")
        guard MessageText.isName(shown) else { throw object.issue(.badName, "name", MessageText.nameRule) }
        let unit = try object.currency("currency", plan.context.currencies), known = plan.account(named: shown)
        if known != 0, let unit, plan.account(known).currency != unit.currency {
            throw object.issue(
                .badCurrency, "currency", "\"\(shown)\" is in \(plan.account(known).currency) in the book, and in \(unit.currency) in the file",
                hint: "rename the account in one of the two")
        }
        accounts[id] = shown
        if object.value["isExcluded"] == .bool(true) { excluded.append(shown) }
        var told: [(day: Day, value: FixedDecimal)] = []
        for (place, item) in (object.value["balances"]?.items ?? []).enumerated() {
            let balance = JSONObject(item, path: "\(object.path).balances[\(place + 1)]")
            let day = balanceDates.day(of: try balance.instant("date"))
            told.append((day, try balance.optionalFloat("value") ?? .zero))
        }
        let isHistory = !told.isEmpty
        var now = try object.optionalFloat("balance")
        if told.isEmpty, let now, let writtenOn { told = [(writtenOn, now)] }
        if let unit, let shift = MinorUnit.normalize(unit.code) {
            // An account in pence is one in pounds here.
            for place in told.indices { told[place].value = (try? told[place].value * shift.factor) ?? told[place].value }
            now = now.flatMap { try? $0 * shift.factor }
        }
        cash.tell(GhostfolioCash.Told(account: shown, balances: told, now: now, isHistory: isHistory, line: line))
        guard known == 0 else { return .alreadyThere }
        var account = Account(name: shown, currency: try plan.ownOrAssumedCurrency(unit?.currency))
        account.group = MessageText.isName(platform) ? platform : ""
        if shorts.contains(id) {
            account.allowShort = true
            plan.notice(.newAccount, "account \"\(shown)\" may go short, since it sells what it does not hold")
        }
        return try plan.take(account, line: line)
    }

    /// The accounts that sell what they do not hold, in the order of the file's days.
    private static func shorts(_ activities: [JSONValue]) -> Set<String> {
        var held: [String: FixedDecimal] = [:], shorts = Set<String>()
        let rows = activities.compactMap { item -> (String, String, String, FixedDecimal)? in
            guard let type = item["type"]?.text.flatMap(GhostfolioType.init(rawValue:)), type.isTrade,
                let quantity = item["quantity"]?.digits.flatMap({ try? FixedDecimal($0) })
            else { return nil }
            let account = item["accountId"]?.text ?? "", asset = GhostfolioAssets.key(item["dataSource"]?.text, item["symbol"]?.text ?? "")
            return (item["date"]?.text ?? "", account, "\(account) \(asset)", type.kind == .buy ? quantity : -quantity)
        }
        for (_, account, place, quantity) in rows.enumerated().sorted(by: { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }).map(\.element) {
            let now = (try? (held[place] ?? .zero) + quantity) ?? .zero
            held[place] = now
            if now.isNegative { shorts.insert(account) }
        }
        return shorts
    }

    // MARK: activities

    mutating func readActivities(_ items: [JSONValue], under key: String, _ plan: inout PlanBuilder) {
        plan.plan.matching.hasKeys = items.contains { $0["id"]?.text?.isEmpty == false }
        (plan.plan.matching.hasGlobalKeys, plan.plan.matching.isCoarse, plan.plan.matching.foldsSplits) = (plan.plan.matching.hasKeys, true, true)
        plan.plan.matching.buysOpenings = true
        for (place, item) in items.enumerated() {
            let object = JSONObject(item, path: "\(key)[\(place + 1)]")
            attempt(&plan) { (reader, plan) throws(ImportIssue) in try reader.activity(object, &plan) }
        }
    }

    private mutating func activity(_ object: JSONObject, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let word = try object.text("type"), asset = try asset(object)
        guard let type = GhostfolioType(rawValue: word) else {
            throw object.issue(
                .unknownType, "type", "\"\(MessageText.cut(word))\" is no type of Ghostfolio's",
                hint: nearestHint(for: word.uppercased(), in: GhostfolioType.allCases.map(\.rawValue), otherwise: "it is BUY, SELL, DIVIDEND, INTEREST or FEE"))
        }
        let moment = try object.instant("date"), quantity = try object.optionalFloat("quantity") ?? .zero
        let price = try object.optionalFloat("unitPrice") ?? .zero, fee = try object.optionalFloat("fee") ?? .zero
        if quantity.isNegative { throw object.issue(.wrongSign, "quantity", "\(quantity) is below zero", hint: "BUY and SELL tell which way units go") }
        if type == .liability {
            debts.append(asset.symbol)
            throw ImportIssue(.leftOut, column: "\(object.path).type", message: "\(MessageText.cut(asset.symbol)) is owed, and luca keeps no debts")
        }
        var draft = ActivityDraft(date: dates.day(of: moment), kind: type.kind.rawValue)
        if !dates.areMidnights { draft.time = moment }
        if let day = draft.date, let known = records.moment(moment, of: object.value, besides: day, draft.time) {
            (draft.date, draft.time) = known
            keptDays += 1
        }
        if let today = plan.today, let day = draft.date, day > today {
            drafts += 1
            draft.status = ActivityStatus.draft.rawValue
        }
        draft.account = try account(object, &plan)
        let code = try object.optionalText("currency") ?? ""
        draft.currency = code.isEmpty ? asset.currency : code
        if draft.currency?.isEmpty == true { draft.currency = plan.account(named: draft.account ?? "") != 0 || baseCurrency.isEmpty ? nil : baseCurrency }
        guard let product = try? quantity * price else { throw object.issue(.outOfRange, "unitPrice", "the figures are too large") }
        var notes = [try object.optionalText("comment") ?? ""]
        if type.isTrade {
            try checkCurrency(object, asset, draft.currency, &plan)
            (draft.symbol, draft.quantity, draft.price, draft.fee) = (asset.symbol, quantity, price, fee)
        } else if type == .dividend {
            (draft.symbol, draft.amount, draft.fee) = (asset.symbol, product, fee)
        } else {
            draft.amount = type == .fee ? (fee.isZero ? product : fee) : product
            if type == .interest { draft.fee = fee }
            // What they are paid for is an asset in Ghostfolio, which has prices as little as units.
            let made = GhostfolioSubject(number: try object.optionalText("symbol") ?? "", currency: code)
            if type == .fee { turn(&draft, made) }
            let subject = made != nil ? "" : asset.name.isEmpty ? asset.symbol : asset.name
            if !subject.isEmpty, !GhostfolioAsset.isNumber(subject) { notes.insert(subject, at: 0) }
        }
        let isEmpty = type.isTrade ? quantity.isZero : draft.amount?.isZero ?? true
        if isEmpty, draft.fee?.isZero ?? true {
            throw ImportIssue(.leftOut, column: "\(object.path).quantity", message: "it moves nothing: \(quantity) at \(price)")
        }
        notes += try object.texts("tags").compactMap { tags[$0] }.map { "#" + $0.replacing(" ", with: "-") }
        draft.notes = notes.filter { !$0.isEmpty }.joined(separator: " ")
        var imported = ImportedDraft(draft)
        imported.sourceID = try object.optionalText("id")?.lowercased() ?? ""
        if draft.symbol != nil { (imported.name, imported.kind) = (MessageText.isName(asset.name) ? asset.name : "", asset.kind) }
        try plan.add(imported, line: line)
        return .add
    }

    /// Makes of a charge what luca wrote as one, since Ghostfolio has no taxes and no interest below zero.
    private func turn(_ draft: inout ActivityDraft, _ made: GhostfolioSubject?) {
        switch made {
        case .tax: draft.kind = ActivityKind.tax.rawValue
        case .interestPaid: (draft.kind, draft.amount) = (ActivityKind.interest.rawValue, draft.amount.map { -$0 })
        case .fee, .interest, .staking, nil: break
        }
    }

    /// What a row is about.
    private func asset(_ object: JSONObject) throws(ImportIssue) -> GhostfolioAsset {
        assets.asset(try object.optionalText("dataSource"), try object.optionalText("symbol") ?? "")
    }

    /// Refuses a trade in another currency than its symbol's, since the file tells no rate.
    private func checkCurrency(_ object: JSONObject, _ asset: GhostfolioAsset, _ code: String?, _ plan: inout PlanBuilder) throws(ImportIssue) {
        let known = plan.instrument(named: asset.symbol)
        let own = plan.isKnownByTrade(known) ? plan.instrument(known).currency.code : assets.currency(of: asset)
        guard let own, let code, (MinorUnit.normalize(code)?.currency.code ?? code.uppercased()) != own else { return }
        throw object.issue(
            .badCurrency, "currency",
            "\(MessageText.cut(asset.symbol)) is in \(own), and this trade in \(MessageText.cut(code)); the file tells no rate between them, and a symbol has one currency here",
            hint: "in Ghostfolio, give this activity the currency \(own) and the price in it, and export again")
    }

    private mutating func account(_ object: JSONObject, _ plan: inout PlanBuilder) throws(ImportIssue) -> String {
        if let id = try object.optionalText("accountId"), !id.isEmpty, hasAccounts {
            if let name = accounts[id] { return name }
            throw object.issue(
                .unknownAccount, "accountId", "the file has no account \(MessageText.cut(id)), or it is refused",
                hint: "mend the account; a row without accountId is taken to be of \"\(plan.options.account ?? "Ghostfolio")\"")
        }
        without += 1
        return plan.options.account ?? "Ghostfolio"
    }

    // MARK: prices

    /// Reads what the user's own assets are worth, of those that the book has now.
    mutating func readPrices(_ profiles: [JSONValue], _ plan: inout PlanBuilder) {
        for (place, profile) in profiles.enumerated() {
            guard let symbol = profile["symbol"]?.text else { continue }
            let asset = assets.asset(profile["dataSource"]?.text, symbol)
            for (number, item) in (profile["marketData"]?.items ?? []).enumerated() {
                let object = JSONObject(item, path: "assetProfiles[\(place + 1)].marketData[\(number + 1)]")
                attempt(&plan) { (reader, plan) throws(ImportIssue) in try reader.price(object, of: asset, &plan) }
            }
        }
    }

    private func price(_ object: JSONObject, of asset: GhostfolioAsset, _ plan: inout PlanBuilder) throws(ImportIssue) -> RowVerdict.Outcome {
        let day = dates.day(of: try object.instant("date")), price = try object.optionalFloat("marketPrice") ?? .zero, instrument = plan.instrument(named: asset.symbol)
        guard instrument != 0 else { throw ImportIssue(.leftOut, column: object.path, message: "no activity is of \(MessageText.cut(asset.symbol))") }
        guard price > .zero else { throw ImportIssue(.leftOut, column: object.path, message: "a price of \(price) says nothing") }
        if let today = plan.today, day > today { throw ImportIssue(.leftOut, column: object.path, message: "\(day) is after today") }
        let factor = MinorUnit.normalize(asset.currency)?.factor ?? .one
        guard let close = try? price * factor else { throw object.issue(.outOfRange, "marketPrice", "the figure is too large") }
        // It is in the profile's currency, which need not be the one that the trades are in.
        let currency = try asset.currency.isEmpty ? plan.currency(plan.instrument(instrument).currency) : plan.currency(of: asset, object)
        plan.add(
            QuoteEntry(line: line, day: day, instrument: instrument, close: CellNumber(mantissa: close.units, digits: FixedDecimal.scale), currency: currency, source: "ghostfolio")
        )
        return .quote
    }

    // MARK: what is to be known

    func tell(_ plan: inout PlanBuilder) {
        if without > 0 {
            let name = plan.options.account ?? "Ghostfolio"
            plan.notice(.assumedAccount, "\(without == 1 ? "1 activity" : "\(without) activities") without an account \(without == 1 ? "is" : "are") taken to be of \"\(name)\"")
        }
        if drafts > 0 { plan.notice(.futureDate, "\(drafts == 1 ? "1 activity of a day to come is a draft" : "\(drafts) activities of days to come are drafts"), as there") }
        if keptDays > 0 {
            plan.notice(
                .timeZone,
                "\(keptDays == 1 ? "1 activity that the book has keeps the day that it has" : "\(keptDays) activities that the book has keep the days that they have") there")
        }
        rest.tell(&plan)
        if !debts.isEmpty {
            let shown = MessageText.list(Set(debts).sorted().map { MessageText.cut($0) })
            plan.notice(
                .leftOut,
                "\(debts.count == 1 ? "1 liability" : "\(debts.count) liabilities") left out, for which luca has no place: \(shown)"
            )
        }
        if !excluded.isEmpty {
            plan.notice(
                .changed, "Ghostfolio leaves \(excluded.map { "\"\($0)\"" }.joined(separator: ", ")) out of its figures, and luca counts \(excluded.count == 1 ? "it" : "them")")
        }
    }
}

extension PlanBuilder {
    /// The currency of an asset's prices.
    fileprivate mutating func currency(of asset: GhostfolioAsset, _ object: JSONObject) throws(ImportIssue) -> CurrencyIndex.Entry {
        var code = asset.currency
        let found: Result<CurrencyIndex.Entry, CurrencyError> = code.withUTF8 { bytes in
            do throws(CurrencyError) { return .success(try currency(bytes)) } catch { return .failure(error) }
        }
        do { return try found.get() } catch {
            // Nothing else of the file rests on a price.
            throw ImportIssue(.leftOut, column: "\(object.path).marketPrice", text: asset.currency, message: error.description)
        }
    }
}

/// The types of Ghostfolio's activities, those of its first versions too.
enum GhostfolioType: String, CaseIterable {
    case buy = "BUY"
    case sell = "SELL"
    case dividend = "DIVIDEND"
    case interest = "INTEREST"
    case fee = "FEE"
    case liability = "LIABILITY"
    /// Something precious that is owned, such as a watch.
    case item = "ITEM"
    case valuable = "VALUABLE"

    var isTrade: Bool { [.buy, .sell, .item, .valuable].contains(self) }

    /// What it is here.
    var kind: ActivityKind {
        switch self {
        case .buy, .item, .valuable: .buy
        case .sell: .sell
        case .dividend: .dividend
        case .interest: .interest
        case .fee, .liability: .fee
        }
    }
}

public import JSON
import Ledger
import Plans
public import Values

/// `reserve_manager.json` of the desktop and the phone program for cash reserves: tiers, their accounts and what these hold.
///
/// A verdict's line counts the tiers and accounts of the document, in its order.
struct ReserveJSON: DocumentFormat {
    let name = "reserve"
    let summary = "A reserve plan of the Reserve Manager, reserve_manager.json: tiers, accounts, and what new accounts hold."
    let example = """
        {"tiers":[{"name":"Tier 1","purpose":"Buffer","target":3000,"priority":1,"preferred_account":"Saver","accounts":\
        [{"name":"Saver","balance":812.4,"apy_pct":3.9,"notes":"","alloc_weight":2.0,"account_target":2500}]}],"last_updated":"2025-08-30"}
        """

    func fits(_ document: JSONValue) -> Bool { document["tiers"]?.items != nil }

    func read(_ document: JSONValue, into plan: inout PlanBuilder) throws(ImportIssue) -> (any FileCompletion)? {
        let book = ReserveBook(plan), written: ReservePlan
        var own: Currency?
        if let code = document["currency"]?.text {
            do throws(CurrencyError) {
                own = try plan.context.currencies.currency(code)
            } catch {
                throw ImportIssue(.badCurrency, column: "currency", text: code, message: error.description, hint: error.declaration ?? "")
            }
        }
        let currency = try plan.ownOrAssumedCurrency(own)
        do throws(PlanError) {
            written = try ReservePlan(name: book.name, currency: currency.code, json: document)
        } catch {
            throw ImportIssue(error.kind == .duplicateName ? .definedTwice : .badJSON, message: error.message, hint: error.hint ?? "")
        }
        var reserve = ReservePlanImport(written, of: book, on: Self.day(document), isOfFile: true, &plan)
        let names = reserve.plan.tiers.map { $0.accounts.map(\.name) }
        var line = 0
        for (place, tier) in (document["tiers"]?.items ?? []).enumerated() {
            line += 1
            plan.verdict(line: line, .define)
            for (number, item) in (tier["accounts"]?.items ?? []).enumerated() {
                line += 1
                let object = JSONObject(item, path: "tiers[\(place + 1)].accounts[\(number + 1)]")
                do throws(ImportIssue) {
                    plan.verdict(line: line, try reserve.take(names[place][number], holding: try object.optionalFloat("balance") ?? .zero, line: line, &plan))
                } catch {
                    plan.verdict(error, line: line)
                }
            }
        }
        return reserve
    }

    /// The day that the figures are of: the desktop writes a date, the phone a moment.
    private static func day(_ document: JSONValue) -> Day? { document["last_updated"]?.text.flatMap { try? Day($0.prefix(10)) } }
}

/// Numbers as the programs write them.
enum ReserveText {
    /// A number that Python keeps as a float.
    static func float(_ value: FixedDecimal) -> JSONValue { .number(value.isWhole ? "\(value).0" : value.description) }
}

/// A payment that recurs in an account of a reserve plan: an entry of `recurring.json`.
public struct ReserveRecurring: Equatable, Sendable {
    /// What it is called.
    public var name: String
    /// The tier.
    public var tier: String
    /// The account.
    public var account: String
    /// The amount, in the plan's currency; below zero for money taken out.
    public var amount: FixedDecimal
    /// `daily`, `weekly`, `biweekly`, `monthly`, `quarterly` or `annually`; anything else means every 30 days.
    public var frequency: String
    /// The day on which it is due next.
    public var next: Day
    /// Whether it is switched on.
    public var isEnabled: Bool
    /// Free text.
    public var notes: String

    /// An entry.
    public init(name: String, tier: String, account: String, amount: FixedDecimal, frequency: String, next: Day, isEnabled: Bool = true, notes: String = "") {
        (self.name, self.tier, self.account, self.amount) = (name, tier, account, amount)
        (self.frequency, self.next, self.isEnabled, self.notes) = (frequency, next, isEnabled, notes)
    }

    /// The entry as the program writes it.
    public var json: JSONValue {
        .object([
            "name": .string(name), "tier_name": .string(tier), "account_name": .string(account), "amount": ReserveText.float(amount),
            "frequency": .string(frequency), "next_date": .string(next.description), "enabled": .bool(isEnabled), "description": .string(notes),
        ])
    }
}

extension ReserveRecurring {
    /// The recurring rule that the book keeps, as a document.
    var document: PlanDocument {
        get throws(ImportIssue) {
            do throws(PlanError) {
                let rule = try RecurringRule(cashReserves: json)
                return PlanDocument(kind: .recurring, name: rule.name, body: rule.body)
            } catch {
                throw ImportIssue(.badWord, message: error.message, hint: error.hint ?? "")
            }
        }
    }
}

/// `recurring.json` of the desktop program.
struct ReserveRecurringJSON: DocumentFormat {
    let name = "reserve-recurring"
    let summary = "Recurring payments of the Reserve Manager, recurring.json: each becomes a rule of its name."
    let example = """
        [{"name":"Pay","tier_name":"Tier 1","account_name":"Saver","amount":500.0,"frequency":"monthly","next_date":"2025-09-01","enabled":true,\
        "description":""}]
        """

    func fits(_ document: JSONValue) -> Bool { document.items?.contains { $0["frequency"] != nil && $0["next_date"] != nil } ?? false }

    func read(_ document: JSONValue, into plan: inout PlanBuilder) throws(ImportIssue) -> (any FileCompletion)? {
        guard let items = document.items else { throw ImportIssue(.unknownFormat, message: "recurring.json is a list, and this is \(document.noun)") }
        let book = ReserveBook(plan)
        var names = Set<String>()
        for (place, item) in items.enumerated() {
            do throws(ImportIssue) {
                let entry = try entry(JSONObject(item, path: "[\(place + 1)]"), book, &plan)
                guard !names.contains(entry.name) else {
                    throw ImportIssue(
                        .definedTwice, column: "name", message: "\"\(MessageText.cut(entry.name))\" is there before",
                        hint: "give one of the two another name")
                }
                names.insert(entry.name)
                plan.plan.documents.append(try entry.document)
                plan.verdict(line: place + 1, .define)
            } catch {
                plan.verdict(error, line: place + 1)
            }
        }
        return nil
    }

    private func entry(_ object: JSONObject, _ book: ReserveBook, _ plan: inout PlanBuilder) throws(ImportIssue) -> ReserveRecurring {
        let name = try object.text("name"), tier = try object.text("tier_name"), told = try object.text("account_name")
        let account = book.accountName(told, inTier: tier) ?? told
        guard !name.isEmpty, MessageText.isName(name) else { throw object.issue(.badName, "name", "a rule needs a name of at most 200 letters on one line") }
        guard !account.isEmpty, MessageText.isName(account) else { throw object.issue(.badName, "account_name", "an account needs a name of at most 200 letters") }
        let text = try object.text("next_date")
        let next: Day
        // The program reads moments too, and takes their day.
        do { next = try Day(text.prefix(10)) } catch { throw object.issue(.badDate, "next_date", error.description, hint: "write it as 2025-09-01") }
        let frequency = try object.text("frequency")
        if !Self.frequencies.contains(frequency) {
            plan.notice(.changed, "the frequency \"\(MessageText.cut(frequency))\" is taken for every 30 days, as the program does")
        }
        var isEnabled = true
        if let enabled = object.value["enabled"] {
            guard case .bool(let truth) = enabled else { throw object.issue(.badWord, "enabled", "it is \(enabled.noun), not true or false") }
            isEnabled = truth
        }
        guard let amount = try object.optionalFloat("amount") else { throw object.missing("amount") }
        _ = try book.defineIfNew(account, in: nil, &plan)
        return ReserveRecurring(
            name: name, tier: tier, account: account, amount: amount, frequency: frequency,
            next: next, isEnabled: isEnabled, notes: try object.optionalText("description") ?? "")
    }

    static let frequencies = ["daily", "weekly", "biweekly", "monthly", "quarterly", "annually"]
}

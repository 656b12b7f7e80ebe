import JSON
import Ledger
import Plans
import Values

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

    func read(_ document: JSONValue, into plan: inout PlanBuilder) throws(ImportIssue) {
        let reserve: ReservePlan
        var own: Currency?
        if let code = document["currency"]?.text {
            do throws(CurrencyError) { own = try plan.context.currencies.currency(code) } catch { throw ImportIssue(.badCurrency, column: "currency", text: code, message: error.description, hint: error.declaration ?? "") }
        }
        let currency = try Definitions.currency(own, &plan)
        do throws(PlanError) {
            reserve = try ReservePlan(name: plan.reserveName, currency: currency.code, json: document)
        } catch {
            throw ImportIssue(error.kind == .duplicateName ? .definedTwice : .badJSON, message: error.message, hint: error.hint ?? "")
        }
        try plan.begin(reserve, on: Self.day(document), isOfFile: true)
        let names = plan.reserve?.plan.tiers.map { $0.accounts.map(\.name) } ?? []
        var line = 0
        for (place, tier) in (document["tiers"]?.items ?? []).enumerated() {
            line += 1
            plan.verdict(line: line, .define)
            for (number, item) in (tier["accounts"]?.items ?? []).enumerated() {
                line += 1
                let object = JSONObject(item, path: "tiers[\(place + 1)].accounts[\(number + 1)]")
                do throws(ImportIssue) {
                    plan.verdict(line: line, try plan.take(names[place][number], holding: try object.optionalFloat("balance") ?? .zero, line: line))
                } catch {
                    plan.verdict(error, line: line)
                }
            }
        }
    }

    /// The day that the figures are of: the desktop writes a date, the phone a moment.
    private static func day(_ document: JSONValue) -> Day? { document["last_updated"]?.text.flatMap { try? Day($0.prefix(10)) } }
}

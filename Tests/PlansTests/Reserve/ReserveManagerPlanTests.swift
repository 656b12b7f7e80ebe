import Foundation
import JSON
import Testing

@testable import Plans

/// Against figures of `Python/reserve.py`, which was written from the same rules apart from this code.
@Suite("The numbers of the desktop program")
struct ReserveManagerPlanTests {
    private struct Failure: Error {}

    private let file: JSONValue

    init() throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Python/reserve.json")
        file = try JSONReader.read([UInt8](try Data(contentsOf: path)))
    }

    private func double(_ value: JSONValue?) throws -> Double {
        guard let digits = value?.digits, let double = Double(digits) else { throw Failure() }
        return double
    }

    private func plan(_ items: [JSONValue]) throws -> ReserveManagerPlan {
        ReserveManagerPlan(
            tiers: try items.map { item in
                ReserveManagerPlan.Tier(
                    name: item["name"]?.text ?? "", purpose: item["purpose"]?.text ?? "", target: try double(item["target"]),
                    priority: try double(item["priority"]), preferred: item["preferred"]?.text,
                    accounts: try (item["accounts"]?.items ?? []).map { account in
                        ReserveManagerPlan.Account(
                            name: account["name"]?.text ?? "", balance: try double(account["balance"]), apy: try double(account["apy"]),
                            weight: try double(account["weight"]), cap: try account["cap"].map { try double($0) })
                    })
            })
    }

    /// Each case with its plan.
    private func cases() throws -> [(name: String, plan: ReserveManagerPlan, cash: Double, value: JSONValue)] {
        let cases = try (file["cases"]?.items ?? []).map { value in
            (value["name"]?.text ?? "", try plan(value["tiers"]?.items ?? []), try double(value["cash"]), value)
        }
        #expect(cases.count >= 200)
        return cases
    }

    /// Rows of texts that end with a number, each number by its bits.
    private func rows(_ value: JSONValue?) throws -> [String]? {
        try value?.items?.map { row in
            let cells = row.items ?? []
            return cells.dropLast().map { $0.text ?? "" }.joined(separator: "|") + "|" + bits(try double(cells.last))
        }
    }

    private func bits(_ value: Double) -> String { "\(value) \(value.bitPattern)" }

    @Test("Halves go where the exact value of the float lies")
    func rounding() throws {
        for pair in file["rounded"]?.items ?? [] {
            let value = try double(pair.items?[0]), rounded = try double(pair.items?[1])
            #expect(bits(PythonFloat.cents(value)) == bits(rounded), "of \(value)")
        }
        #expect(PythonFloat.cents(.infinity) == .infinity && PythonFloat.cents(.nan).isNaN)
    }

    @Test("Allocations by tier")
    func byTier() throws {
        for (name, plan, cash, value) in try cases() {
            #expect(plan.allocate(cash).map { "\($0.tier)|\(bits($0.amount))" } == (try rows(value["by_tier"])), "\(name)")
        }
    }

    @Test("Allocations in detail, and where a preferred account is missing")
    func inDetail() throws {
        var refused = 0, longest = 0
        for (name, plan, cash, value) in try cases() {
            let found = try? plan.allocateInDetail(cash).map { "\($0.tier)|\($0.account ?? "")|\(bits($0.amount))" }
            #expect(found == (try rows(value["detail"])), "\(name)")
            refused += found == nil ? 1 : 0
            longest = max(longest, found?.count ?? 0)
        }
        #expect(refused > 1 && longest >= 131)
        let plan = ReserveManagerPlan(tiers: [.init(name: "T", purpose: "", target: 9, priority: 1, preferred: "b", accounts: [.init(name: "a", balance: 0)])])
        let error = #expect(throws: PlanError.self) { try plan.allocateInDetail(1) }
        #expect(error?.message == "the tier \"T\" prefers the account \"b\", which is not in it")
    }

    @Test("An allocation that would hardly end is refused")
    func endless() throws {
        let account = ReserveManagerPlan.Account(name: "a", balance: 0, cap: 0.01)
        let plan = ReserveManagerPlan(tiers: [.init(name: "Tier 4", purpose: "", target: 0, priority: 1, accounts: [account])])
        #expect(throws: PlanError.self) { try plan.allocateInDetail(1e9) }
    }

    @Test("Moves between tiers")
    func moves() throws {
        for (name, plan, _, value) in try cases() {
            #expect(plan.moves().map { "\($0.label)|\(bits($0.amount))" } == (try rows(value["moves"])), "\(name)")
        }
    }

    @Test("Forecasts, but for the last digit of a power, in which C libraries differ")
    func forecasts() throws {
        for (name, plan, _, value) in try cases() {
            let found = plan.forecast(months: Int(try double(value["months"]))), wanted = value["forecast"]?.items ?? []
            #expect(found.map(\.tier) == wanted.map { $0.items?.first?.text ?? "" }, "\(name)")
            // The power is near one, or above it, and what it is off by is multiplied by the balances.
            let most = plan.tiers.map { tier in tier.accounts.reduce(1) { $0 + $1.balance.magnitude } }.max() ?? 1
            for (forecast, item) in zip(found, wanted) {
                let growth = try double(item.items?.last)
                #expect((forecast.growth - growth).magnitude <= (most + growth).ulp, "\(name): \(forecast) is not \(growth)")
            }
        }
    }
}

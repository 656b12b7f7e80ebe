import JSON
import Plans
import Testing
import Values

@Suite("Reserve plans as documents")
struct ReservePlanTests {
    private func read(_ text: String) throws -> ReservePlan {
        try ReservePlan(name: "Reserve", currency: "USD", json: JSONReader.read(Array(text.utf8)))
    }

    @Test("What a plan says comes back from its document, unknown keys at every level included")
    func roundTrip() throws {
        let plan = try read(
            """
            {"colour": "red", "tiers": [{"name": "Tier 1", "purpose": "Buffer", "target": 3000, "priority": 1, "preferred_account": "Saver", "x": [1],
              "accounts": [{"name": "Saver", "balance": 812.4, "apy_pct": 3.9, "notes": "", "alloc_weight": 2.0, "account_target": 2500, "y": null},
                           {"name": "Current"}]}], "last_updated": "2025-08-30"}
            """)
        #expect(
            plan.tiers[0].accounts[0]
                == ReserveAccount(
                    name: "Saver", weight: 2, cap: 2500, apy: try FixedDecimal("3.9"), further: [.init(key: "y", value: .null)]))
        #expect(plan.tiers[0].accounts[1] == ReserveAccount(name: "Current"))
        #expect(plan.further == [.init(key: "colour", value: .string("red"))] && plan.tiers[0].further.map(\.key) == ["x"])
        #expect(try ReservePlan(name: "Reserve", currency: "EUR", json: plan.json) == plan)
    }

    @Test(
        "What lacks is told with its place; only a document with a version of its schema may leave things out",
        arguments: [
            ("{}", "a reserve plan has a list \"tiers\", and this has none"), ("[]", "a reserve plan is an object, and this is a list"),
            ("{\"tiers\": [{\"name\": \"A\"}]}", "tiers[1].purpose is missing"),
            ("{\"tiers\": [{\"name\": \"A\", \"purpose\": \"\", \"target\": -1, \"priority\": 1}]}", "tiers[1].target is -1"),
            (
                "{\"schema_version\": \"2.0\", \"tiers\": [{\"name\": \"A\", \"accounts\": [{\"name\": \"a\", \"account_target\": -5}]}]}",
                "tiers[1].accounts[1].account_target is -5"
            ),
            ("{\"tiers\": [3]}", "tiers[1] is a number, not an object"),
            ("{\"tiers\": [{\"name\": \"A\", \"purpose\": \"\", \"target\": \"x\", \"priority\": 1}]}", "tiers[1].target: "),
            ("{\"tiers\": [{\"name\": \"A\", \"purpose\": \"\", \"target\": 1, \"priority\": 1, \"accounts\": [{}]}]}", "tiers[1].accounts[1].name is missing"),
            (
                "{\"schema_version\": \"2.0\", \"tiers\": [{\"name\": \"A\", \"accounts\": [{\"name\": \"a\"}, {\"name\": \"a\"}]}]}",
                "the tier \"A\" has the account \"a\" twice"
            ),
        ])
    func faults(_ text: String, _ message: String) throws {
        let error = #expect(throws: PlanError.self) { try read(text) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test("A document of the second schema may leave out what is empty")
    func loose() throws {
        let plan = try read("{\"schema_version\": \"2.0\", \"tiers\": [{\"name\": \"A\"}]}")
        #expect(plan.tiers == [ReserveTier(name: "A", priority: 1)] && plan.further.isEmpty)
    }

    @Test("The plan to begin with has six tiers, the fourth for growth")
    func ready() {
        let plan = ReservePlan.ready(name: "Reserve", currency: "USD")
        #expect(plan.tiers.count == 6 && plan.growth == 3 && plan.order == Array(0..<6) && plan.accountNames.isEmpty)
    }
}

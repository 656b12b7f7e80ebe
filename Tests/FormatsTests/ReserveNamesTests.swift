import Formats
import JSON
import Ledger
import Plans
import Testing
import Values

/// In the Reserve Manager an account is of one tier, so that one name in two tiers means two accounts.
@Suite("Accounts of one name in several tiers of a Reserve Manager plan")
struct ReserveNamesTests {
    private static func tier(_ name: String, _ priority: Int, _ accounts: [(name: String, balance: String)], preferred: String = "") -> String {
        let items = accounts.map { "{\"name\": \"\($0.name)\", \"balance\": \($0.balance), \"apy_pct\": 0.0, \"notes\": \"\", \"alloc_weight\": 1.0, \"account_target\": null}" }
        return
            "{\"name\": \"\(name)\", \"purpose\": \"\", \"target\": 100, \"priority\": \(priority), \"preferred_account\": \"\(preferred)\", \"accounts\": [\(items.joined(separator: ", "))]}"
    }

    private static func file(_ tiers: [String], _ day: String = "2024-03-01") -> String { "{\"tiers\": [\(tiers.joined(separator: ", "))], \"last_updated\": \"\(day)T12:00:00\"}" }
    private static let two = file([tier("T1", 1, [("a", "70.0")]), tier("T2", 2, [("a", "30.0")], preferred: "a")])
    private static let head = "Date/Time,Tier,Account,Amount,Balance After,Type,Description\n"

    /// A book and the plan that it keeps.
    private final class Held {
        let ledger = Ledger()
        var reserve: PlanDocument?

        init() throws { try ledger.apply(.setting(key: "base_currency", value: "USD"), id: ledger.nextID) }

        @discardableResult
        func take(_ text: String) throws -> ImportPlan {
            var context = ImportContext(ledger), options = ImportOptions()
            context.reserves = reserve.map { [$0] } ?? []
            options.day = day("2024-06-01")
            let plan = try record(plan(text, options, context: context), in: ledger)
            #expect(plan.refusedCount == 0, "\(plan.refusals)")
            reserve = plan.documents.first { $0.kind == .reserve } ?? reserve
            return plan
        }

        var balances: [String: FixedDecimal] {
            get throws { Dictionary(try ledger.cash().map { (ledger[$0.account].name, $0.balance) }) { first, _ in first } }
        }

        var standing: ReserveStanding {
            get throws {
                let document = try #require(reserve)
                return try ReserveStanding(ReservePlan(name: document.name, currency: "USD", json: JSONReader.read(Array(document.body.utf8))), balances: balances)
            }
        }
    }

    @Test("They are two accounts, each with its balance, which is told; written again they have their own name") func two() throws {
        let book = try Held(), plan = try book.take(Self.two)
        #expect(try book.balances == ["a": 70, "a (T2)": 30])
        #expect(
            plan.notices(.changed) == [
                "\"a\" stands in several tiers, in each of which the program has an account of its own; that of \"T2\" is \"a (T2)\" in the book, and is exported under its own name"
            ])
        let standing = try book.standing
        #expect(standing.tiers.map(\.total) == [70, 30] && standing.plan.tiers[1].preferred == "a (T2)")
        let written = Formats.reserveJSON(standing, on: day("2024-03-01")), document = try JSONReader.read(Array(written.utf8))
        #expect(document["tiers"]?.items?.map { $0["accounts"]?.items?[0]["name"]?.text } == ["a", "a"] && !written.contains("program_name"))
        #expect(document["tiers"]?.items?[1]["preferred_account"]?.text == "a")
        #expect(try Formats.reserveAccountsCSV(standing).contains("T2,2,a,30,") && Formats.reserveSummaryCSV(standing, on: day("2024-03-01")).contains("T2,a,30,"))
        // The desktop program's rule gives each tier what it lacks.
        let python = ReserveManagerPlan(
            tiers: standing.tiers.map { tier in
                ReserveManagerPlan.Tier(
                    name: tier.tier.name, purpose: "", target: tier.tier.target.doubleValue, priority: tier.tier.priority.doubleValue,
                    accounts: zip(tier.tier.accounts, tier.balances).map {
                        ReserveManagerPlan.Account(name: $0.name, balance: $1.doubleValue)
                    })
            })
        #expect(python.allocate(60).map { "\($0.tier) \($0.amount)" } == ["T1 30.0", "T2 30.0"])
    }

    @Test("The same file again, its tiers in another order, and the CSV of it find them again") func again() throws {
        let book = try Held()
        try book.take(Self.two)
        let accounts = book.ledger.accounts.count
        for text in [
            Self.two, Self.file([Self.tier("T2", 2, [("a", "30.0")], preferred: "a"), Self.tier("T1", 1, [("a", "70.0")])]),
            Formats.reserveJSON(try book.standing, on: day("2024-03-01")), try Formats.reserveAccountsCSV(book.standing), Self.file([Self.tier("T2", 2, [("A", "30.0")])]),
        ] {
            let plan = try book.take(text)
            #expect(plan.activities.isEmpty && plan.newAccounts.isEmpty && book.ledger.accounts.count == accounts, "\(text)")
            #expect(!plan.notices(.changed).contains { $0.contains("stands in several tiers") })
        }
        #expect(try book.balances == ["a": 70, "a (T2)": 30])
    }

    @Test("Names that are taken are passed over; a name in one tier, and one account in two tiers of the book's own plan, stay") func names() throws {
        let odd = try Held()
        try odd.take(Self.file([Self.tier("T1", 1, [("a", "1"), ("a (T2)", "2")]), Self.tier("T2", 2, [("a", "3")]), Self.tier("T3", 3, [("A", "4"), ("b", "5")])]))
        #expect(try odd.balances == ["a": 1, "a (T2)": 2, "a (T2) (2)": 3, "A (T3)": 4, "b": 5])
        let own = try Held()
        try own.ledger.apply(.account(own.ledger.nextAccountID, Account(name: "a", currency: .usd)), id: own.ledger.nextID)
        let accounts = [ReserveAccount(name: "a")]
        let shared = ReservePlan(
            name: "Reserve", currency: "USD", tiers: [ReserveTier(name: "T1", priority: 1, accounts: accounts), ReserveTier(name: "T2", priority: 2, accounts: accounts)])
        own.reserve = PlanDocument(kind: .reserve, name: "Reserve", body: shared.json.text())
        #expect(try own.take(Self.two).newAccounts.isEmpty && own.standing.plan.accountNames == ["a"])
    }

    @Test("An accounts CSV names an account of a tier, too") func csv() throws {
        let book = try Held(), plan = try book.take("Tier,Account,Balance,Preferred\nT1,a,70,Yes\nT2,a,30,Yes\n")
        #expect(try book.balances == ["a": 70, "a (T2)": 30] && book.standing.plan.tiers.map(\.preferred) == ["a", "a (T2)"])
        #expect(plan.notices(.changed).contains { $0.hasPrefix("\"a\" stands in several tiers") })
        #expect(try book.take(Self.two).newAccounts.isEmpty)
    }

    @Test("The history and what recurs go by tier and name; in either order the balances are those of the plan's file") func history() throws {
        let rows = Self.head + "2024-02-01T10:00:00,T2,a,30.0,30.0,manual,\n2024-02-02T10:00:00,T1,a,70.0,70.0,manual,\n"
        let later = rows + "2024-03-05T10:00:00,T2,a,5.0,35.0,manual,\n"
        for files in [[Self.two, rows, later], [Self.two, later], [rows, Self.two, later], [Self.two, later, later, Self.two]] {
            let book = try Held()
            for file in files { try book.take(file) }
            #expect(try book.balances == ["a": 70, "a (T2)": 35], "\(files)")
        }
        let alone = try Held().take(rows)
        #expect(alone.notices(.changed).contains { $0.hasPrefix("\"a\" stands in several tiers of the history, \"T1\", \"T2\", and is one account here") })
        let recurring = """
            [{"name":"Pay","tier_name":"T2","account_name":"a","amount":5.0,"frequency":"monthly","next_date":"2024-07-01","enabled":true,"description":""}]
            """
        let book = try Held()
        try book.take(Self.two)
        let rules = try book.take(recurring).documents.map { try RecurringRule($0.name, body: $0.body) }
        #expect(rules.flatMap(\.record).filter { $0.name == "account" }.map(\.text) == ["a (T2)"])
    }

    @Test("A yield that is the account's own rate stays with the account") func ownRate() throws {
        let book = try Held()
        try book.ledger.apply(.account(book.ledger.nextAccountID, Account(name: "a", currency: .usd, rate: decimal("0.05"))), id: book.ledger.nextID)
        let plan = ReservePlan(name: "Reserve", currency: "USD", tiers: [ReserveTier(name: "T1", target: 100, priority: 1, accounts: [ReserveAccount(name: "a")])])
        book.reserve = PlanDocument(kind: .reserve, name: "Reserve", body: plan.json.text())
        let told = Self.file([Self.tier("T1", 1, [("a", "0")])]).replacing("\"apy_pct\": 0.0", with: "\"apy_pct\": 5.0")
        #expect(try book.take(told).documents.isEmpty)
        try book.take(told.replacing("5.0,", with: "6.0,"))
        #expect(try book.standing.plan.tiers[0].accounts[0].apy == 6)
    }
}

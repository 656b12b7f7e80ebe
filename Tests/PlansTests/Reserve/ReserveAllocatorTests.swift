import Plans
import Testing
import Values

@Suite("Allocating to tiers and accounts")
struct ReserveAllocatorTests {
    private func rows(
        _ plan: ReservePlan, _ cash: FixedDecimal, _ balances: [String: FixedDecimal] = [:], rooms: [String: FixedDecimal] = [:], digits: Int = 2
    ) throws -> [String] {
        let known = Dictionary(uniqueKeysWithValues: plan.accountNames.map { ($0, balances[$0] ?? 0) })
        return try ReserveAllocator(ReserveStanding(plan, balances: known), limits: rooms.map { .init(accounts: [$0], room: $1) }, digits: digits).allocate(cash).map {
            "\($0.tier ?? "-") \($0.account ?? "-") \($0.amount)"
        }
    }

    private func plan(_ tiers: ReserveTier...) -> ReservePlan { ReservePlan(name: "Reserve", currency: "USD", tiers: tiers) }

    @Test("Tiers are filled by priority, and what is left goes to the one for growth")
    func priority() throws {
        let plan = plan(
            ReserveTier(name: "B", target: 100, priority: 2, accounts: [ReserveAccount(name: "b")]),
            ReserveTier(name: "A", target: 50, priority: 1, accounts: [ReserveAccount(name: "a")]),
            ReserveTier(name: "C", purpose: "Growth", priority: 3, accounts: [ReserveAccount(name: "c")]))
        #expect(try rows(plan, 40, ["a": 20]) == ["A a 30", "B b 10"])
        #expect(try rows(plan, 500) == ["A a 50", "B b 100", "C c 350"])
        #expect(try rows(plan, 0) == [])
    }

    @Test("Equal weights get equal parts, and the cents that are over go to the first")
    func weights() throws {
        let accounts = ["a", "b", "c"].map { ReserveAccount(name: $0) }
        #expect(try rows(plan(ReserveTier(name: "T", target: 1000, accounts: accounts)), 100) == ["T a 33.34", "T b 33.33", "T c 33.33"])
        let heavy = [ReserveAccount(name: "a", weight: 3), ReserveAccount(name: "b"), ReserveAccount(name: "c", weight: -1)]
        #expect(try rows(plan(ReserveTier(name: "T", target: 1000, accounts: heavy)), 100) == ["T a 75", "T b 25"])
    }

    @Test("A cap holds over the whole call, and what it keeps out goes to the others")
    func caps() throws {
        let tier = ReserveTier(name: "Tier 4", target: 100, accounts: [ReserveAccount(name: "a", cap: 300), ReserveAccount(name: "b")])
        #expect(try rows(plan(tier), 1000) == ["Tier 4 a 300", "Tier 4 b 700"])
        #expect(try rows(plan(tier), 1000, ["a": 290]) == ["Tier 4 a 10", "Tier 4 b 990"])
        #expect(try rows(plan(tier), 1000, rooms: ["b": 500]) == ["Tier 4 a 300", "Tier 4 b 500", "- - 200"])
    }

    @Test("A limit that accounts share holds for all of them together")
    func limits() throws {
        let accounts = ["a", "b", "c"].map { ReserveAccount(name: $0) }
        let plan = plan(ReserveTier(name: "Tier 4", target: 100, accounts: accounts))
        let standing = try ReserveStanding(plan, balances: ["a": 0, "b": 0, "c": 0])
        let shared = ReserveAllocator.Limit(accounts: ["a", "b"], room: 50)
        #expect(try ReserveAllocator(standing, limits: [shared]).allocate(90).map(\.amount) == [30, 20, 40])
        let rows = try ReserveAllocator(standing, limits: [shared, .init(accounts: ["c", "x"], room: -1)]).allocate(90)
        #expect(rows.map { "\($0.account ?? "-") \($0.amount)" } == ["a 45", "b 5", "- 40"])
    }

    @Test("The preferred account comes first, up to its room; one that is not there is passed over")
    func preferred() throws {
        var tier = ReserveTier(name: "T", target: 100, preferred: "b", accounts: [ReserveAccount(name: "a"), ReserveAccount(name: "b", cap: 30)])
        #expect(try rows(plan(tier), 100) == ["T a 70", "T b 30"])
        tier.preferred = "nobody"
        tier.accounts[1].cap = nil
        #expect(try rows(plan(tier), 100) == ["T a 50", "T b 50"])
    }

    @Test("Without weights the parts are equal; what has a weight comes before what has none")
    func zeroWeights() throws {
        let none = [ReserveAccount(name: "a", weight: 0), ReserveAccount(name: "b", weight: 0)]
        #expect(try rows(plan(ReserveTier(name: "T", target: 100, accounts: none)), 99) == ["T a 49.5", "T b 49.5"])
        let mixed = [ReserveAccount(name: "a", weight: 0), ReserveAccount(name: "b", cap: 60)]
        #expect(try rows(plan(ReserveTier(name: "T", target: 100, accounts: mixed)), 99) == ["T a 39", "T b 60"])
    }

    @Test("What finds no place is a row of its own; a tier without accounts keeps what it gets")
    func unplaced() throws {
        #expect(try rows(plan(ReserveTier(name: "T", target: 10)), 30) == ["T - 10", "- - 20"])
        #expect(try rows(plan(), 30) == ["- - 30"])
        let full = ReserveTier(name: "T", target: 100, accounts: [ReserveAccount(name: "a", cap: 40)])
        let next = ReserveTier(name: "U", target: 25, priority: 2, accounts: [ReserveAccount(name: "u")])
        #expect(try rows(plan(full, next), 100) == ["T a 40", "U u 25", "- - 35"])
        #expect(try rows(plan(next), FixedDecimal("10.005")) == ["U u 10", "- - 0.005"])
        #expect(try rows(plan(next), FixedDecimal("10.7"), digits: 0) == ["U u 10", "- - 0.7"])
    }

    @Test("An account in two tiers counts once: the first takes what it lacks, and a cap is one for both")
    func shared() throws {
        let account = ReserveAccount(name: "s", cap: 1500)
        let plan = plan(
            ReserveTier(name: "A", target: 600, priority: 1, accounts: [account]), ReserveTier(name: "B", target: 2000, priority: 2, accounts: [account]))
        let standing = try ReserveStanding(plan, balances: ["s": 1000])
        #expect(standing.tiers.map(\.total) == [600, 400] && standing.tiers.map(\.gap) == [0, 1600])
        #expect(try rows(plan, 800, ["s": 1000]) == ["B s 500", "- - 300"])
        #expect(try rows(plan, 800, ["s": 100]) == ["A s 500", "B s 300"])
    }

    @Test("What an account holds may be unknown: then its tier is, and gets nothing")
    func unknown() throws {
        let plan = plan(ReserveTier(name: "A", target: 600, accounts: [ReserveAccount(name: "a", cap: 10), ReserveAccount(name: "b")]))
        let standing = try ReserveStanding(plan, balances: ["b": 100])
        #expect(standing.unknown == ["a"] && !standing.tiers[0].isKnown && standing.tiers[0].gap == 500)
        #expect(try ReserveAllocator(standing).allocate(30) == [.init(tier: nil, account: nil, amount: 30)])
        #expect(try ReserveRebalancer.moves(standing) == [])
    }

    @Test("Nonsense is refused")
    func refused() throws {
        #expect(throws: PlanError.self) { try rows(plan(), -1) }
        #expect(throws: PlanError.self) { try rows(plan(), 1, digits: 19) }
    }

    @Test("Moves between tiers bring those that lack money up by priority")
    func moves() throws {
        let plan = plan(
            ReserveTier(name: "A", target: 100, priority: 3, accounts: [ReserveAccount(name: "a")]),
            ReserveTier(name: "B", target: 100, priority: 1, accounts: [ReserveAccount(name: "b")]),
            ReserveTier(name: "C", target: 10, priority: 2, accounts: [ReserveAccount(name: "c")]))
        let moves = try ReserveRebalancer.moves(ReserveStanding(plan, balances: ["a": 40, "b": 70, "c": 60]))
        #expect(moves.map { "\($0.from) \($0.to) \($0.amount)" } == ["C B 30", "C A 20"])
    }

    @Test("Forecasts compound by the month, and nothing comes of what is zero or below")
    func forecasts() throws {
        #expect(try ReserveForecast.growth(balance: 1000, apy: 12, months: 2) == FixedDecimal("20.1"))
        #expect(try ReserveForecast.series(balance: 1000, apy: 12, months: 2) == [1000, 1010, FixedDecimal("1020.1")])
        for (balance, apy, months) in [(0, 12, 2), (1000, 0, 2), (1000, 12, 0), (-5, 12, 2), (1000, -1, 2)] as [(FixedDecimal, FixedDecimal, Int)] {
            #expect(try ReserveForecast.growth(balance: balance, apy: apy, months: months) == 0)
        }
        #expect(throws: PlanError.self) { try ReserveForecast.growth(balance: 1, apy: 1, months: 1201) }
        // An account that charges for what is in it has less each month.
        #expect(try ReserveForecast.series(balance: 1000, apy: -12, months: 2) == [1000, 990, FixedDecimal("980.1")])
        // Of nothing nothing comes, by whatever yield.
        #expect(try ReserveForecast.series(balance: 0, apy: 120_000, months: 1200).allSatisfy(\.isZero))
    }
}

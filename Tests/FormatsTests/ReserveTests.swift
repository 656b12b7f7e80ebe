import Formats
import JSON
import Ledger
import Plans
import Testing
import TestSupport
import Values

@Suite("Files of the Reserve Manager")
struct ReserveTests {
    private let file = """
        {
          "tiers": [
            {
              "name": "Tier 1",
              "purpose": "Buffer",
              "target": 3000,
              "priority": 1,
              "preferred_account": "Saver",
              "accounts": [
                {
                  "name": "Saver",
                  "balance": 812.4,
                  "apy_pct": 3.9,
                  "notes": "",
                  "alloc_weight": 2.0,
                  "account_target": 2500
                },
                {
                  "name": "Current",
                  "balance": 55,
                  "apy_pct": 0.0,
                  "notes": "joint \\u00e9\\ud83d\\ude00",
                  "alloc_weight": 1.0,
                  "account_target": null
                }
              ]
            }
          ],
          "last_updated": "2025-08-30"
        }
        """

    private func context(_ accounts: [String] = [], _ reserve: String? = nil) -> ImportContext {
        var context = ImportContext(accounts: accounts.map { Account(name: $0, currency: .usd) }, baseCurrency: .usd)
        context.reserves = reserve.map { [PlanDocument(kind: .reserve, name: "Reserve", body: $0)] } ?? []
        return context
    }

    private func read(_ text: String, _ options: ImportOptions = ImportOptions()) throws -> ImportPlan { try plan(text, options) }

    private func reserve(_ plan: ImportPlan) throws -> ReservePlan {
        let document = try #require(plan.documents.first { $0.kind == .reserve })
        return try ReservePlan(name: document.name, currency: "USD", json: JSONReader.read(Array(document.body.utf8)))
    }

    private func activities(_ plan: ImportPlan) -> [String] {
        plan.activities.map { "\($0.date) \($0.kind) \($0.account.rawValue) \($0.amount?.description ?? "") \($0.notes)" }
    }

    @Test("A plan makes its accounts, brings them to what they hold, and is kept; written again it is the same to the byte")
    func document() throws {
        let plan = try plan(file)
        #expect(plan.format == "reserve" && plan.refusedCount == 0)
        #expect(plan.newAccounts.map { "\($0.name) \($0.kind) \($0.currency)" } == ["Saver cash USD", "Current cash USD"])
        #expect(activities(plan) == ["2025-08-30 deposit 1 812.4 opening balance", "2025-08-30 deposit 2 55 opening balance"])
        let standing = try ReserveStanding(reserve(plan), balances: ["Saver": decimal("812.4"), "Current": 55])
        #expect(Formats.reserveJSON(standing, on: day("2025-08-30")) == file)
    }

    @Test("Accounts of the book keep what it says they hold, whatever their case, and the same plan is not kept twice")
    func known() throws {
        let first = try plan(file, context: context(["SAVER"]))
        #expect(first.newAccounts.map(\.name) == ["Current"] && activities(first).count == 1)
        #expect(first.notices(.leftOut) == ["account \"Saver\" is in the book, which says what it holds; the file's 812.4 is left out"])
        #expect(try reserve(first).tiers[0].accounts.map(\.name) == ["SAVER", "Current"] && reserve(first).tiers[0].preferred == "SAVER")
        let again = try plan(file, context: context(["SAVER", "Current"], first.documents[0].body))
        #expect(again.documents.isEmpty && again.activities.isEmpty && again.newAccounts.isEmpty)
        let changed = try plan(file.replacing("\"target\": 3000", with: "\"target\": 4000"), context: context(["SAVER", "Current"], first.documents[0].body))
        #expect(changed.notices(.changed) == ["the plan \"Reserve\" is defined anew"])
    }

    @Test("Unknown keys are kept at every level; a version of the schema is read and never written")
    func unknownKeys() throws {
        let text = """
            {"schema_version": "2.0", "owner": "é", "tiers": [{"name": "A", "colour": [1, {"x": null}], "accounts": [{"name": "a", "id": 1e3}]}]}
            """
        var options = ImportOptions()
        options.day = day("2025-08-30")
        let plan = try plan(text, options), reserve = try reserve(plan)
        let written = Formats.reserveJSON(try ReserveStanding(reserve, balances: ["a": 0]), on: day("2025-09-01"))
        let document = try JSONReader.read(Array(written.utf8))
        #expect(document.members?.map(\.key) == ["tiers", "last_updated", "owner"] && written.contains("\\u00e9"))
        #expect(document["tiers"]?.items?[0]["colour"] == .array([.number("1"), .object([.init(key: "x", value: .null)])]))
        #expect(document["tiers"]?.items?[0]["accounts"]?.items?[0]["id"] == .number("1e3"))
    }

    @Test("A name in several tiers is an account of each; amounts come in as they are; debts are withdrawals")
    func odd() throws {
        let text = """
            {"tiers": [{"name": "A", "purpose": "", "target": 1, "priority": 1, "preferred_account": "gone",
              "accounts": [{"name": "s", "balance": 10.100000000000001, "account_target": 5}, {"name": "d", "balance": -3}]},
             {"name": "B", "purpose": "", "target": 1, "priority": 2, "accounts": [{"name": "s", "balance": 2}]}],
             "last_updated": "2025-08-30T10:00:00Z"}
            """
        let plan = try plan(text)
        #expect(
            activities(plan) == [
                "2025-08-30 deposit 1 10.100000000000001 opening balance", "2025-08-30 withdrawal 2 3 opening balance", "2025-08-30 deposit 3 2 opening balance",
            ])
        #expect(plan.notices(.changed).count == 1 && plan.notices(.unknownKey).count == 1)
    }

    @Test("Of tiers of one name the second gets another, and that is told; a purpose that is missing is shown as it may be")
    func twins() throws {
        let tier = "{\"name\": \"A\", \"purpose\": \"\", \"target\": 1, \"priority\": 1}"
        let twins = try plan("{\"tiers\": [\(tier), \(tier), \(tier.replacing("\"A\"", with: "\"A (2)\""))]}")
        #expect(try reserve(twins).tiers.map(\.name) == ["A", "A (3)", "A (2)"])
        #expect(twins.notices(.changed) == ["two tiers are called \"A\"; the second is now \"A (3)\""])
        do { _ = try plan("{\"tiers\": [{\"name\": \"A\"}]}") } catch { #expect(error.hint == "add \"purpose\": \"\"") }
    }

    @Test(
        "What is wrong with a plan is told with its place",
        arguments: [
            ("{\"tiers\": [{\"name\": \"A\", \"purpose\": \"\", \"target\": 1}]}", "tiers[1].priority is missing"),
            (
                "{\"tiers\": [{\"name\": \"A\", \"purpose\": \"\", \"target\": 1, \"priority\": 1, \"accounts\": [{\"name\": \"a\", \"balance\": \"x\"}]}]}",
                "it is a text, not a number"
            ),
            (
                "{\"tiers\": [{\"name\": \"A\", \"purpose\": \"\", \"target\": 1, \"priority\": 1, \"accounts\": [{\"name\": \"a\", \"balance\": 5}]}]}",
                "the day of the balances is missing"
            ),
        ])
    func faults(_ text: String, _ message: String) throws {
        do {
            let plan = try plan(text)
            #expect(plan.refusals.map(\.message) == [message])
        } catch { #expect(error.message == message) }
    }

    @Test("Accounts as CSV change the plan: tiers are made, empty cells leave what is there, a cap is never cleared")
    func accounts() throws {
        let body =
            "{\"currency\":\"USD\",\"tiers\":[{\"name\":\"A\",\"purpose\":\"\",\"target\":\"5\",\"priority\":\"1\",\"accounts\":[{\"name\":\"a\",\"notes\":\"old\",\"account_target\":\"9\"}]}]}"
        let text = "Tier,Account,Balance,APY_%,Weight,Cap,Notes\nA,a,\"$1,234.50\",2,0,,\nNew,n,7,,0,0,\"x, y\"\n"
        var options = ImportOptions()
        options.day = day("2025-08-30")
        let plan = try plan(text, options, context: context(["a"], body)), reserve = try reserve(plan)
        #expect(plan.format == "reserve-accounts" && plan.refusedCount == 0)
        #expect(reserve.tiers[0].accounts == [ReserveAccount(name: "a", weight: 0, cap: 9, apy: 2, notes: "old")])
        #expect(reserve.tiers[1] == ReserveTier(name: "New", priority: 2, accounts: [ReserveAccount(name: "n", notes: "x, y")]))
        #expect(activities(plan) == ["2025-08-30 deposit 2 7 opening balance"])
        let phone = try read("Tier,Account,Balance,APY %,Weight,Cap,Notes,Preferred\nA,a,1.00,2.00,1.00,,,Yes\n", options)
        #expect(phone.format == "reserve-accounts")
        #expect(try self.reserve(phone).tiers[0].preferred == "a")
        let hidden = try read("Tier,Account,Balance\nA,a,HIDDEN\n", options)
        #expect(hidden.refusals.map(\.message) == ["the figures are hidden"])
    }

    @Test("Accounts and a summary go out as the desktop program writes them")
    func csv() throws {
        let standing = try ReserveStanding(reserve(plan(file)), balances: ["Saver": decimal("1200"), "Current": 55])
        #expect(
            try Formats.reserveAccountsCSV(standing) == """
                Tier,Tier_Priority,Account,Balance,APY_%,Weight,Cap,Notes,Monthly_Yield,Annual_Yield\r
                Tier 1,1,Saver,1200,3.9,2,2500,,3.9,46.8\r
                Tier 1,1,Current,55,0,1,,joint é😀,0,0\r

                """)
        #expect(
            try Formats.reserveSummaryCSV(standing, on: day("2025-08-30")) == """
                Reserve Manager Summary\r
                Date,2025-08-30\r
                Total,1255\r
                \r
                Tier,Purpose,Target,Current,Gap,Priority\r
                Tier 1,Buffer,3000,1255,1745,1\r
                \r
                Tier,Account,Balance,APY,Weight,Cap,Notes\r
                Tier 1,Saver,1200,3.9,2,2500,\r
                Tier 1,Current,55,0,1,,joint é😀\r

                """)
    }

    @Test("A history begins with what was there, and what it leaves out is an adjustment; newest first or not")
    func history() throws {
        let head = "Date/Time,Tier,Account,Amount,Balance After,Type,Description\n"
        let rows = [
            "2025-08-30T10:00:00.000001,A,a,100.0,150.0,manual,pay\n", "2025-08-30T11:00:00,A,a,-20.0,130.00000000000003,rebalance,\n",
            "2025-09-02T08:00:00,A,a,10.0,150.0,recurring,Recurring: Pay - x\n",
        ]
        let wanted = [
            "2025-08-30 deposit 1 50 A: opening balance", "2025-08-30 deposit 1 100 A: manual: pay", "2025-08-30 withdrawal 1 20 A: rebalance",
            "2025-09-02 adjustment 1 10 A: what the history leaves out", "2025-09-02 deposit 1 10 A: recurring: Recurring: Pay - x",
        ]
        for text in [head + rows.joined(), head + rows.reversed().joined()] {
            let plan = try plan(text)
            #expect(plan.format == "reserve-history")
            #expect(activities(plan).sorted() == wanted.sorted())
        }
        let known = try plan(head + rows.joined(), context: context(["a"]))
        #expect(known.activities.count == 3)
        let phone = "Timestamp,Tier,Account,Amount,BalanceAfter,Type,Description,User\n2025-08-30T10:00:00Z,A,a,5.00,5.00,manual,,system\n"
        #expect(try plan(phone).activities.count == 1)
        #expect(ReserveNote("A: manual: pay", tiers: ["A"]) == ReserveNote(tier: "A", type: "manual", text: "pay"))
        #expect(ReserveNote("A: pay", tiers: ["A"]) == ReserveNote(tier: "", type: "", text: "A: pay"))
    }

    @Test("Recurring payments are read entry by entry and written as they were")
    func recurring() throws {
        let entry = ReserveRecurring(name: "Pay", tier: "A", account: "a", amount: 500, frequency: "monthly", next: day("2025-09-01"), notes: "x")
        let text = Formats.reserveRecurringJSON([entry])
        let plan = try plan(text)
        let rule = try RecurringRule(cashReserves: entry.json)
        #expect(plan.format == "reserve-recurring" && plan.newAccounts.map(\.name) == ["a"])
        #expect(plan.documents == [PlanDocument(kind: .recurring, name: "Pay", body: rule.body)])
        let odd = try read(text.replacing("monthly", with: "lunar").replacing("\"2025-09-01\"", with: "\"2025-09-01T00:00:00\""))
        let everyThirty = try odd.documents.map { try RecurringRule($0.name, body: $0.body).every }
        #expect(everyThirty == [.days(30)] && odd.notices(.changed).count == 1)
        let bad = try read(text.replacing("\"enabled\": true", with: "\"enabled\": 1"))
        #expect(bad.refusals.map(\.message) == ["it is a number, not true or false"] && bad.documents.isEmpty)
    }

    // MARK: history and plan's file in the same book

    private static let historyHead = "Date/Time,Tier,Account,Amount,Balance After,Type,Description\n"
    private static let first = historyHead + "2014-04-10T10:00:00,T1,Saver,40.0,40.0,manual,\n2014-04-20T10:00:00,T1,Saver,60.1,100.1,manual,\n"
    /// With a row of a day before that of the plan's file.
    private static let grown = first + "2014-05-01T10:00:00,T1,Saver,149.9,250.0,manual,\n"

    private static func planFile(_ balance: String, _ day: String = "2014-05-30") -> String {
        "{\"tiers\": [{\"name\": \"T1\", \"purpose\": \"\", \"target\": 1, \"priority\": 1, \"accounts\": [{\"name\": \"Saver\", \"balance\": \(balance)}]}], \"last_updated\": \"\(day)\"}"
    }

    /// The cash after files were imported one after the other, how many adjustments stand, and whether a file's balance was left out.
    private static func book(_ files: [String]) throws -> (cash: [String], adjustments: Int, hasLeftOut: Bool) {
        let ledger = Ledger()
        var hasLeftOut = false
        try ledger.apply(.setting(key: "base_currency", value: "USD"), id: ledger.nextID)
        for file in files {
            let plan = try record(FormatsTests.plan(file, context: ImportContext(ledger)), in: ledger)
            #expect(plan.refusedCount == 0, "\(plan.refusals)")
            if !plan.notices(.leftOut).isEmpty { hasLeftOut = true }
        }
        return (try ledger.cash().map { "\($0.balance)" }, ledger.facts.count { $0.kind == .adjustment }, hasLeftOut)
    }

    @Test("Rows that a grown history tells of the days before the plan's file count once, in every order")
    func grownHistory() throws {
        let file = Self.planFile("250")
        for files in [
            [Self.first, file, Self.grown], [file, Self.first, Self.grown], [Self.grown, file], [file, Self.grown], [Self.first, Self.grown, file],
            [Self.first, file, Self.grown, file, Self.grown, Self.first],
        ] {
            let book = try Self.book(files)
            #expect(book.cash == ["250"] && book.adjustments == 0, "\(files)")
        }
        // What the rows do not tell stays an adjustment, and what came after the file is added to it.
        let more = Self.grown + "2014-06-02T10:00:00,T1,Saver,5.0,255.0,manual,\n", rest = try Self.book([Self.first, Self.planFile("300"), more])
        #expect(rest.cash == ["305"] && rest.adjustments == 1)
        let twice = try Self.book([Self.first, Self.planFile("120", "2014-05-25"), Self.planFile("300"), Self.first + "2014-05-27T10:00:00,T1,Saver,30.0,150.0,manual,\n"])
        #expect(twice.cash == ["300"] && twice.adjustments == 2)
    }

    @Test("A jump that both the history and an older file of the plan show counts once, in either order")
    func jump() throws {
        // Of 100, 40 more by the file of May 5 that no row tells, then 50; the jump stands before the row of May 10.
        func row(_ day: String, _ amount: String, _ after: String, _ tier: String = "T1") -> String { "2014-\(day)T10:00:00,\(tier),Saver,\(amount),\(after),manual,\n" }
        let rows = row("05-01", "100.0", "100.0") + row("05-10", "50.0", "190.0"), history = Self.historyHead + rows
        for (text, balance, cash) in [
            (history, "140", "190"), (history, "120", "190"), (history, "160", "210"), (history, "90", "180"),
            (history + row("05-20", "10.0", "230.0"), "140", "230"),
            // No row before the file: what was there before the first is what the file tells.
            (Self.historyHead + row("05-10", "50.0", "190.0"), "140", "190"), (Self.historyHead + row("05-10", "50.0", "190.0"), "100", "190"),
            (Self.historyHead + row("05-01", "100.0", "100.0") + row("05-10", "50.0", "90.0", "T2"), "140", "190"),
        ] {
            let file = Self.planFile(balance, "2014-05-05")
            let orders = [[text, file], [file, text], [text, file, text], [file, text, text, file], [text, text, file]]
            for files in orders { #expect(try Self.book(files).cash == [cash], "\(balance) \(files)") }
        }
        // Rows that come later show their jump as they would have at once.
        #expect(try Self.book([Self.historyHead + row("05-01", "100.0", "100.0"), history]).cash == ["190"])
        // The file of an earlier day is no part of the balance that a later one tells.
        let first = Self.planFile("120", "2014-05-25"), second = Self.planFile("300")
        for files in [[Self.first, first, second], [Self.first, second, first], [second, Self.first, first]] { #expect(try Self.book(files).cash == ["300"], "\(files)") }
    }

    @Test("The last digits of floats are no adjustment and no opening balance, in either order")
    func noise() throws {
        for balance in ["100.10000000000001", "100.09999999999999"] {
            for files in [[Self.first, Self.planFile(balance)], [Self.planFile(balance), Self.first]] {
                #expect(try Self.book(files).adjustments == 0, "\(files)")
            }
            let alone = try read(Self.historyHead + "2014-05-10T10:00:00,T1,Saver,100.1,\(balance),manual,\n")
            #expect(alone.activities.count == 1)
        }
        #expect(try Self.book([Self.first, Self.planFile("100.11")]).adjustments == 1)
    }

    // MARK: undone imports, files in any order

    /// A ledger into which files were imported, all of whose activities an undo took back then.
    private static func undone(_ files: [String]) throws -> (ledger: Ledger, context: ImportContext) {
        let ledger = Ledger()
        try ledger.apply(.setting(key: "base_currency", value: "USD"), id: ledger.nextID)
        for file in files { _ = try record(FormatsTests.plan(file, context: ImportContext(ledger)), in: ledger) }
        let all = Set((0..<ledger.activities.count).map(ledger.activities.id(at:)))
        for entry in all.sorted() where ledger.activities.row(of: entry).map({ !ledger.activities.isVoid(at: $0) }) == true {
            try ledger.apply(.void(entry, reason: "undo"), id: ledger.nextID)
        }
        return (ledger, ImportContext(ledger, undone: all))
    }

    @Test("What an undo took back comes in again as it did at first, with what was there before the first row")
    func undoneImports() throws {
        let opened = Self.historyHead + "2014-04-10T10:00:00,T1,Saver,40.0,140.0,manual,\n2014-04-20T10:00:00,T1,Saver,60.0,640.0,manual,\n"
        let accounts = "Tier,Account,Balance\nT1,Saver,655\n"
        for (files, cash) in [([Self.planFile("655")], "655"), ([opened], "640"), ([Self.first], "100.1"), ([opened, Self.planFile("655")], "655"), ([accounts], "655")] {
            var options = ImportOptions()
            options.day = day("2014-05-30")
            let (ledger, context) = try Self.undone(files == [accounts] ? [Self.planFile("655")] : files)
            let plan = try record(FormatsTests.plan(files[0], options, context: context), in: ledger)
            #expect(plan.notices(.leftOut).isEmpty && plan.newAccounts.isEmpty, "\(plan.notices)")
            if files.count == 1 { #expect(try ledger.cash().map { "\($0.balance)" } == [cash]) }
        }
        // What somebody voided by hand, or recorded since, is for the book to say.
        let (ledger, context) = try Self.undone([Self.planFile("655")])
        #expect(try plan(Self.planFile("655"), context: ImportContext(ledger)).notices(.leftOut).count == 1)
        try ledger.apply(.activity(Activity(date: day("2014-06-01"), kind: .deposit, account: AccountID(1), amount: 5, currency: .usd)), id: ledger.nextID)
        #expect(try plan(Self.planFile("655"), context: context).notices(.leftOut).count == 1)
    }

    @Test("A history that adds nothing tells of no balances that do not follow") func nothingNew() throws {
        let jumps = Self.historyHead + "2014-04-10T10:00:00,T1,Saver,40.0,40.0,manual,\n2014-04-20T10:00:00,T1,Saver,60.0,640.0,manual,\n"
        let ledger = Ledger()
        try ledger.apply(.setting(key: "base_currency", value: "USD"), id: ledger.nextID)
        let told = "1 balance does not follow from the row before; the difference is an adjustment"
        #expect(try record(plan(jumps, context: ImportContext(ledger)), in: ledger).notices(.changed) == [told])
        let again = try plan(jumps, context: ImportContext(ledger))
        #expect(again.activities.isEmpty && again.notices(.changed).isEmpty, "\(again.notices)")
    }

    private static func orders(_ files: [String]) -> [[String]] {
        if files.count < 2 { return [files] }
        return files.indices.flatMap { place -> [[String]] in
            var rest = files
            let first = rest.remove(at: place)
            return orders(rest).map { [first] + $0 }
        }
    }

    @Test("Two files of a plan and a history make the same balances in each order") func sixOrders() throws {
        let history = Self.historyHead + "2023-02-20T10:00:00,T1,Saver,50.0,550.0,manual,\n"
        for files in Self.orders([Self.planFile("500", "2023-02-03"), history, Self.planFile("500", "2023-01-15")]) {
            let book = try Self.book(files)
            #expect(book.cash == ["550"], "\(files)")
        }
    }

    @Test("Random plans' files and histories make the same balances in each order") func randomOrders() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<40 {
            // A history of an account whose balance jumps now and then, in one tier or two, and two files of other days, one of them after the last jump: of a jump
            // after both only what one file tells by itself is known to count once.
            var balances = ["T1": random.chance(oneIn: 2) ? 0 : random.int(1...9) * 100, "T2": 0], rows = "", seen = Set<String>(), lastJump = 5
            for day in (10...28).filter({ _ in random.chance(oneIn: 5) }) {
                let tier = random.chance(oneIn: 4) ? "T2" : "T1", amount = random.int(1...9) * 10, jump = random.chance(oneIn: 2) ? random.int(-9...9) * 10 : 0
                if jump != 0 || (seen.insert(tier).inserted && balances[tier] != 0) { lastJump = day }
                balances[tier]! += amount + jump
                rows += "2014-05-\(day)T10:00:00,\(tier),Saver,\(amount).0,\(balances[tier]!).0,manual,\n"
            }
            if rows.isEmpty { continue }
            let days = (5...30).shuffled(using: &random).prefix(2)
            if days.allSatisfy({ $0 < lastJump }) { continue }
            // Another balance than the history's: a file that agrees with it leaves nothing in the book by which an earlier one could know of it.
            let files = [Self.historyHead + rows] + days.map { Self.planFile("\(random.int(1...9) * 100 + 7)", "2014-05-" + ($0 < 10 ? "0\($0)" : "\($0)")) }
            // Of two files before any history the second is left out, which is told.
            let found = try Self.orders(files).map(Self.book), all = found.filter { !$0.hasLeftOut }.map(\.cash)
            #expect(Set(all).count == 1, "\(all)\n\(files.joined(separator: "\n"))")
        }
    }
}

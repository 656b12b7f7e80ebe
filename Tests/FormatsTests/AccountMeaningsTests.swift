import Ledger
import Testing
import Values

@testable import Formats

@Suite("What accounts of a book of double entry mean")
struct AccountMeaningsTests {
    private static let journal = """
        2014-01-02 Pay
            Assets:Bank          100.00 USD
            Income:Salary
        2014-01-03 Withheld
            Assets:Bank          -10.00 USD
            Expenses:Abgaben
        2014-01-04 Shopping
            Liabilities:Card     -20.00 USD
            Expenses:Food
        2014-01-05 To the depot
            Assets:Depot:Money    50.00 USD
            Assets:Bank

        """

    private func plan(_ accounts: [String: String], keeping documents: [PlanDocument] = []) throws -> ImportPlan {
        var options = ImportOptions(fileName: "main.journal"), context = ImportContext(baseCurrency: .usd)
        options.accounts = accounts
        context.accountMappings = documents
        return try FormatsTests.plan(Self.journal, options, context: context)
    }

    private func meaning(_ plan: ImportPlan, _ account: String) -> String? { plan.meanings.first { $0.account == account }.map { "\($0.meaning) \($0.origin.rawValue)" } }

    @Test("Without a word, each has a meaning by its name and by what is posted there")
    func proposed() throws {
        let plan = try plan([:])
        #expect(plan.refusedCount == 0 && plan.documents.isEmpty)
        #expect(
            plan.meanings.map { "\($0.account)=\($0.meaning)" } == [
                "Assets:Bank=Bank", "Assets:Depot:Money=Depot:Money", "Expenses:Abgaben=outside", "Expenses:Food=outside", "Income:Salary=outside", "Liabilities:Card=outside",
            ])
        #expect(plan.meanings.allSatisfy { $0.origin == .proposed && $0.commodities == ["USD"] })
    }

    @Test("What is said holds for accounts below as well, and is kept for the next file")
    func told() throws {
        let ledger = Ledger(), first = try plan(["Expenses:Abgaben": "tax", "Assets:Depot": "Broker", "Liabilities:Card": "Card", "Income": "skip"])
        let done = try record(first, in: ledger)
        #expect(done.refusedCount == 0)
        #expect(meaning(first, "Assets:Depot:Money") == "Broker told" && meaning(first, "Income:Salary") == "outside told")
        #expect(try ledger.cash().map { "\(ledger[$0.account].name) \($0.balance)" } == ["Bank 40", "Broker 50", "Card -20"])
        #expect(ledger.facts.contains { $0.kind == .tax && $0.amount == 10 })
        let kept = try #require(first.documents.first)
        let next = try plan([:], keeping: [kept])
        #expect(meaning(next, "Expenses:Abgaben") == "tax kept" && next.documents.isEmpty)
        #expect(next.notices(.format).contains { $0.hasPrefix("4 accounts of the file mean") })
        // A new word goes before the kept one, and the others stay.
        let changed = try plan(["Expenses:Abgaben": "fee"], keeping: [kept])
        #expect(meaning(changed, "Expenses:Abgaben") == "fee told" && meaning(changed, "Liabilities:Card") == "Card kept")
        #expect(changed.documents.count == 1 && changed.documents[0].name == kept.name)
    }

    @Test("An account may be called like a word")
    func words() throws {
        let plan = try plan(["Assets:Bank": "account tax"])
        #expect(plan.newAccounts.map(\.name).contains("tax") && meaning(plan, "Assets:Bank") == "account tax told")
    }

    @Test(
        "A wrong name gets the nearest right one",
        arguments: [
            (["Expenses:Abgabe": "tax"], "accounts: the file has no account \"Expenses:Abgabe\" (did you mean \"Expenses:Abgaben\"?)"),
            (["Expenses:Abgaben": "taxx"], "accounts: \"taxx\" says nothing of Expenses:Abgaben (did you mean \"tax\"?)"),
            (["Assets:Bank": ""], "accounts: \"\" is no name of an account"),
        ])
    func mistakes(_ accounts: [String: String], _ message: String) {
        let issue = #expect(throws: ImportIssue.self) { try plan(accounts) }
        #expect(issue?.description.hasPrefix("main.journal: " + message) == true, "\(issue?.description ?? "")")
    }
}

import Ledger
import Testing
import Values

@testable import Formats

@Suite("The export of the family investment tracker")
struct FamilyTests {
    private static let head = "Portfolio,Transaction ID,Symbol,Asset Name,Asset Type,Transaction Type,Quantity,Price,Amount,Fees,Date,Notes\n"

    @Test("Members become owners of portfolios, insurance and structured products keep their kind; amounts are before fees, the newest rows come first") func reads() throws {
        let ledger = Ledger()
        let rows = """
            Family,A4,ORCL,Oracle,Stock,Sell,4.0,42.05,168.2,1.0,6/22/14,
            Ben,A5,XS1,Autocall,Structured Product,Buy,1.0,1000.0,1000.0,0.0,6/20/14,
            Family,A3,,Life,Insurance,Insurance,0.0,0.0,120.0,0.0,5/1/14,"premium, yearly"
            Ben,A2,BTC,Bitcoin,Cryptocurrency,Buy,0.5,400.0,200.0,2.5,3/3/14,
            Family,A1,ORCL,Oracle,Stock,Buy,10.0,31.2,312.0,1.0,3/3/14,

            """
        let plan = try record(plan(Self.head + rows), in: ledger)
        #expect(plan.format == "family-tracker")
        #expect(plan.refusals == [])
        #expect(Set(ledger.accounts.map(\.name)) == ["Family Investments", "Ben Investments"])
        #expect(ledger.accounts.allSatisfy { $0.portfolio == $0.owner && $0.name.hasPrefix($0.owner) })
        #expect(ledger.facts.map(\.kind) == [.buy, .buy, .unknown, .buy, .sell] && ledger.facts[2].amount == 120)
        #expect(ledger.facts[2].instrument.map { ledger[$0].symbol } == "Life")
        #expect(ledger.facts.map(\.fee) == [1, decimal("2.5"), .zero, .zero, 1])
        #expect(Set(ledger.instruments.map(\.kind)) == [.stock, .crypto, .insurance, .structured] && plan.notices(.dateOrder) == ["dates are read as month-day-year"])
    }

    @Test("Dates that could be either are asked for") func ambiguous() throws {
        let text = Self.head + "Family,A1,ORCL,Oracle,Stock,Buy,10.0,31.2,312.0,1.0,3/4/14,\n"
        let issue = #expect(throws: ImportIssue.self) { try plan(text) }
        #expect(issue?.kind == .ambiguousDates && issue?.hint.contains("date_order=\"dmy\"") == true)
        #expect(try plan(text, ImportOptions(dateOrder: .dmy)).activities.first?.date == day("2014-04-03"))
    }

    @Test("Import, export, import: the same book, and what the form has no place for is told") func roundTrip() throws {
        let ledger = Ledger()
        let rows = #"""
            Family,A5,ORCL,Oracle,Stock,Dividend,,,1.2,,2014-06-30,
            Family,A4,ORCL,Oracle,Stock,Sell,4.0,42.05,168.2,1.0,2014-06-02,
            Family,A2,,,Deposit,DepositWithdrawal,,,50,,2014-03-04,
            Family,A1,ORCL,Oracle,Stock,Buy,10.0,31.2,312.0,1.0,2014-03-03,"first, ""big"""
            Family,A0,,,Deposit,Deposit,,,500,,2014-01-02,

            """#
        _ = try record(plan(Self.head + rows), in: ledger)
        let (text, leftOut) = Formats.familyCSV(ledger)
        #expect(leftOut.isEmpty && text.hasPrefix(Self.head))
        let copy = Ledger()
        let plan = try record(plan(text), in: copy)
        #expect(plan.refusedCount == 0 && copy.facts == ledger.facts && copy.accounts == ledger.accounts, "\(plan.refusals)")
        #expect(Formats.familyCSV(copy).text == text)
        _ = try record(FormatsTests.plan(header + "2014-07-01,fee,Family,,,,,-5.00,USD,\n", context: ImportContext(ledger)), in: ledger)
        #expect(Formats.familyCSV(ledger).leftOut == ["1 of type fee left out: the tracker has no such type"])
    }

    @Test("An entry whose number is the id of another's row gets another id, and the file comes in") func idsOfTheirOwn() throws {
        let ledger = Ledger()
        let told = "date,type,account,symbol,quantity,price,currency,ID\n2014-01-02,buy,A,X,1,5,USD,5\n2014-01-03,buy,A,X,2,5,USD,6\n"
        _ = try record(FormatsTests.plan(told, context: ImportContext(ledger)), in: ledger)
        _ = try record(FormatsTests.plan(header + "2014-01-04,deposit,A,,,,,7,USD,\n2014-01-05,buy,A,X,3,5,,,USD,\n", context: ImportContext(ledger)), in: ledger)
        while ledger.nextID.rawValue <= 8 {
            try ledger.apply(.activity(Activity(date: day("2014-02-01"), kind: .deposit, account: AccountID(1), amount: 1, currency: .usd)), id: ledger.nextID)
        }
        let text = Formats.familyCSV(ledger).text, ids = text.split(separator: "\n").dropFirst().map { String($0.split(separator: ",", omittingEmptySubsequences: false)[1]) }
        #expect(Set(ids).count == ids.count && ids.contains("luca-5") && ids.contains("luca-6") && ids.contains("7"), "\(ids)")
        let copy = Ledger(), plan = try record(plan(text), in: copy)
        #expect(plan.refusals.isEmpty && copy.facts.count == ledger.facts.count, "\(plan.refusals)")
        #expect(try FormatsTests.plan(text, context: ImportContext(ledger)).activities.isEmpty)
    }

    private static func book(_ accounts: [Account], _ rows: String) throws -> Ledger {
        let ledger = Ledger()
        for account in accounts { try ledger.apply(.account(ledger.nextAccountID, account), id: ledger.nextID) }
        let plan = try record(plan("date,time,type,account,symbol,quantity,price,fee,tax,amount,currency,notes\n" + rows, context: ImportContext(ledger)), in: ledger)
        #expect(plan.refusals == [])
        return ledger
    }

    @Test("What was written of a book is in that book already", arguments: ["Brokerage", "House", "House Investments", "house"])
    func ownExport(name: String) throws {
        let rows = """
            2014-01-02,,deposit,\(name),,,,,,10000,USD,
            2014-01-03,10:30:00,buy,\(name),ORCL,10,40,,,-400,USD,
            2014-01-04,,dividend,\(name),ORCL,,,,1.50,8.50,USD,

            """
        let ledger = try Self.book([Account(name: name, currency: .usd, portfolio: "House")], rows)
        let again = try plan(Formats.familyCSV(ledger).text, context: ImportContext(ledger))
        #expect(again.activities.isEmpty && again.newAccounts.isEmpty, "\(again.newAccounts)")
        #expect(Set(again.verdicts.map(\.outcome)) == [.alreadyThere])
    }

    @Test("Two accounts of a portfolio go by their own names, and that is told") func sharedPortfolio() throws {
        let accounts = [Account(name: "Brokerage", currency: .usd, portfolio: "House"), Account(name: "Depot", currency: .eur, portfolio: "House")]
        let ledger = try Self.book(accounts, "2014-01-02,,deposit,Brokerage,,,,,,100,USD,\n2014-01-02,,deposit,Depot,,,,,,50,EUR,\n")
        let (text, leftOut) = Formats.familyCSV(ledger)
        #expect(leftOut == ["the portfolio \"House\" has 2 accounts, which the tracker cannot keep apart: they go as portfolios of their own, \"Brokerage\", \"Depot\""])
        #expect(try plan(text, context: ImportContext(ledger)).activities.isEmpty)
        #expect(try plan(text).newAccounts.map(\.name).sorted() == ["Brokerage Investments", "Depot Investments"])
        // A file that says the portfolio alone does not tell which of them.
        let row = try plan(Self.head + "House,B1,,,Deposit,Deposit,,,5,,2014-01-02,\n", context: ImportContext(ledger))
        #expect(row.refusals.map(\.message) == ["the portfolio \"House\" has several accounts in the book: \"Brokerage\", \"Depot\""])
    }
}

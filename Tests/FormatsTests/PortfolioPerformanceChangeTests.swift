import Ledger
import TestSupport
import Testing
import Values

@testable import Formats

@Suite("Files of Portfolio Performance that changed")
struct PortfolioPerformanceChangeTests {
    private typealias Sample = PortfolioPerformanceSample

    /// The number of the entry of an id.
    private func entry(_ id: String, _ ledger: Ledger) throws -> Int {
        let activities = ledger.activities
        let row = try #require((0..<activities.count).first { activities.detail(at: $0)?.sourceID == id })
        return activities.id(at: row).rawValue
    }

    /// The only refusal of a file that the book has in an older form, of which nothing is added.
    private func refusal(_ text: String, _ ledger: Ledger) throws -> ImportIssue {
        let plan = try Sample(text, into: ledger).plan
        #expect(plan.activities.isEmpty && plan.refusals.count == 1, "\(plan.summary) \(plan.refusals)")
        return try #require(plan.refusals.first)
    }

    @Test("One side of a transfer between currencies that changed refuses the row, with the amend of that side alone")
    func exchange() throws {
        let ledger = try Sample(Sample.transfers).ledger
        let told = "<uuid>t3</uuid><date>2024-02-01T00:00</date><currencyCode>EUR</currencyCode><amount>"
        let refusal = try refusal(Sample.transfers.replacing("\(told)10000", with: "\(told)11000"), ledger), number = try entry("t3/from", ledger)
        #expect(refusal.message == "the book has this row as entry \(number), where the amount is -100 and not -110")
        #expect(refusal.hint.hasPrefix("amend{id=\(number), amount=-110} takes the file's; "), "\(refusal.hint)")
    }

    @Test("A purchase that another account paid for, and that changed, names all of its entries")
    func paidElsewhere() throws {
        let text = Sample.paths.replacing(
            "</portfolios>",
            with: "<portfolio><uuid>p2</uuid><name>Other</name><referenceAccount reference=\"../../../accounts/account\"/><transactions/></portfolio></portfolios>")
        let ledger = try Sample(text).ledger, refusal = try refusal(text.replacing("<amount>10150<", with: "<amount>11150<"), ledger)
        let (sent, got, bought) = (try entry("t2", ledger), try entry("t3/cash", ledger), try entry("t3", ledger))
        #expect(refusal.hint.hasPrefix("amend{id=\(sent), amount=111.5}, amend{id=\(got), amount=111.5} and amend{id=\(bought), price=55} take the file's; "), "\(refusal.hint)")
        #expect(refusal.message.contains("as entry \(bought), where the price is 50 and not 55"))
    }

    @Test("A transfer that no longer exchanges money names the entries of the exchange")
    func lostParts() throws {
        let ledger = try Sample(Sample.transfers).ledger
        let plan = try Sample(Sample.transfers.replacing(">USD<", with: ">EUR<"), into: ledger).plan
        #expect(plan.activities.isEmpty && plan.refusedCount == 2, "\(plan.refusals)")
        let refusal = try #require(plan.refusals.first { $0.message.contains("no longer tells") })
        for id in ["t3", "t3/from", "t3/to"] {
            let number = try entry(id, ledger)
            #expect(refusal.hint.contains("void(\(number))"), "\(refusal.hint)")
        }
        #expect(refusal.hint.contains(", and import again to take the file's"))
    }

    @Test("A transaction that was moved to another account is refused, and counts once")
    func moved() throws {
        func text(_ first: [String], _ second: [String]) -> String {
            Sample.client(account: first).replacing(
                "</account></accounts>",
                with:
                    "</account>\n<account><uuid>d</uuid><name>Second</name><currencyCode>EUR</currencyCode><transactions>\n\(second.joined(separator: "\n"))\n</transactions></account></accounts>"
            )
        }
        let rows = ["a", "b", "c", "d", "e"].map { Sample.row("DEPOSIT", "10000", id: $0) }
        let ledger = try Sample(text(Array(rows[0...2]), Array(rows[3...4]))).ledger
        let refusal = try refusal(text(Array(rows[0...1]), Array(rows[2...4])), ledger)
        #expect(refusal.message.contains("the account is \"Cash\" and not \"Second\""), "\(refusal.message)")
    }

    @Test("A number of more than fifteen digits is told as a decimal, which a script takes")
    func digits() throws {
        let units =
            "<units><unit type=\"GROSS_VALUE\"><amount currency=\"EUR\" amount=\"9133\"/><forex currency=\"USD\" amount=\"10000\"/></unit><unit type=\"FEE\"><amount currency=\"EUR\" amount=\"267\"/></unit></units>"
        let ledger = try Sample(Sample.client(trade: ("BUY", "9400", "300000000", units), currency: "USD")).ledger
        let changed = units.replacing("9133", with: "9233")
        let refusal = try refusal(Sample.client(trade: ("BUY", "9500", "300000000", changed), currency: "USD"), ledger)
        #expect(refusal.hint.contains("=D\""), "\(refusal.hint)")
        let figures = refusal.hint.split(separator: "}")[0].split(separator: "=").dropFirst(2).map { $0.prefix { $0 != "," } }
        #expect(figures.allSatisfy { $0.hasPrefix("D\"") || $0.hasPrefix("\"") || $0.count(where: \.isNumber) <= 15 }, "\(figures)")
    }
}

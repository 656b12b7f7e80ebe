import Foundation
import Ledger
import TestSupport
import Testing
import Values

/// A generated history against the answer that its generator computed with fractions.
///
/// The generator is not part of this repository; without it beside the checkout (or in `LUCA_SHARED`) there is nothing to compare.
@Suite(.enabled(if: SharedData.canGenerate, "\(SharedData.generatorAbsence)"))
struct GeneratedBookTests {
    @Test(arguments: [1, 2]) func figuresAgreeToTheLastDigit(seed: Int) throws {
        let book = try GeneratedBook(trades: 3000, seed: seed)
        let expected = try #require(book.expected["by_account_symbol"] as? [String: [String: Any]])
        #expect(expected.count > 100)
        for feesInCost in [true, false] {
            let ledger = try book.ledger(feesInCost: feesInCost)
            let figures = try figures(ledger)
            for (key, want) in expected {
                let got = figures[key] ?? Figures()
                let (cost, gain) = feesInCost ? ("cost_basis_with_fees", "realized_gain_net_fees") : ("cost_basis", "realized_gain")
                #expect(try got.quantity.rounded(to: 10).description == want["quantity"] as? String, "\(key)")
                #expect(try got.cost.rounded(to: 10).description == want[cost] as? String, "\(key)")
                #expect(try got.gain.rounded(to: 10).description == want[gain] as? String, "\(key)")
                #expect(got.lots == want["open_lots"] as? Int, "\(key)")
            }
        }
    }

    @Test func cashFeesAndDepositsAgree() throws {
        let book = try GeneratedBook(trades: 3000, seed: 3)
        let ledger = try book.ledger(feesInCost: false)
        for cash in try ledger.cash() {
            let name = ledger[cash.account].name
            #expect(cash.balance.description == (book.expected["cash"] as? [String: String])?[name])
            #expect(cash.fees.description == (book.expected["commissions_and_fees"] as? [String: String])?[name])
            #expect(cash.contribution.description == (book.expected["deposits"] as? [String: String])?[name])
        }
        let dividends = try ledger.income().reduce(into: FixedDecimal.zero) { try $0 += $1.amount }
        #expect(dividends.description == book.expected["dividends_total"] as? String)
    }

    private struct Figures {
        var quantity = FixedDecimal.zero
        var cost = FixedDecimal.zero
        var gain = FixedDecimal.zero
        var lots = 0
    }

    /// Sums by `account/symbol`.
    private func figures(_ ledger: Ledger) throws -> [String: Figures] {
        var figures: [String: Figures] = [:]
        for holding in try ledger.holdings() {
            let key = "\(ledger[holding.account].name)/\(ledger[holding.instrument].symbol)"
            figures[key] = Figures(quantity: holding.quantity, cost: holding.cost, lots: holding.openLots)
        }
        for gain in try ledger.gains() {
            let key = "\(ledger[gain.account].name)/\(ledger[gain.instrument].symbol)"
            try figures[key, default: Figures()].gain += gain.gain
        }
        return figures
    }
}

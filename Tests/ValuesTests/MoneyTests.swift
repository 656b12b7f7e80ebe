import Testing
import Values

@Suite("Money")
struct MoneyTests {
    private let threeDollars = Money(3, .usd)
    private let fiveEuros = Money(5, .eur)

    @Test func sumsOfOneCurrency() throws {
        #expect(try threeDollars + Money(decimal("0.05"), .usd) == Money(decimal("3.05"), .usd))
        #expect(try threeDollars - Money(4, .usd) == Money(-1, .usd))
        #expect(try threeDollars * decimal("1.5") == Money(decimal("4.5"), .usd))
        #expect(try threeDollars / 2 == Money(decimal("1.5"), .usd))
        #expect(try threeDollars / Money(2, .usd) == decimal("1.5"))
        #expect(-threeDollars == Money(-3, .usd))
        #expect(try threeDollars.compared(to: Money(4, .usd)) == -1)
        #expect(try threeDollars.compared(to: threeDollars) == 0)
        #expect(try threeDollars.compared(to: -threeDollars) == 1)
    }

    @Test func sumsOfTwoCurrenciesSayHowToConvert() {
        let hint = "convert one first, for example with convert{amount=money(5, \"EUR\"), to=\"USD\"}"
        expect("cannot add 5 EUR to 3 USD: \(hint)") { () throws(MoneyError) in _ = try threeDollars + fiveEuros }
        expect("cannot subtract 5 EUR from 3 USD: \(hint)") { () throws(MoneyError) in _ = try threeDollars - fiveEuros }
        expect("cannot divide 3 USD by 5 EUR: \(hint)") { () throws(MoneyError) in _ = try threeDollars / fiveEuros }
        expect("cannot compare 3 USD with 5 EUR: \(hint)") { () throws(MoneyError) in _ = try threeDollars.compared(to: fiveEuros) }
    }

    @Test func errorsOfDecimalsShowThrough() {
        expect("division by zero") { () throws(MoneyError) in _ = try threeDollars / .zero }
        expect("division by zero") { () throws(MoneyError) in _ = try threeDollars / Money(0, .usd) }
        expect("a rate of 0 converts nothing: it must be more than zero") { () throws(MoneyError) in _ = try threeDollars.converted(to: .eur, rate: 0) }
        #expect(throws: MoneyError.decimal(.overflow(operation: "\(FixedDecimal.greatest) + 1"))) {
            try Money(.greatest, .usd) + Money(1, .usd)
        }
    }

    private func expect(_ message: String, _ compute: () throws(MoneyError) -> Void) {
        do throws(MoneyError) {
            try compute()
            Issue.record("no error, but expected: \(message)")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test func conversion() throws {
        #expect(try fiveEuros.converted(to: .usd, rate: decimal("1.1")) == Money(decimal("5.5"), .usd))
    }

    @Test func text() throws {
        #expect(fiveEuros.description == "5.00 EUR")
        #expect(Money(5, .jpy).description == "5 JPY")
        #expect(try Money(decimal("0.12345"), .usd).description == "0.12345 USD")
        #expect(try Money(decimal("2"), Currency("MILES")).description == "2 MILES")
        #expect(try Money(decimal("1234.565"), .usd).formatted() == "1,234.57 USD")
        #expect(try Money(decimal("1234.5"), Currency("MILES")).formatted() == "1234.5 MILES")
        var table = CurrencyTable()
        try table.declare(Currency("MILES"), digits: 0)
        #expect(try Money(decimal("1234.6"), Currency("MILES")).formatted(table: table, grouping: false) == "1235 MILES")
    }

    @Test func splitting() throws {
        #expect(try Money(100, .usd).split(by: [1, 1, 1]).map(\.description) == ["33.34 USD", "33.33 USD", "33.33 USD"])
        #expect(try Money(100, .jpy).split(by: [1, 1, 1]).map(\.description) == ["34 JPY", "33 JPY", "33 JPY"])
        #expect(try Money(1, .usd).split(by: [1, 3], digits: 0).map(\.amount) == [0, 1])
    }
}

import Testing
import Values

@Suite("Signs of currencies")
struct CurrencySignTests {
    @Test("A sign of one currency tells it, and is none of another's", arguments: [("€", "EUR"), ("US$", "USD"), ("zł", "PLN"), ("₿", "BTC")])
    func own(text: String, code: String) throws {
        let sign = try #require(CurrencySign(text)), currency = try Currency(code)
        #expect(sign.currency == currency && !sign.isShared && sign.fits(currency) && sign.examples == [code])
        #expect(try !sign.fits(.chf) && !sign.fits(Currency("MYCOIN")))
    }

    @Test("A shared sign tells none, and contradicts the currencies that do not bear it", arguments: [
        ("$", ["USD", "CAD", "AUD"], "TWD", "EUR"), ("¥", ["JPY", "CNY"], "CNY", "USD"), ("￥", ["JPY", "CNY"], "JPY", "KRW"), ("kr.", ["SEK", "NOK", "DKK"], "ISK", "XAU"),
    ])
    func shared(text: String, examples: [String], bearer: String, other: String) throws {
        let sign = try #require(CurrencySign(text))
        #expect(sign.currency == nil && sign.isShared && sign.examples == examples)
        #expect(try sign.fits(Currency(bearer)) && !sign.fits(Currency(other)))
        // What somebody declared may have any sign.
        #expect(try sign.fits(Currency("MYCOIN")))
    }

    @Test("The longer signs come first, and each once") func order() {
        let texts = CurrencySign.all.map(\.text)
        #expect(Set(texts).count == texts.count)
        #expect(zip(texts, texts.dropFirst()).allSatisfy { $0.count >= $1.count })
        #expect(CurrencySign("p") == nil && CurrencySign("") == nil && CurrencySign("US") == nil)
    }
}

import Testing
import Values

@Suite("Currencies")
struct CurrencyTests {
    @Test(arguments: ["USD", "BTC", "1INCH", "A", "ABCDEFGH", "W3", "GBX"])
    func codesGoThereAndBack(code: String) throws {
        let currency = try Currency(code)
        #expect(currency.code == code)
        #expect(currency.description == code)
        #expect(Currency(packed: currency.packed) == currency)
    }

    @Test(arguments: [
        ("", "\"\" is not a currency code: it is empty"),
        ("usd", "\"usd\" is not a currency code: codes are in upper case; did you mean \"USD\"?"),
        ("Eur", "\"Eur\" is not a currency code: codes are in upper case; did you mean \"EUR\"?"),
        ("GBp", "\"GBp\" is not a currency code: it counts parts of 0.01 GBP: convert the amount to GBP first"),
        ("ZAc", "\"ZAc\" is not a currency code: it counts parts of 0.01 ZAR: convert the amount to ZAR first"),
        ("123", "\"123\" is not a currency code: a code is 1 to 8 upper-case letters or digits with at least one letter, such as USD"),
        ("US$", "\"US$\" is not a currency code: a code is 1 to 8 upper-case letters or digits with at least one letter, such as USD"),
        ("ÄÖ", "\"ÄÖ\" is not a currency code: a code is 1 to 8 upper-case letters or digits with at least one letter, such as USD"),
        (" USD", "\" USD\" is not a currency code: a code is 1 to 8 upper-case letters or digits with at least one letter, such as USD"),
        ("ABCDEFGHI", "\"ABCDEFGHI\" is not a currency code: a code is 1 to 8 upper-case letters or digits with at least one letter, such as USD"),
    ])
    func refused(text: String, message: String) {
        do throws(CurrencyError) {
            Issue.record("\(text) was read as \(try Currency(text))")
        } catch {
            #expect(error.description == message)
        }
    }

    @Test func orderIsByCode() throws {
        let codes = ["A", "AB", "ABC", "B", "EUR", "USD", "USDC", "USDT"]
        #expect(try codes.reversed().map { try Currency($0) }.sorted().map(\.code) == codes)
    }

    @Test func bytesAreReadAsTextIs() {
        let good = Array("CHF".utf8).withUnsafeBufferPointer { bytes in try? Currency(utf8: bytes) }
        let bad = Array("chf".utf8).withUnsafeBufferPointer { bytes in try? Currency(utf8: bytes) }
        #expect(good == .chf)
        #expect(bad == nil)
    }

    @Test(arguments: [
        ("USD", 2), ("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4), ("UYI", 0), ("XCG", 2), ("BTC", 8), ("ETH", 18), ("USDC", 6), ("DEM", 2),
    ])
    func digits(code: String, digits: Int) throws {
        #expect(try Currency(code).minorDigits == digits)
    }

    @Test(arguments: ["XAU", "XXX", "ABC", "GBX"])
    func withoutDigits(code: String) throws {
        #expect(try Currency(code).minorDigits == nil)
    }

    /// The active list has 178 codes; thirteen of them count something without a minor unit.
    @Test func theListIsComplete() throws {
        let table = CurrencyTable()
        let iso = table.all.filter { $0.code.count == 3 && $0.code.allSatisfy(\.isLetter) }
        #expect(iso.count > 178)
        #expect(table.all == table.all.sorted())
        for code in "AED BHD CHF DKK EGP FJD GBP HKD INR JPY KWD LKR MXN NOK OMR PLN QAR RON SEK TND UYW VES WST XOF YER ZWG XAG".split(separator: " ") {
            #expect(try table.contains(Currency(code)), "\(code)")
        }
    }

    @Test func minorUnitsAreToldByCase() throws {
        for (code, currency, factor) in [
            ("GBp", "GBP", "0.01"), ("GBX", "GBP", "0.01"), ("ZAc", "ZAR", "0.01"), ("ZAC", "ZAR", "0.01"), ("ILA", "ILS", "0.01"), ("USX", "USD", "0.01"),
            ("KWF", "KWD", "0.001"),
        ] {
            let unit = try #require(MinorUnit.normalize(code))
            #expect(unit.currency.code == currency)
            #expect(unit.factor.description == factor)
        }
        for code in ["GBP", "gbp", "gbx", "ZAR", "ila", "KWD", "USD", ""] { #expect(MinorUnit.normalize(code) == nil) }
    }
}

@Suite("Currency table")
struct CurrencyTableTests {
    @Test func declaredCurrenciesAreKnown() throws {
        var table = CurrencyTable()
        let miles = try Currency("MILES")
        #expect(!table.contains(miles))
        #expect(throws: CurrencyError.unknown(code: "MILES", nearest: nil)) { try table.currency("MILES") }
        try table.declare(miles, digits: 0)
        try table.declare(miles, digits: 0)
        #expect(table.digits(of: miles) == 0)
        #expect(try table.currency("MILES") == miles)
        #expect(throws: CurrencyError.declaredOtherwise(code: "MILES", digits: 0)) { try table.declare(miles, digits: 2) }
        #expect(throws: CurrencyError.declaredOtherwise(code: "USD", digits: 2)) { try table.declare(.usd, digits: 3) }
        #expect(throws: CurrencyError.digitsOutOfRange(code: "POINTS", digits: 19)) { try table.declare(Currency("POINTS"), digits: 19) }
    }

    @Test func messages() throws {
        #expect(throws: CurrencyError.unknown(code: "EUT", nearest: "EUR")) { try CurrencyTable().currency("EUT") }
        #expect(CurrencyError.unknown(code: "EUX", nearest: "EUR").description == "no currency \"EUX\" is known; did you mean \"EUR\"?")
        #expect(CurrencyError.unknown(code: "MILES", nearest: nil).description == "no currency \"MILES\" is known: declare it first")
        #expect(CurrencyError.declaredOtherwise(code: "USD", digits: 2).description == "USD has 2 fractional digits already: a currency cannot change them")
        #expect(CurrencyError.digitsOutOfRange(code: "A", digits: 19).description == "A cannot have 19 fractional digits: 0 to 18 are possible")
    }
}

@Suite("Signs of currencies")
struct CurrencySignTests {
    @Test("A sign of one currency tells it, and is none of another's", arguments: [("€", "EUR"), ("US$", "USD"), ("zł", "PLN"), ("₿", "BTC")])
    func own(text: String, code: String) throws {
        let sign = try #require(CurrencySign(text)), currency = try Currency(code)
        #expect(sign.currency == currency && !sign.isShared && sign.fits(currency) && sign.examples == [code])
        #expect(try !sign.fits(.chf) && !sign.fits(Currency("MYCOIN")))
    }

    @Test(
        "A shared sign tells none, and contradicts the currencies that do not bear it",
        arguments: [
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

import Ledger
import Testing
import TestSupport
import Values

@Suite struct ConversionTests {
    /// Reference rates of the European Central Bank, for one euro, and what one yen was worth in kronor by them: the quotient to 18
    /// digits, worked out apart. The second and sixth are days without a rate, the third is New Year's Day.
    private static let yenInKronor: [(asked: String, of: String, yen: String, kronor: String, worth: String)] = [
        ("1999-01-04", "1999-01-04", "133.73", "9.4696", "0.070811336274583115"),
        ("2000-12-31", "2000-12-29", "106.92", "8.8313", "0.082597268986157875"),
        ("2002-01-01", "2001-12-28", "115.33", "9.3012", "0.080648573658198214"),
        ("2008-10-27", "2008-10-27", "115.75", "10.096", "0.087222462203023758"),
        ("2010-05-14", "2010-05-14", "115.55", "9.5745", "0.082860233665080052"),
        ("2013-03-30", "2013-03-28", "120.87", "8.3553", "0.069126334077934971"),
        ("2015-01-15", "2015-01-15", "136.48", "9.4611", "0.069322245017584994"),
        ("2020-03-19", "2020-03-19", "118.63", "11.1523", "0.094009103936609627"),
        ("2024-08-05", "2024-08-05", "155.98", "11.534", "0.073945377612514425"),
        ("2026-10-30", "2026-10-30", "175.68", "10.978", "0.062488615664845173"),
    ]

    @Test func aYenInKronorThroughTheEuro() throws {
        let graph = RateGraph(
            Self.yenInKronor.flatMap { row in
                [rate("EUR", "JPY", row.of, row.yen), rate("EUR", "SEK", row.of, row.kronor)]
            })
        for row in Self.yenInKronor {
            let conversion = try #require(try graph.conversion(from: .jpy, to: .sek, on: day(row.asked)))
            #expect(try conversion.rate == decimal(row.worth), "\(row.asked)")
            #expect(conversion.path == [.jpy, .eur, .sek])
            #expect(conversion.legs.map(\.isInverted) == [true, false])
            #expect(conversion.legs.map(\.date) == [day(row.of), day(row.of)])
            #expect(conversion.age == day(row.of).days(to: day(row.asked)))
        }
        #expect(try graph.conversion(from: .jpy, to: .sek, on: day("1999-01-03")) == nil)
    }

    @Test func anAmountIsRoundedOnce() throws {
        let graph = RateGraph([rate("EUR", "JPY", "2020-01-01", "3"), rate("EUR", "SEK", "2020-01-01", "3")])
        let conversion = try #require(try graph.conversion(from: .jpy, to: .sek, on: day("2020-01-01")))
        // By way of a third of a euro it would be 0.999….
        #expect(try conversion.apply(.one) == .one)
        #expect(try conversion.apply(.greatest) == .greatest)
        #expect(try conversion.apply(-.greatest) == -.greatest)
    }

    @Test func whatIsTooLargeIsAnError() throws {
        let graph = RateGraph([rate("USD", "IDR", "2020-01-01", "14000"), rate("ETH", "BTC", "2020-01-01", "0.02")])
        let rupiah = try #require(try graph.conversion(from: .usd, to: Currency("IDR"), on: day("2020-01-01")))
        #expect(throws: DecimalError.self) { try rupiah.apply(.greatest) }
        let ether = try #require(try graph.conversion(from: .btc, to: .eth, on: day("2020-01-01")))
        #expect(throws: DecimalError.self) { try ether.apply(.greatest) }
    }

    @Test func aCurrencyIsWorthOneOfItself() throws {
        let graph = RateGraph([])
        let conversion = try #require(try graph.conversion(from: .usd, to: .usd, on: day("2020-01-01")))
        #expect(conversion.legs.isEmpty && conversion.age == 0 && conversion.oldest == nil)
        #expect(conversion.path == [.usd])
        #expect(try conversion.rate == .one)
        #expect(try conversion.apply(decimal("12.345")) == decimal("12.345"))
        #expect(conversion.warning(maximumAge: 0) == nil)
    }

    /// Paths of one to four legs in every mixture of directions, against fractions in which nothing is rounded.
    @Test func everyMixtureOfDirectionsIsRoundedOnce() throws {
        var random = SeededRandom.forTest()
        let currencies = try (0..<5).map { try Currency("C\($0)") }
        for _ in 0..<400 {
            let count = random.int(1...4)
            var exact = Fraction.one
            let rates = try (0..<count).map { hop in
                let value = FixedDecimal(units: Int128(random.int(1...99_999)) * 100_000_000_000_000)
                let isInverted = random.chance(oneIn: 2)
                exact = isInverted ? exact / Fraction(value) : exact * Fraction(value)
                let (from, to) = (currencies[hop], currencies[hop + 1])
                return try Rate(from: isInverted ? to : from, to: isInverted ? from : to, date: Day("2020-01-01"), rate: value, source: "test")
            }
            let amount = FixedDecimal(random.int(1...1000))
            let conversion = try #require(try RateGraph(rates).conversion(from: currencies[0], to: currencies[count], on: day("2020-01-01")))
            let miss = (Fraction(try conversion.apply(amount)) - Fraction(amount) * exact).magnitude
            #expect(miss + miss <= Fraction(.smallestPositive), "\(rates)")
        }
    }

    @Test func longRatesAreRoundedLegByLeg() throws {
        let long = decimal("0.333333333333333333")
        let graph = RateGraph([
            Rate(from: .usd, to: .eur, date: day("2020-01-01"), rate: long, source: "test"),
            Rate(from: .eur, to: .sek, date: day("2020-01-01"), rate: long, source: "test"),
        ])
        let conversion = try #require(try graph.conversion(from: .usd, to: .sek, on: day("2020-01-01")))
        #expect(try conversion.apply(7) == 7 * long * long)
    }

    @Test func anOldRateIsToldOf() throws {
        let graph = RateGraph([rate("EUR", "CYP", "2007-12-31", "0.585274"), rate("EUR", "USD", "2008-01-20", "1.4601")])
        let cyp = try Currency("CYP")
        let conversion = try #require(try graph.conversion(from: cyp, to: .usd, on: day("2008-01-20")))
        #expect(conversion.age == 20)
        #expect(conversion.oldest?.date == day("2007-12-31"))
        #expect(conversion.warning(maximumAge: 20) == nil)
        let warning = try #require(conversion.warning(maximumAge: 19))
        #expect(warning == .staleRate(from: cyp, to: .usd, day: day("2008-01-20"), rateDay: day("2007-12-31"), days: 20))
        #expect(warning.kind == "stale_rate")
        #expect(!warning.isOfUnits)
        #expect(
            warning.message == """
                the rate from CYP to USD on 2008-01-20 is 20 days old, of 2007-12-31; \
                store a newer one with rate{from="CYP", to="USD", date="2008-01-20", rate=…}, or sync
                """)
    }

    @Test func aMissingRateIsToldOf() throws {
        let graph = RateGraph([rate("EUR", "USD", "2008-01-20", "1.4601")])
        let answer = try graph.convert(5, from: .usd, to: .jpy, on: day("2008-01-20"), maximumAge: 10)
        #expect(answer.worth == nil)
        let warning = try #require(answer.warning)
        #expect(warning.kind == "no_rate")
        #expect(
            warning.message == """
                there is no rate from USD to JPY on or before 2008-01-20; \
                store one with rate{from="USD", to="JPY", date="2008-01-20", rate=…}, or sync
                """)
        let old = try graph.convert(decimal("1.4601"), from: .usd, to: .eur, on: day("2008-02-01"), maximumAge: 10)
        #expect(old.worth == 1)
        #expect(old.warning?.kind == "stale_rate")
    }
}

extension Currency {
    fileprivate static let sek = try! Currency("SEK")
}

/// A rate of one currency in another that the test wrote right.
func rate(_ from: String, _ to: String, _ date: String, _ rate: String, source: String = "ecb") -> Rate {
    try! Rate(from: Currency(from), to: Currency(to), date: Day(date), rate: FixedDecimal(rate), source: source)
}

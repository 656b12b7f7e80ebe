import TestSupport
import Testing
import Values

@Suite("Numbers and dates as they are written in a country")
struct LocaleFormatTests {
    private func locale(_ name: String) throws -> LocaleFormat { try #require(LocaleFormat(named: name), "\(name)") }

    @Test(
        "Numbers are written with the marks of the locale",
        arguments: [
            ("de_DE", "-1.234.567,50"), ("en_US", "-1,234,567.50"), ("de_CH", "-1’234’567.50"), ("fr_FR", "-1\u{202F}234\u{202F}567,50"),
            ("sv_SE", "-1\u{A0}234\u{A0}567,50"), ("en_IN", "-12,34,567.50"), ("C", "-1,234,567.50"), ("es_MX", "-1,234,567.50"), ("es_ES", "-1.234.567,50"),
        ])
    func numbers(name: String, text: String) throws { #expect(try locale(name).written(number: "-1,234,567.50") == text) }

    @Test(
        "Days are written in the order of the locale",
        arguments: [
            ("de_DE", "05.03.2014"), ("en_US", "03/05/2014"), ("en_GB", "05/03/2014"), ("nl_NL", "05-03-2014"), ("sv_SE", "2014-03-05"),
            ("ja_JP", "2014/03/05"), ("C", "2014-03-05"), ("en", "2014-03-05"), ("fr_CA", "2014-03-05"),
        ])
    func days(name: String, text: String) throws { #expect(try locale(name).written(day: Day("2014-03-05")) == text) }

    @Test("Names are read as systems and browsers write them, and what is unknown is no locale")
    func names() throws {
        for name in ["de_DE.UTF-8", "de-DE", "de", "de_AT@euro", "DE_de"] { #expect(try locale(name).decimalMark == ",", "\(name)") }
        #expect(LocaleFormat(named: "POSIX") == .plain)
        for name in ["", "xx", "german", "de_DE_x", "_DE", "日本"] { #expect(LocaleFormat(named: name) == nil, "\(name)") }
    }

    @Test(
        "A number means what it says, and one that could be two is told as both",
        arguments: [
            ("de_DE", "5,10", ["5.1"]), ("de_DE", "5.10", ["5.1"]), ("de_DE", "1.234,56", ["1234.56"]),
            ("de_DE", "1.234", ["1234", "1.234"]), ("de_DE", "-1.234", ["-1234", "-1.234"]), ("de_DE", "0.500", ["0.5"]),
            ("de_DE", "12.345.678", ["12345678"]), ("de_DE", "1.2345", ["1.2345"]), ("de_DE", "1,234.56", []), ("de_DE", "1.23,4", []),
            ("de_DE", ",5", ["0.5"]), ("de_DE", "5,", []), ("de_DE", ".", []), ("de_DE", "1.2345.678", []), ("de_DE", "1e3", ["1000"]),
            ("en_US", "1,234", ["1234"]), ("en_US", "1,234.5", ["1234.5"]), ("en_US", "5,10", []), ("en_IN", "12,34,567", ["1234567"]),
            ("en_IN", "1,234,567", ["1234567"]), ("de_CH", "1'234.5", ["1234.5"]), ("de_CH", "1’234", ["1234"]),
            ("fr_FR", "1\u{A0}234,5", ["1234.5"]), ("C", "5,10", []), ("C", "1.234", ["1.234"]), ("C", "1,234", []),
        ])
    func reading(name: String, text: String, meanings: [String]) throws {
        let expected = try meanings.map { try FixedDecimal($0) }
        switch try locale(name).number(text) {
        case .one(let number): #expect([number] == expected)
        case .either(let local, let plain): #expect([local, plain] == expected)
        case .none: #expect(expected.isEmpty)
        }
    }

    @Test(
        "A day is read in the order of the locale, whatever sign is between, and as ISO 8601 everywhere",
        arguments: [
            ("de_DE", "31.12.2023", "2023-12-31"), ("de_DE", "1.2.2023", "2023-02-01"), ("de_DE", "1/2/2023", "2023-02-01"), ("en_US", "1/2/2023", "2023-01-02"),
            ("en_GB", "1/2/2023", "2023-02-01"), ("hu_HU", "2023.12.31.", "2023-12-31"), ("de_DE", "2023-12-31", "2023-12-31"), ("ja_JP", "2023/1/2", "2023-01-02"),
        ])
    func readingDays(name: String, text: String, day: String) throws { #expect(try locale(name).day(text) == .one(Day(day))) }

    @Test("What is no day is none", arguments: ["31.2.2023", "1.2.23", "1.2", "1.2.3.2023", "31.12/2023", "a.b.2023", "13/13/2023", ""])
    func noDay(text: String) throws { #expect(try locale("de_DE").day(text) == .none) }

    @Test("American English of the environment asks where day and month could change places, and shows ISO dates; chosen, it does not")
    func monthFirst() throws {
        let found = LocaleFormat.ofEnvironment { ["LANG": "en_US.UTF-8"][$0] }, day = try Day("2014-03-05")
        #expect(found.written(day: day) == "2014-03-05")
        #expect(found.day("03/05/2014") == .either(day, try Day("2014-05-03")))
        let last = try Day("2014-12-31"), chosen = try locale("en_US")
        #expect(found.day("12/31/2014") == .one(last) && found.day("31/12/2014") == .one(last))
        #expect(chosen.day("03/05/2014") == .one(day) && chosen.day("31/12/2014") == .none)
    }

    @Test("LC_ALL goes before LC_NUMERIC and LC_TIME, which go before LANG")
    func environment() throws {
        func format(_ variables: [String: String]) -> LocaleFormat { .ofEnvironment { variables[$0] } }
        #expect(format([:]).written(number: "1,234.5") == "1,234.5")
        let mixed = format(["LANG": "en_US.UTF-8", "LC_NUMERIC": "de_DE.UTF-8", "LC_TIME": "en_GB.UTF-8"])
        let day = try Day("2014-03-05")
        #expect(mixed.written(number: "1,234.5") == "1.234,5" && mixed.written(day: day) == "05/03/2014")
        #expect(format(["LC_ALL": "C", "LANG": "de_DE"]).number("5,10") == .none)
        #expect(try format(["LANG": "de_DE"]).number("5,10") == .one(FixedDecimal("5.1")))
    }

    @Test("What a locale writes it reads as the same, and never as another number or day", arguments: LocaleFormat.names)
    func roundTrip(name: String) throws {
        let locale = try locale(name)
        var random = SeededRandom.forTest("locale \(name)")
        for _ in 0..<200 {
            let number = try FixedDecimal(units: Int128(Int64.random(in: -9_999_999_999...9_999_999_999, using: &random))) * FixedDecimal("100000000000")
            let text = locale.written(number: number.formatted(digits: 2, grouping: true))
            let rounded = try number.rounded(to: 2, .halfUp)
            switch locale.number(text) {
            case .one(let read): #expect(read == rounded, "\(text)")
            case .either(let local, _): #expect(local == rounded, "\(text)")
            case .none: Issue.record("\(text) of \(rounded) is not read")
            }
            let day = Day(number: .random(in: -700_000...2_900_000, using: &random))
            #expect(locale.day(locale.written(day: day)) == .one(day), "\(locale.written(day: day))")
        }
    }

    @Test(
        "Countries that write otherwise than their language does elsewhere are known",
        arguments: [
            ("es_GT", "1,234.5", "05/03/2014"), ("es_HN", "1,234.5", "05/03/2014"), ("es_NI", "1,234.5", "05/03/2014"), ("es_PA", "1,234.5", "03/05/2014"),
            ("es_PR", "1,234.5", "03/05/2014"), ("es_SV", "1,234.5", "05/03/2014"), ("es_DO", "1,234.5", "05/03/2014"), ("es_419", "1,234.5", "05/03/2014"),
            ("es_AR", "1.234,5", "05/03/2014"), ("es_CL", "1.234,5", "05-03-2014"), ("es_CR", "1\u{A0}234,5", "05/03/2014"), ("es", "1.234,5", "05/03/2014"),
            ("de_AT", "1.234,5", "05.03.2014"), ("de_LI", "1’234.5", "05.03.2014"), ("pt_BR", "1.234,5", "05/03/2014"), ("fr_BE", "1\u{202F}234,5", "05/03/2014"),
            ("it_IT", "1.234,5", "05/03/2014"),
        ])
    func territories(name: String, number: String, day: String) throws {
        let found = try locale(name)
        #expect(found.written(number: "1,234.5") == number)
        #expect(try found.written(day: Day("2014-03-05")) == day)
    }

    @Test("Where a language is written both ways, a country that is not known is not guessed", arguments: ["es_ZZ", "de_ZZ", "en_ZA", "fr_ZZ", "it_ZZ", "pt_ZZ"])
    func unknown(name: String) {
        #expect(LocaleFormat(named: name) == nil)
        #expect(LocaleFormat.ofEnvironment { ["LANG": name + ".UTF-8"][$0] } == .plain)
    }
}

import Foundation
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing

@Suite("Rates and converting")
struct RateTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.small() }

    private func store(_ lines: String...) throws {
        for line in lines {
            let parts = line.split(separator: " ")
            try session.run("rate{from='\(parts[0])', to='\(parts[1])', date='\(parts[2])', rate=D'\(parts[3])'}")
        }
    }

    @Test("A rate is stored with its source and fetched as of a day, across other currencies and backwards")
    func storeAndFetch() throws {
        try store("EUR JPY 2014-01-02 142.5", "EUR SEK 2014-01-03 8.9", "EUR USD 2014-01-02 1.25")
        #expect(try session.text("rate{from='EUR', to='USD', date='2014-02-03', rate=1.35, source='bank'}.source") == "bank")
        #expect(try session.text("rate('USD', 'EUR', '2014-01-10').rate, rate('EUR').rate") == "0.8, 1.35")
        try session.run("r = rate{from='JPY', to='SEK', date='2014-01-10'}")
        #expect(
            try session.text("r.from, r.to, r.date, r.rate, r.source, r.age, table.concat(r.path, ' ')") == "JPY, SEK, 2014-01-02, 0.062456140350877193, manual, 8, JPY EUR SEK")
        #expect(try session.text("rate('USD').rate, rate('USD', 'USD').age, rate('EUR', 'USD', '2014-02-03').source") == "1, 0, bank")
        #expect(
            try session.text("select(2, rate('JPY', 'SEK', '2014-01-02'))")
                == "there is no rate from JPY to SEK on or before 2014-01-02; store one with rate{from=\"JPY\", to=\"SEK\", date=\"2014-01-02\", rate=…}, or sync")
        #expect(try session.text("rate('JPY', 'SEK', '2014-01-02') == nil, rate('CHF', 'USD') == nil") == "true, true")
    }

    @Test("rates lists what is stored; a currency stands on either side")
    func listing() throws {
        try store("EUR USD 2014-01-02 1.25", "EUR USD 2014-06-02 1.36", "GBP EUR 2014-01-02 1.2", "GBP USD 2013-01-02 1.6")
        #expect(try session.text("table.concat(rates{}:columns(), ' ')") == "from to date rate source")
        #expect(try session.text("#rates{}, #rates{currency='USD'}, #rates{currency='EUR', year=2014}, #rates{from='2014-02-01'}") == "4, 3, 3, 1")
        #expect(try session.text("#rates{on='2014-01-02'}, #rates{to='2013-12-31'}, #rates{currency='CHF'}") == "3, 1, 0")
        #expect(try session.text("rates{}[1].from, rates{}[1].to, rates{}[1].date, rates{}[1].rate, rates{}[1].source") == "EUR, USD, 2014-01-02, 1.25, manual")
        #expect(try session.text("rates{}:where{from='GBP'}:sum('rate')") == "2.8")
        #expect(try session.text("sql('SELECT \"from\", max(rate) AS top FROM rates GROUP BY 1 ORDER BY 1')[1].top") == "1.36")
    }

    @Test("Money is converted as of a day, and a number with its currency told or the book's")
    func converting() throws {
        try store("EUR USD 2014-01-02 1.25", "EUR USD 2014-06-02 1.36")
        try session.run("setting('rate_max_age', 365)")
        #expect(try session.text("convert{amount=money(100, 'EUR'), to='USD', on='2014-03-01'}") == "125.00 USD")
        #expect(try session.text("convert(money(100, 'EUR'), 'USD')") == "136.00 USD")
        #expect(try session.text("convert(money(100, 'EUR'))") == "136.00 USD")
        #expect(try session.text("convert{amount=125, to='EUR', on='2014-01-02'}, convert{amount=D'1.5', from='EUR'}") == "100.00 EUR, 2.04 USD")
        #expect(try session.text("convert{amount=money(5, 'CHF'), to='CHF'}") == "5.00 CHF")
        #expect(try session.text("money(10, 'USD') + convert(money(100, 'EUR'), 'USD')") == "146.00 USD")
    }

    @Test("What is too large to be converted is named")
    func beyond() throws {
        try store("EUR USD 2014-01-02 1000000000000")
        let failure = try session.failure("convert{amount=money(D'1e15', 'EUR'), to='USD', on='2014-03-03'}")
        #expect(
            failure.message.hasPrefix("convert: 1000000000000000.00 EUR in USD on 2014-03-03: ") && failure.message.contains("is beyond the largest decimal"), "\(failure.message)")
    }

    @Test("A rate that is older than rate_max_age converts with a warning beside")
    func oldRates() throws {
        try store("EUR USD 2014-01-02 1.25")
        #expect(try session.text("convert{amount=money(100, 'EUR'), to='USD', on='2014-01-12'}") == "125.00 USD")
        #expect(
            try session.text("convert{amount=money(100, 'EUR'), to='USD', on='2014-01-13'}")
                == "125.00 USD, the rate from EUR to USD on 2014-01-13 is 11 days old, of 2014-01-02; "
                + "store a newer one with rate{from=\"EUR\", to=\"USD\", date=\"2014-01-13\", rate=…}, or sync")
    }

    @Test("Pence and the like are parts of their currency")
    func minorUnits() throws {
        try session.run("rate{from='GBp', to='USD', date='2014-01-02', rate=0.0165} rate{from='EUR', to='GBX', date='2014-01-02', rate=82.5}")
        #expect(
            try session.text("rates{currency='USD'}[1].from, rates{currency='USD'}[1].rate, rates{currency='EUR'}[1].to, rates{currency='EUR'}[1].rate") == "GBP, 1.65, GBP, 0.825")
        #expect(try session.text("rate('GBp', 'USD').rate, rate('GBP', 'USD').rate, rate('EUR', 'GBp').rate") == "0.0165, 1.65, 82.5")
        #expect(try session.text("convert{amount=380, from='GBp', to='GBP'}, (convert{amount=100, from='GBX', to='USD'})") == "3.80 GBP, 1.65 USD")
    }

    @Test(
        "Every mistake gets a sentence",
        arguments: [
            ("rate{from='EUR', to='USD', rate=0}", "rate: rate must be above zero, got 0 (say how much of USD one EUR is worth)"),
            ("rate{from='EUR', to='EUR', rate=1}", "rate: from and to are both EUR, and a currency is worth one of itself"),
            ("rate{from='EUR', to='USD', rate=1, date='2015-01-01'}", "rate: 2015-01-01 is after today, 2014-12-31 (a rate is of a day that was)"),
            ("rate{from='EUR', to='USD', source='x'}", "rate: rate is missing (a rate to be stored has a rate above zero)"),
            ("rate{from='eur', to='USD'}", "rate: from: \"eur\" is not a currency code: codes are in upper case; did you mean \"EUR\"?"),
            ("rate{from='EUR', too='USD'}", "rate: there is no field too (did you mean \"to\"?)"),
            (
                "convert{amount=5, from='EUR', to='JPY', on='2014-02-03'}",
                "convert: no rate leads from EUR to JPY on or before 2014-02-03 (store one with rate{from=\"EUR\", to=\"JPY\", date=\"2014-02-03\", rate=…}, or sync)"
            ),
            ("convert{amount=money(5, 'EUR'), from='USD', to='JPY'}", "convert: amount is in EUR, and from says USD (leave from out where amount is money)"),
            (
                "return money(5, 'EUR') + money(3, 'USD')",
                "cannot add 3 USD to 5 EUR: convert one first, for example with convert{amount=money(3, \"USD\"), to=\"EUR\"}"
            ),
            ("rates{base='EUR'}", "rates: there is no field base (it takes currency, from, to, on, year, book)"),
        ])
    func mistakes(source: String, sentence: String) throws {
        let message = try session.message(source)
        #expect(message.hasPrefix(sentence), "\(message)")
    }

    @Test("What there is no rate for is an error of its kind, which a script can tell")
    func kinds() throws {
        #expect(try session.text("select(2, pcall(convert, money(5, 'EUR'), 'JPY')).kind") == "no_rate")
        #expect(try session.text("select(2, pcall(rate, {from='EUR', to='USD', rate=1, date='2015-01-01'})).kind") == "future_date")
    }

    @Test("An act that fails keeps no rate, a trial none either, and a base currency may change at any time")
    func acts() throws {
        try store("EUR USD 2014-01-02 1.25")
        #expect(throws: (any Error).self) { try session.run("rate{from='EUR', to='USD', date='2014-01-02', rate=9} error('stop')") }
        #expect(try session.text("rate('EUR', 'USD').rate") == "1.25")
        let head = try session.runtime.book?.head
        try session.run("rate{from='EUR', to='GBP', date='2014-01-02', rate=0.8}")
        #expect(try session.runtime.book?.head == head)
        try session.run("setting('base_currency', 'EUR')")
        #expect(try session.text("convert(money(1, 'USD')), (convert{amount=1, to='USD'})") == "0.80 EUR, 1.25 USD")
    }

    @Test(
        "The whole history of euro reference rates comes in, again without a change, and answers to the digit",
        .enabled(if: SharedData.euroRates != nil, "\(SharedData.absence)"))
    func history() throws {
        let folder = try TemporaryFolder(), path = folder.path + "/eurofxref-hist.csv"
        try Data(SharedData.unzipped(try #require(SharedData.euroRates))).write(to: URL(filePath: path))
        let session = try ScriptSession(at: folder.path + "/rates.luca", today: "2026-10-31")
        try session.run("setting('base_currency', 'EUR')")
        #expect(try session.text("#import('\(path)'), #rates{}") == "7126, 221702")
        let revision = try session.runtime.book?.rateRevision
        try session.run("import('\(path)')")
        #expect(try session.runtime.book?.rateRevision == revision)
        #expect(
            try session.text("rate('JPY', 'SEK', '2020-03-19').rate, rate('JPY', 'SEK', '2000-12-31').rate, rate('JPY', 'SEK', '2000-12-31').date")
                == "0.094009103936609627, 0.082597268986157875, 2000-12-29")
        #expect(try session.text("rate('CYP', 'USD', '2026-10-30').date, rate('JPY', 'SEK', '1999-01-03') == nil") == "2007-12-31, true")
    }
}

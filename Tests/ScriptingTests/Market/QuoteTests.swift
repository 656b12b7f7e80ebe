import TestSupport
import Testing
@testable import Scripting

@Suite("Quotes side by side")
struct QuoteTests {
    private let session: ScriptSession

    init() throws {
        session = try ScriptSession.small()
        try session.run(
            """
            quote{symbol="ORCL", date="2014-03-03", close=38.9, source="yahoo"} quote{symbol="ORCL", date="2014-03-03", close=39.5}
            quote{symbol="ORCL", date="2014-03-04", close=39.1, source="yahoo"}
            """)
    }

    @Test("The one that counts of each day, or all of them with the moment at which each was stored")
    func sideBySide() throws {
        #expect(try session.text("quotes{}:list('close'), quotes{}:columns()[10], #quotes{}:columns()") == "{39.5, 39.1}, source, 10")
        #expect(try session.text("quotes{all=true}:list('source'), quotes{all=true}:columns()[11]") == "{\"manual\", \"yahoo\", \"yahoo\"}, fetched_at")
        #expect(try session.text("quotes{all=true}[1].fetched_at").hasPrefix("2014-"))
        #expect(try session.text("#quotes{year=2014, on='2014-03-03'}, #quotes{currency='EUR'}, #quotes{all=true, to='2014-03-03'}") == "1, 0, 2")
    }

    @Test("A wrong one is taken away, and tells whether it was there")
    func removal() throws {
        #expect(try session.text("quote{symbol='ORCL', date='2014-03-03', remove=true}, quote('ORCL', '2014-03-03').close") == "true, 38.9")
        #expect(
            try session.text("quote{symbol='ORCL', date='2014-03-03', remove=true}, quote{symbol='ORCL', date='2014-03-04', source='yahoo', remove=true}")
                == "false, true")
        #expect(throws: (any Error).self) { try session.run("quote{symbol='ORCL', date='2014-03-03', source='yahoo', remove=true} error('stop')") }
        #expect(try session.text("#quotes{all=true}") == "1")
    }

    @Test(
        "Every mistake gets a sentence",
        arguments: [
            ("quote{symbol='ORCL', close=5, low=6, high=7}", "quote: the close of 5 is not between the low of 6 and the high of 7 (check the figures, or leave low and high out)"),
            ("quote{symbol='ORCL', close=5, open=8, low=4, high=7}", "quote: the open of 8 is not between the low of 4 and the high of 7"),
            ("quote{symbol='ORCL', close=5, low=6, high=4}", "quote: the high of 4 is below the low of 6 (were the two mixed up?)"),
            ("quote{symbol='ORCL', close=5, low=-1}", "quote: low must be above zero, got -1"),
            ("quote{symbol='ORCL', close=5, volume=-1}", "quote: volume must not be below zero, got -1"),
            ("quote{symbol='ORCL', remove=true}", "quote: date is missing (say of which day; quotes{symbol=…, all=true} shows what there is)"),
            ("quote{symbol='ORCL', date='2014-03-03', close=5, remove=true}", "quote: remove takes no close"),
        ])
    func mistakes(source: String, sentence: String) throws {
        let message = try session.message(source)
        #expect(message.hasPrefix(sentence), "\(message)")
    }

    @Test("One bound alone says nothing, and of a day before the first quote there is none")
    func edges() throws {
        #expect(try session.text("quote{symbol='ORCL', date='2014-04-01', close=5, low=6}.close, quote{symbol='ORCL', date='2014-04-02', close=5, low=5, high=5}.high") == "5, 5")
        #expect(try session.text("select(2, quote('ORCL', '2014-01-02'))") == "ORCL has no quote on or before 2014-01-02; its first one is of 2014-03-03")
        #expect(try session.text("quote('SPY') == nil, select(2, quote('SPY'))") == "true, SPY has no quote")
    }
}

import SampleSentences
import Sentences
import Testing
import Values

@Suite("Numbers and dates in sentences as people write them")
struct LocaleSentenceTests {
    private func lua(_ line: String, _ locale: String) throws -> String? {
        var vocabulary = SampleSentences.vocabulary
        vocabulary.locale = try #require(LocaleFormat(named: locale))
        return try SampleSentences.table.match(line, vocabulary)?.lua
    }

    @Test(
        "They say the same as plain ones",
        arguments: [
            ("deposit 1.234,56 to Savings on 31.12.2023", #"deposit{amount=D"1234.56", account="Savings", date="2023-12-31"}"#),
            ("deposit €1.234,56 to Savings", #"deposit{amount=D"1234.56", currency="EUR", account="Savings"}"#),
            ("deposit -€5,10 to Savings", #"deposit{amount=D"-5.1", currency="EUR", account="Savings"}"#),
            ("deposit 5,10€ to Savings", #"deposit{amount=D"5.1", currency="EUR", account="Savings"}"#),
            ("buy 1,5 X @110,25 fee 2,5 on 1.2.2023", #"buy{quantity=D"1.5", symbol="X", price=D"110.25", fee=D"2.5", date="2023-02-01"}"#),
            ("buy 1,5 X at 110,25", #"buy{quantity=D"1.5", symbol="X", price=D"110.25"}"#),
            ("buy 1.5 X @ 110.25 on 2023-02-01", #"buy{quantity=D"1.5", symbol="X", price=D"110.25", date="2023-02-01"}"#),
            ("buy 1,5 X note paid 5,10 on 1.2.2023", #"buy{quantity=D"1.5", symbol="X", date="2023-02-01", notes="paid 5,10"}"#),
            ("report income from=31.12.2013 share=0,5", #"report("income", {from="2013-12-31", share=D"0.5"})"#),
            (#"report income share="0,5""#, #"report("income", {share="0,5"})"#),
        ])
    func german(line: String, lua: String) throws { #expect(try self.lua(line, "de_DE") == lua) }

    @Test(
        "What could mean two things is asked back, with both",
        arguments: [
            ("deposit 1.234 to Savings", "de_DE", "1.234 may be 1234 or 1,234"), ("buy 1.234 X", "de_DE", "1.234 may be 1234 or 1,234"),
            ("deposit €1.234 to Savings", "de_DE", "1.234 may be 1234 or 1,234"), ("report income share=1.234", "de_DE", "1.234 may be 1234 or 1,234"),
        ])
    func asked(line: String, locale: String, message: String) throws {
        let mismatch = #expect(throws: CommandMismatch.self) { try lua(line, locale) }
        #expect(mismatch?.message == message && mismatch?.hint == "write the one that is meant: 1234, or 1,234")
    }

    @Test("Without a locale they are refused with what to write")
    func plain() throws {
        let number = #expect(throws: CommandMismatch.self) { try lua("deposit 5,10 to Savings", "C") }
        #expect(number?.hint == "decimals follow a point: 5.10")
        let dotted = #expect(throws: CommandMismatch.self) { try lua("deposit 5 to Savings on 31.12.2023", "C") }
        #expect(dotted?.hint == "write 2023-12-31, or let days be written so: set locale de_DE")
        let slashed = #expect(throws: CommandMismatch.self) { try lua("deposit 5 to Savings on 1/2/2023", "C") }
        #expect(slashed?.hint == "write year-month-day, or tell how you write days: set locale en_GB, set locale en_US")
    }

    @Test(
        "The Lua that a hint shows has plain numbers",
        arguments: [
            ("buy 10 X share=1,5", "share=1.5}"), ("buy 10 X fee=1,5", "write fee 1,5, or buy{fee=1.5, …}"), ("buy 10 X share=1.234,5", "share=1234.5}"),
            ("buy 10 X share=1.234", "share=\"1.234\"}"),
        ])
    func hints(line: String, hint: String) throws {
        let mismatch = #expect(throws: CommandMismatch.self) { try lua(line, "de_DE") }
        #expect(mismatch?.hint?.hasSuffix(hint) == true, "\(mismatch?.hint ?? "")")
    }
}

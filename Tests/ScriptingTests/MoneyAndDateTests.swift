import LuaKit
import Testing
@testable import Scripting

@Suite("Money and dates in Lua")
struct MoneyAndDateTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession() }

    @Test(
        "Money knows its currency",
        arguments: [
            ("money(5, 'EUR') + money(2.5, 'EUR')", "7.50 EUR"), ("money(5, 'EUR') - money('0.01', 'EUR')", "4.99 EUR"),
            ("money(5, 'EUR') * 3", "15.00 EUR"), ("3 * money(5, 'EUR')", "15.00 EUR"), ("D'0.5' * money(5, 'EUR')", "2.50 EUR"),
            ("money(5, 'EUR') * D'0.5'", "2.50 EUR"), ("money(5, 'EUR') / 2", "2.50 EUR"), ("money(5, 'EUR') / money(2, 'EUR')", "2.5"),
            ("-money(5, 'EUR')", "-5.00 EUR"), ("money(5, 'EUR').amount", "5"), ("money(5, 'EUR').currency", "EUR"),
            ("money(5, 'EUR') == money('5.00', 'EUR')", "true"), ("money(5, 'EUR') == money(5, 'USD')", "false"),
            ("money(5, 'EUR') < money(6, 'EUR')", "true"), ("money(5, 'EUR') >= money(6, 'EUR')", "false"), ("money(0, 'EUR'):is_zero()", "true"),
            ("money(10, 'EUR'):to('USD', D'1.25')", "12.50 USD"), ("money(100, 'EUR'):split(3)", "{33.34 EUR, 33.33 EUR, 33.33 EUR}"),
            ("money(100, 'JPY'):split(3)", "{34 JPY, 33 JPY, 33 JPY}"), ("'Total: ' .. money(5, 'EUR')", "Total: 5.00 EUR"),
            ("money(1.005, 'USD')", "1.005 USD"), ("money(1000, 'JPY')", "1000 JPY"), ("money('0.00000001', 'BTC')", "0.00000001 BTC"),
        ])
    func money(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "Currencies do not mix, and the error says how to convert",
        arguments: [
            "money(5, 'EUR') + money(5, 'USD')", "money(5, 'EUR') - money(5, 'USD')", "money(5, 'EUR') < money(5, 'USD')",
            "money(5, 'EUR') / money(5, 'USD')",
        ])
    func mixing(source: String) throws {
        let failure = try session.failure(source)
        #expect(failure.kind == "money")
        #expect((failure.message + (failure.hint ?? "")).contains("EUR") && (failure.message + (failure.hint ?? "")).contains("USD"))
        #expect((failure.message + (failure.hint ?? "")).contains("convert{amount=money(5, "), "\(failure.message) \(failure.hint ?? "")")
    }

    @Test(
        "Money and plain numbers do not mix",
        arguments: [
            ("money(5, 'EUR') + 5", "cannot add or compare money and a number (say the currency: money(5, \"EUR\"))"),
            ("5 + money(5, 'EUR')", "cannot add or compare money and a number (say the currency: money(5, \"EUR\"))"),
            ("money(5, 'EUR') < 6", "cannot add or compare money and a number (say the currency: money(5, \"EUR\"))"),
            ("money(5, 'EUR') * money(5, 'EUR')", "money can be multiplied by a number only"),
            ("5 / money(5, 'EUR')", "a number cannot be divided by money"),
            ("money(5, 'EUROS-IN-CASH')", "EUROS-IN-CASH"), ("money(5, 'eur')", "EUR"), ("money(5)", "money: currency is missing; it must be a currency code such as \"EUR\""),
            ("money('five', 'EUR')", "money: amount must be a number, got string \"five\""), ("money(5, 'EUR').cents", "money has no cents"),
        ])
    func moneyMistakes(source: String, part: String) throws {
        let message = try session.message(source)
        #expect(message.contains(part), "\(source): \(message)")
    }

    @Test(
        "Dates",
        arguments: [
            ("date'2014-03-03'", "2014-03-03"), ("date(2014)", "2014-01-01"), ("date(2014, 3)", "2014-03-01"), ("date(2014, 3, 3)", "2014-03-03"),
            ("today()", "2014-12-31"), ("today() + 1", "2015-01-01"), ("1 + today()", "2015-01-01"), ("today() - 365", "2013-12-31"),
            ("today() - date'2014-01-01'", "364"), ("today() - '2014-01-01'", "364"), ("date'2024-01-31':add{months=1}", "2024-02-29"),
            ("date'2024-02-29':add{years=1}", "2025-02-28"), ("date'2014-01-31':add{months=-2, days=1}", "2013-12-01"),
            ("today().year, today().month, today().day, today().weekday, today().quarter", "2014, 12, 31, 3, 4"),
            ("date'2014-02-14'.first_of_month, date'2014-02-14'.last_of_month", "2014-02-01, 2014-02-28"),
            ("date'2014-01-01':days_to'2014-03-01'", "59"), ("'on ' .. today()", "on 2014-12-31"), ("tostring(today())", "2014-12-31"),
            ("today() == date'2014-12-31'", "true"), ("today() ~= date'2014-12-30'", "true"), ("today() < '2015-01-01'", "true"),
            ("'2014-12-31' <= today()", "true"), ("today() > date'2014-12-30'", "true"), ("today() == '2014-12-31'", "false"),
        ])
    func dates(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "days and months list a span",
        arguments: [
            ("#days{from='2024-02-01', to='2024-03-01'}", "30"), ("days{from='2014-01-01', to='2014-01-03'}", "{2014-01-01, 2014-01-02, 2014-01-03}"),
            ("#days{from='2014-01-02', to='2014-01-01'}", "0"), ("#days('2014-01-01', '2014-01-02')", "2"),
            ("months{from='2014-01-15', to='2014-03-01'}", "{2014-02-01, 2014-03-01}"),
            ("months{from='2024-01-01', to='2024-03-31', on='last'}", "{2024-01-31, 2024-02-29, 2024-03-31}"),
            ("months{from='2014-02-01', to='2014-06-30', on='first_working'}", "{2014-02-03, 2014-03-03, 2014-04-01, 2014-05-01, 2014-06-02}"),
            ("months{from='2014-02-01', to='2014-06-30', on='third friday'}", "{2014-02-21, 2014-03-21, 2014-04-18, 2014-05-16, 2014-06-20}"),
            ("months{from='2014-04-01', to='2014-05-31', on='first_working', calendar='target'}", "{2014-04-01, 2014-05-02}"),
            ("months{from='2014-05-01', to='2014-08-31', on='last_working'}", "{2014-05-30, 2014-06-30, 2014-07-31, 2014-08-29}"),
        ])
    func spans(source: String, result: String) throws {
        #expect(try session.text(source) == result)
    }

    @Test(
        "Mistakes with dates get a sentence",
        arguments: [
            ("date'2014-02-30'", "2014-02-30"), ("date'03.03.2014'", "(dates are written 2014-03-03)"), ("date(2014, 13)", "13"),
            ("today() < 5", "a date cannot be compared with a number"), ("today() < 'soon'", "soon"), ("today() + 1.5", "whole number of days"),
            ("today() + today()", "whole number of days"), ("today():add{month=1}", "did you mean \"months\"?"), ("today().yaer", "did you mean \"year\"?"),
            ("date'9999-12-31' + 1", "9999"), ("days{from='0001-01-01', to='9999-12-31'}", "more than a thousand years"),
            ("months{from='2014-01-01', to='2014-12-31', on='frist'}", "\"frist\" is no place in a month"), ("days{from='2014-01-01'}", "to is missing"),
            ("date{}", "date: "),
        ])
    func dateMistakes(source: String, part: String) throws {
        let message = try session.message(source)
        #expect(message.contains(part), "\(source): \(message)")
    }
}

@testable import Ledger
import Testing
import Values

/// One mistake for each kind of error, with the sentence that it gets.
@Suite struct LedgerErrorTests {
    /// The error that the body throws.
    func error(_ body: () throws -> Void) -> LedgerError? {
        do {
            try body()
            return nil
        } catch {
            return error as? LedgerError
        }
    }

    func expect(
        _ kind: String, _ text: String, field: String? = nil, sourceLocation: SourceLocation = #_sourceLocation,
        when body: () throws -> Void
    ) {
        let error = error(body)
        #expect(error?.kind == kind, sourceLocation: sourceLocation)
        #expect(error?.description == text, sourceLocation: sourceLocation)
        #expect(error?.field == field, sourceLocation: sourceLocation)
    }

    /// A book with some dollars and a holding: entries 1 and 2 define, 3 deposits, 4 buys 10, 5 sells 4.
    func page() throws -> Page {
        let page = Page()
        try page.define(Account(name: "Brokerage", currency: .usd))
        try page.define(Instrument(symbol: "ORCL", currency: .usd))
        try page.record(
            lines: """
                2014-01-01 deposit Brokerage 1000
                2014-03-03 buy Brokerage ORCL 10 @ 31.20
                2014-06-03 sell Brokerage ORCL 4 @ 40
                """)
        return page
    }

    /// Resolves a draft made from one that is right.
    func resolve(_ change: (inout ActivityDraft) -> Void) throws {
        let page = try page()
        page.today = day("2015-01-01")
        var draft = ActivityDraft(
            date: day("2014-07-01"), kind: "buy", account: "Brokerage", symbol: "ORCL", quantity: 10, price: 30)
        change(&draft)
        _ = try page.ledger.resolve(draft, today: page.today)
    }

    @Test func figuresBeyondTheLargest() throws {
        let hint = "Look whether the decimal point is where it belongs"
        expect("beyond_bound", "the price of a buy of ORCL, 10000000000000, is beyond 1000000000000, the largest price that luca takes. \(hint)", field: "price") {
            try resolve { $0.price = 10_000_000_000_000 }
        }
        expect(
            "beyond_bound", "the quantity of a buy of ORCL, 10000000000000000, is beyond 1000000000000000, the largest quantity that luca takes. \(hint)",
            field: "quantity"
        ) { try resolve { ($0.quantity, $0.price) = (10_000_000_000_000_000, 1) } }
        expect(
            "beyond_bound", "quantity times price of a buy of ORCL, 2000000000000000, is beyond 1000000000000000, the largest amount that luca takes. \(hint)",
            field: "quantity"
        ) { try resolve { ($0.quantity, $0.price) = (2_000_000, 1_000_000_000) } }
        expect("beyond_bound", "the fx_rate of a buy of ORCL, 0.0000000000001, is below 0.000000000001, the smallest rate that luca takes. \(hint)", field: "fx_rate") {
            try resolve { $0.fxRate = decimal("0.0000000000001") }
        }
        expect("beyond_bound", "the multiplier of X, 10000000000000, is beyond 1000000000000, the largest price that luca takes. \(hint)", field: "multiplier") {
            try page().define(Instrument(symbol: "X", currency: .usd, multiplier: 10_000_000_000_000))
        }
    }

    @Test func names() throws {
        expect(
            "unknown_account",
            #"unknown account "Brokerge"; did you mean "Brokerage"? Define it with account{name="Brokerge", currency="EUR"}, or in another currency"#,
            field: "account"
        ) { try resolve { $0.account = "Brokerge" } }
        expect(
            "unknown_account", #"unknown account "Bank". Define it with account{name="Bank", currency="EUR"}"#, field: "account"
        ) {
            try resolve {
                $0.account = "Bank"
                $0.currency = "EUR"
            }
        }
        expect(
            "unknown_symbol", #"unknown symbol "OCRL"; did you mean "ORCL"? Define it with instrument{symbol="OCRL", currency="USD"}"#,
            field: "symbol"
        ) { try resolve { $0.symbol = "OCRL" } }
        expect("unknown_currency", #""usd" is not a currency code: codes are in upper case; did you mean "USD"?"#, field: "currency") {
            try resolve { $0.currency = "usd" }
        }
        expect(
            "unknown_type",
            #"unknown activity type "buyy"; did you mean "buy"? The types are buy, sell, split, deposit, withdrawal, transfer_in, "#
                + "transfer_out, dividend, interest, credit, fee, tax, adjustment and unknown; a subtype may stand for its type",
            field: "type"
        ) { try resolve { $0.kind = "buyy" } }
        expect(
            "unknown_subtype",
            #"unknown subtype "openning"; did you mean "opening"? The subtypes are opening, drip, staking_reward, dividend_in_kind, return_of_capital, bonus, buy_to_open, sell_to_open, buy_to_close, sell_to_close, assignment, exercise, expiry, merger, spinoff, symbol_change, position, exchange and notional_distribution"#,
            field: "subtype"
        ) {
            try resolve { $0.subtype = "openning" }
        }
        expect("unknown_status", #"unknown status "later". The statuses are posted, pending and draft"#, field: "status") {
            try resolve { $0.status = "later" }
        }
        expect("unknown_status", #"unknown status "void". Record it first, then void it"#, field: "status") {
            try resolve { $0.status = "void" }
        }
    }

    @Test func fields() {
        expect("missing_field", "an activity needs type", field: "type") { try resolve { $0.kind = nil } }
        expect("missing_field", "a buy needs account", field: "account") { try resolve { $0.account = nil } }
        expect("missing_field", "a buy needs symbol", field: "symbol") { try resolve { $0.symbol = nil } }
        expect("missing_field", "a buy needs price or amount", field: "price") { try resolve { $0.price = nil } }
        expect("missing_field", "an interest needs amount", field: "amount") {
            try resolve {
                $0 = ActivityDraft(date: $0.date, kind: "interest", account: $0.account)
            }
        }
        expect("superfluous_field", #"a deposit takes no symbol. Leave it out: a deposit takes amount, fee, fx_rate and settle"#, field: "symbol") {
            try resolve {
                $0.kind = "deposit"
                $0.amount = 5
            }
        }
        expect("superfluous_field", "a fee takes no fee. Its money goes in amount", field: "fee") {
            try resolve {
                $0 = ActivityDraft(date: $0.date, kind: "fee", account: $0.account, amount: 1, fee: 1)
            }
        }
        expect("wrong_subtype", "a sell cannot have the subtype opening. It may have sell_to_open and sell_to_close", field: "subtype") {
            try resolve {
                $0.kind = "sell"
                $0.subtype = "opening"
            }
        }
        expect("zero_value", #"the quantity of a buy cannot be zero. Say how many units, above zero"#, field: "quantity") { try resolve { $0.quantity = 0 } }
        expect("negative_value", "the quantity of a buy cannot be negative, and -10 is. Record a sell instead", field: "quantity") {
            try resolve { $0.quantity = -10 }
        }
        expect("negative_value", "the fee of a buy cannot be negative, and -1 is", field: "fee") { try resolve { $0.fee = -1 } }
        expect("negative_value", "the amount of a deposit cannot be negative, and -5 is. Record a withdrawal instead", field: "amount") {
            try resolve { $0 = ActivityDraft(date: $0.date, kind: "deposit", account: $0.account, amount: -5) }
        }
        expect(
            "amounts_disagree",
            "10 at 30 are 300 USD, not 310. Correct one of the three or leave one out; fee and tax go in fields of their own", field: "amount"
        ) { try resolve { $0.amount = 310 } }
        expect(
            "currency_mismatch",
            #"ORCL is priced in USD, but this trade in "Brokerage" is in EUR. Give the price in USD and say currency="USD""#, field: "currency"
        ) { try resolve { $0.currency = "EUR" } }
        expect(
            "arithmetic",
            "the buy of ORCL on 2014-07-01: 1000000000000000 * 1000000000000 is beyond the largest decimal, 170141183460469231731.687303715884105727"
        ) {
            let page = try page()
            try page.record("2014-07-01 buy Brokerage ORCL 1000000000000000 @ 1000000000000")
        }
    }

    @Test func dates() {
        expect(
            "future_date",
            #"2015-01-02 is after today, 2015-01-01, so it cannot have been posted. Say status="pending" until it has happened"#, field: "date"
        ) { try resolve { $0.date = day("2015-01-02") } }
        expect("before_opening", #""Old" was opened on 2014-01-01, after 2013-12-31. If it was open then, say account{name="Old", opened="2013-12-31"}"#, field: "account") {
            let page = try page()
            try page.define(Account(name: "Old", currency: .usd, opened: day("2014-01-01"), closed: day("2014-12-31")))
            try page.record("2013-12-31 deposit Old 1")
        }
        expect("after_closing", #""Old" was closed on 2014-12-31, before 2015-01-01. To open it again, say account{name="Old", closed=false}"#, field: "account") {
            let page = try page()
            try page.define(Account(name: "Old", currency: .usd, opened: day("2014-01-01"), closed: day("2014-12-31")))
            try page.record("2015-01-01 deposit Old 1")
        }
        expect("bad_dates", #""Old" cannot be closed on 2014-01-01, before it was opened on 2014-12-31. Say closed=false for an account that is open"#, field: "closed") {
            try page().define(Account(name: "Old", currency: .usd, opened: day("2014-12-31"), closed: day("2014-01-01")))
        }
        expect("activity_outside_account", #""Brokerage" cannot be closed on 2014-05-01: entry 5 is of 2014-06-03. Choose another day, or void entry 5 first"#, field: "closed") {
            try page().define(Account(name: "Brokerage", currency: .usd, closed: day("2014-05-01")))
        }
    }

    @Test func sales() {
        expect(
            "oversold",
            #""Brokerage" holds 6 ORCL on 2014-07-01, so it cannot sell 7. If it may go short, say account{name="Brokerage", allow_short=true}"#,
            field: "quantity"
        ) { try page().record("2014-07-01 sell Brokerage ORCL 7 @ 30") }
        expect(
            "oversold",
            #""Brokerage" holds 0 ORCL on 2014-01-05, so it cannot sell 1. If it may go short, say account{name="Brokerage", allow_short=true}"#,
            field: "quantity"
        ) { try page().record("2014-01-05 sell Brokerage ORCL 1 @ 30") }
        expect(
            "strands_sale",
            #"the sell of 7 ORCL on 2014-04-01 would leave 3 ORCL in "Brokerage" for the sale of 4 on 2014-06-03 (entry 5). Void entry 5 first"#
        ) { try page().record("2014-04-01 sell Brokerage ORCL 7 @ 30") }
        expect(
            "strands_sale",
            #"voiding entry 4 would leave 0 ORCL in "Brokerage" for the sale of 4 on 2014-06-03 (entry 5). Void entry 5 first"#
        ) { try page().void(EntryID(4)) }
        expect(
            "strands_sale",
            #"forbidding short sales would leave 0 VTI in "Hedge" for the sale of 4 on 2014-06-03 (entry 8). Void entry 8 first"#
        ) {
            let page = try page()
            page.allowShort = true
            try page.record("2014-06-03 sell Hedge VTI 4 @ 40")
            try page.define(Account(name: "Hedge", currency: .usd))
        }
    }

    @Test func definitionsAndSettings() throws {
        expect("duplicate_account", #"there is an account "Brokerage" already. Choose another name"#, field: "name") {
            let page = try page()
            try page.ledger.apply(.account(AccountID(2), Account(name: "Brokerage", currency: .eur)), id: page.nextID)
        }
        expect("duplicate_symbol", #"there is an instrument "ORCL" already. Choose another name"#, field: "symbol") {
            let page = try page()
            try page.ledger.apply(.instrument(InstrumentID(2), Instrument(symbol: "ORCL", currency: .eur)), id: page.nextID)
        }
        expect("empty_name", #"an account needs a name. Say what it is called"#, field: "name") { try page().define(Account(name: "", currency: .usd)) }
        expect("empty_name", #"an instrument needs a symbol. Say what it is called"#, field: "symbol") {
            try page().define(Instrument(symbol: "", currency: .usd))
        }
        expect(
            "currency_in_use", #"ORCL has been traded in USD, so its currency cannot become EUR. Define another instrument, such as "ORCL.EUR", for its prices in EUR"#,
            field: "currency"
        ) {
            try page().define(Instrument(symbol: "ORCL", currency: .eur))
        }
        expect("bad_multiplier", #"the multiplier of CALL must be above zero, not 0. It is 1 for all but options and futures"#, field: "multiplier") {
            try page().define(Instrument(symbol: "CALL", currency: .usd, multiplier: 0))
        }
        expect(
            "unknown_setting",
            #"unknown setting "lotmethod"; did you mean "lot_method"? "#
                + "The settings are fees_in_cost, taxes_in_cost, transfer_fees_in_cost, longest_drawdown, lot_method, long_term_days, wash_sales, base_currency, option_premium, rate_max_age, price_max_age, recurring_status, negative_cash, record_user, watch_list and provider_urls",
            field: "setting"
        ) { try page().set("lotmethod", "fifo") }
        expect("bad_setting", #"the setting fees_in_cost cannot be "yes": it is true or false"#, field: "setting") {
            try page().set("fees_in_cost", "yes")
        }
    }

    @Test func entries() {
        expect("unknown_entry", "there is no entry 99. activities{} lists the activities with their ids") { try page().void(EntryID(99)) }
        expect("not_an_activity", "entry 1 is not an activity. activities{} lists the activities with their ids") {
            try page().void(EntryID(1))
        }
        expect("already_void", "entry 5 is void already") {
            let page = try page()
            try page.void(EntryID(5))
            try page.void(EntryID(5))
        }
        expect("misnumbered", "entry 3 is out of order: 6 comes next") {
            try page().ledger.apply(.setting(key: "fees_in_cost", value: "true"), id: EntryID(3))
        }
        expect("undefined", "no account has the number 7") {
            let page = try page()
            let activity = Activity(date: page.today, kind: .deposit, account: AccountID(7), amount: 5, currency: .usd)
            try page.ledger.apply(.activity(activity), id: page.nextID)
        }
    }

    @Test func aRefusalChangesNothing() throws {
        let page = try page()
        let before = try page.ledger.dump()
        #expect(throws: LedgerError.self) { try page.record("2014-04-01 sell Brokerage ORCL 7 @ 30") }
        #expect(throws: LedgerError.self) { try page.void(EntryID(4)) }
        #expect(throws: LedgerError.self) { try page.define(Account(name: "Brokerage", currency: .usd, closed: day("2014-05-01"))) }
        #expect(try page.ledger.dump() == before)
        #expect(page.ledger.lastEntry == EntryID(5))
        #expect(page.ledger.activities.count == 3)
    }
}

@testable import Ledger
import Testing
import Values

/// Mistakes in activities that few books have, and names that are missing.
extension LedgerErrorTests {
    @Test func missingNamesAreListedOnceAndInOrder() throws {
        let page = try page()
        let drafts = [
            ActivityDraft(account: "Savings", symbol: "ORCL", currency: "EUR"), ActivityDraft(account: "Brokerage", symbol: "VTI"),
            ActivityDraft(account: "Savings", symbol: "BND", currency: "CHF"), ActivityDraft(symbol: "VTI", currency: "USD"),
        ]
        let missing = page.ledger.missingNames(in: drafts)
        #expect(missing.accounts.map(\.name) == ["Savings"])
        #expect(missing.accounts.map(\.currency) == ["EUR"])
        #expect(missing.symbols.map(\.name) == ["VTI", "BND"])
        #expect(page.ledger.missingNames(in: [ActivityDraft(account: "Brokerage", symbol: "ORCL")]).isEmpty)
    }

    /// A book with an option and accounts whose figures are told.
    private func wider() throws -> Page {
        let page = try page()
        try page.define(Account(name: "ISA", currency: .usd, tracking: .value))
        try page.define(Account(name: "Pension", currency: .usd, tracking: .holdings))
        try page.define(Instrument(symbol: "SPY", currency: .usd))
        try page.define(
            Instrument(
                symbol: "CALL", kind: .option, currency: .usd, multiplier: 100,
                option: OptionTerms(underlying: InstrumentID(1), right: .call, strike: 40, expires: day("2015-01-17"))))
        try page.define(Instrument(symbol: "BARE", kind: .option, currency: .usd, multiplier: 100))
        return page
    }

    /// Records a draft in that book.
    private func record(_ kind: String, _ subtype: String? = nil, _ account: String = "Brokerage", _ symbol: String = "ORCL", _ change: (inout ActivityDraft) -> Void) throws {
        let page = try wider()
        var draft = ActivityDraft(date: day("2014-07-01"), kind: kind, subtype: subtype, account: account, symbol: symbol)
        change(&draft)
        let activity = try page.ledger.resolve(draft, today: day("2015-01-01"))
        try page.ledger.apply(.activity(activity), id: EntryID(page.ledger.lastEntry.rawValue + 1))
    }

    @Test func rarerActivities() throws {
        expect("bad_share", "the share of the cost must be from 0 to 1, not 2. Say 0.25 for a quarter", field: "share") {
            try record("adjustment", "spinoff") { ($0.into, $0.ratio, $0.share) = ("SPY", Ratio(1), 2) }
        }
        expect(
            "bad_opened", "units that come in on 2014-07-01 cannot have been acquired on 2014-07-02. Say when they were acquired, a day up to 2014-07-01, or leave opened out",
            field: "opened"
        ) {
            try record("transfer_in") { ($0.quantity, $0.opened) = (1, day("2014-07-02")) }
        }
        expect("into_itself", "a merger cannot turn ORCL into itself. Name the instrument that comes of it", field: "into") {
            try record("adjustment", "merger") { $0.into = "ORCL" }
        }
        expect("not_an_option", #"ORCL is not an option. Define it with instrument{symbol="ORCL", kind="option", …}"#, field: "symbol") {
            try record("adjustment", "expiry") { _ in }
        }
        expect(
            "no_option_terms",
            "nobody has told what the option BARE is on. "
                + #"Say instrument{symbol="BARE", kind="option", underlying=…, right="call", strike=…, expires=…}"#, field: "symbol"
        ) { try record("adjustment", "exercise", "Brokerage", "BARE") { $0.quantity = 1 } }
        expect(
            "nothing_held",
            #""Brokerage" holds no CALL on 2014-07-01, which an exercise needs. holdings{on=…} shows what is held on a day"#, field: "symbol"
        ) { try record("adjustment", "exercise", "Brokerage", "CALL") { $0.quantity = 1 } }
        expect(
            "oversold", #""Brokerage" holds 6 ORCL on 2014-07-01, and a transfer out takes 7. holdings{on=…} shows what is held on a day"#,
            field: "quantity"
        ) { try record("transfer_out") { $0.quantity = 7 } }
        expect(
            "oversold",
            #""Brokerage" holds 0 CALL on 2014-07-01, so it cannot sell 1. "#
                + #"To write an option, say subtype="sell_to_open""#, field: "quantity"
        ) { try record("sell", nil, "Brokerage", "CALL") { ($0.quantity, $0.price) = (1, 2) } }
        expect(
            "closes_too_much",
            #""Brokerage" has 0 ORCL sold short and open on 2014-07-01, so 1 cannot be closed. lots{} shows what is open"#, field: "quantity"
        ) { try record("buy", "buy_to_close") { ($0.quantity, $0.price) = (1, 2) } }
        expect(
            "lot_not_open", #""Brokerage" has no open lot 99 of ORCL on 2014-07-01. lots{} lists the open lots with their ids"#, field: "lots"
        ) { try record("sell") { ($0.quantity, $0.price, $0.lots) = (1, 2, [LotChoice(EntryID(99))]) } }
        expect(
            "tracked_by_value",
            #""ISA" is tracked by value, so it takes money in and out, and no units. Say value{account="ISA", amount=…} for what it is worth"#,
            field: "account"
        ) { try record("buy", nil, "ISA") { ($0.quantity, $0.price) = (1, 2) } }
        expect(
            "not_tracked_by_holdings",
            #""Brokerage" is tracked by transactions, so what it holds follows from them. "#
                + #"Record a buy, a sell or an adjustment, or say account{name="Brokerage", tracking="holdings"}"#, field: "account"
        ) { try record("adjustment", "position") { $0.quantity = 3 } }
        expect(
            "not_tracked_by_value",
            #""Brokerage" is tracked by transactions, so what it is worth follows from them. "#
                + #"Say account{name="Brokerage", tracking="value"} if it is to be told what it is worth"#, field: "account"
        ) {
            let page = try wider(), value = AccountValue(account: AccountID(1), date: day("2014-07-01"), value: 5, currency: .usd)
            try page.ledger.apply(.value(value), id: EntryID(page.ledger.lastEntry.rawValue + 1))
        }
    }

    @Test func trackedOtherwise() throws {
        expect(
            "units_in_account",
            #""Brokerage" cannot be tracked by value, which takes no units: entry 4 has some. "#
                + #"Define another account for what "Brokerage" is worth, or void its trades first"#, field: "tracking"
        ) { try page().define(Account(name: "Brokerage", currency: .usd, tracking: .value)) }
        try page().define(Account(name: "Brokerage", currency: .usd, tracking: .holdings))
    }

    @Test func correctionsOfNamedLots() throws {
        let page = try page()
        func next() -> EntryID { EntryID(page.ledger.lastEntry.rawValue + 1) }
        var draft = ActivityDraft(date: day("2014-07-01"), kind: "sell", account: "Brokerage", symbol: "ORCL", quantity: 1, price: 40)
        draft.lots = [LotChoice(EntryID(4))]
        try page.ledger.apply(.activity(page.ledger.resolve(draft, today: day("2015-01-01"))), id: next())
        expect("lot_is_named", "entry 6 takes units from lot 4 by name. Void entry 6 first") {
            try page.ledger.apply(.void(EntryID(4), reason: ""), id: next())
        }
        var amended = page.ledger.activities.activity(at: 0)
        amended.detail = ActivityDetail(amends: EntryID(3))
        try page.ledger.apply(.activity(amended), id: next())
        expect("already_amended", "entry 7 stands in the place of entry 3. Amend entry 7") {
            try page.ledger.apply(.activity(amended), id: next())
        }
    }
}

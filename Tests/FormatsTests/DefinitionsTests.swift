import Ledger
import Testing
import Values

@testable import Formats

@Suite("Files of accounts, instruments and values")
struct DefinitionsTests {
    @Test("Accounts come back as they were") func accountsRoundTrip() throws {
        let ledger = Ledger()
        let accounts = [
            Account(
                name: "Broker, \"Main\"", kind: .pension, currency: .eur, portfolio: "Family", owner: "Ada", group: "Old", opened: day("2010-01-04"),
                closed: day("2020-02-03"), allowShort: true),
            Account(name: "House", kind: .other, currency: .usd, tracking: .value),
            Account(name: "Term", kind: .deposit, currency: .gbp, rate: decimal("0.0425"), matures: day("2030-01-01")),
        ]
        for account in accounts { try ledger.apply(.account(ledger.nextAccountID, account), id: ledger.nextID) }
        let text = Formats.accountsCSV(ledger), copy = Ledger()
        let plan = try record(plan(text), in: copy)
        #expect(plan.format == "accounts" && plan.refusedCount == 0, "\(plan.refusals)")
        #expect(copy.accounts == accounts && Formats.accountsCSV(copy) == text)
        #expect(try FormatsTests.plan(text, context: ImportContext(copy)).verdicts.count(.alreadyThere) == 3)
    }

    @Test("Instruments come back as they were, options with their terms") func instrumentsRoundTrip() throws {
        let ledger = Ledger()
        let terms = OptionTerms(underlying: InstrumentID(1), right: .put, strike: decimal("42.5"), expires: day("2027-01-15"))
        let instruments = [
            Instrument(symbol: "KLM", name: "Royal, Dutch", currency: .eur),
            Instrument(symbol: "FUND", kind: .fund, currency: .usd, assetClass: "bonds, short", provider: "yahoo", providerSymbol: "FUND.X"),
            Instrument(symbol: "my put", kind: .option, currency: .eur, multiplier: 100, option: terms),
        ]
        for instrument in instruments { try ledger.apply(.instrument(ledger.nextInstrumentID, instrument), id: ledger.nextID) }
        let text = Formats.instrumentsCSV(ledger), copy = Ledger()
        let plan = try record(plan(text), in: copy)
        #expect(plan.format == "instruments" && plan.refusedCount == 0, "\(plan.refusals)")
        #expect(copy.instruments == instruments && Formats.instrumentsCSV(copy) == text)
    }

    @Test("A file changes what the book has where it says more, and leaves what it does not name") func changes() throws {
        let ledger = Ledger()
        _ = try record(plan("name,type,currency,owner\nBroker,brokerage,USD,Ada\n"), in: ledger)
        let plan = try record(plan("name,type,currency,owner,group\nbroker,,,,Old\nNew,cash,EUR,Ben,\n", context: ImportContext(ledger)), in: ledger)
        #expect(plan.verdicts.map(\.outcome) == [.define, .define] && plan.refusedCount == 0)
        #expect(plan.notices(.changed) == ["account \"Broker\" is defined anew"])
        #expect(
            ledger.accounts == [
                Account(name: "Broker", currency: .usd, owner: "Ada", group: "Old"), Account(name: "New", kind: .cash, currency: .eur, owner: "Ben"),
            ])
    }

    @Test(
        "What is wrong with a definition gets a sentence",
        arguments: [
            ("name,type,currency\nA,brokrage,USD\n", "x.csv:2: type: \"brokrage\" is no kind that is known (did you mean \"brokerage\"?)"),
            ("name,type,currency\n,cash,USD\n", "x.csv:2: name: an account needs a name"),
            ("name,currency,rate\nA,USD,0.9\n", "x.csv:2: rate: \"0.9\" is no rate of a year without its sign (write \"90%\" if 0.9 is a part of one, \"0.9%\" for 0.9 % a year)"),
            ("name,type,currency\nA,cash,USX5\n", "x.csv:2: currency: "),
            ("name,type,currency,opened,closed\nA,cash,USD,2014-01-02,2013-01-02\n", "x.csv:2: closed: the account \"A\" closes on 2013-01-02, before it opens"),
            ("name,type,currency\nA,cash,USD\nA,cash,EUR\n", "x.csv:3: the file defines the account \"A\" before, and otherwise (keep one of the two rows)"),
            ("name,type,currency,tracking\nA,cash,USD,valu\n", "x.csv:2: tracking: \"valu\" is no tracking that is known (did you mean \"value\"?)"),
            ("id,type,symbol,underlyingSymbol,expiry,strike,callPut,multiplier\n1,option,,KLM,,5,put,100\n", "x.csv:2: expiry: an option needs its last day"),
            ("id,type,symbol,underlyingSymbol,expiry,strike,callPut,multiplier\n1,option,,KLM,2027-01-15,5,putt,100\n", "x.csv:2: callPut: \"putt\" is no right"),
            ("symbol,type,multiplier\nA,option,0\n", "x.csv:2: multiplier: a multiplier is above zero"),
        ])
    func mistakes(text: String, message: String) throws {
        let plan = try plan(text, ImportOptions(fileName: "x.csv"))
        #expect(plan.refusals.map(\.description).first?.hasPrefix(message) == true, "\(plan.refusals)")
    }

    @Test("What the ledger refuses of a change is told on its line") func refusedChange() throws {
        let ledger = Ledger()
        _ = try record(plan(header + "2014-03-03,buy,Brokerage,ORCL,10,31.20,,,USD,\n"), in: ledger)
        var plan = try plan("symbol,name,currency\nORCL,Oracle,EUR\n", context: ImportContext(ledger))
        try plan.check(against: ledger)
        #expect(plan.refusals.map(\.line) == [2])
        #expect(ledger.instruments[0].currency == .usd)
    }

    // MARK: values

    private static let values = """
        date,time,account,account_type,portfolio,owner,group,value,currency,notes
        2014-01-31,,House,other,Family,Ada,,250000.00,EUR,
        2014-02-28,,House,other,Family,Ada,,251000.00,EUR,"estimate, rough"
        2014-01-31,2014-01-31T10:00:00.000Z,ISA,pension,Family,Ben,,10250.00,GBP,

        """

    @Test("Values make accounts that are tracked by them, and come back as they were") func valuesRoundTrip() throws {
        let ledger = Ledger()
        let plan = try record(plan(Self.values), in: ledger)
        #expect(plan.refusedCount == 0 && plan.verdicts.count(.value) == 3, "\(plan.refusals)")
        #expect(
            ledger.accounts == [
                Account(name: "House", kind: .other, currency: .eur, portfolio: "Family", owner: "Ada", tracking: .value),
                Account(name: "ISA", kind: .pension, currency: .gbp, portfolio: "Family", owner: "Ben", tracking: .value),
            ])
        #expect(ledger.values.standing().map(\.value.value) == [decimal("250000"), decimal("251000"), decimal("10250")])
        #expect(Formats.valuesCSV(ledger) == Self.values)
        #expect(try FormatsTests.plan(Self.values, context: ImportContext(ledger)).verdicts.count(.alreadyThere) == 3)
    }

    @Test("The order of day and month is found from the column as a whole, told, or asked for") func dateOrder() throws {
        let head = "Owner,Portfolio,Date,Value\n"
        let clear = try plan(head + "Ada,Family,31/01/2014,\"1,250.50\"\nAda,Family,03/02/2014,\"1,300\"\n")
        #expect(clear.values.map(\.value.date) == [day("2014-01-31"), day("2014-02-03")])
        #expect(clear.values.map(\.value.value) == [decimal("1250.5"), decimal("1300")] && clear.newAccounts.map(\.name) == ["Family"])
        let open = head + "Ada,Family,01/02/2014,5.00\n"
        #expect(try plan(open, ImportOptions(dateOrder: .mdy)).values.map(\.value.date) == [day("2014-01-02")])
        let issue = #expect(throws: ImportIssue.self) { try plan(open, ImportOptions(fileName: "v.csv")) }
        #expect(
            issue?.description == "v.csv:2: Date: 01/02/2014 may be day-month-year or month-day-year, and no date of the file tells which "
                + "(say date_order=\"dmy\" or date_order=\"mdy\")")
    }

    @Test("A value of an account with trades is refused by the ledger, and an empty cell is no value") func refusedValue() throws {
        let ledger = Ledger()
        _ = try record(plan(header + "2014-01-02,deposit,Brokerage,,,,,500.00,USD,\n"), in: ledger)
        var plan = try plan("date,account,value\n2014-01-31,Brokerage,5\n2014-02-28,Brokerage,\n", context: ImportContext(ledger))
        try plan.check(against: ledger)
        #expect(plan.verdicts.map(\.outcome) == [.refused, .skipped])
        #expect(plan.refusals.first?.message.contains("tracked by transactions") == true)
    }
}

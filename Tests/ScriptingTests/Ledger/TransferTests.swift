import LuaSurface
import Storage
import Testing

@Suite("Transfers between accounts")
struct TransferTests {
    private static let chain = """
        record{type='transfer_in', date='2014-02-03', account='Third', symbol='ORCL', quantity=4, group='second'}
        record{type='transfer_in', date='2014-02-03', account='Other', symbol='ORCL', quantity=4, group='first'}
        record{type='transfer_out', date='2014-02-03', account='Other', symbol='ORCL', quantity=4, group='second'}
        record{type='transfer_out', date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=4, group='first'}
        """

    @Test(arguments: [
        LedgerCase(
            "lots move with their days and cost", "transfer{date='2014-02-03', from='Brokerage', to='Other', symbol='ORCL', quantity=4}",
            [
                ("lot('Brokerage', 'ORCL')", "2014-01-03 6@187.8"), ("lot('Other', 'ORCL')", "2014-01-03 4@125.2"), ("#gains{}, #warnings{}", "0, 0"),
                ("lots{account='Other'}[1].id == lots{account='Brokerage'}[1].id", "true"),
            ]),
        LedgerCase(
            "cash moves with its fee", "transfer{date='2014-02-03', from='Brokerage', to='Savings', amount=200, fee=2}",
            [
                ("cash{}:list('balance')", "{485, 200}"), ("#warnings{}", "0"),
                ("contributions{}:sum('amount')", "1000"), ("contributions{account='Savings'}:sum('amount')", "200"),
                ("contributions{level='account'}:by('account'):sum('amount'):list('amount')", "{800, 200}"),
            ]),
        LedgerCase(
            "a chain of one day, in the worst order", chain,
            [
                ("lot('Third', 'ORCL')", "2014-01-03 4@125.2"), ("#lots{account='Other'}", "0"), ("#warnings{}", "0"),
                ("contributions{owner='Ada'}:sum('amount')", "874.8"), ("contributions{portfolio='Home'}:sum('amount')", "874.8"), ("contributions{}:sum('amount')", "1000"),
            ]),
        LedgerCase(
            "units sold where they arrived keep their term",
            "transfer{date='2014-02-03', from='Brokerage', to='Other', symbol='ORCL', quantity=4}\nsell{date='2014-12-30', account='Other', symbol='ORCL', quantity=4, price=40}",
            [
                ("closed('ORCL')", "4 160-125.2=34.8 short"), ("gains{}[1].opened", "2014-01-03"),
            ]),
        LedgerCase(
            "an arrival without a departure warns", "record{type='transfer_in', date='2014-02-03', account='Other', symbol='ORCL', quantity=4, price=20}",
            [
                ("lot('Other', 'ORCL')", "2014-02-03 4@80"), ("warnings{}[1].kind", "unpaired_transfer"),
            ]),
        LedgerCase(
            "one from outside does not",
            "record{type='transfer_in', date='2014-02-03', account='Other', symbol='ORCL', quantity=4, price=20, group='outside', opened='2001-01-01'}",
            [
                ("lot('Other', 'ORCL')", "2001-01-01 4@80"), ("#warnings{}", "0"), ("contributions{account='Other'}:sum('amount')", "80"),
            ]),
        LedgerCase(
            "units that arrive nowhere are on their way", "record{type='transfer_out', date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=4, group='lost'}",
            [
                ("warnings{}:list('kind')", "{\"unpaired_transfer\", \"units_in_transit\"}"), ("holdings{}[1].quantity", "6"),
            ]),
        LedgerCase(
            "more arrives than left",
            """
            record{type='transfer_out', date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=4, group='g'}
            record{type='transfer_in', date='2014-02-04', account='Other', symbol='ORCL', quantity=5, group='g', price=30}
            """, [("lot('Other', 'ORCL')", "2014-01-03 4@125.2; 2014-02-04 1@30"), ("warnings{}[1].kind", "unsent_units")]),
        LedgerCase(
            "named lots move",
            """
            buy{date='2014-01-10', account='Brokerage', symbol='ORCL', quantity=10, price=35}
            transfer{date='2014-02-03', from='Brokerage', to='Other', symbol='ORCL', quantity=4, lots=lots{}[2].id}
            """, [("lot('Other', 'ORCL')", "2014-01-10 4@140"), ("lot('Brokerage', 'ORCL')", "2014-01-03 10@313; 2014-01-10 6@210")]),
    ])
    func transfers(_ example: LedgerCase) throws { try example.play() }

    @Test("Voiding one side takes both apart")
    func voided() throws {
        let session = try ScriptSession.small()
        try session.run("account{name='Other', type='securities'} t = transfer{date='2014-02-03', from='Brokerage', to='Other', symbol='ORCL', quantity=4}")
        try session.run("void(t[2].id)")
        #expect(try session.text("holdings{}:list('quantity')") == "{6}")
        #expect(try session.text("warnings{}:list('kind')") == "{\"unpaired_transfer\", \"units_in_transit\"}")
        try session.run("void(t[1].id)")
        #expect(try session.text("holdings{}:list('quantity'), #warnings{}") == "{10}, 0")
    }

    @Test(
        "Mistakes",
        arguments: [
            ("transfer{from='Brokerage', to='Brokerage', amount=5}", "transfer: both accounts are \"Brokerage\""),
            ("transfer{from='Brokerage', to='Savings', symbol='ORCL', quantity=40}", "\"Brokerage\" holds 10 ORCL on 2014-12-31, and a transfer out takes 40"),
            ("transfer{from='Brokerage', to='Savings', symbol='ORCL'}", "a transfer out needs quantity"),
            ("transfer{from='Brokerage', to='Savings'}", "a transfer out needs amount or quantity"),
            ("transfer{from='Brokerage', to='Savings', quantity=4}", "a transfer out needs symbol"),
            ("transfer{from='Brokerage', amount=5}", "transfer: to is missing"),
            (
                "transfer{from='Brokerage', to='Savings', amount=100, received=60}",
                "transfer: 100.00 USD leave and 60.00 USD are to arrive, both in USD (received= is for another currency; what was charged on the way is a fee: amount=60, fee=40)"
            ),
            ("transfer{from='Brokerage', to='Savings', amount=100, received=160}", "both in USD (received= is for another currency; leave it out)"),
            ("transfer{from='Brokerage', to='Savings', amount=100, currency='USX', received=60, status='draft'}", "transfer: 1.00 USD leave and 60.00 USD are to arrive"),
        ])
    func mistakes(source: String, part: String) throws {
        let session = try ScriptSession.small()
        try session.expectRefusal(of: source, saying: part)
    }

    @Test("What arrives may be told in the same currency where it is what left, or in another")
    func received() throws {
        let session = try ScriptSession.small()
        try session.run("transfer{from='Brokerage', to='Savings', amount=100, received=100} transfer{from='Brokerage', to='Savings', amount=100, currency='USX', received=1}")
        try session.run(
            "account{name='Euros', currency='EUR'} transfer{from='Brokerage', to='Euros', amount=100, received=90} transfer{from='Brokerage', to='Savings', amount=60, fee=4}")
        #expect(try session.text("cash{account='Savings'}[1].balance, cash{account='Euros'}[1].balance") == "161, 90")
    }

    @Test(
        "What was taken back is warned of no more",
        arguments: [
            "record{type='transfer_out', date='2014-12-20', account='Brokerage', amount=200, group='to savings'}",
            "record{type='transfer_in', date='2014-12-20', account='Savings', amount=200, group='to savings'}",
            "record{type='transfer_in', date='2014-12-20', account='Savings', symbol='ORCL', quantity=2, group='to savings'}",
            "record{type='transfer_out', date='2014-12-20', account='Brokerage', symbol='ORCL', quantity=2, group='to savings'}",
            "record{type='unknown', date='2014-12-20', account='Brokerage', notes='?'}",
        ])
    func takenBack(source: String) throws {
        let session = try ScriptSession.small()
        _ = try session.message("\(source) assert(#warnings{} > 0) error('x')")
        #expect(try session.text("#warnings{}") == "0")
        try session.runtime.book?.trial { try session.run(source) }
        #expect(try session.text("#warnings{}") == "0")
        try session.run(source)
        try session.run("undo()")
        #expect(try session.text("#warnings{}") == "0")
    }
}

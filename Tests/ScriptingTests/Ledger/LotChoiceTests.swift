import Testing
@testable import Scripting

@Suite("Which lots a sale takes")
struct LotChoiceTests {
    @Test("What is named twice, or is not of those that leave, is refused")
    func namedTwice() throws {
        let session = try ScriptSession.small()
        try session.run(
            Self.three + "a = lots{}[1].id account{name='Short', allow_short=true, owner='Ada'} sell{date='2014-02-03', account='Short', symbol='ORCL', quantity=3, price=50}")
        for source in [
            "sell{date='2014-04-01', account='Brokerage', symbol='ORCL', quantity=12, price=45, lots={a, a}}",
            "sell{date='2014-04-01', account='Brokerage', symbol='ORCL', quantity='all', price=45, lots={a, a}}",
            "sell{date='2014-04-01', account='Brokerage', symbol='ORCL', quantity=6, price=45, lots={{id=a, quantity=3}, {id=a, quantity=3}}}",
        ] { try session.expectRefusal(of: source, saying: "is named twice") }
        try session.expectRefusal(of: "sell{date='2014-04-01', account='Short', symbol='ORCL', quantity='all', price=45}", saying: "holds no ORCL")
        try session.expectRefusal(
            of: "record{type='buy', date='2014-04-01', account='Brokerage', symbol='ORCL', quantity='all', price=45}", saying: "quantity must be a number for buy")
        try session.expectRefusal(of: "amend{id=a, quantity='all'}", saying: "amend: quantity must be a number")
    }

    /// Three lots of ten: at 31.3, at 50 and at 40.
    private static let three = """
        deposit{date='2014-01-02', account='Brokerage', amount=9000}
        buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=10, price=50}
        buy{date='2014-03-03', account='Brokerage', symbol='ORCL', quantity=10, price=40}

        """
    private static let sale = "sell{date='2014-04-01', account='Brokerage', symbol='ORCL', quantity=4, price=45}"

    private static func method(_ name: String, _ cost: String) -> LedgerCase {
        LedgerCase(name, three + "setting('lot_method', '\(name)')\n" + sale, [("gains{}[1].cost_basis", cost)])
    }

    @Test(arguments: [
        method("fifo", "125.2"), method("lifo", "160"), method("hifo", "200"), method("lofo", "125.2"), method("average", "161.733333333333333333"),
        LedgerCase(
            "lots that the sale names, in its order",
            three + "l = lots{} sell{date='2014-04-01', account='Brokerage', symbol='ORCL', quantity=11, price=45, lots={{lot=l[3].id, quantity=1}, l[2].id}}",
            [
                ("closed('ORCL')", "1 45-40=5 short; 10 450-500=-50 short")
            ]),
        LedgerCase(
            "a function chooses, and what it chose is recorded",
            three + """
                sell{date='2014-04-01', account='Brokerage', symbol='ORCL', quantity=4, price=45,
                  lots=function(open) return {open:sort('-unit_cost')[1].id} end}
                """,
            [
                ("closed('ORCL')", "4 180-200=-20 short"),
                ("sql('select detail from activities where type = ?', {'sell'})[1].detail == '{\"lots\":[{\"lot\":' .. trades{}[2].id .. '}]}'", "true"),
            ]),
        LedgerCase(
            "an instrument's method comes before the account's, and that before the book's",
            three + """
                setting('lot_method', 'lofo')
                setting('lot_method', 'hifo', {account='Brokerage'})
                setting('lot_method', 'lifo', {symbol='ORCL'})
                """ + "\n" + sale, [("gains{}[1].cost_basis", "160"), ("settings():where{key='lot_method'}:list('value')", "{\"lofo\", \"hifo\", \"lifo\"}")]),
        LedgerCase(
            "from a day on", three + "setting('lot_method', 'hifo', {from='2014-04-02'})\n" + sale + "\n" + sale.replacing("04-01", with: "04-02"),
            [
                ("gains{}:list('cost_basis')", "{125.2, 200}")
            ]),
        LedgerCase(
            "pooled over the accounts of an owner, pensions apart",
            three + """
                account{name='IRA', owner='Ada', type='pension'}
                for _, name in ipairs{'Other', 'IRA', 'Third'} do
                  deposit{date='2014-01-02', account=name, amount=9000}
                  buy{date='2014-03-10', account=name, symbol='ORCL', quantity=10, price=100}
                end
                setting('lot_method', 'pooled')
                """ + "\n" + sale,
            [
                // (313 + 500 + 400 + 1000) / 40 a share
                ("gains{}[1].cost_basis", "221.3"), ("holdings{account='Other'}[1].cost_basis", "553.25"), ("holdings{account='IRA'}[1].cost_basis", "1000"),
            ]),
    ])
    func choices(_ example: LedgerCase) throws { try example.play() }

    @Test(
        "Mistakes",
        arguments: [
            ("sell{account='Brokerage', symbol='ORCL', quantity=1, price=4, lots=999}", "has no open lot 999 of ORCL"),
            ("sell{account='Brokerage', symbol='ORCL', quantity=1, price=4, lots={{lot=7, quantity=99}}}", "only 10 ORCL are left of lot 7"),
            (
                "buy{date='2014-02-03', account='Brokerage', symbol='ORCL', quantity=5, price=4} sell{account='Brokerage', symbol='ORCL', quantity=12, price=4, lots=7}",
                "the lots named give 10 ORCL, and 12 are taken"
            ),
            ("sell{account='Brokerage', symbol='ORCL', quantity=5, price=4, lots={{lot=7, quantity=2}}}", "the lots named give 2 ORCL, and 5 are taken"),
            ("sell{account='Brokerage', symbol='ORCL', quantity=1, price=4, lots={{lto=6}}}", "a lot has no field lto"),
            ("sell{account='Brokerage', symbol='ORCL', quantity=1, price=4, lots='six'}", "lots must be a lot's id, a list of them, or a function"),
            ("setting('lot_method', 'fofo')", "the setting lot_method cannot be \"fofo\""),
            ("setting('lot_method', 'fifo', {acount='Brokerage'})", "a scope has no acount"),
            ("setting('fees_in_cost', 'true', {account='Brokerage'})", "only lot_method takes a scope"),
        ])
    func mistakes(source: String, part: String) throws {
        let session = try ScriptSession.small()
        try session.expectRefusal(of: source, saying: part)
    }

    @Test("A lot that a sale names cannot be voided, but amended: the sale follows")
    func namedLots() throws {
        let session = try ScriptSession.small()
        try session.run("l = lots{}[1].id sell{date='2014-04-01', account='Brokerage', symbol='ORCL', quantity=4, price=45, lots=l}")
        #expect(try session.message("void(l)").contains("takes units from lot"))
        try session.run("amend{id=l, fee=11}")
        #expect(try session.text("gains{}[1].cost_basis, lots{}[1].remaining") == "129.2, 6")
    }
}

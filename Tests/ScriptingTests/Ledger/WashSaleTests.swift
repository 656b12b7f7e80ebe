import Testing

@Suite("Wash sales")
struct WashSaleTests {
    /// A hundred units at 10, sold at a loss of 2 each.
    private static let loss = """
        setting('wash_sales', true)
        deposit{date='2014-01-02', account='Brokerage', amount=9000} deposit{date='2014-01-02', account='Other', amount=9000}
        buy{date='2013-06-03', account='Brokerage', symbol='SPY', quantity=100, price=10}
        sell{date='2014-03-03', account='Brokerage', symbol='SPY', quantity=100, price=8}

        """

    private static func bought(_ title: String, _ purchase: String, _ answers: [(String, String)]) -> LedgerCase {
        LedgerCase(title, loss + purchase, answers)
    }

    @Test(arguments: [
        bought("off unless it is asked for", "setting('wash_sales', '') buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=100, price=8}", [
            ("gains{}[1].gain, gains{}[1].wash", "-200, 0"), ("lot('Brokerage', 'SPY')", "2014-03-20 100@800"),
        ]),
        bought("all of it bought back within thirty days", "buy{date='2014-04-02', account='Brokerage', symbol='SPY', quantity=100, price=8}", [
            ("gains{}[1].gain, gains{}[1].wash, gains{}[1].cost_basis", "0, 200, 1000"), ("lot('Brokerage', 'SPY')", "2014-04-02 100@1000"),
        ]),
        bought("on the day after it is too late", "buy{date='2014-04-03', account='Brokerage', symbol='SPY', quantity=100, price=8}", [
            ("gains{}[1].gain, gains{}[1].wash", "-200, 0"), ("lot('Brokerage', 'SPY')", "2014-04-03 100@800"),
        ]),
        bought("in part, and the days go with it", "buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=150, price=8}", [
            ("gains{}[1].gain", "0"), ("lot('Brokerage', 'SPY')", "2014-03-20 100@1000; 2014-03-20 50@400"),
            // 273 days before and 286 since: more than a year.
            ("lots{symbol='SPY'}:list('term')", "{\"long\", \"short\"}"),
        ]),
        bought("fewer bought than sold", "buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=30, price=8}", [
            ("gains{}[1].gain, gains{}[1].wash", "-140, 60"), ("lot('Brokerage', 'SPY')", "2014-03-20 30@300"),
        ]),
        bought("bought before the sale", "buy{date='2014-02-03', account='Other', symbol='SPY', quantity=40, price=9}", [
            ("gains{}[1].gain, gains{}[1].wash", "-120, 80"), ("lot('Other', 'SPY')", "2014-02-03 40@440"),
        ]),
        bought("in another owner's account it is none", "buy{date='2014-03-20', account='Third', symbol='SPY', quantity=100, price=8}", [
            ("gains{}[1].wash", "0"), ("lot('Third', 'SPY')", "2014-03-20 100@800"),
        ]),
        bought("in a pension the loss is lost", """
            account{name='IRA', owner='Ada', type='pension'}
            buy{date='2014-03-20', account='IRA', symbol='SPY', quantity=100, price=8}
            """, [("gains{}[1].gain, gains{}[1].wash", "0, 200"), ("lot('IRA', 'SPY')", "2014-03-20 100@800")]),
        bought("after a split the units bought are of another size", """
            split{date='2014-03-10', symbol='SPY', ratio='2:1'}
            buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=60, price=4}
            """, [("gains{}[1].gain, gains{}[1].wash", "-140, 60"), ("lot('Brokerage', 'SPY')", "2014-03-20 60@300")]),
        bought("a transfer takes the days along", """
            buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=100, price=8}
            transfer{date='2014-04-10', from='Brokerage', to='Other', symbol='SPY', quantity=100}
            """, [("lot('Other', 'SPY')", "2014-03-20 100@1000"), ("lots{symbol='SPY'}[1].term", "long")]),
        LedgerCase("units of the same purchase replace nothing", """
            setting('wash_sales', true)
            deposit{date='2014-01-02', account='Brokerage', amount=9000}
            buy{date='2014-03-03', account='Brokerage', symbol='SPY', quantity=100, price=10}
            sell{date='2014-03-10', account='Brokerage', symbol='SPY', quantity=50, price=8}
            """, [("gains{}[1].wash", "0")]),
        bought("voiding the purchase gives the loss back", "void(buy{date='2014-03-20', account='Other', symbol='SPY', quantity=100, price=8}[1].id)", [
            ("gains{}[1].gain, gains{}[1].wash", "-200, 0"),
        ]),
        bought("a chain passes the loss on", """
            buy{date='2014-03-10', account='Brokerage', symbol='SPY', quantity=100, price=8}
            sell{date='2014-03-17', account='Brokerage', symbol='SPY', quantity=100, price=7}
            buy{date='2014-03-24', account='Brokerage', symbol='SPY', quantity=100, price=7}
            """, [("gains{}:list('wash')", "{200, 300}"), ("gains{}:sum('gain')", "0"), ("lot('Brokerage', 'SPY')", "2014-03-24 100@1000")]),
    ])
    func washSales(_ example: LedgerCase) throws { try example.play() }
}

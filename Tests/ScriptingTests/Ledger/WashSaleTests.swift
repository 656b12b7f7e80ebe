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

    /// An option on the shares at a strike of 9 for a premium of 1, bought or sold on a day.
    private static func written(_ right: String, _ subtype: String, _ day: String) -> String {
        """
        setting('wash_sales', true)
        instrument{symbol='O', underlying='SPY', right='\(right)', strike=9, expires='2014-04-18'} account{name='Brokerage', allow_short=true}
        deposit{date='2014-01-02', account='Brokerage', amount=9000} deposit{date='2014-01-02', account='Other', amount=9000}
        \(subtype.hasPrefix("buy") ? "buy" : "sell"){date='\(day)', account='Brokerage', symbol='O', quantity=1, price=1, subtype='\(subtype)'}

        """
    }

    private static func option(_ title: String, _ right: String, _ subtype: String, _ day: String, _ use: String, _ answers: [(String, String)]) -> LedgerCase {
        LedgerCase(title, loss + written(right, subtype, day) + use, answers)
    }

    /// A hundred units at 11 that go by an option, with as many bought seven days before.
    private static func used(_ title: String, _ right: String, _ subtype: String, _ use: String, _ gain: String, _ lot: String) -> LedgerCase {
        LedgerCase(
            title,
            """
            deposit{date='2013-01-02', account='Brokerage', amount=9000}
            buy{date='2013-06-03', account='Brokerage', symbol='SPY', quantity=100, price=11}

            """ + written(right, subtype, "2014-02-14") + """
                buy{date='2014-03-14', account='Brokerage', symbol='SPY', quantity=100, price=8}
                \(use)
                """,
            [
                ("gains{symbol='SPY'}[1].proceeds - gains{symbol='SPY'}[1].cost_basis, gains{symbol='SPY'}[1].gain, gains{symbol='SPY'}[1].wash", gain),
                ("lot('Brokerage', 'SPY')", lot),
            ])
    }

    @Test(arguments: [
        bought(
            "off unless it is asked for", "setting('wash_sales', '') buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=100, price=8}",
            [
                ("gains{}[1].gain, gains{}[1].wash", "-200, 0"), ("lot('Brokerage', 'SPY')", "2014-03-20 100@800"),
            ]),
        bought(
            "all of it bought back within thirty days", "buy{date='2014-04-02', account='Brokerage', symbol='SPY', quantity=100, price=8}",
            [
                ("gains{}[1].gain, gains{}[1].wash, gains{}[1].cost_basis", "0, 200, 1000"), ("lot('Brokerage', 'SPY')", "2014-04-02 100@1000"),
            ]),
        bought(
            "on the day after it is too late", "buy{date='2014-04-03', account='Brokerage', symbol='SPY', quantity=100, price=8}",
            [
                ("gains{}[1].gain, gains{}[1].wash", "-200, 0"), ("lot('Brokerage', 'SPY')", "2014-04-03 100@800"),
            ]),
        bought(
            "in part, and the days go with it", "buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=150, price=8}",
            [
                ("gains{}[1].gain", "0"), ("lot('Brokerage', 'SPY')", "2014-03-20 100@1000; 2014-03-20 50@400"),
                // 273 days before and 286 since: more than a year.
                ("lots{symbol='SPY'}:list('term')", "{\"long\", \"short\"}"),
            ]),
        bought(
            "fewer bought than sold", "buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=30, price=8}",
            [
                ("gains{}[1].gain, gains{}[1].wash", "-140, 60"), ("lot('Brokerage', 'SPY')", "2014-03-20 30@300"),
            ]),
        bought(
            "bought before the sale", "buy{date='2014-02-03', account='Other', symbol='SPY', quantity=40, price=9}",
            [
                ("gains{}[1].gain, gains{}[1].wash", "-120, 80"), ("lot('Other', 'SPY')", "2014-02-03 40@440"),
            ]),
        bought(
            "in another owner's account it is none", "buy{date='2014-03-20', account='Third', symbol='SPY', quantity=100, price=8}",
            [
                ("gains{}[1].wash", "0"), ("lot('Third', 'SPY')", "2014-03-20 100@800"),
            ]),
        bought(
            "in a pension the loss is lost",
            """
            account{name='IRA', owner='Ada', type='pension'}
            buy{date='2014-03-20', account='IRA', symbol='SPY', quantity=100, price=8}
            """, [("gains{}[1].gain, gains{}[1].wash", "0, 200"), ("lot('IRA', 'SPY')", "2014-03-20 100@800")]),
        bought(
            "after a split the units bought are of another size",
            """
            split{date='2014-03-10', symbol='SPY', ratio='2:1'}
            buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=60, price=4}
            """, [("gains{}[1].gain, gains{}[1].wash", "-140, 60"), ("lot('Brokerage', 'SPY')", "2014-03-20 60@300")]),
        bought(
            "a transfer takes the days along",
            """
            buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=100, price=8}
            transfer{date='2014-04-10', from='Brokerage', to='Other', symbol='SPY', quantity=100}
            """, [("lot('Other', 'SPY')", "2014-03-20 100@1000"), ("lots{symbol='SPY'}[1].term", "long")]),
        LedgerCase(
            "units of the same purchase replace nothing",
            """
            setting('wash_sales', true)
            deposit{date='2014-01-02', account='Brokerage', amount=9000}
            buy{date='2014-03-03', account='Brokerage', symbol='SPY', quantity=100, price=10}
            sell{date='2014-03-10', account='Brokerage', symbol='SPY', quantity=50, price=8}
            """, [("gains{}[1].wash", "0")]),
        bought(
            "voiding the purchase gives the loss back", "void(buy{date='2014-03-20', account='Other', symbol='SPY', quantity=100, price=8}[1].id)",
            [
                ("gains{}[1].gain, gains{}[1].wash", "-200, 0")
            ]),
        bought(
            "a chain passes the loss on",
            """
            buy{date='2014-03-10', account='Brokerage', symbol='SPY', quantity=100, price=8}
            sell{date='2014-03-17', account='Brokerage', symbol='SPY', quantity=100, price=7}
            buy{date='2014-03-24', account='Brokerage', symbol='SPY', quantity=100, price=7}
            """, [("gains{}:list('wash')", "{200, 300}"), ("gains{}:sum('gain')", "0"), ("lot('Brokerage', 'SPY')", "2014-03-24 100@1000")]),
        option(
            "being assigned a put buys", "put", "sell_to_open", "2014-02-14", "assign{date='2014-03-21', account='Brokerage', symbol='O', quantity=1}",
            [
                ("gains{symbol='SPY'}[1].gain, gains{symbol='SPY'}[1].wash", "0, 200"), ("lot('Brokerage', 'SPY')", "2014-03-21 100@1000"),
            ]),
        option(
            "exercising a call buys", "call", "buy_to_open", "2014-02-14", "exercise{date='2014-03-21', account='Brokerage', symbol='O', quantity=1}",
            [
                ("gains{symbol='SPY'}[1].gain, gains{symbol='SPY'}[1].wash", "0, 200"), ("lot('Brokerage', 'SPY')", "2014-03-21 100@1200"),
            ]),
        option(
            "a call exercised too late replaces nothing", "call", "buy_to_open", "2014-02-14", "exercise{date='2014-04-03', account='Brokerage', symbol='O', quantity=1}",
            [
                ("gains{symbol='SPY'}[1].wash", "0"), ("lot('Brokerage', 'SPY')", "2014-04-03 100@1000"),
            ]),
        used("exercising a put sells", "put", "buy_to_open", "exercise{date='2014-03-21', account='Brokerage', symbol='O', quantity=1}", "-300, 0, 300", "2014-03-14 100@1100"),
        used("being assigned a call sells", "call", "sell_to_open", "assign{date='2014-03-21', account='Brokerage', symbol='O', quantity=1}", "-100, 0, 100", "2014-03-14 100@900"),
        LedgerCase(
            "an option's loss is the option's",
            Self.written("call", "buy_to_open", "2014-03-03") + """
                expire{date='2014-03-17', account='Brokerage', symbol='O', quantity=1}
                buy{date='2014-03-20', account='Brokerage', symbol='SPY', quantity=100, price=8}
                """, [("gains{}[1].gain, gains{}[1].wash", "-100, 0"), ("lot('Brokerage', 'SPY')", "2014-03-20 100@800")]),
        LedgerCase(
            "with the premium apart the trade's loss moves alone",
            """
            setting('option_premium', 'cash')
            deposit{date='2014-01-02', account='Brokerage', amount=9000}
            buy{date='2013-06-03', account='Brokerage', symbol='SPY', quantity=100, price=10}

            """ + Self.written("put", "buy_to_open", "2014-02-14") + """
                buy{date='2014-03-14', account='Other', symbol='SPY', quantity=100, price=8}
                exercise{date='2014-03-21', account='Brokerage', symbol='O', quantity=1}
                """,
            [
                ("gains{symbol='O'}[1].gain, gains{symbol='O'}[1].wash", "-100, 0"), ("gains{symbol='SPY'}[1].gain, gains{symbol='SPY'}[1].wash", "0, 100"),
                ("lot('Other', 'SPY')", "2014-03-14 100@900"),
            ]),
        bought(
            "what is brought in is not bought",
            """
            record{type='transfer_in', date='2014-03-10', account='Brokerage', symbol='SPY', quantity=10, price=8}
            record{type='buy', date='2014-03-11', account='Brokerage', symbol='SPY', quantity=10, price=8, subtype='opening'}
            """, [("gains{}[1].gain, gains{}[1].wash", "-200, 0"), ("lot('Brokerage', 'SPY')", "2014-03-10 10@80; 2014-03-11 10@80")]),
        LedgerCase(
            "what another instrument became is not bought, what goes by another symbol is",
            """
            setting('wash_sales', true)
            instrument{symbol='OLD', currency='USD'} instrument{symbol='NEW', currency='USD'} instrument{symbol='NOW', currency='USD'}
            deposit{date='2013-01-02', account='Brokerage', amount=9000}
            buy{date='2013-06-03', account='Brokerage', symbol='NEW', quantity=100, price=10}
            buy{date='2014-03-03', account='Brokerage', symbol='OLD', quantity=10, price=10}
            merger{date='2014-03-04', symbol='OLD', into='NEW', ratio='1:1'}
            sell{date='2014-03-05', account='Brokerage', symbol='NEW', quantity=50, price=8}
            buy{date='2014-03-20', account='Brokerage', symbol='NEW', quantity=20, price=8}
            symbol_change{date='2014-04-20', symbol='NEW', into='NOW'}
            buy{date='2014-06-20', account='Brokerage', symbol='NOW', quantity=20, price=8}
            sell{date='2014-06-21', account='Brokerage', symbol='NOW', quantity=50, price=8}
            """, [("gains{}:list('wash')", "{40, 40}"), ("lot('Brokerage', 'NOW')", "2014-03-03 10@100; 2014-03-20 20@200; 2014-06-20 20@200")]),
    ])
    func washSales(_ example: LedgerCase) throws { try example.play() }
}

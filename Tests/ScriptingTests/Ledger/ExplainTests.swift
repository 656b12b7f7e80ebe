import LuaKit
import Testing

@Suite("Explanations add up")
struct ExplainTests {
    /// Shows what each line changed and came to.
    private static let shown = """
        function lines(frame)
          local text = {}
          for r in frame do text[#text + 1] = ("%s %s=%s"):format(r.what:match('^%s*(%a+)'), r.amount, r.balance) end
          return table.concat(text, '; ')
        end
        for _, s in ipairs{'OLD', 'NEW', 'SPIN'} do instrument{symbol=s, currency='USD'} end
        deposit{date='2013-01-02', account='Brokerage', amount=90000} deposit{date='2013-01-02', account='Other', amount=90000}

        """

    @Test("A row of an earlier day is explained with its day, and without it that is told")
    func earlierDay() throws {
        let session = try ScriptSession.small()
        try session.run(
            """
            buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=5, price=10}
            sell{date='2014-06-02', account='Brokerage', symbol='SPY', quantity=5, price=11}
            """)
        for query in ["lots", "holdings"] {
            try session.run("row = \(query){on='2014-03-03', symbol='SPY'}[1]")
            #expect(try session.text("explain(row).warnings[1].kind") == "other_day")
            #expect(try session.text("explain{row=row, on='2014-03-03'}[1].balance, #explain{row=row, on='2014-03-03'}.warnings") == "50, 0")
        }
        #expect(
            try session.text("explain(cash{on='2014-03-03'}[1]).warnings[1].kind, #explain(cash{}[1]).warnings, #explain(holdings{}[1]).warnings, #explain(lots{}[1]).warnings")
                == "other_day, 0, 0, 0")
    }

    @Test("A number that is no entry and no lot is told as it is", arguments: ["10000000007", "-3", "math.mininteger", "math.maxinteger", "0"])
    func noEntry(number: String) throws {
        let session = try ScriptSession.small(), shown = try session.text("string.format('%d', \(number))")
        let failure = try session.failure("explain(\(number))")
        #expect(failure.kind == "unknown_entry" && failure.message.contains(shown), "\(failure.message)")
        #expect(try session.text("explain(7)[1].what") == "buy 10 ORCL @ 31.2 fee 1")
    }

    @Test(arguments: [
        LedgerCase(
            "a lot after a merger with cash and a spin-off",
            shown + """
                buy{date='2013-02-01', account='Brokerage', symbol='OLD', quantity=100, price=20, fee=5}
                merger{date='2013-03-01', account='Brokerage', symbol='OLD', into='NEW', ratio='1:2', amount=100}
                spinoff{date='2013-04-01', symbol='NEW', into='SPIN', ratio='1:1', share=0.2}
                """,
            [
                ("lines(explain(lots{symbol='NEW'}[1])), lots{symbol='NEW'}[1].cost_basis", "buy 2005=2005; merger -100=1905; spinoff -381=1524, 1524"),
                ("lines(explain(lots{symbol='SPIN'}[1])), lots{symbol='SPIN'}[1].cost_basis", "buy 2005=2005; merger -100=1905; spinoff -1524=381, 381"),
            ]),
        LedgerCase(
            "a lot that was moved in part, and took capital back",
            shown + """
                buy{date='2013-02-01', account='Brokerage', symbol='OLD', quantity=100, price=20}
                transfer{date='2013-03-01', from='Brokerage', to='Other', symbol='OLD', quantity=40}
                return_of_capital{date='2013-04-01', account='Other', symbol='OLD', amount=40}
                """,
            [
                (
                    "lines(explain(lots{account='Other', symbol='OLD'}[1])), lots{account='Other', symbol='OLD'}[1].cost_basis",
                    "buy 2000=2000; transfer -1200=800; transfer 0=800; return -40=760, 760"
                )
            ]),
        LedgerCase(
            "a lot that came after another of the same purchase, which took capital back",
            shown + """
                buy{date='2013-02-01', account='Brokerage', symbol='OLD', quantity=10, price=50}
                transfer{date='2013-03-01', from='Brokerage', to='Other', symbol='OLD', quantity=4}
                return_of_capital{date='2013-04-01', account='Other', symbol='OLD', amount=20}
                transfer{date='2013-05-01', from='Brokerage', to='Other', symbol='OLD', quantity=3}
                spinoff{date='2013-06-01', account='Other', symbol='OLD', into='SPIN', ratio='1:1', share=0.5}
                """,
            [
                ("lines(explain(lots{account='Other', symbol='OLD'}[1]))", "buy 500=500; transfer -300=200; transfer 0=200; return -20=180; spinoff -90=90"),
                ("lines(explain(lots{account='Other', symbol='OLD'}[2]))", "buy 500=500; transfer -200=300; transfer -150=150; transfer 0=150; spinoff -75=75"),
                ("lines(explain(lots{account='Other', symbol='SPIN'}[1]))", "buy 500=500; transfer -300=200; transfer 0=200; return -20=180; spinoff -90=90"),
                ("lines(explain(lots{account='Other', symbol='SPIN'}[2]))", "buy 500=500; transfer -200=300; transfer -150=150; transfer 0=150; spinoff -75=75"),
            ]),
        LedgerCase(
            "a lot that took over a loss",
            shown + """
                setting('wash_sales', true)
                buy{date='2013-02-01', account='Brokerage', symbol='OLD', quantity=10, price=20}
                sell{date='2013-06-01', account='Brokerage', symbol='OLD', quantity=10, price=15}
                buy{date='2013-06-10', account='Brokerage', symbol='OLD', quantity=10, price=15}
                """, [("lines(explain(lots{symbol='OLD'}[1])), lots{symbol='OLD'}[1].cost_basis", "buy 200=200, 200")]),
        LedgerCase(
            "a lot that took over the loss of a later sale, and the gain on it",
            shown + """
                setting('wash_sales', true)
                buy{date='2013-05-01', account='Brokerage', symbol='OLD', quantity=5, price=10}
                buy{date='2013-06-01', account='Brokerage', symbol='OLD', quantity=5, price=8}
                sell{date='2013-06-10', account='Brokerage', symbol='OLD', quantity=5, price=6}
                taken = lines(explain(lots{symbol='OLD'}[1])) .. ', ' .. tostring(lots{symbol='OLD'}[1].cost_basis)
                sell{date='2013-09-10', account='Brokerage', symbol='OLD', quantity=5, price=20}
                """,
            [("taken", "buy 40=40; sell 20=60, 60"), ("lines(explain(gains{symbol='OLD'}[2])), gains{symbol='OLD'}[2].cost_basis", "buy 40=40; sell 20=60; sell -60=0, 60")]),
        LedgerCase(
            "what takes over a loss and what does not, each by itself, and in another account",
            shown + """
                setting('wash_sales', true)
                buy{date='2013-05-01', account='Brokerage', symbol='OLD', quantity=10, price=10}
                buy{date='2013-06-01', account='Other', symbol='OLD', quantity=10, price=8}
                sell{date='2013-06-10', account='Brokerage', symbol='OLD', quantity=4, price=6}
                sell{date='2013-06-11', account='Brokerage', symbol='OLD', quantity=1, price=6}
                split{date='2013-07-01', symbol='OLD', ratio='2:1'}
                """,
            [
                ("lines(explain(lots{symbol='OLD', account='Other'}[1]))", "buy 80=80; sell -32=48; split 0=48"),
                ("lines(explain(lots{symbol='OLD', account='Other'}[2]))", "buy 80=80; sell -32=48; sell -36=12; split 0=12"),
                ("lines(explain(lots{symbol='OLD', account='Other'}[3]))", "buy 80=80; sell -32=48; sell -8=40; split 0=40"),
            ]),
        LedgerCase(
            "a gain at an average lists all purchases",
            shown + """
                setting('lot_method', 'average')
                buy{date='2013-02-01', account='Brokerage', symbol='OLD', quantity=70, price=57.20, fee=0.9}
                buy{date='2013-03-01', account='Brokerage', symbol='OLD', quantity=30, price=57.18, fee=0.5}
                sell{date='2013-04-01', account='Brokerage', symbol='OLD', quantity=50, price=60}
                """, [("lines(explain(gains{symbol='OLD'}[1])), gains{symbol='OLD'}[1].cost_basis", "buy 4004.9=4004.9; buy 1715.9=5720.8; sell -2860.4=2860.4, 2860.4")]),
        LedgerCase(
            "a holding of a pool tells what the others share, and its gain what they all bought",
            shown + """
                setting('lot_method', 'pooled')
                buy{date='2013-02-01', account='Brokerage', symbol='OLD', quantity=10, price=10}
                buy{date='2013-03-01', account='Other', symbol='OLD', quantity=10, price=20}
                sell{date='2013-04-01', account='Brokerage', symbol='OLD', quantity=5, price=30}
                """,
            [
                ("lines(explain{account='Brokerage', symbol='OLD'})", "buy 100=100; pooled 50=150; sell -75=75"),
                ("lines(explain(gains{symbol='OLD'}[1])), gains{symbol='OLD'}[1].cost_basis", "buy 100=100; buy 200=300; sell -75=225, 75"),
            ]),
    ])
    func addUp(_ example: LedgerCase) throws { try example.play() }
}

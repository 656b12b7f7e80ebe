import Testing

@Suite("Options")
struct OptionTests {
    private static let call =
        "instrument{symbol='C', underlying='SPY', right='call', strike=150, expires='2014-06-20'} account{name='Brokerage', allow_short=true} deposit{date='2014-01-02', account='Brokerage', amount=50000}\n"
    private static let put =
        "instrument{symbol='P', underlying='SPY', right='put', strike=150, expires='2014-06-20'} deposit{date='2014-01-02', account='Brokerage', amount=50000}\n"

    /// The case of a covered call that is assigned: shares at 140, a call at 150 sold for 1.45.
    private static let assigned =
        call + """
            buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=100, price=140}
            sell{date='2014-02-03', account='Brokerage', symbol='C', quantity=1, price=1.45, subtype='sell_to_open'}
            assign{date='2014-06-20', account='Brokerage', symbol='C', quantity=1}
            """

    @Test(arguments: [
        LedgerCase(
            "an assigned covered call gains 1145, all of it on the shares", assigned,
            [
                ("gains{symbol='SPY'}:sum('gain')", "1145"), ("gains{symbol='C'}:sum('gain')", "0"), ("gains{}:sum('gain')", "1145"),
                ("cash{}[1].balance", "51832"), ("#options{}, #holdings{symbol='SPY'}", "0, 0"),
                ("trades{symbol='SPY'}:list('type')", "{\"buy\", \"adjustment\"}"), ("#trades{symbol='C'}", "2"),
            ]),
        LedgerCase(
            "with the cash method the premium stays with the option", "setting('option_premium', 'cash')\n" + assigned,
            [
                ("gains{symbol='SPY'}:sum('gain')", "1000"), ("gains{symbol='C'}:sum('gain')", "145"), ("cash{}[1].balance", "51832"),
            ]),
        LedgerCase(
            "an assigned put buys below the strike",
            put + """
                sell{date='2014-02-03', account='Brokerage', symbol='P', quantity=1, price=2, fee=1, subtype='sell_to_open'}
                assign{date='2014-06-20', account='Brokerage', symbol='P', quantity=1}
                """, [("lot('Brokerage', 'SPY')", "2014-06-20 100@14801"), ("gains{}:sum('gain')", "0"), ("cash{}[1].balance", "35886")]),
        LedgerCase(
            "an exercised call buys above the strike",
            call + """
                buy{date='2014-02-03', account='Brokerage', symbol='C', quantity=2, price=3, subtype='buy_to_open'}
                exercise{date='2014-06-20', account='Brokerage', symbol='C', quantity=1, fee=5}
                """, [("lot('Brokerage', 'SPY')", "2014-06-20 100@15305"), ("lot('Brokerage', 'C')", "2014-02-03 1@300"), ("cash{}[1].balance", "35082")]),
        LedgerCase(
            "an exercised put sells below the strike",
            put + """
                buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=100, price=140}
                buy{date='2014-02-03', account='Brokerage', symbol='P', quantity=1, price=3, subtype='buy_to_open'}
                exercise{date='2014-06-20', account='Brokerage', symbol='P', quantity=1}
                """, [("gains{symbol='SPY'}:sum('gain')", "700"), ("gains{symbol='P'}:sum('gain')", "0")]),
        LedgerCase(
            "an option that expires loses what it cost",
            call + """
                buy{date='2014-02-03', account='Brokerage', symbol='C', quantity=2, price=3}
                expire{date='2014-06-20', account='Brokerage', symbol='C'}
                """, [("closed('C')", "2 0-600=-600 short"), ("#options{}", "0")]),
        LedgerCase(
            "one that was sold keeps what it brought",
            call + """
                sell{date='2014-02-03', account='Brokerage', symbol='C', quantity=2, price=3, subtype='sell_to_open'}
                expire{date='2014-06-20', account='Brokerage', symbol='C', quantity=1}
                """, [("closed('C')", "1 300-0=300 short"), ("options{}[1].contracts", "-1"), ("warnings{}[1].kind", "expired_option")]),
        LedgerCase(
            "contracts close in part, the first opened first",
            call + """
                buy{date='2014-02-03', account='Brokerage', symbol='C', quantity=2, price=3}
                buy{date='2014-02-10', account='Brokerage', symbol='C', quantity=2, price=4}
                sell{date='2014-03-03', account='Brokerage', symbol='C', quantity=3, price=5, subtype='sell_to_close'}
                """, [("closed('C')", "2 1000-600=400 short; 1 500-400=100 short"), ("lot('Brokerage', 'C')", "2014-02-10 1@400")]),
        LedgerCase(
            "a short one is bought back",
            call + """
                sell{date='2014-02-03', account='Brokerage', symbol='C', quantity=2, price=3, subtype='sell_to_open'}
                buy{date='2014-03-03', account='Brokerage', symbol='C', quantity=1, price=1, subtype='buy_to_close'}
                """, [("closed('C')", "1 300-100=200 short"), ("options{}[1].cover", "naked")]),
        LedgerCase(
            "a call on shares that are held is covered, a second one is not",
            call + """
                buy{date='2014-02-03', account='Brokerage', symbol='SPY', quantity=150, price=140}
                sell{date='2014-02-03', account='Brokerage', symbol='C', quantity=1, price=1.45, subtype='sell_to_open'}
                instrument{symbol='D', underlying='SPY', right='call', strike=160, expires='2014-09-19'}
                sell{date='2014-02-03', account='Brokerage', symbol='D', quantity=1, price=1, subtype='sell_to_open'}
                """, [("options{}:list('cover')", "{\"covered\", \"naked\"}"), ("options{}[1].underlying", "SPY")]),
        LedgerCase(
            "a put with the cash for it is secured", put + "sell{date='2014-02-03', account='Brokerage', symbol='P', quantity=1, price=2, subtype='sell_to_open'}",
            [
                ("options{}[1].cover", "cash_secured")
            ]),
        LedgerCase(
            "a vertical is one act, and each leg limits the other",
            call + """
                instrument{symbol='D', underlying='SPY', right='call', strike=160, expires='2014-06-20'}
                o = order{date='2014-02-03', account='Brokerage', fee=2, legs={{'sell_to_open', 1, 'C', 5}, {side='buy_to_open', quantity=1, symbol='D', price=2}}}
                """,
            [
                ("#o, o[1].group == o[2].group", "2, true"), ("options{}:list('cover')", "{\"spread\", \"long\"}"),
                ("o:sum('cash')", "298"),
            ]),
    ])
    func options(_ example: LedgerCase) throws { try example.play() }

    @Test(
        "Mistakes",
        arguments: [
            ("assign{account='Brokerage', symbol='ORCL', quantity=1}", "ORCL is not an option"),
            (
                "instrument{symbol='C', underlying='SPY', right='call', strike=5, expires='2015-01-16'} sell{account='Brokerage', symbol='C', quantity=1, price=1, subtype='sell_to_open'} exercise{account='Brokerage', symbol='C', quantity=1}",
                "has sold C, which an exercise is not for"
            ),
            (
                "instrument{symbol='C', underlying='ORCL', right='call', strike=5, expires='2015-01-16'} buy{account='Brokerage', symbol='C', quantity=1, price=1} assign{account='Brokerage', symbol='C', quantity=1}",
                "has bought C, which an assignment is not for"
            ),
            ("merger{symbol='ORCL', amount=20}", "a merger with money needs account, as the money goes into one"),
            ("instrument{symbol='X', kind='option'} assign{account='Brokerage', symbol='X', quantity=1}", "nobody has told what the option X is on"),
            ("instrument{symbol='X', right='put', underlying='SPY', strike=4}", "expires is missing"),
            ("instrument{symbol='X', right='up', underlying='SPY', strike=4, expires='2015-01-01'}", "right must be call or put"),
            ("buy{account='Brokerage', symbol='SPY', quantity=1, price=4, subtype='buy_to_close'}", "has 0 SPY sold short and open on 2014-12-31, so 1 cannot be closed"),
            ("sell{account='Brokerage', symbol='SPY', quantity=1, price=4, subtype='sell_to_close'}", "has 0 SPY bought and open on 2014-12-31, so 1 cannot be closed"),
            ("expire{account='Brokerage', symbol='SPY'}", "SPY is not an option"),
            ("order{account='Brokerage', legs={{'sideways', 1, 'SPY', 5}}}", "the side of leg 1 must be one of"),
        ])
    func mistakes(source: String, part: String) throws {
        let session = try ScriptSession.small()
        try session.expectRefusal(of: source, saying: part)
    }
}

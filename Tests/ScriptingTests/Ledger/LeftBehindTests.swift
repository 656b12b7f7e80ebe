import LuaKit
import Testing

@Suite("What a correction leaves behind, and what finds nothing")
struct LeftBehindTests {
    private static let moved = """
        deposit{date='2014-01-02', account='Savings', amount=900}
        buy{date='2014-01-03', account='Brokerage', symbol='SPY', quantity=50, price=10}
        transfer{date='2014-02-03', from='Brokerage', to='Other', symbol='SPY', quantity=20}
        transfer{date='2014-02-03', from='Savings', to='Brokerage', amount=300}
        function side(type, symbol)
          for a in activities{type=type} do if (a.symbol or '') == (symbol or '') then return a.id end end
        end
        function told(frame)
          local text = ''
          for _, w in ipairs(frame.warnings) do if w.kind ~= 'negative_cash' then text = text .. w.kind .. ': ' .. w.message .. ' | ' end end
          return text
        end

        """

    private static func session() throws -> ScriptSession {
        let session = try ScriptSession.small()
        try session.run("account{name='Other', owner='Ada'}\n" + moved)
        return session
    }

    @Test(
        "One side of a transfer alone is told of, with the entry of the other",
        arguments: [
            ("void", "transfer_out', 'SPY'", "", "unpaired_transfer", "has no other side"),
            ("void", "transfer_in', 'SPY'", "", "units_in_transit", "20 SPY left"),
            ("void", "transfer_in'", "", "unpaired_transfer", "has no other side"),
            ("amend", "transfer_in', 'SPY'", ", quantity=30", "unsent_units", "brings units that no account sent"),
            ("amend", "transfer_in', 'SPY'", ", quantity=10", "units_in_transit", "10 SPY left"),
            ("amend", "transfer_in', 'SPY'", ", group='else'", "unpaired_transfer", "has no other side"),
            ("amend", "transfer_in'", ", amount=250", "uneven_transfer", "sends 300 and brings 250"),
        ])
    func sides(act: String, side: String, more: String, kind: String, part: String) throws {
        let session = try Self.session()
        let other = side.replacing("_in", with: "_?").replacing("_out", with: "_in").replacing("_?", with: "_out")
        try session.run("other = side('\(other)) text = told(\(act){id=side('\(side))\(more)})")
        let text = try session.text("text")
        #expect(text.contains("\(kind): ") && text.contains(part), "\(text)")
        let names = try session.text("text:find('entry ' .. other .. ' is the other side', 1, true) ~= nil")
        #expect(names == "true", "\(text)")
    }

    @Test(
        "A whole transfer, or a change that keeps both sides even, leaves nothing to tell",
        arguments: [
            "undo()", "amend{id=side('transfer_in', 'SPY'), notes='seen'}", "void(side('deposit'))",
        ])
    func whole(act: String) throws {
        let session = try Self.session()
        #expect(try session.text("told(\(act))") == "")
    }

    @Test("What ends an option is named where its purchase is voided")
    func expiry() throws {
        let session = try ScriptSession.small()
        try session.run(
            """
            instrument{symbol='C', underlying='SPY', right='call', strike=150, expires='2014-06-20'}
            bought = buy{date='2014-02-03', account='Brokerage', symbol='C', quantity=1, price=2}[1].id
            ended = expire{date='2014-06-20', account='Brokerage', symbol='C'}[1].id
            local ok, err = pcall(void, bought)
            kind, message, hint = err.kind, err.message, err.hint
            """)
        #expect(try session.text("kind, hint == ('Void entry %d first'):format(ended)") == "strands_sale, true")
        #expect(try session.text("message:find('would leave no C in \"Brokerage\" for the expiry on 2014-06-20', 1, true) ~= nil") == "true")
        try session.run("void(ended) void(bought)")
    }

    /// What an act warns of, each warning by kind and sentence, in a book that holds a call on QQQ.
    private static func warnings(of act: String) throws -> String {
        let session = try ScriptSession.small()
        try session.run(
            """
            instrument{symbol='QQQ', kind='etf'} instrument{symbol='C', underlying='QQQ', right='call', strike=150, expires='2014-12-19'}
            buy{date='2014-02-03', account='Brokerage', symbol='C', quantity=1, price=2}
            said = '' for _, w in ipairs((\(act)).warnings) do said = said .. w.kind .. ': ' .. w.message end
            """)
        return try session.text("said")
    }

    @Test(
        "A change of units that are not held is recorded and told",
        arguments: [
            ("split{symbol='SPY', ratio='3:1', date='2014-02-03'}", "no account holds SPY on 2014-02-03, so the split touches nothing"),
            ("split{symbol='ORCL', ratio='3:1', date='2001-02-03'}", "no account holds ORCL on 2001-02-03"),
            ("split{symbol='ORCL', account='Savings', ratio='3:1', date='2014-07-03'}", "\"Savings\" does not hold ORCL"),
            ("symbol_change{symbol='SPY', into='ORCL', date='2014-02-03'}", "so the symbol change touches nothing"),
            ("split{symbol='ORCL', ratio='3:1', date='2014-07-03'}", ""),
            // Options on it are held, and follow it; one that had expired does not.
            ("split{symbol='QQQ', ratio='3:1', date='2014-07-03'}", ""), ("split{symbol='QQQ', account='Brokerage', ratio='3:1', date='2014-07-03'}", ""),
            ("symbol_change{symbol='QQQ', into='SPY', date='2014-07-03'}", ""),
            ("split{symbol='QQQ', account='Savings', ratio='3:1', date='2014-07-03'}", "\"Savings\" does not hold QQQ"),
            ("split{symbol='QQQ', ratio='3:1', date='2014-01-03'}", "no account holds QQQ"),
            ("split{symbol='QQQ', ratio='3:1', date='2014-12-30'}", "no account holds QQQ"),
            ("spinoff{symbol='QQQ', into='SPY', ratio='1:4', share=0.1, date='2014-07-03'}", "no account holds QQQ"),
        ])
    func touchesNothing(act: String, part: String) throws {
        let said = try Self.warnings(of: act)
        #expect(said.contains("touches_nothing: ") == !part.isEmpty, "\(said)")
        #expect(part.isEmpty || said.contains(part), "\(said)")
    }

    @Test(
        "A split that leaves no standard contracts says so at once",
        arguments: [
            ("split{symbol='QQQ', ratio='3:2', date='2014-07-03'}", "C in \"Brokerage\" is no standard contract any more: each delivers 150 QQQ at a strike of 100"),
            ("split{symbol='QQQ', ratio='2:1', date='2014-07-03'}", ""),
            ("split{symbol='QQQ', ratio='1:4', date='2014-07-03'}", "C in \"Brokerage\" is no standard contract any more: each delivers 25 QQQ at a strike of 150"),
            ("merger{symbol='QQQ', into='SPY', ratio='3:2', date='2014-07-03'}", "each delivers 150 SPY at a strike of 150"),
            ("split{symbol='ORCL', ratio='3:2', date='2014-07-03'}", ""),
        ])
    func adjustedOptions(act: String, part: String) throws {
        let said = try Self.warnings(of: act)
        #expect(said.contains("adjusted_option: ") == !part.isEmpty && (part.isEmpty || said.contains(part)), "\(said)")
        #expect(!said.contains("touches_nothing"), "\(said)")
    }

    @Test(
        "Terms of an option by which a sale or a use that stands finds too few contracts are refused, and the book stays as it was",
        arguments: [
            "sell{date='2014-07-04', account='Brokerage', symbol='C', quantity=2, price=3}", "exercise{date='2014-07-04', account='Brokerage', symbol='C', quantity=2}",
        ])
    func newTerms(act: String) throws {
        let session = try ScriptSession.small()
        try session.run(
            """
            instrument{symbol='QQQ', kind='etf'} instrument{symbol='C', underlying='QQQ', right='call', strike=150, expires='2014-12-19'}
            buy{date='2014-02-03', account='Brokerage', symbol='C', quantity=1, price=2} split{date='2014-07-03', symbol='QQQ', ratio='2:1'} \(act)
            """)
        let kind = try session.failure("instrument{symbol='C', underlying='SPY'}").kind
        #expect(["strands_sale", "used_option"].contains(kind), "\(kind)")
        #expect(try session.text("holdings{symbol='C'}:count(), (verify())") == "0, true")
        try session.run("instrument{symbol='C', name='Call on QQQ'}")
    }

    @Test("A merger by hand says its ratio; a change of symbol needs none")
    func ratios() throws {
        let session = try ScriptSession.small()
        try session.expectRefusal(of: "merger{symbol='ORCL', into='SPY', date='2014-07-03'}", saying: "a merger of ORCL into SPY needs ratio")
        try session.expectRefusal(of: "record{type='adjustment', subtype='merger', symbol='ORCL', into='SPY', date='2014-07-03'}", saying: "needs ratio")
        #expect(throws: (any Error).self) { try session.sentence("merger ORCL into SPY on 2014-07-03") }
        _ = try session.sentence("merger ORCL into SPY ratio 1:1 on 2014-07-03")
        _ = try session.sentence("rename SPY to ORCL on 2014-07-04")
        #expect(try session.text("#activities{type='adjustment'}") == "2")
        try session.run("first = activities{type='adjustment'}[1].id")
        try session.expectRefusal(of: "amend{id=first, without={'ratio'}}", saying: "needs ratio")
    }

    @Test(
        "What would become an instrument in another currency is refused with what can be done",
        arguments: [
            (
                "merger{symbol='ORCL', into='E', ratio='1:2', account='Brokerage', date='2014-07-03'}", "a merger converts no cost",
                "Say sell all ORCL @ … in Brokerage on 2014-07-03, then buy … E @ … in Brokerage on 2014-07-03"
            ),
            (
                "symbol_change{symbol='ORCL', into='E', date='2014-07-03'}", "symbol change converts no cost",
                "Say sell all ORCL @ … in … on 2014-07-03, then buy … E @ … in … on 2014-07-03, for each account that holds it"
            ),
            (
                "spinoff{symbol='ORCL', into='E', ratio='1:2', share=0.2, account='Brokerage', date='2014-07-03'}", "converts no cost",
                "Say capital … ORCL in Brokerage on 2014-07-03 with the cost that goes, then buy … E @ … in Brokerage on 2014-07-03"
            ),
        ])
    func otherCurrency(act: String, part: String, hint: String) throws {
        let session = try ScriptSession.small()
        try session.run("instrument{symbol='E', currency='EUR'} local ok, err = pcall(function() \(act) end) kind, message, hint = err.kind, err.message, err.hint")
        #expect(try session.text("kind, hint") == "currency_mismatch, \(hint)")
        #expect(try session.text("message").contains(part))
    }

    @Test("What the hint says can be done, as it says it")
    func remedies() throws {
        let session = try ScriptSession.small()
        try session.run("instrument{symbol='E', currency='EUR'}")
        for line in ["capital 30 ORCL in Brokerage on 2014-07-03", "sell all ORCL @ 31 in Brokerage on 2014-07-03", "buy 5 E @ 50 in Brokerage on 2014-07-03"] {
            _ = try session.sentence(line)
        }
        #expect(try session.text("holdings{}[1].symbol, holdings{}[1].cost_basis") == "E, 250")
    }
}

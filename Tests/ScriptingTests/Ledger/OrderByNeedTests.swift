import Foundation
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing

/// The order of a day is settled from the activities of the act alone, and stays as it was settled.
@Suite("The order of a day by need")
struct OrderByNeedTests {
    static let start = """
        account{name="A", currency="USD"} account{name="B", currency="USD"} account{name="C", currency="USD"}
        instrument{symbol="X", currency="USD"} instrument{symbol="Y", currency="USD"} instrument{symbol="Z", currency="USD"}
        instrument{symbol="O", underlying="X", right="call", strike=1, expires="2024-06-21", multiplier=100}
        """

    static let verbs = """
        d = "2024-01-05"
        function s(q, p, day) return sell{date=day or d, account="A", symbol="X", quantity=q, price=p} end
        function b(q, p, day) return buy{date=day or d, account="A", symbol="X", quantity=q, price=p} end
        function entry(type, n) return activities{symbol="X", type=type}[n or 1].id end
        """

    static let figures = """
        lots{}:list('account'), lots{}:list('symbol'), lots{}:list('remaining'), lots{}:list('cost_basis'), gains{}:list('gain'), cash{}:list('balance')
        """

    func session(_ folder: TemporaryFolder, _ acts: String...) throws -> ScriptSession {
        let session = try ScriptSession(at: folder.path + "/\(UInt32.random(in: 0 ... .max)).luca", today: "2024-12-31")
        try session.run(Self.start)
        try session.run(Self.verbs)
        for act in acts { try session.run(act) }
        return session
    }

    /// What a book says, and that it says the same once it was closed and opened, and once it was written out and read into another.
    func figures(_ session: ScriptSession, _ folder: TemporaryFolder) throws -> String {
        let live = try session.text(Self.figures), head = try session.text("select(3, verify())")
        #expect(try session.text("(verify())") == "true")
        let archive = folder.path + "/archive\(UInt32.random(in: 0 ... .max))"
        try session.run("export('\(archive)', 'book')")
        let copy = try ScriptSession(today: "2024-12-31")
        try copy.run("import('\(archive)')")
        #expect(try copy.text(Self.figures) == live)
        #expect(try copy.text("select(3, verify())") == head)
        let path = try #require(session.runtime.book?.path)
        session.runtime.close()
        #expect(try ScriptSession(at: path, today: "2024-12-31").text(Self.figures) == live)
        return live
    }

    @Test(
        "What is asked, set or caught between a sale and its purchase makes no difference",
        arguments: [
            "", "setting('fees_in_cost', false)", "instrument{symbol='X', name='Ex'}", "setting('wash_sales', true)", "pcall(holdings)", "pcall(function() return #lots{} end)",
            "pcall(sell, {date=d, account='A', symbol='X', quantity='all', price=1})", "deposit{date=d, account='B', amount=50}",
            "pcall(void, entry('sell'))", "pcall(transaction, function() s(1, 1) error('no') end)",
            "pcall(transfer, {date=d, from='A', to='B', symbol='X', quantity=1, lots={9999}})",
            "setting('record_user', true) setting('lot_method', 'lifo') setting('lot_method', 'fifo')", "quote{symbol='X', date=d, close=9}",
        ])
    func whateverIsBetween(between: String) throws {
        let folder = try TemporaryFolder(), voided = between.contains("void")
        for purchase in ["b(10, 10)", "b(10, 10, '2024-01-04')"] {
            let book = try session(folder, "limit{name='L', account='B', amount=7000}", "transaction(function() s(5, 10) \(between) \(voided ? "s(5, 10)" : "") \(purchase) end)")
            #expect(try figures(book, folder).hasPrefix(#"{"A"}, {"X"}, {5}, {50}, {0}"#), "\(between) \(purchase)")
        }
    }

    @Test("A file in an act is taken as its rows would be, and no more of it comes before a sale than that needs", arguments: ["", "setting('fees_in_cost', false)"])
    func files(between: String) throws {
        let folder = try TemporaryFolder()
        try Data("date,type,account,symbol,quantity,price,currency\n2024-01-05,buy,A,X,10,10,USD\n2024-01-05,buy,A,X,10,20,USD\n".utf8).write(
            to: URL(filePath: folder.path + "/two.csv"))
        for purchases in ["import{path='\(folder.path)/two.csv'}", "b(10, 10) b(10, 20)"] {
            let book = try session(folder, "setting('lot_method', 'lifo') transaction(function() s(10, 30) \(between) \(purchases) end)")
            #expect(try figures(book, folder).hasPrefix(#"{"A"}, {"X"}, {10}, {200}, {200}"#))
        }
    }

    @Test(
        "What comes early brings along what stands before it, and nothing that stands behind it",
        arguments: [
            (
                "", "sell{date=d, account='A', symbol='Y', quantity=5, price=1} b(10, 1) spinoff{date=d, symbol='X', into='Y', ratio='1:2', share=0.2} b(10, 2)",
                #"{"A", "A"}, {"X", "X"}, {10, 10}, {8, 20}"#
            ),
            ("", "sell{date=d, account='A', symbol='Y', quantity=5, price=1} b(5, 1) merger{date=d, symbol='X', into='Y', ratio='1:1'} b(5, 2) s(5, 1)", "{}"),
            ("", "s(10, 1) split{date=d, symbol='X', ratio='2:1'} b(15, 2)", #"{"A"}, {"X"}, {5}, {10}"#),
            ("b(1, 1, '2024-01-02')", "s(10, 1) split{date=d, symbol='X', ratio='2:1'} b(15, 2)", #"{"A"}, {"X"}, {7}, {14}"#),
            (
                "b(10, 1, '2024-01-02') buy{date='2024-01-02', account='B', symbol='X', quantity=3, price=1}",
                "s(20, 1) sell{date=d, account='B', symbol='X', quantity=3, price=1} split{date=d, symbol='X', ratio='2:1'}", "{}"
            ),
            (
                "buy{date='2024-01-02', account='B', symbol='X', quantity=5, price=1}",
                """
                s(5, 1) sell{date=d, account='B', symbol='X', quantity=2, price=25} buy{date=d, account='B', symbol='X', quantity=2, price=5} transfer{date=d, from='B', to='A', symbol='X', quantity=5}
                """, "{}"
            ),
            ("b(1, 1, '2024-01-02')", "sell{date=d, account='A', symbol='Y', quantity=5, price=1} merger{date=d, symbol='X', into='Y', ratio='1:1'} b(4, 1)", "{}"),
            ("b(5, 1, '2024-01-10') local id = entry('buy')", "s(5, 1) amend{id=entry('buy'), date=d}", "{}"),
            (
                "",
                "expire{date='2024-06-21', account='A', symbol='O'} buy{date='2024-06-21', account='A', symbol='O', quantity=1, price=1} buy{date='2024-06-21', account='A', symbol='O', quantity=1, price=1}",
                "{}"
            ),
        ])
    func bringsAlong(before: String, act: String, lots: String) throws {
        let folder = try TemporaryFolder(), book = try session(folder, "account{name='A', allow_short=false}", before, "transaction(function() \(act) end)")
        #expect(try figures(book, folder).hasPrefix(lots))
    }

    static let ten = "buy{date='2024-01-02', account='A', symbol='X', quantity=10, price=1}"
    static let three = "buy{date='2024-01-02', account='B', symbol='X', quantity=3, price=1}"

    @Test(
        "A sale that needs what comes later changes nothing for the others: all is as if it had been recorded the last",
        arguments: [
            (
                ten, "sell{date=d, account='B', symbol='X', quantity=10, price=1}",
                "s(5, 1) split{date=d, symbol='X', ratio='2:1'} transfer{date=d, from='A', to='B', symbol='X', quantity=10}"
            ),
            (ten, "sell{date=d, account='A', symbol='Y', quantity=1, price=1}", "s(5, 1) spinoff{date=d, account='A', symbol='X', into='Y', ratio='1:1', share=0.5}"),
            (
                ten, "sell{date=d, account='A', symbol='Y', quantity=3, price=1}",
                "transfer{date=d, from='A', to='B', symbol='X', quantity=4} spinoff{date=d, account='A', symbol='X', into='Y', ratio='1:1', share=0.5}"
            ),
            (
                "b(5, 10, '2024-01-02') b(5, 20, '2024-01-03')", "sell{date=d, account='B', symbol='X', quantity=5, price=60}",
                "s(5, 50) transfer{date=d, from='A', to='B', symbol='X', quantity=5}"
            ),
            (ten, "sell{date=d, account='A', symbol='Y', quantity=5, price=9}", "s(5, 5) merger{date=d, account='A', symbol='X', into='Y', ratio='1:1'}"),
            (
                ten + three, "s(20, 1)",
                "buy{date=d, account='B', symbol='X', quantity=2, price=1} sell{date=d, account='B', symbol='X', quantity=5, price=1} split{date=d, symbol='X', ratio='2:1'}"
            ),
        ])
    func asIfLast(before: String, sale: String, others: String) throws {
        let folder = try TemporaryFolder(), late = try session(folder, before, "transaction(function() \(others) \(sale) end)")
        let early = try session(folder, before, "transaction(function() \(sale) \(others) end)")
        #expect(try figures(early, folder) == figures(late, folder))
    }

    @Test(
        "What is told of a holding is so at the end of its day: nothing that waited comes behind it, and nothing passes it",
        arguments: [
            ("", "transfer{date=d, from='A', to='D', symbol='X', quantity=5} position{date=d, account='D', symbol='X', quantity=7, price=3} b(5, 1)"),
            (
                "",
                "exercise{date=d, account='D', symbol='O', quantity=1} position{date=d, account='D', symbol='X', quantity=7, price=3} buy{date=d, account='D', symbol='O', quantity=1, price=1}"
            ),
            (
                "buy{date='2024-01-02', account='D', symbol='X', quantity=5, price=1}",
                """
                transfer{date=d, from='D', to='A', symbol='X', quantity=1} s(2, 1) merger{date=d, account='A', symbol='Z', into='X', ratio='1:1'} buy{date=d, account='A', symbol='Z', quantity=1, price=1}
                position{date=d, account='D', symbol='X', quantity=4, price=3}
                """
            ),
        ])
    func toldHoldings(before: String, act: String) throws {
        let folder = try TemporaryFolder(), book = try session(folder, "account{name='D', currency='USD', tracking='holdings'}", before)
        let figures = try book.text(Self.figures)
        #expect(try book.text("(pcall(transaction, function() \(act) end))") == "false")
        #expect(try book.text(Self.figures) == figures)
    }

    @Test("What lost its units finds no purchase that is recorded behind a split from before the act")
    func splitBetween() throws {
        let folder = try TemporaryFolder(), book = try session(folder, "b(6, 1) s(5, 2) split{date=d, symbol='X', ratio='2:1'}")
        #expect(try book.failure("local id = entry('buy') transaction(function() void(id) b(6, 1) end)").kind == "strands_sale")
    }

    @Test("What tells no time does not wait for what tells one, and finds the order without that")
    func timedBehind() throws {
        let folder = try TemporaryFolder(), act = "s(1, 1) merger{date=d, account='A', symbol='Z', into='X', ratio='1:1'} buy{date=d, account='A', symbol='Z', quantity=1, price=1}"
        let book = try session(folder, "transaction(function() \(act) buy{date=d, time=d .. 'T10:00:00Z', account='A', symbol='X', quantity=1, price=1} end)")
        #expect(try figures(book, folder).hasPrefix(#"{"A"}, {"X"}, {1}, {1}, {0}"#))
    }

    @Test("A sale that waits itself is taken before a split that is recorded behind it")
    func waitsBeforeSplit() throws {
        let folder = try TemporaryFolder(),
            book = try session(
                folder, Self.ten + Self.three,
                """
                transaction(function()
                  s(20, 1) sell{date=d, account='B', symbol='X', quantity=5, price=1} buy{date=d, account='B', symbol='X', quantity=2, price=1} split{date=d, symbol='X', ratio='2:1'}
                end)
                """)
        #expect(try figures(book, folder).hasPrefix("{}, "))
    }

    @Test("An amended sale that needs a split waits for it; what others sold before it stays as it was")
    func amendedBeforeSplit() throws {
        let folder = try TemporaryFolder(), book = try session(folder, Self.ten + Self.three, "s(5, 1) sell{date=d, account='B', symbol='X', quantity=3, price=1}")
        try book.run("local id = entry('sell') transaction(function() amend{id=id, quantity=20} split{date=d, symbol='X', ratio='2:1'} end)")
        #expect(try book.text("gains{account='B'}:list('gain'), holdings{}:count()") == "{0}, 0")
        _ = try figures(book, folder)
    }

    @Test("What stood before an act finds purchases and transfers of it, and those no more than it needs")
    func broughtForward() throws {
        let folder = try TemporaryFolder(), start = "setting('lot_method', 'lifo') b(10, 10) s(10, 30)"
        let book = try session(folder, start, "local id = entry('buy') transaction(function() void(id) b(6, 1) b(6, 2) b(6, 3) end)")
        #expect(try figures(book, folder).hasPrefix(#"{"A", "A"}, {"X", "X"}, {2, 6}, {2, 18}"#))
        let moved = try session(
            folder, start + Self.three,
            """
            local id = activities{account='A', type='buy'}[1].id transaction(function()
              void(id) transfer{date=d, from='B', to='A', symbol='X', quantity=10} buy{date=d, account='B', symbol='X', quantity=7, price=1}
            end)
            """)
        #expect(try figures(moved, folder).hasPrefix("{}, "))
        #expect(
            try session(folder, start).failure("local id = entry('buy') transaction(function() void(id) b(5, 1) split{date=d, symbol='X', ratio='3:1'} end)").kind == "strands_sale"
        )
    }

    @Test("Options on what was split are recorded in any order, and what they come to is the same", arguments: ["2024-04-01", "2024-01-02", "2024-01-08"])
    func optionsOfSplit(split: String) throws {
        let folder = try TemporaryFolder(),
            start =
                "b(300, 10, '2024-01-01') split{date='\(split)', symbol='X', ratio='2:1'} instrument{symbol='P', underlying='X', right='put', strike=40, expires='2024-06-21', multiplier=100}"
        let rows = [
            "sell{date='2024-01-05', account='A', symbol='P', quantity=3, price=1, subtype='sell_to_open'}",
            "buy{date='2024-01-06', account='A', symbol='P', quantity=1, price=2, subtype='buy_to_close'}",
            "assign{date='2024-01-07', account='A', symbol='P', quantity=1}", "expire{date='2024-06-21', account='A', symbol='P'}",
            "sell{date='2024-01-04', account='B', symbol='Y', quantity=1, price=1}",
            "buy{date='2024-01-03', account='B', symbol='Y', quantity=1, price=1}",
        ]
        let forwards = try session(folder, start, "transaction(function() \(rows.sorted().joined(separator: " ")) end)")
        let text = try figures(forwards, folder)
        for order in [Array(rows.reversed()), [3, 2, 0, 1, 4, 5].map { rows[$0] }] {
            #expect(try figures(try session(folder, start, "transaction(function() \(order.joined(separator: " ")) end)"), folder) == text)
        }
    }

    @Test("A question in the middle of an act that does not hold yet says so, and one behind it is answered")
    func unsettled() throws {
        let folder = try TemporaryFolder(), book = try session(folder)
        let failure = try book.failure("transaction(function() s(6, 7) local _ = holdings{}:count() b(6, 5) end)")
        #expect(failure.kind == "unsettled" && failure.message.hasSuffix("\"A\" holds 0 X on 2024-01-05, so it cannot sell 6"))
        try book.run("transaction(function() s(6, 7) b(9, 5, '2024-01-04') held = holdings{}:sum('quantity') end)")
        #expect(try book.text("held, #trades{}") == "3, 2")
    }

    @Test(
        "Chains and circles of any length are ordered or refused",
        arguments: [
            ("s(1, 1) for i = 1, 150 do transfer{date=d, from='A', to='B', symbol='X', quantity=1} transfer{date=d, from='B', to='A', symbol='X', quantity=1} end b(1, 1)", true),
            (
                "for i = 1, 300 do sell{date=d, account='A', symbol='O', quantity=1, price=1, subtype='sell_to_close'} buy{date=d, account='A', symbol='O', quantity=1, price=1, subtype='buy_to_close'} end",
                false
            ),
            (
                """
                for i = 1, 300 do sell{date=d, account='A', symbol='O', quantity=1, price=1, subtype='sell_to_close'} buy{date=d, account='A', symbol='O', quantity=1, price=1, subtype='buy_to_close'} end
                sell{date=d, account='A', symbol='O', quantity=300, price=1, subtype='sell_to_open'} buy{date=d, account='A', symbol='O', quantity=300, price=1, subtype='buy_to_open'}
                """, true
            ),
            (
                """
                for i = 1, 150 do account{name='K' .. i, currency='USD'} end
                sell{date=d, account='K150', symbol='X', quantity=1, price=1} for i = 149, 1, -1 do transfer{date=d, from='K' .. i, to='K' .. (i + 1), symbol='X', quantity=1} end
                buy{date=d, account='K1', symbol='X', quantity=1, price=1}
                """, true
            ),
        ])
    func longChains(act: String, isTaken: Bool) throws {
        let folder = try TemporaryFolder(), book = try session(folder, "account{name='A', allow_short=false}")
        #expect(try book.text("(pcall(transaction, function() \(act) end))") == "\(isTaken)")
        #expect(try book.text("holdings{}:count()") == "0")
    }

    @Test(
        "What cannot be ordered is refused in time",
        arguments: [
            "for i = 1, 40 do return_of_capital{date=d, account='A', symbol='X', amount=1} end s(5, 1)",
            "for i = 1, 40 do s(1, 1) spinoff{date=d, symbol='Z', into='X', ratio='1:1', share=0.1} end for i = 1, 39 do b(1, 1) end",
        ])
    func refusedInTime(act: String) throws {
        let folder = try TemporaryFolder(), book = try session(folder), start = ContinuousClock.now
        #expect(["oversold", "nothing_held", "closes_too_much", "too_few"].contains(try book.failure("transaction(function() \(act) end)").kind))
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test("What is voided and brought back after others were put before a sale stands where it stood, in the session too")
    func lastRow() throws {
        let folder = try TemporaryFolder()
        let book = try session(
            folder, "setting('lot_method', 'lifo') transaction(function() s(8, 30) b(8, 20) end) b(10, 10, '2024-01-02')", "void(entry('buy', 2))", "local _ = lots{}:csv()",
            "undo()")
        #expect(try figures(book, folder).hasPrefix(#"{"A"}, {"X"}, {10}, {100}, {80}"#))
        let split = try session(
            folder, "b(10, 1, '2024-01-02') transaction(function() s(12, 1) split{date=d, symbol='X', ratio='2:1'} end) b(10, 1, '2024-01-03')", "void(entry('split'))",
            "local _ = pcall(lots)", "undo()")
        #expect(try figures(split, folder).hasPrefix(#"{"A", "A"}, {"X", "X"}, {8, 20}"#))
    }

    @Test("What another program records while an act has given up the right to write stays as it was")
    func othersStay() throws {
        let folder = try TemporaryFolder(), book = try session(folder, "setting('lot_method', 'lifo') b(5, 1, '2024-01-02')"), path = try #require(book.runtime.book?.path)
        let other = try ScriptSession(at: path, today: "2024-12-31")
        try other.run(Self.verbs)
        var head: String?
        book.runtime.console.output = { _ in
            _ = try? other.run("s(5, 30)")
            _ = try? other.run("b(7, 20)")
            head = try? other.text("select(3, verify())")
        }
        let failure = try? book.failure("transaction(function() pcall(transaction, function() b(1, 1) error('x') end) print('now') s(5, 30, '2024-01-04') end)")
        #expect(failure != nil)
        #expect(try other.text("select(3, verify())") == head && other.text("(verify()), #trades{}") == "true, 3")
    }

    @Test("Cash below zero is looked at once the order is settled")
    func cashBelowZero() throws {
        let folder = try TemporaryFolder(), book = try session(folder, "setting('negative_cash', 'refuse') deposit{date='2024-01-02', account='A', amount=100}")
        try book.run("transaction(function() s(5, 10) setting('fees_in_cost', false) b(10, 10) end)")
        #expect(try book.text("cash{account='A'}[1].balance") == "50")
        #expect(try book.failure("transaction(function() s(5, 10) setting('fees_in_cost', true) b(10, 100) end)").kind == "negative_cash")
        #expect(try book.text("cash{account='A'}[1].balance, #trades{}") == "50, 2")
    }

    @Test("What is not needed stays behind what was sold before it")
    func noMoreThanNeeded() throws {
        let folder = try TemporaryFolder(), book = try session(folder, "setting('lot_method', 'lifo') transaction(function() s(5, 30) b(10, 10) s(5, 30) b(3, 20) end)")
        #expect(try figures(book, folder).hasPrefix(#"{"A"}, {"X"}, {3}, {60}, {100, 100}"#))
    }
}

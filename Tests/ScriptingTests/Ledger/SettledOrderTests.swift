import Foundation
import LuaKit
import LuaSurface
import Storage
import TestSupport
import Testing

/// What was settled of a day stays: whatever the session does before and after, and in whichever order its rows come.
extension OrderByNeedTests {
    @Test("The order is the same whatever the session did before")
    func sameInAnySession() throws {
        let before = "b(5, 1, '2024-01-02') b(1, 1, '2024-02-02') for i = 1, 12 do b(1, 1, '2024-01-02') s(1, 2, '2024-01-02') end"
        let act = "transaction(function() s(10, 2) s(3, 2, '2024-01-06') b(5, 100, '2024-01-06') b(8, 1) end)"
        let folder = try TemporaryFolder(), together = try session(folder, "setting('lot_method', 'lifo')", before, act)
        let apart = try session(folder, "setting('lot_method', 'lifo')", before), path = try #require(apart.runtime.book?.path)
        apart.runtime.close()
        let later = try ScriptSession(at: path, today: "2024-12-31")
        try later.run(Self.verbs)
        try later.run(act)
        #expect(try figures(later, folder) == figures(together, folder))
    }

    @Test(
        "Sets of one day that can be ordered are taken",
        arguments: [
            ("b(3, 1, '2024-01-02')", "s(10, 30) s(3, 30) b(7, 1) b(3, 5)", "0"),
            ("b(5, 1, '2024-01-02')", "s(10, 1) s(3, 1, '2024-01-06') b(5, 1, '2024-01-06') b(5, 1)", "2"),
            ("", "s(100, 30) exercise{date=d, account='A', symbol='O', quantity=1} buy{date=d, account='A', symbol='O', quantity=1, price=1}", "0"),
            ("", "s(20, 30) split{date=d, symbol='X', ratio='2:1'} b(10, 2)", "0"),
            ("", "sell{date=d, account='A', symbol='Y', quantity=10, price=1} merger{date=d, symbol='X', into='Y', ratio='1:1'} b(10, 1)", "0"),
            ("", "sell{date=d, account='A', symbol='Y', quantity=5, price=1} spinoff{date=d, symbol='X', into='Y', ratio='1:2', share=0.5} b(10, 1)", "10"),
            (
                "b(10, 1, '2024-01-02')",
                """
                sell{date=d, account='A', symbol='Z', quantity=10, price=1} merger{date=d, symbol='Y', into='Z', ratio='1:1'} merger{date=d, symbol='X', into='Y', ratio='1:1'}
                """, "0"
            ),
            (
                "",
                """
                sell{date=d, account='C', symbol='X', quantity=4, price=1} transfer{date=d, from='B', to='C', symbol='X', quantity=4} transfer{date=d, from='A', to='B', symbol='X', quantity=4}
                split{date=d, account='A', symbol='X', ratio='2:1'} b(2, 1)
                """, "0"
            ),
            ("", "s(2, 1) s(2, 1) b(1, 1) b(1, 1) b(1, 1) b(1, 1)", "0"),
            ("", "s(1, 1) s(2, 1, '2024-01-04') b(2, 1, '2024-01-04') b(1, 1)", "0"),
            ("", "s(2, 1) s(2, 1) b(1, 1) b(1, 1) split{date=d, symbol='X', ratio='2:1'}", "0"),
            (
                "",
                """
                sell{date=d, account='A', symbol='Z', quantity=5, price=1} merger{date=d, symbol='Y', into='Z', ratio='1:1'} merger{date=d, symbol='X', into='Y', ratio='1:1'} b(5, 1)
                """, "0"
            ),
        ])
    func canBeOrdered(before: String, act: String, held: String) throws {
        let folder = try TemporaryFolder(), book = try session(folder, before, "transaction(function() \(act) end)")
        #expect(try book.text("holdings{}:sum('quantity') or 0") == held)
        _ = try figures(book, folder)
        book.runtime.close()
    }

    @Test(
        "Of what is amended, undone, voided and brought back each keeps the place that it had",
        arguments: [
            ("transaction(function() s(15, 30) b(10, 10) b(10, 20) end)", "amend{id=entry('buy'), notes='x'}; undo()"),
            ("transaction(function() s(15, 30) b(10, 10) b(10, 20) end)", "void(entry('sell')); undo()"),
            ("b(3, 1, '2024-01-02') transaction(function() s(10, 30) b(4, 10) split{date=d, symbol='X', ratio='3:1'} end)", "amend{id=entry('buy', 2), notes='x'}; undo()"),
            ("b(3, 1, '2024-01-02') transaction(function() s(10, 30) b(4, 10) split{date=d, symbol='X', ratio='3:1'} end)", "amend{id=entry('split'), notes='x'}"),
            (
                "setting('lot_method', 'lifo') b(10, 10) s(10, 30) b(10, 20)",
                "local f, g, h = entry('buy'), entry('buy', 2), entry('sell') transaction(function() void(f) void(g) void(h) end); undo()"
            ),
            (
                "setting('lot_method', 'lifo') b(10, 10) s(10, 30) b(10, 20)",
                "transaction(function() amend{id=entry('sell'), notes='a'} amend{id=entry('buy', 2), notes='x'} amend{id=entry('buy'), notes='b'} end)"
            ),
        ])
    func keepsItsPlace(before: String, acts: String) throws {
        let folder = try TemporaryFolder(), book = try session(folder, before), figures = try book.text(Self.figures)
        for act in acts.split(separator: ";") { try book.run(String(act)) }
        #expect(try self.figures(book, folder) == figures)
    }

    @Test("An act that amends keeps what it does not change where it is")
    func amendingTogether() throws {
        let folder = try TemporaryFolder(), book = try session(folder, "setting('lot_method', 'lifo') b(10, 10) s(10, 30) b(10, 20)")
        try book.run(
            "local f, g, h = entry('sell'), entry('buy', 2), entry('buy') transaction(function() amend{id=f, quantity=12} amend{id=g, notes='x'} amend{id=h, quantity=12} end)")
        #expect(try figures(book, folder).contains("{240}"))
    }

    @Test(
        "An account that is deleted leaves the order of the others as it was",
        arguments: [
            ("""
            buy{date='2024-01-02', account='A', symbol='X', quantity=10, price=10} buy{date='2024-01-02', account='B', symbol='X', quantity=10, price=10}
            transaction(function() sell{date=d, account='A', symbol='X', quantity=20, price=30} sell{date=d, account='B', symbol='X', quantity=15, price=30} split{date=d, symbol='X', ratio='2:1'} end)
            """),
            ("""
            local moved = buy{date=d, account='A', symbol='X', quantity=10, price=7}[1].id buy{date=d, account='B', symbol='X', quantity=10, price=14}
            amend{id=moved, account='B', notes='here'} amend{id=activities{account='B', symbol='X'}[1].id, notes='there'} sell{date=d, account='B', symbol='X', quantity=10, price=20}
            """),
        ])
    func deletedAccount(acts: String) throws {
        let folder = try TemporaryFolder(), book = try session(folder, acts),
            question = "lots{account='B'}:list('remaining'), lots{account='B'}:list('cost_basis'), gains{account='B'}:list('gain')"
        let before = try book.text(question)
        try book.run("delete_account{name='A', confirm=true}")
        #expect(try book.text(question) == before)
        #expect(try book.text("(verify())") == "true")
    }

    @Test("Told times go before the sides of transfers")
    func toldTimes() throws {
        let folder = try TemporaryFolder(),
            book = try session(
                folder,
                """
                b(5, 50, '2024-01-02') buy{date='2024-01-01', account='C', symbol='X', quantity=5, price=1}
                transfer{date=d, from='A', to='B', symbol='X', quantity=5, time=d..'T09:00:00Z'}
                """, "transfer{date=d, from='C', to='A', symbol='X', quantity=5, time=d..'T15:00:00Z'}")
        #expect(try figures(book, folder).hasPrefix(#"{"A", "B"}, {"X", "X"}, {5, 5}, {5, 250}"#))
    }

    @Test("Random acts of a few days, their rows in any order, are taken as the order of their days allows, and stay so")
    func random() throws {
        var random = SeededRandom.forTest("order by need"), refused = 0
        for round in 0..<SeededRandom.rounds(12) {
            let folder = try TemporaryFolder()
            var rows: [String] = [], held = 0
            for day in 5...7 {
                for _ in 0..<random.int(1...4) {
                    let isSale = held > 0 && random.chance(oneIn: 2), units = isSale ? random.int(1...held) : random.int(1...5)
                    held += isSale ? -units : units
                    rows.append("\(isSale ? "s" : "b")(\(units), \(random.int(1...9)), '2024-01-0\(day)')")
                }
            }
            rows.shuffle(using: &random)
            let book = try session(folder, "setting('lot_method', '\(random.pick(["fifo", "lifo", "average"]))')")
            try book.run("pcall(transaction, function() \(rows.joined(separator: " ")) end)")
            let isTaken = try book.text("#trades{}") == "\(rows.count)"
            if !isTaken { refused += 1 }
            #expect(try book.text("holdings{}:sum('quantity') or 0") == "\(isTaken ? held : 0)", "round \(round): \(rows)")
            _ = try figures(book, folder)
        }
        #expect(refused == 0)
    }
}

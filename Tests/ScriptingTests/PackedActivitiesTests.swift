import LuaSurface
import SQLite
import TestSupport
import Testing

@testable import Ledger
@testable import Storage

@Suite("Questions about a part of a book read that part, and answer as the whole ledger does")
struct PackedActivitiesTests {
    private static let questions = [
        "activities{}", "activities{year=2012}", "activities{from='2012-03-01', to='2012-09-30'}", "activities{on='2012-06-30'}", "activities{account='A'}",
        "activities{symbol='ORCL'}", "activities{symbol='NEW'}", "activities{type='dividend'}", "activities{type='drip'}", "activities{year=2011, status='all'}",
        "activities{symbol='VTI', status='all'}", "activities{account='B', year=2013, status='void'}", "activities{year=2012, status='amended'}",
        "activities{year=2012, currency='EUR'}", "activities{year=2013, base='EUR'}", "activities{account='A', type='deposit', year=2011}", "activities{tag='odd', year=2012}",
        "trades{year=2012}", "trades{symbol='ORCL'}", "trades{symbol='NEW', base='EUR'}", "income{year=2012}", "income{symbol='ORCL'}", "income{account='B', base='EUR'}",
        "fees{year=2011}", "fees{account='A'}", "fees{year=2013, base='USD'}", "activities{kind='etf', from='2013-01-01'}", "activities{owner='Ada', year=2013}",
        "gains{}", "gains{year=2012}", "gains{account='A'}", "gains{account='B', year=2013}", "gains{symbol='ORCL'}", "gains{symbol='VTI', from='2012-02-01', to='2013-04-30'}",
        "gains{on='2012-06-30'}", "gains{currency='EUR'}", "gains{year=2011, kind='etf'}", "gains{year=2010}",
        "explain{account='A', symbol='ORCL'}", "explain{account='A', symbol='VTI', on='2012-06-30'}", "explain{account='B', symbol='NEW'}",
        "(function() local g = gains{symbol='ORCL'} return g:count() > 0 and explain(g[1]) or g end)()",
        "(function() local l = lots{symbol='VTI'} return l:count() > 0 and explain(l[1]) or l end)()", "explain{account='A', currency='USD'}",
        "holdings{}", "holdings{account='A'}", "holdings{symbol='VTI', base='EUR'}", "holdings{on='2012-06-30'}", "lots{}", "lots{account='B'}", "cash{}", "cash{base='EUR'}",
        "snapshots{}", "snapshots{year=2012, base='EUR'}", "snapshots{by='account', every='year'}", "returns{}", "returns{account='A'}", "returns{symbol='ORCL', year=2012}",
        "attribution{year=2012}", "drawdowns{}",
        "contributions{}", "contributions{year=2012}", "contributions{level='account', account='B'}", "contributions{base='EUR'}",
    ]

    /// How questions begin that daily values answer.
    private static let ofValues = ["snapshots", "returns", "attribution", "drawdowns"]

    /// A question's answer with its warnings, as text.
    private func answer(_ session: ScriptSession, _ question: String) throws -> String {
        try session.text(
            """
            (function() local f, told = \(question), {} for _, w in ipairs(f.warnings) do told[#told + 1] = w.kind .. ": " .. w.message end
            return f:csv() .. table.concat(told, "\\n") end)()
            """)
    }

    @Test("Random books, closed and opened again and again, with entries behind what is packed")
    func randomBooks() throws {
        var random = SeededRandom.forTest()
        var parts = 0, gains = 0, values = 0
        for _ in 0..<SeededRandom.rounds(6) {
            let folder = try TestSupport.TemporaryFolder(), path = folder.path + "/book.luca"
            try fill(path, start, packs: true)
            for _ in 0..<4 {
                try fill(path, (0..<random.int(1...25)).map { _ in entry(&random) }.joined(separator: "\n"), packs: random.chance(oneIn: 2))
                // Refused where it is not there.
                if random.chance(oneIn: 4) { try? fill(path, "delete_account{name='C', confirm=true}", packs: random.chance(oneIn: 2)) }
                let session = try ScriptSession(at: path)
                // What it computes is kept as it is closed, or not.
                session.runtime.book?.present.smallestSaved = random.chance(oneIn: 2) ? 0 : .max
                _ = try session.runtime.requireBook().ledger
                let expected = try Self.questions.map { try answer(session, $0) }
                let problems = try session.text("table.concat(select(2, verify()), ' ')")
                #expect(problems.isEmpty)
                session.runtime.close()
                if random.chance(oneIn: 3) { try spoil(path, &random) }
                // A session of its own for each question, since who asks much comes to have the whole ledger.
                for (question, whole) in zip(Self.questions, expected) {
                    let session = try ScriptSession(at: path)
                    // The first statement looks for what others recorded, and forgets what was read. A small book is no reason to read all of it.
                    try session.run("return 1")
                    session.runtime.book?.present.parts.readCount = -1_000_000
                    #expect(try self.answer(session, question) == whole, "\(question)")
                    if session.runtime.book?.loaded.ledger == nil {
                        if question.hasPrefix("gains") { gains += 1 } else if Self.ofValues.contains(where: question.hasPrefix) { values += 1 } else { parts += 1 }
                    }
                    session.runtime.close()
                }
            }
        }
        #expect(parts > 100, "only \(parts) questions were answered from a part")
        #expect(values > 20, "only \(values) questions were answered from daily values that were kept")
        #expect(gains > 40, "only \(gains) questions were answered from gains that were kept")
    }

    private func fill(_ path: String, _ source: String, packs: Bool) throws {
        let session = try ScriptSession(at: path)
        session.runtime.book?.present.smallestSaved = packs ? 0 : .max
        try session.run(source)
        session.runtime.close()
    }

    /// Makes something that was saved be of an earlier version, or damaged, or gone.
    private func spoil(_ path: String, _ random: inout SeededRandom) throws {
        let table = random.pick(["saved_state", "saved_segment", "saved_gains", "saved_values"])
        let change = random.pick([
            "UPDATE \(table) SET version = version - 1", "UPDATE \(table) SET hash = zeroblob(32)", "DELETE FROM \(table)",
            "UPDATE saved_block SET bytes = zeroblob(length(bytes)) WHERE id % 2 = 0", "DELETE FROM saved_gains_block WHERE id % 2 = 0",
            "UPDATE saved_state SET lots = substr(lots, 2) WHERE id = 1", "UPDATE saved_state SET state = substr(state, 2) WHERE id = 2",
        ])
        let database = try BookConnection(path: path, access: .new, busyTimeout: 1)
        try database.execute(change)
    }

    private let start = """
        setting('base_currency', 'USD')
        account{name='A', currency='USD', owner='Ada'} account{name='B', currency='EUR', portfolio='Home', owner='Ada'}
        instrument{symbol='ORCL', currency='USD'} instrument{symbol='VTI', currency='USD', kind='etf'} instrument{symbol='NEW', currency='USD'}
        rate{from='EUR', to='USD', date='2010-12-31', rate=1.25}
        deposit{account='A', amount=100000, date='2011-01-03'} tag{symbol='VTI', tag='odd'}
        buy{account='A', symbol='ORCL', quantity=500, price=20, date='2011-01-04'} buy{account='A', symbol='VTI', quantity=500, price=20, date='2011-01-04'}
        """

    /// Something that is recorded, or refused, as luck has it.
    private func entry(_ random: inout SeededRandom) -> String {
        let day = "\(random.int(2011...2013))-\(random.pick(["01", "03", "06", "09", "12"]))-\(random.int(10...28))"
        let account = random.pick(["A", "B"]), symbol = random.pick(["ORCL", "VTI", "NEW"]), count = random.int(1...9)
        let id = random.int(4...60)
        let what: String = random.pick([
            "buy{account='\(account)', symbol='\(symbol)', quantity=\(count), price=\(count).25, fee=1, date='\(day)'}",
            "buy{account='B', symbol='ORCL', quantity=\(count), price=3, fx_rate='0.75', date='\(day)', notes='größer'}",
            "sell{account='A', symbol='\(symbol)', quantity=\(count), price='7.123456789012', fee='0.000000001', date='\(day)'}",
            "dividend{account='\(account)', symbol='\(symbol)', amount=\(count), tax='0.15', date='\(day)'}",
            "dividend{account='A', symbol='ORCL', subtype='drip', quantity=1, price=\(count), date='\(day)'}",
            "transfer{from='A', to='B', amount=\(count), received=\(count), date='\(day)'}",
            "deposit{account='\(account)', amount=\(count), date='\(day)', time='\(day)T10:1\(count):00Z'}", "fee{account='\(account)', amount=\(count), date='\(day)'}",
            "interest{account='\(account)', amount=\(count), date='\(day)', currency='GBP'}", "void(\(id))", "amend{id=\(id), date='\(day)'}", "amend{id=\(id), notes='n\(count)'}",
            "tag{activity=\(id), tag='odd'}", "untag{activity=\(id), tag='odd'}", "tag{symbol='\(symbol)', tag='odd'}", "split{symbol='\(symbol)', ratio='2:1', date='\(day)'}",
            "merger{account='A', symbol='VTI', into='NEW', ratio='1:2', date='\(day)'}",
            "spinoff{account='A', symbol='ORCL', into='NEW', ratio='1:10', share='0.1', date='\(day)'}",
            "buy{account='A', symbol='ORCL', quantity=1, price=1, date='\(day)', status='draft'}", "account{name='A', currency='USD', owner='\(random.pick(["Ada", "Ben"]))'}",
            "setting('lot_method', '\(random.pick(["fifo", "lifo", "average"]))')", "setting('long_term_days', '\(random.int(100...400))')",
            "rate{from='EUR', to='USD', date='\(day)', rate=1.\(count)}", "quote{symbol='\(symbol)', date='\(day)', close=\(count)}",
            "account{name='C', currency='USD'}", "buy{account='C', symbol='\(symbol)', quantity=\(count), price=2, date='\(day)'}",
            "sell{account='C', symbol='\(symbol)', quantity=1, price=\(count), date='\(day)'}",
            "transfer{from='A', to='B', symbol='ORCL', quantity=1, date='\(day)'}", "setting('fees_in_cost', '\(random.pick(["true", "false"]))')",
        ])
        return "pcall(function() \(what) end)"
    }
}

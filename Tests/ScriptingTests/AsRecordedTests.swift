import Foundation
import Testing
import Values

@testable import Scripting

@Suite("as_recorded: what the book said then")
struct AsRecordedTests {
    private let session: ScriptSession

    /// The clock of a session tells 2014-05-13T16:53:21Z at the first act, and a second more at each.
    init() throws {
        session = try ScriptSession.small()
        try session.run("void { id = activities{type='buy'}[1].id, reason = 'typed twice' }")
        try session.run("account { name = 'Later', type='securities'}  deposit { date = '2014-01-05', account = 'Later', amount = 7 }")
    }

    /// After the small book was recorded, before the void.
    private static let before = "'2014-05-13T16:53:21Z'"

    @Test(
        "Every query that takes it leaves out what came later",
        arguments: [
            ("#accounts{as_recorded=T}", "2"), ("#accounts{}", "3"), ("holdings{as_recorded=T}[1].quantity", "10"), ("#holdings{}", "0"),
            ("#lots{as_recorded=T}", "1"), ("#lots{as_recorded=T, on='2014-01-02'}", "0"), ("lots{as_recorded=T}[1].days", "130"),
            ("cash{as_recorded=T, account='Brokerage'}[1].balance", "D'687'"), ("cash{account='Brokerage'}[1].balance", "1000"),
            ("#activities{as_recorded=T}", "2"), ("#activities{}", "2"), ("activities{as_recorded=T}[2].status", "'posted'"),
            ("#trades{as_recorded=T}", "1"), ("#gains{as_recorded=T}", "0"), ("#income{as_recorded=T}", "0"), ("#warnings{as_recorded=T}", "0"),
            ("#activities{as_recorded='2014-05-13'}", "2"), ("#activities{as_recorded='2014-05-13', status='all'}", "3"), ("#activities{as_recorded='2014-05-12'}", "0"),
            ("#activities{as_recorded=activities{}[1].recorded_at}", "2"),
        ])
    func queries(query: String, value: String) throws {
        let text = query.replacingOccurrences(of: "=T", with: "=\(Self.before)")
        #expect(try session.text(text) == session.text(value), "\(text)")
    }

    @Test func mistakesGetASentence() throws {
        #expect(try session.message("holdings{as_recorded='2014-13-01'}").contains("as_recorded"))
        #expect(try session.message("holdings{as_recorded='2014-05-13T99:00:00Z'}").contains("a moment is written"))
        #expect(try session.message("holdings{account='Later', as_recorded=\(Self.before)}").contains("unknown account \"Later\""))
    }
}

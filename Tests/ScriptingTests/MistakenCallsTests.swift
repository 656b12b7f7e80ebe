import LuaKit
import Testing
@testable import Scripting

@Suite("Calls that cannot be right, and what is said of them")
struct MistakenCallsTests {
    @Test(
        "Calls that are refused say why, and what holds",
        arguments: [
            ("merger{account='A', symbol='SAP', ratio='1:1', amount=5}", "needs into"),
            ("value{account='A', symbol='SAP', quantity=5, price=10}", "\"A\" is tracked by transactions"),
            ("value{account='V', symbol='SAP', quantity=5, price=10}", "tracked by value"),
            ("local id = deposit{account='A', amount=5}[1].id void(id) void(id)", "is void already"),
            ("local id = deposit{account='A', amount=5}[1].id amend{id=id, amount=6} void(id)", "was recorded in its place"),
        ])
    func calls(source: String, said: String) throws {
        let message = try SentenceFigureTests.book().message(source)
        #expect(message.contains(said), "\(message)")
    }

    @Test("A merger for cash alone, and one into units, are recorded")
    func mergers() throws {
        let session = try SentenceFigureTests.book("buy{account='A', symbol='SAP', quantity=1, price=3, date='2023-01-02'}")
        _ = try session.sentence("merger SAP for 5 in A")
        #expect(try session.text("activities{}[2].amount") == "5")
    }

    @Test("An account that is refused is not told to be new; one that is made is")
    func order() throws {
        let session = try SentenceFigureTests.book()
        #expect(try session.message("account{name='a ', currency='EUR'}").contains("blank"))
        #expect(try session.message("instrument{symbol='sap ', currency='EUR'}").isEmpty == false)
        #expect(!session.printed.contains("is new"))
        #expect(try session.text("explain(deposit{account='A', amount=5}[1].id)[1].what") == "deposit 5 EUR")
        #expect(try session.text("void(activities{}[1].id) return explain(activities{status='void'}[1].id)[1].what") == "deposit 5 EUR (void)")
        #expect(try session.text("report.run():count() > 3") == "true")
    }
}

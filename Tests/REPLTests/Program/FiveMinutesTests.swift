import Foundation
import LuaSurface
import Scripting
import TestSupport
import Testing
import Values
@testable import REPL

@Suite("From nothing to one's own answers")
struct FiveMinutesTests {
    /// The file of a broker, as one exports it.
    private static let statement = ManualFile.folder + "/Tests/ScriptingTests/Brokers/Files/degiro-account-en.csv"

    @Test("Fifteen lines without an error: two accounts in two currencies, a broker's file, a value, a return and a monthly rule")
    func path() throws {
        let folder = try TemporaryFolder(), output = RecordedOutput()
        try FileManager.default.copyItem(atPath: Self.statement, toPath: folder.path + "/Account.csv")
        var configuration = Runtime.Configuration()
        configuration.today = try Day("2026-01-15")
        let runtime = try Runtime(configuration)
        defer { runtime.close() }
        try runtime.openBook(at: folder.path + "/family.luca")
        let session = ShellSession(RuntimeInterpreter(runtime), output: output, display: Display(), isInteractive: true)
        session.askSetup()
        let lines = [
            "EUR", "Degiro EUR", folder.path + "/Account.csv",
            "account IBKR USD", "deposit 2000 to IBKR on 2025-02-03", "instrument AAPL Apple stock USD", "buy 5 AAPL @ 228.10 fee 1 in IBKR on 2025-02-04",
            "price AAPL 260 on 2026-01-15", "price IE00QZE00305 90 on 2026-01-15", "rate EUR USD 1.04 on 2025-02-03", "rate EUR USD 1.085 on 2026-01-15",
            "holdings", "net worth", "performance from 2025-03-31", "every month on the 1st deposit 500 to Degiro",
        ]
        #expect(lines.count <= 15)
        for line in lines { #expect(session.feed(line) == .done, "\(line)\n\(output.take())") }
        #expect(!output.all.contains("error["))
        func value(_ source: String) throws -> String {
            _ = output.take()
            session.feed("print(\(source))")
            return String(output.take().trimmed)
        }
        // 859.50 dollars of cash and 1,300 of shares at 1.085, beside the cash and the unit of the statement.
        #expect(try value("holdings{symbol='AAPL'}[1].market_value") == "1300")
        #expect(
            try value("snapshots{every='day', from=today(), to=today()}[1].value:round(2) == (decimal(858.5 + 1300) / D'1.085' + cash{account='Degiro'}[1].balance + 90):round(2)")
                == "true")
        #expect(try value("returns{from='2025-03-31'}[1].twr ~= nil") == "true")
        #expect(try value("recurring.list()[1].next") == "2026-02-01")
    }
}

import Foundation
import LuaKit
import TestSupport
import Testing

@Suite("Flex queries that lack columns, or hold statements that overlap")
struct FlexTests {
    /// A trade of ten shares for 100 dollars, with what is to be added to it.
    private func trade(_ more: String, tag: String = "Trade", currency: String = "currency='USD' ") -> String {
        "<\(tag) \(currency)assetCategory='STK' symbol='QZA' tradeDate='20250304' quantity='10' tradePrice='10' proceeds='-100' taxes='0' ibCommission='-1' ibCommissionCurrency='USD' netCash='-101' buySell='BUY' \(more)/>\n"
    }

    private func trades(_ rows: String) -> String { "<Trades>\n\(rows)</Trades>\n" }

    /// The verdicts on a query of some statements, and the session.
    private func imported(_ statements: String...) throws -> (told: String, session: ScriptSession) {
        let session = try ScriptSession(today: "2026-11-01"), folder = try TemporaryFolder(), path = "\(folder.path)/a.xml"
        try session.run("setting('base_currency', 'USD') setting('negative_cash', 'quiet')")
        let whole = statements.map { "<FlexStatement accountId='U1'>\n\($0)</FlexStatement>\n" }.joined()
        try "<FlexQueryResponse>\n<FlexStatements>\n\(whole)</FlexStatements>\n</FlexQueryResponse>".write(toFile: path, atomically: true, encoding: .utf8)
        let told = try session.text(
            "local t = {} for r in import{path='\(path)', partial=true} do t[#t + 1] = r.verdict .. (r.message and ': ' .. r.message or '') end return table.concat(t, '; ')")
        return (told, session)
    }

    private func balances(_ session: ScriptSession) throws -> String {
        try session.text("local t = {} for r in cash{} do t[#t + 1] = r.currency .. ' ' .. tostring(r.balance) end table.sort(t) return table.concat(t, ', ')")
    }

    @Test("A split and an exchange that two statements of one file tell are recorded once", arguments: ["transactionID='7' actionID='8' ", "transactionID='' actionID='' ", ""])
    func overlap(ids: String) throws {
        let split =
            "<CorporateActions>\n<CorporateAction currency='USD' assetCategory='STK' symbol='QZA' description='QZA(US) SPLIT 2 FOR 1 (QZA)' dateTime='20250610' type='FS' quantity='10' proceeds='0' \(ids)/>\n</CorporateActions>\n"
        let (told, session) = try imported(trades(trade("transactionID='1'")) + split, split)
        #expect(try session.text("holdings{}[1].quantity") == "20", "\(told)")
        if ids.isEmpty { return }
        let id = ids.hasPrefix("transactionID='7'") ? "transactionID='9' " : "transactionID='9' dateTime='' "
        let exchange = trades(
            "<Trade currency='USD' assetCategory='CASH' symbol='EUR.USD' tradeDate='20250304' quantity='-100' tradePrice='1.1' proceeds='110' taxes='0' ibCommission='-2' ibCommissionCurrency='USD' \(id)/>\n"
        )
        let (exchanges, other) = try imported(exchange, exchange)
        #expect(try balances(other) == "EUR -100, USD 108", "\(exchanges)")
        #expect(exchanges.contains("an earlier row of the file has its number"), "\(exchanges)")
    }

    @Test("Two splits of a symbol without a number are two, and rows whose number is empty are told apart")
    func empty() throws {
        func split(_ day: String) -> String {
            "<CorporateAction currency='USD' assetCategory='STK' symbol='QZA' description='QZA(US) SPLIT 2 FOR 1 (QZA)' dateTime='\(day)' type='FS' quantity='10' proceeds='0' actionID='' transactionID='' />\n"
        }
        let rows = trades(trade("transactionID=''") + trade("transactionID=''"))
        let (told, session) = try imported("\(rows)<CorporateActions>\n\(split("20250610"))\(split("20250910"))</CorporateActions>\n")
        #expect(try session.text("holdings{}[1].quantity") == "80", "\(told)")
    }

    @Test("Without the column that tells executions from orders an order is left out where its executions are there")
    func orders() throws {
        let (told, session) = try imported(trades(trade("transactionID='1'") + trade("", tag: "Order")))
        #expect(try session.text("holdings{}[1].quantity") == "10", "\(told)")
        #expect(told.contains("skipped: it repeats what the executions say"), "\(told)")
        #expect(try imported(trades(trade("", tag: "Order"))).session.text("holdings{}[1].quantity") == "10")
    }

    @Test("Without the column of currencies each row says which column to choose")
    func currency() throws {
        let (told, _) = try imported(trades(trade("transactionID='1'", currency: "")))
        #expect(told.contains("refused: its currency is missing (choose \"Currency\" for the section Trades of the Flex query, and run it again)"), "\(told)")
    }

    @Test("Months are read by name, October too, and a day that is none refuses its row alone", arguments: ["17-OCT-24", "17-SEP-24;101500", "20241017T101500"])
    func months(day: String) throws {
        func dividend(_ day: String, _ id: Int) -> String {
            "<CashTransaction currency='USD' symbol='QZA' description='QZA CASH DIVIDEND' dateTime='\(day)' amount='10' type='Dividends' transactionID='\(id)' />\n"
        }
        let (told, session) = try imported("<CashTransactions>\n\(dividend(day, 1))\(dividend("99-XXX-24", 2))</CashTransactions>\n")
        #expect(told.contains("; add; refused: "), "\(told)")
        #expect(try session.text("activities{type='dividend'}[1].date").hasPrefix(day.contains("SEP") ? "2024-09-17" : "2024-10-17"))
    }

    @Test("A cash report without the sums at its ends says that it tells nothing")
    func report() throws {
        let (told, _) = try imported("<CashReport>\n<CashReportCurrency currency='USD' endingCash='5' />\n</CashReport>\n")
        #expect(told.contains("Starting Cash") && !told.contains("come to what it says"), "\(told)")
    }
}

import Ledger
import Testing

@testable import Storage

/// Lots and gains of a big book: how far the computing is, and its end by Ctrl-C.
@Suite struct WatchedComputingTests {
    @Test("The first question after a change of settings tells how far it is, and ends when the user wants it to", arguments: [StoreKind.file, .memory])
    func afterAChange(kind: StoreKind) throws {
        let book = try Shelf(kind).open()
        try Sample.fill(book)
        try book.transaction(source: "import") { for number in 0..<66_000 { try book.append(Sample.deposit("1", on: number % 2 == 0 ? "2024-03-01" : "2024-03-02")) } }
        try book.transaction(source: "repl") { try book.set("lot_method", to: "hifo") }
        var stages: [WorkStage] = [], isStopping = true
        book.host.progress = { stages.append($0) }
        book.host.shouldStop = { isStopping }
        #expect(throws: LedgerError.interrupted) { try book.ledger.holdings() }
        #expect(stages.contains(WorkStage("computing", done: 65_535, of: 66_002)) && stages.last == .end(of: "computing"))
        isStopping = false
        #expect(try book.ledger.holdings().map(\.quantity) == [Sample.decimal("10")])
    }
}

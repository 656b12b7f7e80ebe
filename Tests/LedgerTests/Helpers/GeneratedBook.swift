import Foundation
import Ledger
import Testing
import Values

/// A history that the generator wrote, and the answer beside it.
struct GeneratedBook {
    let rows: [[String]]
    let expected: [String: Any]

    /// The generator, where there is one.
    static var generator: String? {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..").standardized
        let shared = ProcessInfo.processInfo.environment["LUCA_SHARED"] ?? root.appendingPathComponent("../shared").standardized.path
        let path = shared + "/bench/gen_book.py"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    init(trades: Int, seed: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luca-book-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", try #require(Self.generator), "--trades", "\(trades)", "--seed", "\(seed)", "--formats", "csv", "--out", folder.path,
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let csv = try String(contentsOf: folder.appendingPathComponent("book.csv"), encoding: .ascii)
        rows = csv.split(separator: "\n").dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent("expected.json")))
        expected = try #require(json as? [String: Any])
    }

    /// The history as a book, each row recorded by itself.
    func ledger(feesInCost: Bool) throws -> Ledger {
        let page = Page()
        try page.set("fees_in_cost", "\(feesInCost)")
        for row in rows where row[1] != "price" {
            var draft = ActivityDraft(date: day(row[0]), kind: row[1], account: row[2], currency: row[8], notes: row[9])
            if page.ledger.account(named: row[2]) == nil { try page.define(Account(name: row[2], currency: .usd)) }
            if !row[3].isEmpty {
                draft.symbol = row[3]
                if page.ledger.instrument(named: row[3]) == nil { try page.define(Instrument(symbol: row[3], currency: .usd)) }
            }
            if row[4].isEmpty {
                draft.amount = decimal(row[7]).magnitude
            } else {
                (draft.quantity, draft.price, draft.fee) = (decimal(row[4]), decimal(row[5]), decimal(row[6]))
            }
            try page.ledger.apply(.activity(page.ledger.resolve(draft, today: page.today)), id: page.nextID)
        }
        return page.ledger
    }
}

import Foundation
import TestSupport
import Testing

/// The most memory that the program holds while it records or imports a lot, by a process of its own, as the benchmarks' script tells it.
@Suite("What imports and scripts take in memory", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct MemoryTests {
    private static let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Benchmarks/Growth/growth.lua").standardized.path

    /// The peak of a case, in mebibytes.
    private func peak(_ name: String, _ count: Int) throws -> Double {
        let folder = try TemporaryFolder(), result = folder.path + "/result"
        let run = try BuiltProgram.run(["--book", folder.path + "/book.luca", "run", Self.script, name, "\(count)", result], home: folder.path)
        #expect(run.code == 0, "\(run)")
        let lines = try String(contentsOfFile: result, encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.hasPrefix("peak\t") }, "the system tells no peak")
        return try #require(Double(line.dropFirst("peak\t".count))) / 1_048_576
    }

    @Test(
        "Imports of many rows, in the bound of each",
        arguments: [
            ("import transactions, one symbol", 20_000), ("import transactions, bought and sold", 20_000), ("import transactions, many symbols", 10_000),
            ("import transactions, transfers of units", 4_000), ("import transactions, transfers of one day", 4_000),
            ("import transactions, short notes", 10_000), ("import transactions, one long note", 2_000), ("import prices", 20_000),
        ])
    func imports(_ name: String, _ count: Int) throws {
        let peak = try peak(name, count)
        #expect(peak < 160, "\(name): \(peak) MiB for \(count) rows")
    }

    @Test(
        "Scripts that record a lot in one act, in the bound of each",
        arguments: [
            ("buy, one symbol", 2_000), ("buy, newest first", 2_000), ("transfer, units of one lot", 2_000), ("transfer, units of many lots", 1_000),
            ("transfer, units, one day", 1_000), ("transfer, units, one group", 1_000), ("sell, many lots, average", 200), ("recurring", 300),
            ("sell at a loss, wash sales", 500),
        ])
    func scripts(_ name: String, _ count: Int) throws {
        let peak = try peak(name, count)
        #expect(peak < 160, "\(name): \(peak) MiB for \(count) of them")
    }
}

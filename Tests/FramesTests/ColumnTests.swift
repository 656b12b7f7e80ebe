import Frames
import Testing
import Values

@Suite("Columns compute nothing until asked")
struct ColumnTests {
    /// Counts what is computed.
    final class Counter {
        var fills = 0
        var rows: [Int] = []
    }

    private func frame(_ counter: Counter, rows: Int = 100) -> Frame {
        Frame(
            "sample", rowCount: rows,
            columns: [
                .ints(.int("id"), count: rows) { (row: Int) in Int64(row) },
                .decimals(.decimal("whole"), count: rows) { (buffer: UnsafeMutableBufferPointer<FixedDecimal>) in
                    counter.fills += 1
                    for row in buffer.indices { buffer[row] = FixedDecimal(rows - row) }
                },
                .decimals(.decimal("each"), count: rows) { (row: Int) in
                    counter.rows.append(row)
                    return FixedDecimal(row * 2)
                },
            ])
    }

    @Test("A column that nobody looks at is never filled, whatever is done to the frame")
    func untouched() throws {
        let counter = Counter()
        let result = try frame(counter).filter("id", from: 10, to: 59).sort(["-id"]).slice(from: 5, count: 10).select(["id", "whole", "each"])
        #expect(try result.ids == Array((45...54).reversed()))
        #expect(counter.fills == 0 && counter.rows.isEmpty)
    }

    @Test("A filled column is filled once, and derived frames read it")
    func once() throws {
        let counter = Counter()
        let frame = frame(counter)
        #expect(try frame.sort(["whole"]).value("id", row: 0) == 99)
        #expect(try frame.sum("whole") == 5050)
        #expect(try frame.sort(["-whole"]).value("whole", row: 0) == 100)
        #expect(counter.fills == 1)
    }

    @Test("A column computed row by row computes only the rows of the frame asked, through any number of steps")
    func chosenRows() throws {
        let counter = Counter()
        let result = try frame(counter).filter("id", from: 10, to: 59).sort(["-id"]).slice(from: 5, count: 3).reversed()
        #expect(try result.list("each") == [104, 106, 108])
        #expect(counter.rows == [52, 53, 54])
        #expect(try result.list("each") == [104, 106, 108])
        #expect(counter.rows.count == 3)
    }

    @Test("A slice shares the memory of its frame")
    func sliceShares() throws {
        let frame = frame(Counter())
        let whole = try frame.column("id").materialize()
        let part = try frame.slice(from: 40, count: 20).column("id").materialize()
        #expect(part.base == whole.base + 40 * 8)
        #expect(part.count == 20 && part.ints[19] == 59)
    }

    @Test("A slice keeps memory alive whose frame is gone")
    func sliceOutlives() throws {
        let part = try frame(Counter(), rows: 1000).slice(from: 990, count: 10).column("whole").materialize()
        #expect(part.decimals.map { $0 } == (1...10).reversed().map { FixedDecimal($0) })
    }

    @Test("A computation that fails throws its error and is tried again when asked again")
    func failure() throws {
        var fails = true
        let frame = Frame(
            "values", rowCount: 1,
            columns: [
                .decimals(.decimal("value"), count: 1) { (row: Int) throws(FrameError) in
                    if fails { throw FrameError(.overflow, "the value of row \(row) is too large to hold") }
                    return 7
                }
            ])
        #expect(throws: FrameError(.overflow, "the value of row 0 is too large to hold")) { try frame.sum("value") }
        fails = false
        #expect(try frame.sum("value") == 7)
    }

    @Test("The memory of every type is laid out as C reads it")
    func layout() throws {
        var builder = FrameBuilder("layout", [.int("int"), .decimal("decimal"), .text("text"), .day("day"), .instant("instant"), .bool("bool")])
        try builder.append([.int(-1), .decimal(FixedDecimal(units: -3)), "b", .day(Day(number: -7)), .instant(Instant(microseconds: 9)), true])
        try builder.append([nil, nil, nil, nil, nil, nil])
        try builder.append([3, 4, "a", .day(Day(number: 1)), .instant(Instant(microseconds: 0)), false])
        let storages = try builder.frame().columns.map { try $0.materialize() }
        #expect(storages.map(\.type) == ColumnType.allCases)
        #expect(storages.allSatisfy { UInt(bitPattern: $0.base) % 16 == 0 && $0.count == 3 })
        #expect((0..<3).map { storages[0].base.load(fromByteOffset: $0 * 8, as: Int64.self) } == [-1, .min, 3])
        #expect((0..<3).map { storages[1].base.load(fromByteOffset: $0 * 16, as: Int128.self) } == [-3, .min, 4_000_000_000_000_000_000])
        #expect((0..<3).map { storages[2].base.load(fromByteOffset: $0 * 4, as: Int32.self) } == [0, -1, 1])
        #expect((0..<3).map { storages[3].base.load(fromByteOffset: $0 * 4, as: Int32.self) } == [-7, .min, 1])
        #expect((0..<3).map { storages[4].base.load(fromByteOffset: $0 * 8, as: Int64.self) } == [9, .min, 0])
        #expect((0..<3).map { storages[5].base.load(fromByteOffset: $0, as: UInt8.self) } == [1, 2, 0])
        #expect(storages[2].pool?.text(0) == "b" && storages[2].pool?.text(1) == "a")
    }

    @Test("Memory is freed with the last reference")
    func freed() throws {
        weak var storage: ColumnStorage?
        weak var pool: TextPool?
        do {
            let frame = sampleHoldings()
            let column = try frame.sort(["symbol"]).column("account").materialize()
            (storage, pool) = (column, column.pool)
            #expect(storage != nil && pool != nil)
        }
        #expect(storage == nil && pool == nil)
    }
}

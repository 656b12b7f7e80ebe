@testable import Ledger
import Testing
import TestSupport
import Values

/// The memory that activities and gains are kept in.
@Suite struct ColumnTests {
    @Test func copiesKeepTheirRows() {
        var original = Column<Int32>()
        for number in 0..<100 { original.append(Int32(number)) }
        let copy = original
        original.append(100)
        original[5] = -5
        #expect(copy.count == 100)
        #expect(copy[5] == 5)
        #expect(original[5] == -5)
        #expect(Array(copy) == (0..<100).map(Int32.init))
        #expect(Array(original.suffix(2)) == [99, 100])
    }

    @Test func aCutColumnDoesNotWriteOverItsCopies() {
        var original = Column<Int32>()
        for number in 0..<10 { original.append(Int32(number)) }
        let copy = original
        original.truncate(to: 4)
        original.append(77)
        #expect(Array(copy) == (0..<10).map(Int32.init))
        #expect(Array(original) == [0, 1, 2, 3, 77])
        var both = copy
        both.append(10)
        original.append(78)
        #expect(Array(both).suffix(1) == [10])
        #expect(Array(original) == [0, 1, 2, 3, 77, 78])
    }

    /// A column and an array go through the same changes, with copies taken on the way.
    @Test func columnsBehaveAsArrays() {
        var random = SeededRandom.forTest()
        var column = Column<Int64>()
        var array: [Int64] = []
        var kept: [(Column<Int64>, [Int64])] = []
        for step in 0..<5000 {
            switch random.int(0...9) {
            case 0...5:
                column.append(Int64(step))
                array.append(Int64(step))
            case 6 where !array.isEmpty:
                let row = random.int(0...array.count - 1)
                column[row] = -1
                array[row] = -1
            case 7 where !array.isEmpty:
                let count = array.count - random.int(0...min(20, array.count))
                column.truncate(to: count)
                array.removeSubrange(count...)
            case 8: kept.append((column, array))
            default:
                if !kept.isEmpty, random.chance(oneIn: 3) { (column, array) = random.pick(kept) }
            }
        }
        kept.append((column, array))
        #expect(kept.allSatisfy { Array($0.0) == $0.1 })
    }

    @Test func rowsAreFoundByTheirNumber() {
        var random = SeededRandom.forTest()
        for count in [0, 1, 15, 16, 17, 300] {
            var column = Column<UInt32>()
            for _ in 0..<count { column.append(UInt32(random.int(0...9))) }
            var found: [Int] = []
            column.forEachRow(of: 7) { found.append($0) }
            #expect(found == column.indices.filter { column[$0] == 7 })
        }
    }

    @Test func decimalsComeBackAsTheyWent() throws {
        var random = SeededRandom.forTest()
        var column = DecimalColumn()
        var values: [FixedDecimal] = [
            0, 1, -1, .absent, .greatest, -FixedDecimal.greatest, .smallestPositive, decimal("0.00000001"), decimal("0.000000001"),
            decimal("92233720368.54775807"), decimal("92233720368.54775808"), decimal("-92233720363.5"), decimal("-92233720368.5"),
        ]
        for _ in 0..<3000 {
            let mantissa = Int128(truncatingIfNeeded: random.next()) >> Int128(random.int(0...60))
            let shift = random.pick([1, 1_000_000_000, 10_000_000_000, 100_000_000_000_000_000] as [Int128])
            values.append(FixedDecimal(units: mantissa * shift))
        }
        for value in values { column.append(value) }
        let complete = column
        #expect(values.indices.allSatisfy { column[$0] == values[$0] })
        var expected = values
        for _ in 0..<100 {
            let count = random.int(0...values.count)
            if count > column.count { continue }
            let added = [decimal("0.123456789123456789"), 7]
            column.truncate(to: count)
            for value in added { column.append(value) }
            expected = expected.prefix(count) + added
            #expect(column.count == expected.count && expected.indices.allSatisfy { column[$0] == expected[$0] })
        }
        #expect(values.indices.allSatisfy { complete[$0] == values[$0] })
    }

    @Test func sparseColumnsKnowWhichRowsTheyHave() {
        var column = SparseDecimals()
        for row in stride(from: 3, to: 300, by: 7) { column.append(FixedDecimal(row), row: row) }
        for row in 0..<320 { #expect(column[row] == (row >= 3 && row < 300 && (row - 3) % 7 == 0 ? FixedDecimal(row) : .absent)) }
        column.truncate(to: 17)
        #expect(column[10] == 10)
        #expect(column[17] == .absent)
        column.append(18, row: 18)
        #expect(column[18] == 18)
        #expect(column[24] == .absent)
    }

    @Test func textsAreKeptOnceWhereTheyRepeat() {
        let texts = ["", "custody fee", "top-up", "custody fee", String(repeating: "long ", count: 100), "é€𝄞", "top-up", ""]
        var column = TextColumn()
        for text in texts { column.append(text) }
        #expect(texts.indices.allSatisfy { column[$0] == texts[$0] })
        let copy = column
        column.truncate(to: 4)
        column.append("new")
        column.append("top-up")
        #expect(column[4] == "new")
        #expect(column[5] == "top-up")
        #expect(copy[4] == texts[4])
        #expect(column.byteCount < 600)
        for number in 0..<2000 { column.append("note \(number % 3)") }
        #expect(column.byteCount < 700)
    }

    @Test func aRowGivesBackItsActivity() throws {
        let page = Page()
        let lines = [
            "2020-01-02 buy A VTI 1.5 @ 30.123456789 fee 0.5 tax 0.25 time 12:00 notes one",
            "2020-01-03 buy A VTI 2 amount 60 currency USD fx_rate 0.9 subtype opening", "2020-01-04 deposit A 5 currency EUR status pending",
            "2020-01-05 dividend A VTI -3 status draft",
        ]
        for line in lines {
            let activity = try page.activity(line)
            let entry = page.nextID
            try page.ledger.apply(.activity(activity), id: entry)
            let row = try #require(page.ledger.activities.row(of: entry))
            #expect(page.ledger.activities.activity(at: row) == activity)
            #expect(page.ledger.activities.id(at: row) == entry)
        }
        #expect(page.ledger.activities.row(of: EntryID(1)) == nil)
        #expect(page.ledger.activities.row(of: EntryID(99)) == nil)
    }
}

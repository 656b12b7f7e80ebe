@testable import Ledger
@testable import Storage

extension FuzzTarget {
    /// Rows of the journal: each is read or refused with a word on its column.
    ///
    /// The first byte names the table. Then come its columns: a byte for the type and, for whole numbers, as many bytes as it says (0 to
    /// 8), for texts a byte of length and the text.
    static let rows = FuzzTarget(name: "rows") { bytes throws(FuzzFinding) in
        guard let first = bytes.first else { return }
        let table = JournalTable.allCases[Int(first) % JournalTable.allCases.count]
        var rest = bytes.dropFirst()
        let fields = table.columns.map { _ in field(&rest) }
        let fault: RowFault? = fields.withUnsafeBufferPointer { fields in
            var reader = RowReader()
            do throws(RowFault) {
                if table == .act { _ = try reader.act(fields) }
                _ = try reader.entry(JournalRow(table: table, fields: fields, hash: nil))
                return nil
            } catch {
                return error
            }
        }
        guard let fault else { return }
        try require(!fault.problem.isEmpty, "a fault of \(table) without a word")
        try require(fault.column.map(table.columns.indices.contains) ?? true, "a fault of \(table) in a column that it has not")
    }

    private static func field(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> JournalField {
        guard let type = rest.popFirst() else { return .null }
        switch type & 3 {
        case 0: return .null
        case 1: return .integer(take(&rest, Int(type >> 2) % 9).reduce(0) { $0 << 8 | Int64($1) })
        case 2: return .text(UnsafeBufferPointer(rebasing: take(&rest, Int(rest.popFirst() ?? 0))))
        default: return .foreign(type: "float")
        }
    }

    private static func take(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>, _ count: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
        let taken = rest.prefix(count)
        rest = rest.dropFirst(taken.count)
        return taken
    }
}

import Ledger

/// A row with memory of its own.
struct MemoryRow: Hashable, Sendable {
    /// What a column holds.
    enum Value: Hashable, Sendable {
        /// No value.
        case null
        /// A whole number.
        case integer(Int64)
        /// A text in UTF-8.
        case text([UInt8])
    }

    /// The table that it is a row of.
    let table: JournalTable
    /// Its number in the journal; of an act, that of its first entry.
    let sequence: Int
    /// Its hash; zeros where it has none yet.
    let hash: EntryHash
    /// One for each of the table's columns, in their order.
    let values: [Value]

    /// A row of values.
    init(table: JournalTable, sequence: Int, hash: EntryHash, values: [Value]) {
        (self.table, self.sequence, self.hash, self.values) = (table, sequence, hash, values)
    }

    /// Copies a row.
    init(_ row: JournalRow) {
        table = row.table
        sequence = row.sequence
        hash = row.hash ?? .origin
        values = row.fields.map { field in
            switch field {
            case .null: .null
            case .integer(let value): .integer(value)
            case .text(let bytes): .text(Array(bytes))
            case .foreign(let type): preconditionFailure("a row that is written has no \(type)")
            }
        }
    }

    /// Who recorded it, where that was kept.
    var recordedBy: String? {
        guard let column = table.recordedByColumn, case .text(let bytes) = values[column] else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The row with another text in a column.
    func replacing(_ column: String, with text: String) -> MemoryRow {
        guard let place = table.columns.firstIndex(of: column) else { preconditionFailure("the rows of \(table.name) have no column \(column)") }
        var values = values
        values[place] = .text(Array(text.utf8))
        return MemoryRow(table: table, sequence: sequence, hash: hash, values: values)
    }

    /// The row with its hash.
    func hashed(_ hash: EntryHash) -> MemoryRow { MemoryRow(table: table, sequence: sequence, hash: hash, values: values) }

    /// Lends the row.
    func lend<Result>(withHash: Bool, _ body: (JournalRow) throws -> Result) rethrows -> Result {
        let texts = values.flatMap { value -> [UInt8] in
            if case .text(let bytes) = value { bytes } else { [] }
        }
        return try texts.withUnsafeBufferPointer { buffer in
            var start = 0
            let fields: [JournalField] = values.map { value in
                switch value {
                case .null: return .null
                case .integer(let value): return .integer(value)
                case .text(let bytes):
                    defer { start += bytes.count }
                    return .text(UnsafeBufferPointer(rebasing: buffer[start..<start + bytes.count]))
                }
            }
            return try fields.withUnsafeBufferPointer { fields in
                try body(JournalRow(table: table, fields: fields, hash: withHash ? hash : nil))
            }
        }
    }
}

/// A row as JSON by the name of its table and of its columns, without those that hold nothing: `{"void":{"seq":9,"act":4,"entry":7,"reason":"twice"}}`. A column
/// that a later version adds at the end is none of it, and holds nothing when it is read.
extension MemoryRow: Codable {
    private struct Name: CodingKey {
        let stringValue: String
        init(stringValue: String) { self.stringValue = stringValue }
        var intValue: Int? { nil }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var row = encoder.container(keyedBy: Name.self)
        var columns = row.nestedContainer(keyedBy: Name.self, forKey: Name(stringValue: table.name))
        for (column, value) in zip(table.columns, values) {
            switch value {
            case .null: continue
            case .integer(let number): try columns.encode(number, forKey: Name(stringValue: column))
            case .text(let bytes): try columns.encode(String(decoding: bytes, as: UTF8.self), forKey: Name(stringValue: column))
            }
        }
    }

    init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: Name.self)
        guard row.allKeys.count == 1, let table = JournalTable.allCases.first(where: { $0.name == row.allKeys[0].stringValue }) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a row of a table that is not known"))
        }
        let columns = try row.nestedContainer(keyedBy: Name.self, forKey: row.allKeys[0]), names = table.columns, integers = table.integerColumns
        guard columns.allKeys.allSatisfy({ names.contains($0.stringValue) }) else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a column that is not known"))
        }
        var values: [Value] = []
        for (place, name) in names.enumerated() {
            let key = Name(stringValue: name)
            if !columns.contains(key) {
                values.append(.null)
            } else if integers.contains(place) {
                values.append(.integer(try columns.decode(Int64.self, forKey: key)))
            } else {
                values.append(.text(Array(try columns.decode(String.self, forKey: key).utf8)))
            }
        }
        guard case .integer(let sequence) = values[table == .act ? 1 : 0] else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "a row without a number"))
        }
        self.init(table: table, sequence: Int(clamping: sequence), hash: .origin, values: values)
    }
}

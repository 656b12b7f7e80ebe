import FoundationEssentials
import Ledger
import Values

extension RowJSON {
    /// JSON by the coders of Foundation: keys in order, slashes as they are.
    static var foundation: RowJSON {
        RowJSON(
            encode: { value in
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                guard let data = try? encoder.encode(value) else { preconditionFailure("texts and numbers can always be encoded") }
                return String(decoding: data, as: UTF8.self)
            },
            decode: { type, bytes, keys in try decoded(type, bytes, keys) })
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>, _ keys: [String]) throws -> any Decodable {
        let decoder = JSONDecoder()
        decoder.userInfo[.knownKeys] = keys
        return try decoder.decode(Known<Value>.self, from: Data(buffer: bytes)).value
    }

    /// A value of which each key is known. What a later version wrote is refused: to leave it out might change what the book says.
    private struct Known<Value: Decodable>: Decodable {
        let value: Value

        private struct Key: CodingKey {
            let stringValue: String
            init(stringValue: String) { self.stringValue = stringValue }
            var intValue: Int? { nil }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            guard let keys = decoder.userInfo[.knownKeys] as? [String], try decoder.container(keyedBy: Key.self).allKeys.allSatisfy({ keys.contains($0.stringValue) })
            else { throw RowFault(column: nil, problem: "a later version of luca wrote it") }
            value = try Value(from: decoder)
        }
    }
}

extension CodingUserInfoKey {
    /// The keys that a column of JSON may have.
    fileprivate static let knownKeys = CodingUserInfoKey(rawValue: "known keys")!
}

extension RowWriter {
    /// A writer for the rows of any table.
    convenience init() { self.init(columns: JournalTable.allCases.map(\.columns.count).max()!, json: .foundation) }

    /// Writes the row of an act.
    func act(_ act: Act) {
        begin(act.id, act.first.rawValue)
        text(act.recordedAt.description)
        text(act.source)
    }
}

extension RowReader {
    /// A reader for the rows of any table.
    init() { self.init(json: .foundation) }

    /// The entry that a row keeps, or nil for an act and a tombstone, which are none.
    mutating func entry(_ row: JournalRow) throws(RowFault) -> JournalEntry? { try entry(row.table, row.fields) }

    /// The act that a row of the table of acts keeps.
    func act(_ fields: UnsafeBufferPointer<JournalField>) throws(RowFault) -> Act {
        let row = RowFields(fields)
        return Act(id: try row.integer(0), first: try row.entry(1), recordedAt: try row.instant(2), source: try row.string(3))
    }
}

extension StorageError {
    /// An entry whose row is not what luca writes.
    static func damagedEntry(_ name: String, _ row: JournalRow, _ fault: RowFault) -> StorageError {
        let column = fault.column.map { " (column \(row.table.columns[$0]))" } ?? ""
        return damagedEntry(name, sequence: row.sequence, "\(row.table.noun), does not make sense: \(fault.problem)\(column)")
    }
}

import CSQLite
import SQLite
import Values

/// Gathers the rows of an answer, and finds out which of its columns hold exact decimals.
struct QueryCollector {
    private enum Evidence {
        /// Nothing but missing values and integers so far.
        case none
        /// At least one text that is a decimal, and nothing that is not.
        case decimals
        case other
    }

    private let statement: SQLiteStatement
    private let names: [String]
    private var evidence: [Evidence]
    private var values: [QueryValue] = []
    /// About how much memory the values take.
    private(set) var byteCount = 0

    init(_ statement: SQLiteStatement) {
        self.statement = statement
        let columns = 0..<statement.columnCount
        names = columns.map(statement.columnName)
        // A column that is declared as text in the file, and was not made a number by the views, holds names and the like.
        evidence = columns.map { statement.isColumnOfTable($0) ? .other : .none }
    }

    mutating func takeRow() {
        for column in names.indices {
            let value = value(column)
            values.append(value)
            byteCount += value.byteCount
            switch value {
            case .null, .integer: break
            case .text: weigh(column)
            case .real, .blob: evidence[column] = .other
            }
        }
    }

    func result() -> QueryResult {
        let columns = zip(names, evidence).map { QueryColumn(name: $0, isDecimal: $1 == .decimals) }
        return QueryResult(columns: columns, values: values)
    }

    private mutating func weigh(_ column: Int) {
        if evidence[column] == .other { return }
        evidence[column] = (try? FixedDecimal(utf8: statement.text(column))) == nil ? .other : .decimals
    }

    private func value(_ column: Int) -> QueryValue {
        switch statement.type(column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(statement.integer(column))
        case SQLITE_FLOAT: .real(statement.real(column))
        case SQLITE_TEXT: .text(String(decoding: statement.text(column), as: UTF8.self))
        default: .blob(Array(statement.bytes(column)))
        }
    }
}

extension QueryValue {
    /// About how much memory it takes.
    fileprivate var byteCount: Int {
        switch self {
        case .null, .integer, .real: MemoryLayout<QueryValue>.stride
        // Up to 15 bytes of a text stand in the value itself; what is allocated apart has a head of 32 bytes.
        case .text(let text): MemoryLayout<QueryValue>.stride + (text.utf8.count > 15 ? 32 + text.utf8.count : 0)
        case .blob(let bytes): MemoryLayout<QueryValue>.stride + 32 + bytes.count
        }
    }
}

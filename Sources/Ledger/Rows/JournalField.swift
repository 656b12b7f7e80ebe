/// The value of one column of a row, borrowed: it is good until the call that was handed it returns.
package enum JournalField {
    /// No value.
    case null
    /// A whole number: an id, a count, or 1 for true.
    case integer(Int64)
    /// A text in UTF-8: names, dates, decimals.
    case text(UnsafeBufferPointer<UInt8>)
    /// A value of a type that no journal column has, such as a float: somebody else put it there.
    case foreign(type: StaticString)
}

extension JournalField {
    /// Whether there is no value.
    @inlinable @inline(__always)
    package var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}

/// What is wrong with a row that was read.
package struct RowFault: Error {
    /// The column at fault, if it is one by itself.
    package var column: Int?
    /// What is wrong, for the end of a sentence.
    package var problem: String

    /// A fault of a column, or of the row as a whole.
    package init(column: Int?, problem: String) {
        self.column = column
        self.problem = problem
    }
}

/// A column of the table of a kind of entry, behind the number and the act that each kind has.
package struct EntryColumn: Hashable, Sendable {
    /// Its name in the file.
    package let name: String
    /// Whether it holds whole numbers; the others hold text: names, dates, decimals.
    package let isInteger: Bool
    /// Whether each row has a value in it.
    package let isRequired: Bool
    /// The table to whose numbers it refers, where the file guards that.
    package let reference: String?

    private init(_ name: String, isInteger: Bool, isRequired: Bool, reference: String? = nil) {
        (self.name, self.isInteger, self.isRequired, self.reference) = (name, isInteger, isRequired, reference)
    }

    /// A text that each row has.
    package static func text(_ name: String) -> EntryColumn { EntryColumn(name, isInteger: false, isRequired: true) }
    /// A text that some rows have.
    package static func optionalText(_ name: String) -> EntryColumn { EntryColumn(name, isInteger: false, isRequired: false) }
    /// A whole number that each row has.
    package static func integer(_ name: String) -> EntryColumn { EntryColumn(name, isInteger: true, isRequired: true) }
    /// A whole number that some rows have.
    package static func optionalInteger(_ name: String) -> EntryColumn { EntryColumn(name, isInteger: true, isRequired: false) }
    /// The number of an activity, which the file makes sure of.
    package static func activity(_ name: String) -> EntryColumn { EntryColumn(name, isInteger: true, isRequired: true, reference: "activity") }

    /// Its declaration: `entry INTEGER NOT NULL REFERENCES activity (seq)`.
    package var declaration: String {
        "\(name) \(isInteger ? "INTEGER" : "TEXT")\(isRequired ? " NOT NULL" : "")\(reference.map { " REFERENCES \($0) (seq)" } ?? "")"
    }
}

/// How the values of rare columns become JSON and are read again. Whoever keeps the rows has a coder; the ledger itself needs none.
package struct RowJSON {
    /// The value as JSON on one line, its keys in order.
    package let encode: (any Encodable) -> String
    /// Reads a value of which each key is among those given: a later version may have written others, and what they say must not be passed over.
    package let decode: (any Decodable.Type, UnsafeBufferPointer<UInt8>, _ keys: [String]) throws -> any Decodable

    /// A coder.
    package init(
        encode: @escaping (any Encodable) -> String, decode: @escaping (any Decodable.Type, UnsafeBufferPointer<UInt8>, _ keys: [String]) throws -> any Decodable
    ) {
        (self.encode, self.decode) = (encode, decode)
    }
}

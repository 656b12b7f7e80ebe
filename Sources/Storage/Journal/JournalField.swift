/// The value of one column of a row, borrowed: it is good until the call that was handed it returns.
enum JournalField {
    case null
    case integer(Int64)
    /// UTF-8.
    case text(UnsafeBufferPointer<UInt8>)
    /// A value of a type that no journal column has, such as a float: somebody else put it there.
    case foreign(type: StaticString)
}

extension JournalField {
    /// Whether there is no value.
    @inline(__always)
    var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}

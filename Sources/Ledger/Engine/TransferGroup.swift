/// What the group of a transfer says.
enum TransferGroup {
    /// The other side is in no account of the book.
    static let outside = "outside"

    /// Whether another activity of the book is the other side.
    static func isPair(_ group: String) -> Bool { !group.isEmpty && group != outside }
}

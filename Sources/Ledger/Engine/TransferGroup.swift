/// What the group of a transfer says.
public enum TransferGroup {
    /// The other side is in no account of the book.
    public static let outside = "outside"

    /// Whether another activity of the book is the other side.
    public static func isPair(_ group: String) -> Bool { !group.isEmpty && group != outside }
}

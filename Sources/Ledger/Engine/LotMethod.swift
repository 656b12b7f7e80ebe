/// The order in which a sale takes lots: a value, so that another order is another value.
public struct LotMethod: Sendable {
    /// As people type it in the setting `lot_method`.
    public let name: String
    /// The index of the lot to take from next; there is an open one.
    let next: @Sendable (borrowing LotQueue) -> Int

    /// Every method there is.
    public static let all: [LotMethod] = [.fifo]
}

extension LotMethod: Hashable {
    public static func == (a: LotMethod, b: LotMethod) -> Bool { a.name == b.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension LotMethod {
    /// Last in, first out: the lot opened last goes first.
    public static let lifo = LotMethod(name: "lifo", summary: "The lot opened last goes first.") { queue in
        queue.tail - 1
    }
}

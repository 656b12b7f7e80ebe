extension LotMethod {
    /// First in, first out: the lot opened first goes first.
    public static let fifo = LotMethod(name: "fifo") { queue in queue.head }
}

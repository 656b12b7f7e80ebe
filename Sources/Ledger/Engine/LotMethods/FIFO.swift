extension LotMethod {
    /// First in, first out: the lot opened first goes first.
    public static let fifo = LotMethod(name: "fifo", summary: "The lot opened first goes first.") { queue in queue.head }
}

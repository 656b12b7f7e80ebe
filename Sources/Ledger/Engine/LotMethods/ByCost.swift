extension LotMethod {
    /// Highest in, first out: the lot whose units cost most goes first, the oldest among equals.
    public static let hifo = LotMethod(name: "hifo", summary: "The lot whose units cost most goes first.", comparesCosts: true) { queue in
        queue.extreme(.dearestFirst)
    }

    /// Lowest in, first out: the lot whose units cost least goes first, the oldest among equals.
    public static let lofo = LotMethod(name: "lofo", summary: "The lot whose units cost least goes first.", comparesCosts: true) { queue in
        queue.extreme(.cheapestFirst)
    }

    /// Average cost: all units of the position cost the same; the oldest lot gives its day.
    public static let average = LotMethod(
        name: "average", summary: "All units of a holding cost the same: what it cost in all by its units.", isAverage: true
    ) { queue in queue.head }
}

extension LotMethod {
    /// Average cost over all accounts of an owner but pensions: the section 104 holding of the UK, the adjusted cost base of Canada.
    public static let pooled = LotMethod(
        name: "pooled", summary: "All units that an owner holds cost the same, in whichever account but a pension; the UK's rules for units bought again on the day or within 30 days are not applied.", isPooled: true
    ) { queue in queue.head }
}

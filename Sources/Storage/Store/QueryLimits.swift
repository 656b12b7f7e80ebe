/// What ends a query before its time.
struct QueryLimits {
    /// Asked now and then; `true` ends the query.
    var shouldStop: (() -> Bool)?
    /// Bytes that the values of the answer may take.
    var largestAnswer = 1_000_000_000

    /// Bytes that SQLite may take while it works: what it sorts, groups and reads.
    var largestWork: Int { max(largestAnswer, 16 << 20) }

    /// Bytes of one value, in the answer or on the way to it. A function works on its values without looking whether it should stop.
    var longestValue: Int { min(largestAnswer, 1 << 20) }
}

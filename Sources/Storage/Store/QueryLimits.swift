/// What ends a query before its time.
struct QueryLimits {
    /// Asked now and then; `true` ends the query.
    var shouldStop: (() -> Bool)?
    /// Bytes that the values of the answer may take.
    var largestAnswer = 1_000_000_000
}

import CSQLite

extension SQLiteConnection {
    /// Runs something that the user may stop.
    func withInterruption<Result>(_ shouldStop: (() -> Bool)?, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        guard let shouldStop else { return try body() }
        return try watched(by: QueryWatch(shouldStop: shouldStop, largestWork: .max), body)
    }

    /// Runs a query of a user within limits of time, of memory, and of what it may be made of.
    func withQueryLimits<Result>(_ limits: QueryLimits, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        let watch = QueryWatch(shouldStop: limits.shouldStop, largestWork: limits.largestWork)
        return try withBounds(limits) { () throws(StorageError) in
            do throws(StorageError) {
                return try watched(by: watch, body)
            } catch {
                throw watch.isTooLarge ? .tooLargeWork(limits.largestWork) : error
            }
        }
    }

    private func watched<Result>(by watch: QueryWatch, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try withHandle { (handle) throws(StorageError) in
            sqlite3_progress_handler(
                handle, QueryWatch.steps, { context in Unmanaged<QueryWatch>.fromOpaque(context!).takeUnretainedValue().shouldEnd() ? 1 : 0 },
                Unmanaged.passUnretained(watch).toOpaque())
            defer {
                sqlite3_progress_handler(handle, 0, nil, nil)
                withExtendedLifetime(watch) {}
            }
            return try body()
        }
    }

    /// Runs something in which SQLite takes no larger values and no more involved statements than a question needs.
    private func withBounds<Result>(_ limits: QueryLimits, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        let bounds: [(what: Int32, most: Int)] = [
            (SQLITE_LIMIT_LENGTH, limits.longestValue), (SQLITE_LIMIT_SQL_LENGTH, QueryText.longest), (SQLITE_LIMIT_EXPR_DEPTH, 200),
            (SQLITE_LIMIT_COMPOUND_SELECT, 100), (SQLITE_LIMIT_VDBE_OP, 1_000_000), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
            (SQLITE_LIMIT_VARIABLE_NUMBER, 10_000), (SQLITE_LIMIT_WORKER_THREADS, 0),
        ]
        return try withHandle { (handle) throws(StorageError) in
            let before = bounds.map { sqlite3_limit(handle, $0.what, Int32(clamping: $0.most)) }
            defer { for (bound, value) in zip(bounds, before) { sqlite3_limit(handle, bound.what, value) } }
            return try body()
        }
    }
}

/// Looks now and then whether a statement should end: where C can find it.
private final class QueryWatch {
    /// Steps of SQLite from one look to the next. A step makes one value at most, so that memory cannot grow far in between.
    static let steps: Int32 = 100
    /// Looks from one question to the next, which may cost more than a look: often enough for a tenth of a second.
    private static let looks = 100

    private let shouldStop: (() -> Bool)?
    private let largestUse: Int64
    private var looked = 0
    /// Whether the statement was ended for the memory that it took.
    private(set) var isTooLarge = false

    init(shouldStop: (() -> Bool)?, largestWork: Int) {
        self.shouldStop = shouldStop
        largestUse = sqlite3_memory_used().addingReportingOverflow(Int64(largestWork)).partialValue
    }

    /// The memory is looked at here, and not left to SQLite's own limits: those hold for all of the process, and meeting them would roll
    /// back the act that the query is part of.
    func shouldEnd() -> Bool {
        looked += 1
        if largestUse > 0, sqlite3_memory_used() > largestUse { isTooLarge = true }
        return isTooLarge || looked % Self.looks == 0 && shouldStop?() == true
    }
}

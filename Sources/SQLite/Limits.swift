import CSQLite

/// Looks now and then whether a running statement should end: it is asked from within SQLite's steps.
public final class StatementWatch {
    /// Steps of SQLite from one look to the next. A step makes one value at most, so that memory cannot grow far in between.
    static let steps: Int32 = 100
    /// Looks from one question to the next, which may cost more than a look: often enough for a tenth of a second.
    private static let looks = 100

    private let shouldStop: (() -> Bool)?
    private let largestUse: Int64
    private var looked = 0
    /// Whether the statement was ended for the memory that it took.
    public private(set) var isTooLarge = false

    /// Ends statements, which then fail with `SQLITE_INTERRUPT`.
    ///
    /// - Parameters:
    ///   - shouldStop: asked now and then; `true` ends the statement.
    ///   - largestWork: bytes of memory that SQLite may take from now on beyond what it has.
    public init(shouldStop: (() -> Bool)?, largestWork: Int = .max) {
        self.shouldStop = shouldStop
        largestUse = sqlite3_memory_used().addingReportingOverflow(Int64(largestWork)).partialValue
    }

    /// The memory is looked at here, and not left to SQLite's own limits: those hold for all of the process, and meeting them would roll
    /// back the transaction that the statement is part of.
    fileprivate func shouldEnd() -> Bool {
        looked += 1
        if largestUse > 0, sqlite3_memory_used() > largestUse { isTooLarge = true }
        return isTooLarge || looked % Self.looks == 0 && shouldStop?() == true
    }
}

extension SQLiteConnection {
    /// Runs something whose statements a watch may end.
    public func watched<Result, Failure: Error>(by watch: StatementWatch, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        sqlite3_progress_handler(
            handle, StatementWatch.steps, { context in Unmanaged<StatementWatch>.fromOpaque(context!).takeUnretainedValue().shouldEnd() ? 1 : 0 },
            Unmanaged.passUnretained(watch).toOpaque())
        defer {
            sqlite3_progress_handler(handle, 0, nil, nil)
            withExtendedLifetime(watch) {}
        }
        return try body()
    }

    /// Runs something in which SQLite takes no larger values and no more involved statements than a question needs: what is beyond fails with
    /// `SQLITE_TOOBIG` or `SQLITE_ERROR`.
    ///
    /// - Parameters:
    ///   - longestValue: bytes of a value.
    ///   - longestStatement: bytes of a statement's text.
    public func bounded<Result, Failure: Error>(
        longestValue: Int, longestStatement: Int, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bounds: [(what: Int32, most: Int)] = [
            (SQLITE_LIMIT_LENGTH, longestValue), (SQLITE_LIMIT_SQL_LENGTH, longestStatement), (SQLITE_LIMIT_EXPR_DEPTH, 200),
            (SQLITE_LIMIT_COMPOUND_SELECT, 100), (SQLITE_LIMIT_VDBE_OP, 1_000_000), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
            (SQLITE_LIMIT_VARIABLE_NUMBER, 10_000), (SQLITE_LIMIT_WORKER_THREADS, 0),
        ]
        let before = bounds.map { sqlite3_limit(handle, $0.what, Int32(clamping: $0.most)) }
        defer { for (bound, value) in zip(bounds, before) { sqlite3_limit(handle, bound.what, value) } }
        return try body()
    }
}

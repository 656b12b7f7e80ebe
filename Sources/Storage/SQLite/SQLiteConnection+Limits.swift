import GRDBSQLite

extension SQLiteConnection {
    /// Runs something that the user may stop.
    func withInterruption<Result>(_ shouldStop: (() -> Bool)?, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        guard let shouldStop else { return try body() }
        let box = StopBox(shouldStop)
        return try withHandle { (handle) throws(StorageError) in
            // Often enough for a tenth of a second, rarely enough not to be felt.
            let steps: Int32 = 10_000
            sqlite3_progress_handler(
                handle, steps, { context in Unmanaged<StopBox>.fromOpaque(context!).takeUnretainedValue().shouldStop() ? 1 : 0 },
                Unmanaged.passUnretained(box).toOpaque())
            defer {
                sqlite3_progress_handler(handle, 0, nil, nil)
                withExtendedLifetime(box) {}
            }
            return try body()
        }
    }

    /// Runs something in which no single value may take more than so many bytes.
    func withLongestValue<Result>(_ bytes: Int, _ body: () throws(StorageError) -> Result) throws(StorageError) -> Result {
        try withHandle { (handle) throws(StorageError) in
            let before = sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
            defer { sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, before) }
            return try body()
        }
    }
}

/// Holds a closure where C can find it.
private final class StopBox {
    let shouldStop: () -> Bool
    init(_ shouldStop: @escaping () -> Bool) { self.shouldStop = shouldStop }
}

extension Book {
    /// Answers a question in SQL over the views `accounts`, `instruments`, `activities`, `trades`, `quotes`, `voids`, `settings`, `acts`.
    ///
    /// It sees all that is committed, and what the running act recorded; it can change nothing. One statement; a `?` stands for each
    /// argument. Decimals compare, sort, add up and average exactly: see `QueryColumn.isDecimal`.
    ///
    /// - Throws: `.query` with the nearest name, or where it takes longer than `longestQuery`; `.refused`; `.interrupted` where `shouldStop` said so.
    public func query(_ sql: String, _ arguments: [QueryValue] = []) throws(StorageError) -> QueryResult {
        if let running, running.writing == nil, running.readHead == nil {
            do { try noteReading() } catch let error as StorageError { throw error } catch { throw StorageError(.misuse, "\(error)") }
        }
        let end = ContinuousClock.now + longestQuery, shouldStop = shouldStop
        var isLate = false
        func mustStop() -> Bool {
            isLate = ContinuousClock.now > end
            return isLate || shouldStop?() == true
        }
        do throws(StorageError) {
            return try store.query(sql, arguments, QueryLimits(shouldStop: mustStop, largestAnswer: largestAnswer))
        } catch {
            guard isLate, error.kind == .interrupted else { throw error }
            throw .tooSlowQuery(longestQuery)
        }
    }
}

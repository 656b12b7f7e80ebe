import CPostgreSQL
import Glibc

/// What somebody told all who listen on a channel (`NOTIFY`).
public struct PostgresNotification: Hashable, Sendable {
    /// The name of the channel.
    public let channel: String
    /// What was told; empty where nothing was.
    public let payload: String
    /// The number of the server's process that told it; one's own is `PostgresConnection.backendPID`.
    public let backendPID: Int
}

extension PostgresConnection {
    /// What others have told on the channels that `LISTEN` named, as far as it has come; without waiting.
    ///
    /// It comes between transactions only: none comes while one is open.
    ///
    /// - Throws: `lost` where the connection has ended.
    public func notifications() throws(PostgresError) -> [PostgresNotification] {
        try run { connection throws(PostgresError) in
            let hasRead = library.consumeInput(connection) == 1
            var found: [PostgresNotification] = []
            while let told = library.notifies(connection) {
                defer { library.freeMemory(told) }
                found.append(
                    PostgresNotification(channel: String(cString: told.pointee.relname), payload: String(cString: told.pointee.extra), backendPID: Int(told.pointee.be_pid)))
            }
            guard hasRead || !found.isEmpty else { throw PostgresError(library: library, connection: connection, .lost) }
            return found
        }
    }

    /// Waits until something has come from the server, for `notifications` to read; what it has read already is not waited for again.
    ///
    /// - Returns: `false` where nothing came in that time, or `shouldStop` ended the wait.
    public func waitForInput(seconds: Double) throws(PostgresError) -> Bool {
        try run { connection throws(PostgresError) in
            let started = Clock.now()
            while true {
                let left = seconds - (Clock.now() - started)
                if Poll.wait(library.socket(connection), for: POLLIN, seconds: max(0, min(left, Poll.seconds))) { return true }
                if left <= Poll.seconds || shouldStop?() == true { return false }
            }
        }
    }
}

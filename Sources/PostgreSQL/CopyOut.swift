import CPostgreSQL
import Glibc

extension PostgresConnection {
    /// Copies rows out of the server, the quickest way to read many: `COPY … TO STDOUT (FORMAT binary)`.
    ///
    /// - Parameters:
    ///   - sql: the statement, in binary format.
    ///   - row: gets the bytes of each tuple, which `BinaryRow` reads; they are good during the call.
    ///   - isEnded: whether the copy is stopped where `row` throws, which fails the transaction that is open; else it is read to its end, for nobody.
    /// - Returns: how many rows there were.
    /// - Throws: what `row` throws; a `PostgresError` as `query` does, be it after many rows.
    @discardableResult
    public func copyOut(_ sql: String, isEnded: Bool = true, row: (UnsafeRawBufferPointer) throws -> Void) throws -> Int {
        try requireNoNUL(sql, "A statement")
        var thrown: (any Error)?, count = 0
        try run { connection throws(PostgresError) in
            guard library.sendQuery(connection, sql) == 1 else { throw refusal(connection) }
            try flush(connection)
            guard let begin = try nextResult(connection) else { throw PostgresError(.misuse, "A copy is to be one statement.") }
            guard library.resultStatus(begin.handle) == PGRES_COPY_OUT, library.isBinaryCopy(begin.handle) != 0 else {
                try abandonCopy(begin, connection)
                throw PostgresError(.misuse, "A copy is COPY … TO STDOUT (FORMAT binary).")
            }
            var reader = TupleReader()
            while thrown == nil, let message = try nextCopyMessage(connection) {
                defer { library.freeMemory(message.baseAddress) }
                do {
                    guard let tuple = try reader.tuple(UnsafeRawBufferPointer(message)) else { continue }
                    try row(tuple)
                    count += 1
                } catch { thrown = error }
            }
            guard thrown != nil else {
                _ = try collect(connection)
                return
            }
            if isEnded { stop.cancel(connection, library) }
            try discardCopy(connection)
            // What the copy failed with is that it was stopped.
            do throws(PostgresError) { _ = try collect(connection) } catch { if error.kind == .lost { close() } }
        }
        if let thrown { throw thrown }
        return count
    }

    /// Comes to the end of what was no copy as it is meant.
    private func abandonCopy(_ begin: PostgresResult, _ connection: OpaquePointer) throws(PostgresError) {
        switch library.resultStatus(begin.handle) {
        case PGRES_COPY_OUT: try discardCopy(connection)
        case PGRES_COPY_IN: _ = library.putCopyEnd(connection, "nothing is copied this way")
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: break
        default:
            let error = failure(begin, connection)
            if isAlive(connection) { while try nextResult(connection) != nil {} }
            throw error
        }
        do throws(PostgresError) { _ = try collect(connection) } catch { if error.kind == .lost { throw error } }
    }

    /// The next message of a copy; nil at its end, behind which there is a result. Whoever gets it frees it.
    private func nextCopyMessage(_ connection: OpaquePointer) throws(PostgresError) -> UnsafeMutableRawBufferPointer? {
        while true {
            var bytes: UnsafeMutablePointer<CChar>?
            switch library.getCopyData(connection, &bytes, 1) {
            case let count where count > 0: return UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
            case 0:
                guard isAlive(connection) else { return nil }
                try pause(connection, for: POLLIN)
            case -1: return nil
            default:
                guard isAlive(connection) else { return nil }
                throw refusal(connection)
            }
        }
    }

    /// Reads a copy to its end, for nobody.
    func discardCopy(_ connection: OpaquePointer) throws(PostgresError) {
        while let message = try nextCopyMessage(connection) { library.freeMemory(message.baseAddress) }
    }
}

/// Takes the frame off what a binary copy sends: a signature and flags before the first row, an end mark behind the last (PostgreSQL's manual, COPY,
/// "Binary Format").
private struct TupleReader {
    private static let signature: [UInt8] = [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00]
    private var hasBegun = false

    /// The tuple in a message, of which the server sends one for each row; nil where it holds none.
    mutating func tuple(_ message: UnsafeRawBufferPointer) throws(PostgresError) -> UnsafeRawBufferPointer? {
        var rest = message
        if !hasBegun {
            let start = Self.signature.count
            guard message.count >= start + 8, message.prefix(start).elementsEqual(Self.signature) else { throw Self.malformed }
            let flags = UInt32(bigEndian: message.loadUnaligned(fromByteOffset: start, as: UInt32.self))
            let extra = UInt32(bigEndian: message.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
            // Upper flags mean that rows are laid out in a way unknown here.
            guard flags >> 16 == 0, start + 8 + Int(extra) <= message.count else { throw Self.malformed }
            rest = UnsafeRawBufferPointer(rebasing: message[(start + 8 + Int(extra))...])
            hasBegun = true
        }
        if rest.isEmpty { return nil }
        guard rest.count >= 2 else { throw Self.malformed }
        return rest.loadUnaligned(as: Int16.self) == -1 ? nil : rest
    }

    private static var malformed: PostgresError { PostgresError(.misuse, "The server sends a copy in another form than the one known.") }
}

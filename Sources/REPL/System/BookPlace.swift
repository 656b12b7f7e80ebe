import Session
import Storage

/// Where a book is, as the command line names it: a path, or the address of a server.
enum BookPlace {
    /// Whether it is the address of a server.
    static func isOnServer(_ place: String) -> Bool { Book.isServerAddress(place) }

    /// Whether there is something at a path. Of a server only opening the book tells, so an address counts as a book that is there.
    static func exists(_ place: String) -> Bool { isOnServer(place) || FilePaths.exists(FilePaths.expanded(place)) }

    /// Opens a book for reading, without a session.
    static func open(_ place: String, isOffline: Bool, _ options: Book.Options) throws -> Book {
        if isOnServer(place) { return try Book.open(server: place, isOffline: isOffline, options: options, clock: SystemClock.now) }
        return try Book.open(path: FilePaths.expanded(place), mode: .readOnly, options: options, clock: SystemClock.now)
    }
}

/// Asks once in some thousand rows whether the user wants to stop.
struct Interruption {
    private let shouldStop: (() -> Bool)?
    private var rows = 0

    init(_ shouldStop: (() -> Bool)?) { self.shouldStop = shouldStop }

    /// Counts a row.
    ///
    /// - Throws: `.interrupted`.
    @inline(__always)
    mutating func check() throws(StorageError) {
        rows &+= 1
        if rows & 0xFFF == 0, shouldStop?() == true { throw .interrupted() }
    }
}

/// Tells how the reading of a text goes on, pass by pass, and ends it where the caller asks for that.
struct TextProgress {
    private let progress: Formats.Progress?
    private let passes: Int
    private let bytes: Int
    private var nextReport = stride

    /// Bytes between two reports.
    private static let stride = 1 << 20

    /// - Parameters:
    ///   - passes: how often the bytes are read.
    ///   - bytes: how many there are.
    init(_ progress: Formats.Progress?, passes: Int = 1, bytes: Int) { (self.progress, self.passes, self.bytes) = (progress, passes, bytes) }

    /// The same for another number of passes.
    func times(_ passes: Int) -> TextProgress { TextProgress(progress, passes: passes, bytes: bytes) }

    /// Tells that a pass has come to a place, now and then.
    ///
    /// - Throws: `cancelled` where the caller ended the import.
    @inline(__always)
    mutating func report(_ pass: Int, _ offset: Int) throws(ImportIssue) {
        let done = pass * bytes + offset
        if done >= nextReport { try tell(done) }
    }

    /// Tells in the same way how much of some work is done that makes up a pass.
    mutating func report(_ pass: Int, _ done: Int, of total: Int) throws(ImportIssue) { try report(pass, total == 0 ? bytes : bytes * done / total) }

    /// Tells that all is read.
    func finish() { _ = progress?(bytes * passes, bytes * passes) }

    private mutating func tell(_ done: Int) throws(ImportIssue) {
        nextReport = done + Self.stride
        if let progress, !progress(done, bytes * passes) { throw ImportIssue(.cancelled, message: "the import was stopped") }
    }
}

/// How far long work is, as whoever watches it is told.
public struct WorkStage: Hashable, Sendable {
    /// What is being done, as a participle: `loading`, `verifying`. It stands for the work from its first stage to its last.
    public var work: String
    /// Steps that are done: entries, bytes, symbols.
    public var done: Int
    /// Steps in all; nil where nobody knows.
    public var total: Int?
    /// What was done last, where that has a name.
    public var detail: String
    /// Whether the work is over, however it ended.
    public var isLast: Bool

    /// A stage of some work.
    public init(_ work: String, done: Int, of total: Int?, detail: String = "", isLast: Bool = false) {
        (self.work, self.done, self.total, self.detail, self.isLast) = (work, done, total, detail, isLast)
    }

    /// The end of some work, however it came about. Whoever was told nothing else of it has nothing to do.
    public static func end(of work: String) -> WorkStage { WorkStage(work, done: 0, of: nil, isLast: true) }
}

/// Told how far long work is, by the thread that does it and many times a second.
///
/// Within some work other work may begin and end, such as the loading of a book that is imported into.
public typealias WorkObserver = (WorkStage) -> Void

/// Long work on the entries of a journal, as the one who watches it is told.
struct WatchedWork {
    /// What is being done, as a participle.
    var name: String
    /// The entry behind which it begins.
    var start = 0
    /// The last entry; nil where nobody knows.
    var end: Int?
    /// Who is told.
    var observer: WorkObserver

    /// Tells that the work has got to an entry.
    func tell(_ entry: Int) { observer(WorkStage(name, done: max(0, entry - start), of: end.map { max(0, $0 - start) })) }

    /// Tells that it is over.
    func finish() { observer(.end(of: name)) }
}

/// Asks once in some thousand rows whether the user wants to stop, and tells whoever watches how far the work is.
struct Interruption {
    private let shouldStop: (() -> Bool)?
    private let work: WatchedWork?
    private var rows = 0

    init(_ shouldStop: (() -> Bool)?, telling work: WatchedWork? = nil) { (self.shouldStop, self.work) = (shouldStop, work) }

    /// Counts a row.
    ///
    /// - Parameter entry: its number, which tells how far the work is; nil where it does not.
    /// - Throws: `.interrupted`.
    @inline(__always)
    mutating func check(at entry: Int? = nil) throws(StorageError) {
        rows &+= 1
        if rows & 0xFFF == 0 { try look(entry) }
    }

    @inline(never)
    private func look(_ entry: Int?) throws(StorageError) {
        if let entry { work?.tell(entry) }
        try ask()
    }

    /// Asks at once, where something that takes long begins or has ended.
    ///
    /// - Throws: `.interrupted`.
    func ask() throws(StorageError) {
        if shouldStop?() == true { throw .interrupted() }
    }
}

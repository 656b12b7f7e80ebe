import Values

/// The values of a column, computed when first asked for and kept.
///
/// Several frames share one `ColumnData`: selecting or renaming columns copies nothing. Not for use from two threads at once.
public final class ColumnData {
    /// The type of the values.
    public let type: ColumnType
    /// How many rows there are.
    public let count: Int
    /// The texts behind the codes of a text column; nil for other types.
    public let pool: TextPool?

    private var source: Source
    /// What the values add up to, and how many rows have none, where somebody asked: values never change once they stand.
    var knownSum: (value: FrameValue, leftOut: Int)?
    /// Whether all values are the same, where somebody asked.
    private var isKnownUniform: Bool?

    /// Writes the values of the given rows, or of all rows where none are given, one after the other.
    typealias Pick = (_ rows: UnsafeBufferPointer<Int32>?, _ memory: UnsafeMutableRawPointer) throws(FrameError) -> Void

    /// Where the values come from.
    private enum Source {
        /// They are computed.
        case stored(ColumnStorage)
        /// Computed all at once, either from values that the closure holds or from something that may change.
        case whole(ofValues: Bool, (UnsafeMutableRawPointer) throws(FrameError) -> Void)
        /// Computed row by row, so a few rows cost a few calls.
        case each(Pick)
        /// Some rows of another column.
        case rows(of: ColumnData, RowList)
        /// A run of rows of another column.
        case run(of: ColumnData, from: Int)
        /// They can no longer be computed; the error says why.
        case lost(FrameError)
    }

    private init(type: ColumnType, count: Int, pool: TextPool?, source: Source) {
        precondition((type == .text) == (pool != nil), "text columns have a pool, others have none")
        self.type = type
        self.count = count
        self.pool = pool
        self.source = source
    }

    /// Values computed all at once into memory for `count` of them, when first asked for; `ofValues` where they are copied from values
    /// that the closure holds, and from nothing else.
    convenience init(
        type: ColumnType, count: Int, pool: TextPool? = nil, ofValues: Bool = false,
        whole: @escaping (UnsafeMutableRawPointer) throws(FrameError) -> Void
    ) {
        self.init(type: type, count: count, pool: pool, source: .whole(ofValues: ofValues, whole))
    }

    /// Values computed row by row, when first asked for.
    convenience init(type: ColumnType, count: Int, pool: TextPool? = nil, each: @escaping Pick) {
        self.init(type: type, count: count, pool: pool, source: .each(each))
    }

    /// Values that stand already.
    convenience init(_ storage: ColumnStorage) {
        self.init(type: storage.type, count: storage.count, pool: storage.pool, source: .stored(storage))
    }

    /// The given rows of `parent`, in the order given.
    convenience init(_ parent: ColumnData, rows: RowList) {
        self.init(type: parent.type, count: rows.count, pool: parent.pool, source: .rows(of: parent, rows))
    }

    /// `count` rows of `parent` from `start` on; shares the parent's memory.
    convenience init(_ parent: ColumnData, from start: Int, count: Int) {
        precondition(start >= 0 && count >= 0 && start + count <= parent.count, "the rows lie outside the column")
        self.init(type: parent.type, count: count, pool: parent.pool, source: .run(of: parent, from: start))
    }

    /// Whether the values have been computed.
    public var isMaterialized: Bool {
        if case .stored = source { true } else { false }
    }

    /// Whether the values stand, or are rows of a column that does, so that nothing else is needed to tell them.
    var isSettled: Bool {
        switch source {
        case .stored: true
        case .whole(let ofValues, _): ofValues
        case .each, .lost: false
        case .rows(let parent, _), .run(let parent, _): parent.isSettled
        }
    }

    /// Lets go of what the values would be computed from, unless they are settled; whoever asks for them later is told why they are gone.
    func lose(_ error: FrameError) {
        if !isSettled { source = .lost(error) }
    }

    /// Computes the values unless they stand already. O(rows) the first time, then free.
    public func materialize() throws(FrameError) -> ColumnStorage {
        let storage: ColumnStorage
        switch source {
        case .stored(let standing):
            return standing
        case .whole(_, let fill):
            storage = try ColumnStorage(type: type, count: count, pool: pool, fill: fill)
        case .each(let pick):
            storage = try ColumnStorage(type: type, count: count, pool: pool) { (memory) throws(FrameError) in try pick(nil, memory) }
        case .rows(let parent, let rows):
            storage = try ColumnStorage(type: type, count: count, pool: pool) { (memory) throws(FrameError) in
                try parent.pick(rows, into: memory)
            }
        case .run(let parent, let start) where parent.picksRows && count < parent.count:
            let rows = RowList((0..<Int32(count)).map { $0 + Int32(start) })
            storage = try ColumnStorage(type: type, count: count, pool: pool) { (memory) throws(FrameError) in
                try parent.pick(rows, into: memory)
            }
        case .run(let parent, let start):
            storage = ColumnStorage(partOf: try parent.materialize(), from: start, count: count)
        case .lost(let error):
            throw error
        }
        // The closure or the parent is let go, so that what they hold can be freed.
        source = .stored(storage)
        return storage
    }

    /// Whether all texts are the same, or there are none. O(rows) the first time, then free.
    func isUniform() throws(FrameError) -> Bool {
        if let isKnownUniform { return isKnownUniform }
        let codes = try materialize().codes, isUniform = codes.first.map { first in codes.allSatisfy { $0 == first } } ?? true
        isKnownUniform = isUniform
        return isUniform
    }

    /// Whether some rows cost less than all: the values do not stand yet and are computed row by row.
    private var picksRows: Bool {
        switch source {
        case .stored, .whole, .lost: false
        case .each: true
        case .rows(let parent, _), .run(let parent, _): parent.picksRows
        }
    }

    /// Writes the values of `rows`, in that order, computing no more than it must.
    private func pick(_ rows: RowList, into memory: UnsafeMutableRawPointer) throws(FrameError) {
        switch source {
        case .each(let pick):
            try pick(rows.buffer, memory)
        case .rows(let parent, let own) where rows.count < count || parent.picksRows:
            try parent.pick(RowList(rows.buffer.map { own[Int($0)] }), into: memory)
        case .run(let parent, let start) where rows.count < count || parent.picksRows:
            try parent.pick(RowList(rows.buffer.map { $0 + Int32(start) }), into: memory)
        case .stored, .whole, .rows, .run, .lost:
            gather(try materialize(), rows, into: memory)
        }
    }
}

/// Copies the values of `rows` from a filled column.
private func gather(_ storage: ColumnStorage, _ rows: RowList, into memory: UnsafeMutableRawPointer) {
    func copy<T>(_ type: T.Type) {
        let from = storage.base.assumingMemoryBound(to: T.self)
        let to = memory.assumingMemoryBound(to: T.self)
        for (index, row) in rows.buffer.enumerated() { (to + index).initialize(to: from[Int(row)]) }
    }
    switch storage.type {
    case .decimal: copy(Int128.self)
    case .int, .instant: copy(Int64.self)
    case .text, .day: copy(Int32.self)
    case .bool: copy(UInt8.self)
    }
}

/// Row numbers of a parent frame, shared by all columns of the frame made of them.
///
/// Hand on the list and not its buffer, which is gone with the list.
final class RowList {
    /// The row numbers.
    let buffer: UnsafeBufferPointer<Int32>

    /// The list of these row numbers.
    init(_ rows: [Int32]) {
        let memory = UnsafeMutableBufferPointer<Int32>.allocate(capacity: rows.count)
        _ = memory.initialize(from: rows)
        buffer = UnsafeBufferPointer(memory)
    }

    deinit { buffer.deallocate() }

    /// How many rows there are.
    var count: Int { buffer.count }
    /// The row number at a place.
    subscript(index: Int) -> Int32 { buffer[index] }
}

/// Row numbers of a parent frame, shared by all columns of the frame made of them.
///
/// Hand on the list and not its buffer, which is gone with the list.
final class RowList {
    let buffer: UnsafeBufferPointer<Int32>

    init(_ rows: [Int32]) {
        let memory = UnsafeMutableBufferPointer<Int32>.allocate(capacity: rows.count)
        _ = memory.initialize(from: rows)
        buffer = UnsafeBufferPointer(memory)
    }

    deinit { buffer.deallocate() }

    var count: Int { buffer.count }
    subscript(index: Int) -> Int32 { buffer[index] }
}

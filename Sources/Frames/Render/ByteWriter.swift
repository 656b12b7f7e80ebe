/// Bytes as they are written, kept together and handed on in large pieces.
struct ByteWriter: ~Copyable {
    private var memory: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 1 << 16) {
        self.capacity = capacity
        memory = .allocate(capacity: capacity)
    }

    deinit { memory.deallocate() }

    /// What has been written since the last `clear`.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: memory, count: count) }

    /// What has been written since the last `clear`, as text.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Forgets what has been written, once it has been handed on.
    mutating func clear() { count = 0 }

    /// Makes room for so many more bytes.
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(more) }
    }

    private mutating func grow(_ more: Int) {
        let size = max(capacity * 2, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
        larger.update(from: memory, count: count)
        memory.deallocate()
        (memory, capacity) = (larger, size)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        memory[count] = byte
        count += 1
    }

    @inline(__always)
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let from = bytes.baseAddress else { return }
        reserve(bytes.count)
        (memory + count).update(from: from, count: bytes.count)
        count += bytes.count
    }

    mutating func append(_ text: StaticString) {
        append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append($0) }
    }

    mutating func append(repeating byte: UInt8, count times: Int) {
        for _ in 0..<times { append(byte) }
    }
}

extension ByteWriter {
    /// A whole number.
    @inline(__always)
    mutating func append(int value: Int64) {
        if value < 0 { append(UInt8(ascii: "-")) }
        append(magnitude: value.magnitude)
    }

    mutating func append(magnitude: UInt64) {
        append(magnitude: magnitude, digits: Self.digitCount(magnitude))
    }

    /// A number with exactly so many digits, zeros in front.
    @inline(__always)
    mutating func append(magnitude: UInt64, digits: Int) {
        reserve(digits)
        var rest = magnitude
        var place = count + digits
        count = place
        while place > count - digits {
            place -= 1
            memory[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }

    @inline(__always)
    private static func digitCount(_ value: UInt64) -> Int {
        var count = 1, bound: UInt64 = 10
        while value >= bound {
            count += 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        return count
    }
}

/// Puts a message into bytes; texts and bodies have their length before them.
struct FrameWriter {
    private var bytes: [UInt8] = [0, 0, 0, 0]

    mutating func begin(_ kind: UInt8, _ id: UInt32) {
        bytes.append(kind)
        add(id)
    }

    mutating func add(_ value: UInt64) { append(value) }
    mutating func add(_ text: String) { add(Array(text.utf8)) }

    mutating func add(_ body: [UInt8]) {
        append(UInt32(clamping: body.count))
        bytes += body
    }

    mutating func add(_ headers: [HTTPHeader]) {
        append(UInt32(clamping: headers.count))
        for header in headers {
            add(header.name)
            add(header.value)
        }
    }

    private mutating func add(_ value: UInt32) { append(value) }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }

    mutating func finish() -> [UInt8] {
        withUnsafeBytes(of: UInt32(clamping: bytes.count - 4).littleEndian) { bytes.replaceSubrange(0..<4, with: $0) }
        return bytes
    }
}

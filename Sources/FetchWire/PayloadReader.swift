/// Reads a message from bytes; each call is nil where the bytes end too early.
struct PayloadReader {
    private var rest: ArraySlice<UInt8>

    init(_ payload: ArraySlice<UInt8>) { rest = payload }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }
    mutating func word() -> UInt32? { integer() }
    mutating func number() -> UInt64? { integer() }

    mutating func bytes() -> ArraySlice<UInt8>? {
        guard let count = word(), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    mutating func text() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }

    mutating func headers() -> [HTTPHeader]? {
        guard let count = word() else { return nil }
        var headers: [HTTPHeader] = []
        for _ in 0..<count {
            guard let name = text(), let value = text() else { return nil }
            headers.append(HTTPHeader(name: name, value: value))
        }
        return headers
    }

    private mutating func integer<Number: FixedWidthInteger>() -> Number? {
        let width = Number.bitWidth / 8
        guard rest.count >= width else { return nil }
        let value = rest.prefix(width).reversed().reduce(Number(0)) { $0 << 8 | Number($1) }
        rest = rest.dropFirst(width)
        return value
    }
}

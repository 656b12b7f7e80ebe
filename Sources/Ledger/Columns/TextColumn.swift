/// Texts one after another in one stretch of memory, four bytes a row beside it; a text that was kept lately is not kept again.
struct TextColumn {
    /// Where the row's text begins in `bytes`, plus one; zero for an empty text.
    private var places = Column<UInt32>()
    /// For each text its length (seven bits a byte, lowest first, the eighth bit says that another follows), then its bytes in UTF-8.
    private var bytes = Column<UInt8>()
    /// Places of texts kept lately, by hash.
    private var recent = [UInt32](repeating: 0, count: 256)

    var count: Int { places.count }
    /// Bytes that the texts take.
    var byteCount: Int { bytes.count }

    subscript(row: Int) -> String {
        let place = places[row]
        if place == 0 { return "" }
        let text = span(at: Int(place) - 1)
        return String(decoding: bytes[text], as: UTF8.self)
    }

    mutating func append(_ text: String) {
        if text.isEmpty { return places.append(0) }
        var text = text
        text.withUTF8 { append(utf8: $0) }
    }

    mutating func reserveCapacity(_ capacity: Int) { places.reserveCapacity(capacity) }

    mutating func truncate(to count: Int) {
        // Texts stay behind; what is appended next finds them in `recent`.
        places.truncate(to: count)
    }

    private mutating func append(utf8 text: UnsafeBufferPointer<UInt8>) {
        let slot = Int(Self.hash(text) & 255)
        if recent[slot] != 0, matches(text, at: Int(recent[slot]) - 1) { return places.append(recent[slot]) }
        precondition(bytes.count + text.count < Int(UInt32.max) - 8, "four gigabytes of notes are the limit")
        let place = UInt32(bytes.count + 1)
        var length = text.count
        while length > 127 {
            bytes.append(UInt8(truncatingIfNeeded: length) | 128)
            length >>= 7
        }
        bytes.append(UInt8(length))
        for byte in text { bytes.append(byte) }
        recent[slot] = place
        places.append(place)
    }

    private func span(at start: Int) -> Range<Int> {
        var (position, length, shift) = (start, 0, 0)
        while bytes[position] > 127 {
            length |= Int(bytes[position] & 127) << shift
            shift += 7
            position += 1
        }
        length |= Int(bytes[position]) << shift
        return position + 1..<position + 1 + length
    }

    private func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
        let known = span(at: start)
        return known.count == text.count && zip(known, text).allSatisfy { bytes[$0] == $1 }
    }

    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        var hash: UInt32 = 2_166_136_261
        for byte in text { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return hash ^ hash >> 16
    }
}

/// The files of a zip archive (PKWARE, APPNOTE.TXT 4.3 and 4.4), by its central directory: stored and deflated ones, no Zip64.
struct ZipArchive {
    /// A file of it.
    struct Entry: Equatable {
        let name: String
        let size: Int
        fileprivate let method: Int
        fileprivate let packedSize: Int
        fileprivate let checkSum: UInt32
        fileprivate let place: Int
    }

    /// Files larger than this are not unpacked: what is read here is a table of a few megabytes.
    static let longest = 256 << 20

    private(set) var entries: [Entry] = []
    private let bytes: [UInt8]

    /// Nil for what is no archive, or a broken one.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The end record is the last thing but for a comment, which may be 64 kB long.
        let earliest = max(0, bytes.count - 22 - 0xFFFF)
        guard bytes.count >= 22, let end = stride(from: bytes.count - 22, through: earliest, by: -1).first(where: { word($0) == 0x0605_4B50 }) else {
            return nil
        }
        var place = Int(word(end + 16))
        for _ in 0..<half(end + 10) {
            guard place + 46 <= bytes.count, word(place) == 0x0201_4B50 else { return nil }
            let nameEnd = place + 46 + half(place + 28)
            guard nameEnd <= bytes.count else { return nil }
            entries.append(Entry(
                name: String(decoding: bytes[(place + 46)..<nameEnd], as: UTF8.self), size: Int(word(place + 24)), method: half(place + 10),
                packedSize: Int(word(place + 20)), checkSum: word(place + 16), place: Int(word(place + 42))))
            place = nameEnd + half(place + 30) + half(place + 32)
        }
    }

    /// The bytes of a file; nil where they are packed in an unknown way, broken, or too many.
    func contents(of entry: Entry) -> [UInt8]? {
        guard entry.size <= Self.longest, entry.place + 30 <= bytes.count, word(entry.place) == 0x0403_4B50 else { return nil }
        let start = entry.place + 30 + half(entry.place + 26) + half(entry.place + 28)
        guard start + entry.packedSize <= bytes.count else { return nil }
        let packed = bytes[start..<(start + entry.packedSize)]
        let contents: [UInt8]? = switch entry.method {
        case 0: packed.count == entry.size ? Array(packed) : nil
        case 8: InflateStream.inflate(packed, count: entry.size)
        default: nil
        }
        return contents.flatMap { InflateStream.checkSum($0) == entry.checkSum ? $0 : nil }
    }

    private func half(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

    private func word(_ place: Int) -> UInt32 { UInt32(half(place)) | UInt32(half(place + 2)) << 16 }
}

import CZlib

/// A zip archive (PKWARE, APPNOTE.TXT 4.3 and 4.4), read by its central directory. Files may be stored or deflated; no Zip64.
struct ZipArchive {
    /// A file in the archive, as the central directory lists it.
    struct Entry: Equatable {
        let name: String
        /// Bytes when unpacked.
        let size: Int
        fileprivate let method: Int
        fileprivate let packedSize: Int
        fileprivate let checkSum: UInt32
        fileprivate let place: Int
    }

    /// Files of more bytes than this are not unpacked: the tables that are read here have a few megabytes.
    static let longest = 256 << 20

    /// The files, in the order of the central directory.
    private(set) var entries: [Entry] = []
    private let bytes: [UInt8]

    /// Reads the central directory; nil if there is none or it is broken.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        // The end record is at the end, followed only by a comment of up to 64 kB.
        let earliest = max(0, bytes.count - 22 - 0xFFFF)
        guard bytes.count >= 22, let end = stride(from: bytes.count - 22, through: earliest, by: -1).first(where: { word($0) == 0x0605_4B50 }) else {
            return nil
        }
        var place = Int(word(end + 16))
        for _ in 0..<half(end + 10) {
            guard place + 46 <= bytes.count, word(place) == 0x0201_4B50 else { return nil }
            let nameEnd = place + 46 + half(place + 28)
            guard nameEnd <= bytes.count else { return nil }
            entries.append(
                Entry(
                    name: String(decoding: bytes[(place + 46)..<nameEnd], as: UTF8.self), size: Int(word(place + 24)), method: half(place + 10),
                    packedSize: Int(word(place + 20)), checkSum: word(place + 16), place: Int(word(place + 42))))
            place = nameEnd + half(place + 30) + half(place + 32)
        }
    }

    /// The unpacked bytes of a file; nil if it is broken, too large, or compressed by another method.
    func contents(of entry: Entry) -> [UInt8]? {
        guard entry.size <= Self.longest, entry.place + 30 <= bytes.count, word(entry.place) == 0x0403_4B50 else { return nil }
        let start = entry.place + 30 + half(entry.place + 26) + half(entry.place + 28)
        guard start + entry.packedSize <= bytes.count else { return nil }
        let packed = bytes[start..<(start + entry.packedSize)]
        let contents: [UInt8]? =
            switch entry.method {
            case 0: packed.count == entry.size ? Array(packed) : nil
            case 8: Deflate.inflate(packed, count: entry.size)
            default: nil
            }
        return contents.flatMap { Deflate.checkSum($0) == entry.checkSum ? $0 : nil }
    }

    private func half(_ place: Int) -> Int { Int(bytes[place]) | Int(bytes[place + 1]) << 8 }

    private func word(_ place: Int) -> UInt32 { UInt32(half(place)) | UInt32(half(place + 2)) << 16 }
}

/// Decompresses raw deflate (RFC 1951) with zlib.
enum Deflate {
    /// The decompressed bytes; nil if they are not exactly `count`, or if the data is broken.
    static func inflate(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        var stream = z_stream()
        // Negative bits: no zlib header, as in archives.
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        // One byte more, to notice data that is longer than announced.
        var out = [UInt8](repeating: 0, count: count + 1)
        var source = Array(packed)
        let (status, written) = source.withUnsafeMutableBufferPointer { source in
            out.withUnsafeMutableBufferPointer { out in
                stream.next_in = source.baseAddress
                stream.avail_in = UInt32(clamping: source.count)
                stream.next_out = out.baseAddress
                stream.avail_out = UInt32(clamping: out.count)
                let status = CZlib.inflate(&stream, Z_FINISH)
                return (status, out.count - Int(stream.avail_out))
            }
        }
        guard status == Z_STREAM_END, written == count else { return nil }
        out.removeLast()
        return out
    }

    /// The CRC-32 (ISO 3309), which an archive keeps of each file.
    static func checkSum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(clamping: bytes.count)))
    }
}

/// A table sent as a zip archive, as banks and statistics offices publish them.
public enum ZippedTable {
    /// The name and the bytes of the one CSV or XML file in an archive; nil for bytes that are no zip archive.
    ///
    /// - Throws: `malformed` for an archive that is broken, or that has no such file or several.
    public static func unpacked(_ bytes: [UInt8]) throws(QuoteError) -> (name: String, bytes: [UInt8])? {
        guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) else { return nil }
        guard let archive = ZipArchive(bytes) else {
            throw QuoteError(.malformed, "the archive is broken or not whole", hint: "fetch it again, or unpack it and import the file in it")
        }
        // Portfolio Performance saves its file so, as XML or in a form of its own.
        if archive.entries.contains(where: { $0.name == "data.portfolio" }) {
            throw QuoteError(
                .malformed, "the archive holds a binary file of Portfolio Performance", hint: "there, choose File, Save as, XML, and import what was saved")
        }
        let files = archive.entries.filter { !$0.name.hasPrefix("__MACOSX/") && !$0.name.hasSuffix("/") }
        let tables = files.filter { file in [".csv", ".xml"].contains { file.name.lowercased().hasSuffix($0) } }
        guard let table = tables.first, tables.count == 1 else {
            let found = tables.isEmpty ? "no CSV and no XML" : tables.prefix(3).map { "\"\($0.name)\"" }.joined(separator: ", ") + (tables.count > 3 ? " and more" : "")
            throw QuoteError(.malformed, "the archive has \(found) in it, and one file is wanted", hint: "unpack it, and import the file that you mean")
        }
        guard let contents = archive.contents(of: table) else {
            throw QuoteError(
                .malformed, "\(table.name) in the archive cannot be unpacked", hint: "fetch it again, or unpack it and import the file in it")
        }
        return (table.name, contents)
    }
}

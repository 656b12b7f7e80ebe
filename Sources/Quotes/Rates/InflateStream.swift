import CZlib

/// Raw deflate (RFC 1951) taken back by zlib.
enum InflateStream {
    /// The bytes that were packed, which are `count`; nil where they are not, or where the packed ones make no sense.
    static func inflate(_ packed: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
        var stream = z_stream()
        // Negative bits: no zlib header, as in archives.
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        // One more, so that more than was promised is seen.
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

    /// The check sum of archives (CRC-32, ISO 3309).
    static func checkSum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(clamping: bytes.count)))
    }
}

import CZlib

/// A file packed with gzip (RFC 1952), as programs keep their books and services send tables.
public enum Gzip {
    /// More bytes than this are not unpacked, however few they were packed.
    public static let longest = 256 << 20

    /// The unpacked bytes, of all members one after another; nil for bytes that are not packed with gzip.
    ///
    /// - Throws: `malformed` for bytes that are broken, cut off, or more than `longest` when unpacked.
    public static func unpacked(_ bytes: [UInt8], longest: Int = Self.longest) throws(QuoteError) -> [UInt8]? {
        guard bytes.starts(with: [0x1F, 0x8B, 0x08]) else { return nil }
        var stream = z_stream()
        // Sixteen more than the bits of the window: with the header of gzip, whose check sum and length zlib compares.
        guard inflateInit2_(&stream, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { throw broken }
        defer { inflateEnd(&stream) }
        var source = bytes
        var (out, place, block) = ([UInt8](), 0, [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let step = step(&stream, &source, from: place, into: &block)
            guard step.status == Z_STREAM_END || (step.status == Z_OK && step.read + step.written > 0) else { throw broken }
            guard step.written <= longest - out.count else { throw tooLong(longest) }
            out.append(contentsOf: block[..<step.written])
            place += step.read
            guard step.status == Z_STREAM_END else { continue }
            // Some programs fill the last block with zeros.
            if source[place...].allSatisfy({ $0 == 0 }) { return out }
            guard inflateReset(&stream) == Z_OK else { throw broken }
        }
    }

    /// Unpacks until the block is full or a member ends: what zlib says, and how many bytes were read and written.
    private static func step(
        _ stream: inout z_stream, _ source: inout [UInt8], from place: Int, into block: inout [UInt8]
    ) -> (status: Int32, read: Int, written: Int) {
        source.withUnsafeMutableBufferPointer { source in
            block.withUnsafeMutableBufferPointer { block in
                let offered = UInt32(clamping: source.count - place)
                stream.next_in = source.baseAddress.map { $0 + place }
                stream.avail_in = offered
                stream.next_out = block.baseAddress
                stream.avail_out = UInt32(block.count)
                let status = inflate(&stream, Z_NO_FLUSH)
                return (status, Int(offered - stream.avail_in), block.count - Int(stream.avail_out))
            }
        }
    }

    private static func tooLong(_ longest: Int) -> QuoteError {
        QuoteError(.malformed, "the packed file has more than \(longest >> 20) MB when it is unpacked", hint: "unpack it with gunzip, and import it in parts")
    }

    private static var broken: QuoteError {
        QuoteError(.malformed, "the file is packed with gzip, and broken or not whole", hint: "save or fetch it again, or unpack it with gunzip and import what comes out")
    }
}

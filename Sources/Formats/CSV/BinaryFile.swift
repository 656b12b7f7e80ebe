/// Tells a file that is no text, so that it is refused with a word on what it is.
enum BinaryFile {
    private static let signatures: [(bytes: [UInt8], hint: String)] = [
        ([0x1F, 0x8B], "it is compressed with gzip: unpack it first"),
        ([0x42, 0x5A, 0x68], "it is compressed with bzip2: unpack it first"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "it is compressed with xz: unpack it first"),
        ([0x28, 0xB5, 0x2F, 0xFD], "it is compressed with zstd: unpack it first"),
        ([0x50, 0x4B, 0x03, 0x04], "it is a zip archive or an Excel workbook: unpack it, or save the sheet as CSV"),
        ([0xD0, 0xCF, 0x11, 0xE0], "it is an old Excel workbook: save the sheet as CSV"),
        ([0x25, 0x50, 0x44, 0x46], "it is a PDF: ask your broker for a CSV export"),
        (Array("SQLite format 3".utf8), "it is a database; a book of luca is opened, not imported"),
    ]

    /// Why the bytes cannot be text, as a hint for the user; nil if they may be text.
    static func hint(_ bytes: UnsafeBufferPointer<UInt8>, encoding: TextEncoding) -> String? {
        for signature in signatures where bytes.starts(with: signature.bytes) { return signature.hint }
        switch encoding {
        case .utf16LittleEndian, .utf16BigEndian: return nil
        case .utf8, .windows1252: return bytes.contains(0) ? "it holds NUL bytes, which no text has" : nil
        }
    }
}

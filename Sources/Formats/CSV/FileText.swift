import Glibc
import Values

/// The encoding of a file's characters. The raw value is the name in messages.
public enum TextEncoding: String, CaseIterable, Sendable {
    /// UTF-8, with or without a byte order mark.
    case utf8 = "UTF-8"
    /// Windows-1252, and with it Latin-1.
    case windows1252 = "Windows-1252"
    /// UTF-16, low byte first.
    case utf16LittleEndian = "UTF-16 (little-endian)"
    /// UTF-16, high byte first.
    case utf16BigEndian = "UTF-16 (big-endian)"

    /// The encoding of a file that holds text: by its byte order mark, else UTF-8 if it is valid, else Windows-1252.
    ///
    /// Latin-1 text reads as Windows-1252, which agrees with it on every printable character.
    static func detect(_ bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding {
        if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
        if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
        return isValidUTF8(bytes) ? .utf8 : .windows1252
    }

    /// The same text in UTF-8; nil where the bytes need no change.
    func transcoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        switch self {
        case .utf8: nil
        case .windows1252: Self.fromWindows1252(bytes)
        case .utf16LittleEndian: Self.fromUTF16(bytes, low: 0, high: 1)
        case .utf16BigEndian: Self.fromUTF16(bytes, low: 1, high: 0)
        }
    }

    /// Whether the bytes are well-formed UTF-8; eight bytes at a time where they are ASCII.
    static func isValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        let count = bytes.count
        var index = 0
        while index < count {
            while index + 8 <= count, raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 { index += 8 }
            guard index < count else { return true }
            let length = sequenceLength(bytes, at: index)
            if length == 0 { return false }
            index += length
        }
        return true
    }

    /// The length of the well-formed character at a place, 0 if there is none.
    private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        func continues(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xBF) -> Bool {
            index + offset < bytes.count && bytes[index + offset] >= low && bytes[index + offset] <= high
        }
        switch bytes[index] {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: return continues(1) ? 2 : 0
        case 0xE0: return continues(1, 0xA0) && continues(2) ? 3 : 0
        case 0xED: return continues(1, 0x80, 0x9F) && continues(2) ? 3 : 0
        case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
        case 0xF0: return continues(1, 0x90) && continues(2) && continues(3) ? 4 : 0
        case 0xF4: return continues(1, 0x80, 0x8F) && continues(2) && continues(3) ? 4 : 0
        case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
        default: return 0
        }
    }

    /// What Windows-1252 has at 0x80 to 0x9F; the five places it leaves open stand for themselves, as browsers read them.
    private static let windowsControls: [UInt32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
        0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func fromWindows1252(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes {
            switch byte {
            case 0x00...0x7F: out.append(byte)
            case 0x80...0x9F: append(windowsControls[Int(byte) - 0x80], to: &out)
            default: append(UInt32(byte), to: &out)
            }
        }
        return out
    }

    private static func append(_ scalar: UInt32, to out: inout [UInt8]) {
        out.append(contentsOf: Character(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }

    private static func fromUTF16(_ bytes: UnsafeBufferPointer<UInt8>, low: Int, high: Int) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = 2
        while index + 1 < bytes.count {
            units.append(UInt16(bytes[index + low]) | UInt16(bytes[index + high]) << 8)
            index += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

/// Recognises files that are no text.
enum BinaryFile {
    private static let signatures: [(bytes: [UInt8], hint: String)] = [
        ([0x1F, 0x8B], "it is compressed with gzip: unpack it first"),
        ([0x42, 0x5A, 0x68], "it is compressed with bzip2: unpack it first"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "it is compressed with xz: unpack it first"),
        ([0x28, 0xB5, 0x2F, 0xFD], "it is compressed with zstd: unpack it first"),
        ([0x50, 0x4B, 0x03, 0x04], "it is a zip archive or an Excel workbook: unpack it, or save the sheet as CSV"),
        ([0xD0, 0xCF, 0x11, 0xE0], "it is an old Excel workbook: save the sheet as CSV"),
        ([0x25, 0x50, 0x44, 0x46], "it is a PDF: ask your broker for a CSV export"),
        (Array("PORTFOLIO\u{0}".utf8), encryptedPortfolio),
        (Array("PORTFOLIO\u{1}".utf8), encryptedPortfolio),
        (Array("PPPBV1".utf8), "it is a binary file of Portfolio Performance: there, choose File, Save as, XML, and import what was saved"),
        (Array("SQLite format 3".utf8), "it is a database; a book of luca is opened, not imported"),
        (Array("luca locked book".utf8), "it is an encrypted book of luca, which is opened, not imported"),
    ]

    private static let encryptedPortfolio = "it is an encrypted file of Portfolio Performance: there, choose File, Save as, XML, and import what was saved"

    /// A hint on what a file is that is no text; nil for one that may be text.
    static func hint(_ bytes: UnsafeBufferPointer<UInt8>, encoding: TextEncoding) -> String? {
        for signature in signatures where bytes.starts(with: signature.bytes) { return signature.hint }
        switch encoding {
        case .utf16LittleEndian, .utf16BigEndian: return nil
        case .utf8, .windows1252: return bytes.contains(0) ? "it holds NUL bytes, which no text has" : nil
        }
    }
}

/// Imports and exports files in the formats that luca knows: `plan` reads a file, functions such as `transactionsCSV` write one.
public enum Formats {
    /// Called now and then with the work done and the work in all, in bytes; false ends the import.
    public typealias Progress = (_ done: Int, _ total: Int) -> Bool
}

/// The last part of a path: `book.csv` of `exports/book.csv`.
func lastPart(ofPath path: String) -> String { String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "") }

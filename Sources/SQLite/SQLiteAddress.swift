/// A file as a URI, which also says whether it must exist and how it is used.
///
/// URIs are SQLite's only way to ask for `immutable`, and to name a file whose path is no UTF-8.
public struct SQLiteAddress {
    /// How a database is used.
    public enum Access {
        /// No file at all: a database that lives as long as its connection.
        case memory
        /// A file that is made where there is none.
        case new
        /// A file that must exist.
        case readWrite
        /// A file that must exist and is not written. SQLite may still write the files beside it by which readers and writers share it.
        case readOnly
        /// A file that nobody changes, in a folder that nobody may write to: SQLite takes no lock on it, and leaves nothing beside it.
        case immutable
    }

    private let path: [UInt8]
    private let access: Access

    /// The address of a path.
    public init(path: String, access: Access) { (self.path, self.access) = (Array(path.utf8), access) }

    /// The address of a path as the system has it, which need be no UTF-8.
    public init(_ path: UnsafeRawBufferPointer, access: Access) { (self.path, self.access) = (Array(path), access) }

    /// The address as SQLite takes it.
    public var uri: String {
        switch access {
        case .memory: ":memory:"
        case .new: "file:\(escaped)?mode=rwc"
        case .readWrite: "file:\(escaped)?mode=rw"
        case .readOnly: "file:\(escaped)?mode=ro"
        case .immutable: "file:\(escaped)?mode=ro&immutable=1"
        }
    }

    private var escaped: String { PercentEncoding.escaped(path) }
}

/// Paths as they stand in URIs: each byte that is no letter, digit or one of `-./_~` is written as `%` and two hexadecimal digits (RFC 3986).
public enum PercentEncoding {
    /// Escapes every byte that has a meaning in a URI.
    public static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                escaped.append(byte)
            default: escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// The text that was escaped; nil where a `%` has no two digits behind it, or the bytes are no UTF-8.
    public static func text(_ escaped: some StringProtocol) -> String? {
        var bytes: [UInt8] = [], rest = Array(escaped.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? { Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init) }
}

import CPostgreSQL
import Glibc

/// A value for a parameter `$1`, `$2` … of a statement.
public enum PostgresParameter: Hashable, Sendable {
    /// No value.
    case null
    /// A text, or any value in the server's written form; the statement decides its type. It cannot hold the character NUL.
    case text(String)
    /// An integer; the statement decides how wide it is.
    case integer(Int)
    /// Bytes, as `bytea`.
    case bytes([UInt8])
}

/// How the server sends values.
public enum PostgresFormat: CInt, Sendable {
    /// In their written form.
    case text = 0
    /// As bytes in the server's own form: integers with the highest byte first, `bytea` and `text` as they are.
    case binary = 1
}

/// Parameters side by side in memory, as libpq takes them.
struct ParameterList {
    /// The server's number of the type `bytea` (catalog `pg_type`).
    private static let bytea: Oid = 17

    private var memory: [UInt8] = []
    /// Where each begins in `memory`; nil for no value.
    private var starts: [Int?] = []
    private var lengths: [CInt] = []
    private var formats: [CInt] = []
    private var types: [Oid] = []

    init(_ parameters: [PostgresParameter]) throws(PostgresError) {
        for parameter in parameters {
            let start = memory.count
            switch parameter {
            case .null: add(nil, length: 0, isBinary: false)
            case .text(let text):
                try requireNoNUL(text, "A text for the server")
                memory.append(contentsOf: text.utf8)
                add(start, length: memory.count - start, isBinary: false)
            case .integer(let number):
                memory.append(contentsOf: String(number).utf8)
                add(start, length: memory.count - start, isBinary: false)
            case .bytes(let bytes):
                guard bytes.count <= CInt.max else { throw PostgresError(.misuse, "A value of more than 2 GB cannot be sent.") }
                memory.append(contentsOf: bytes)
                add(start, length: bytes.count, isBinary: true)
            }
            // It ends a text for C, and has no bytes at all lie somewhere.
            memory.append(0)
        }
    }

    private mutating func add(_ start: Int?, length: Int, isBinary: Bool) {
        starts.append(start)
        lengths.append(CInt(clamping: length))
        formats.append(isBinary ? 1 : 0)
        types.append(isBinary ? Self.bytea : 0)
    }

    /// Lends count, types, addresses, lengths and formats.
    func lend<Result>(_ body: (CInt, [Oid], [UnsafePointer<CChar>?], [CInt], [CInt]) -> Result) -> Result {
        memory.withUnsafeBytes { memory in
            let base = memory.baseAddress?.assumingMemoryBound(to: CChar.self)
            return body(CInt(starts.count), types, starts.map { start in start.flatMap { place in base.map { $0 + place } } }, lengths, formats)
        }
    }
}

/// Refuses a text that C would take for ended too soon.
func requireNoNUL(_ text: String, _ what: String) throws(PostgresError) {
    var text = text
    if text.withUTF8({ bytes in bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false }) {
        throw PostgresError(.misuse, "\(what) holds the character NUL, which PostgreSQL does not take.")
    }
}

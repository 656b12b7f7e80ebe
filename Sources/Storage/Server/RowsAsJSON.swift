import JSON
import Ledger
import Values

/// Writes rows as the function `luca.append` takes them: an array of objects by column, each with the name of its table, in the order of the journal.
struct RowsAsJSON {
    private var bytes: [UInt8] = []
    /// How a row of each table begins.
    private static let beginnings: [[UInt8]] = JournalTable.allCases.map { Array("{\"table\":\"\($0.name)\"".utf8) }
    /// The names of the columns of each table, quoted, with a comma in front and a colon behind.
    private static let names: [[[UInt8]]] = JournalTable.allCases.map { table in table.columns.map { Array(",\"\($0)\":".utf8) } }

    /// Takes in the next row. What is missing is left out.
    mutating func add(_ row: JournalRow) {
        let table = row.table.rawValue
        bytes.append(UInt8(ascii: bytes.isEmpty ? "[" : ","))
        bytes += Self.beginnings[table]
        for (name, field) in zip(Self.names[table], row.fields) {
            switch field {
            case .null, .foreign: continue
            case .integer(let value):
                bytes += name
                bytes += "\(value)".utf8
            case .text(let text):
                bytes += name
                JSONText.write(text, to: &bytes)
            }
        }
        bytes += ",\"hash\":\"\\\\x\(row.hash ?? .origin)\"}".utf8
    }

    /// An object of texts by their names; what is missing is left out.
    static func object(_ columns: [(name: String, text: String?)]) -> String {
        let members = columns.compactMap { name, text in text.map { "\"\(name)\":\(JSONValue.quoted($0))" } }
        return "{" + members.joined(separator: ",") + "}"
    }

    /// All rows that were taken in.
    func text() -> String { bytes.isEmpty ? "[]" : String(decoding: bytes, as: UTF8.self) + "]" }
}

/// Texts as JSON has them.
enum JSONText {
    /// Writes a text in quotes.
    static func write(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

/// Prices and rates as the server's functions take them.
enum ServerMarketText {
    /// How many are sent in one statement.
    static let part = 5_000

    /// A price, with the moment at which it was stored.
    static func object(_ quote: Quote, _ recordedAt: Instant) -> String {
        RowsAsJSON.object([
            ("instrument", "\(quote.instrument.rawValue)"), ("date", quote.date.description), ("source", quote.source), ("open", quote.open?.description),
            ("high", quote.high?.description), ("low", quote.low?.description), ("close", quote.close.description), ("adjusted", quote.adjusted?.description),
            ("volume", quote.volume?.description), ("currency", quote.currency.code), ("recorded_at", recordedAt.description),
        ])
    }

    /// A rate, likewise.
    static func object(_ rate: Rate, _ recordedAt: Instant) -> String {
        RowsAsJSON.object([
            ("base", rate.from.code), ("quoted", rate.to.code), ("date", rate.date.description), ("source", rate.source), ("provider", rate.source),
            ("rate", rate.rate.description), ("recorded_at", recordedAt.description),
        ])
    }
}

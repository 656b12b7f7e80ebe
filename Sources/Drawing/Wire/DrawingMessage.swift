public import Messages

/// The version of what luca and `luca-draw` tell each other, which stands at the beginning of each message: both programs must agree on it.
private let version: UInt8 = 2

extension MessageReader {
    /// Reads the version, and refuses another one.
    fileprivate mutating func passVersion() throws(BrokenMessage) {
        guard try byte() == version else { throw BrokenMessage() }
    }
}

/// What luca asks of `luca-draw`: one request on its standard input, which then ends.
public enum DrawingRequest: Message, Hashable {
    /// A picture as PNG, with so many pixels for each point of 1/72 inch.
    case png(Scene, scale: Double)
    /// A picture as PDF: one page of its size.
    case pdf(Scene, FileDetails)
    /// A document as PDF.
    case document(PrintedDocument)

    /// The bytes of the longest request; more are not read.
    public static let longestPayload = 256 << 20

    /// Writes the request.
    public func write(to writer: inout MessageWriter) {
        writer.add(version)
        switch self {
        case .png(let scene, let scale):
            writer.add(UInt8(0))
            writer.add(scene)
            writer.add(scale)
        case .pdf(let scene, let details):
            writer.add(UInt8(1))
            writer.add(scene)
            writer.add(details)
        case .document(let document):
            writer.add(UInt8(2))
            writer.add(document)
        }
    }

    /// Reads a request. Numbers in it are finite; all else is for the reader to judge.
    public init(from reader: inout MessageReader) throws(BrokenMessage) {
        try reader.passVersion()
        switch try reader.byte() {
        case 0: self = .png(try Scene(from: &reader), scale: try reader.double())
        case 1: self = .pdf(try Scene(from: &reader), try FileDetails(from: &reader))
        case 2: self = .document(try PrintedDocument(from: &reader))
        default: throw BrokenMessage()
        }
    }
}

/// What `luca-draw` answers on its standard output.
public enum DrawingReply: Message, Hashable {
    /// The bytes of the finished file, and sentences on what is not as it was meant, such as characters that no font has.
    case file([UInt8], warnings: [String])
    /// Why there is no file: a sentence.
    case failure(String)

    /// The bytes of the longest reply; more are not read.
    public static let longestPayload = 256 << 20

    /// Writes the reply.
    public func write(to writer: inout MessageWriter) {
        writer.add(version)
        switch self {
        case .file(let bytes, let warnings):
            writer.add(UInt8(3))
            writer.add(warnings)
            writer.add(bytes)
        case .failure(let sentence):
            writer.add(UInt8(4))
            writer.add(sentence)
        }
    }

    /// Reads a reply.
    public init(from reader: inout MessageReader) throws(BrokenMessage) {
        try reader.passVersion()
        switch try reader.byte() {
        case 3:
            let warnings = try reader.texts()
            self = .file(try reader.body(), warnings: warnings)
        case 4: self = .failure(try reader.text())
        default: throw BrokenMessage()
        }
    }
}

/// What luca asks of `luca-draw`: one request on its standard input, which then ends.
public enum DrawingRequest: Hashable, Sendable {
    /// A picture as PNG, with so many pixels for each point of 1/72 inch.
    case png(Scene, scale: Double)
    /// A picture as PDF: one page of its size.
    case pdf(Scene, FileDetails)
    /// A document as PDF.
    case document(PrintedDocument)

    /// The request as bytes.
    public var message: [UInt8] {
        var writer = WireWriter(.request)
        switch self {
        case .png(let scene, let scale):
            writer.add(UInt8(0))
            scene.write(to: &writer)
            writer.add(scale)
        case .pdf(let scene, let details):
            writer.add(UInt8(1))
            scene.write(to: &writer)
            details.write(to: &writer)
        case .document(let document):
            writer.add(UInt8(2))
            document.write(to: &writer)
        }
        return writer.finish()
    }

    /// Reads a request. Numbers in it are finite; all else is for the reader to judge.
    public init(message: [UInt8]) throws(BrokenMessage) {
        var reader = try WireReader(message, .request)
        switch try reader.byte() {
        case 0: self = .png(try Scene(from: &reader), scale: try reader.double())
        case 1: self = .pdf(try Scene(from: &reader), try FileDetails(from: &reader))
        case 2: self = .document(try PrintedDocument(from: &reader))
        default: throw BrokenMessage()
        }
        try reader.finish()
    }
}

/// What `luca-draw` answers on its standard output.
public enum DrawingReply: Hashable, Sendable {
    /// The bytes of the finished file, and sentences on what is not as it was meant, such as characters that no font has.
    case file([UInt8], warnings: [String])
    /// Why there is no file: a sentence.
    case failure(String)

    /// The reply as bytes.
    public var message: [UInt8] {
        var writer = WireWriter(.reply)
        switch self {
        case .file(let bytes, let warnings):
            writer.add(UInt8(0))
            writer.add(warnings)
            writer.add(bytes)
        case .failure(let sentence):
            writer.add(UInt8(1))
            writer.add(sentence)
        }
        return writer.finish()
    }

    /// Reads a reply.
    public init(message: [UInt8]) throws(BrokenMessage) {
        var reader = try WireReader(message, .reply)
        switch try reader.byte() {
        case 0:
            let warnings = try reader.texts()
            self = .file(try reader.body(), warnings: warnings)
        case 1: self = .failure(try reader.text())
        default: throw BrokenMessage()
        }
        try reader.finish()
    }

    /// The bytes of the longest message of either kind; more are not read.
    public static var longest: Int { MessageKind.longest }
}

public import Messages

/// What the process of a sandboxed script tells luca's own. It may be anything by then, so what it says is a stranger's word.
public enum SandboxReport: Message, Equatable {
    /// The walls are up, and the script begins. The text says what the kernel does not have; empty where it has all.
    case ready(String)
    /// The script was in this line when its time was up.
    case line(chunk: String, line: Int)
    /// The script has ended.
    case ended(SandboxEnd)
    /// The script could not be begun.
    case refused(SandboxFailure)
    /// The script asks for something that luca's own process is to do; an answer is waited for.
    case wish(SandboxWish)

    /// Bytes of the longest report, which is a file to be written.
    public static let longestPayload = 64 << 20

    /// Reads it to its end.
    public init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 1: self = .ready(try reader.text(atMost: 200))
        case 2: self = .line(chunk: try reader.text(atMost: 200), line: Int(try reader.word()))
        case 3: self = .ended(try SandboxEnd(from: &reader))
        case 4: self = .refused(try SandboxFailure(from: &reader))
        case 5: self = .wish(try SandboxWish(from: &reader))
        default: throw BrokenMessage()
        }
    }

    /// Writes it.
    public func write(to writer: inout MessageWriter) {
        switch self {
        case .ready(let text):
            writer.add(UInt8(1))
            writer.add(text)
        case .line(let chunk, let line):
            writer.add(UInt8(2))
            writer.add(chunk)
            writer.add(UInt32(clamping: line))
        case .ended(let end):
            writer.add(UInt8(3))
            end.write(to: &writer)
        case .refused(let failure):
            writer.add(UInt8(4))
            failure.write(to: &writer)
        case .wish(let wish):
            writer.add(UInt8(5))
            wish.write(to: &writer)
        }
    }
}

/// How a script ended by itself.
public struct SandboxEnd: Sendable, Equatable {
    /// Why, where one of Lua's own limits stopped it.
    public enum Limit: UInt8, Sendable {
        /// Its time was up.
        case time = 1
        /// Lua held more than it may.
        case memory = 2
    }

    /// The exit code that it asks for.
    public var code: Int32
    /// Bytes that Lua held at the end.
    public var heap: Int
    /// The limit that stopped it; nil for none.
    public var limit: Limit?
    /// What it failed with; nil where it did not.
    public var failure: SandboxFailure?

    /// An end with a code.
    public init(code: Int32, heap: Int, limit: Limit? = nil, failure: SandboxFailure? = nil) {
        (self.code, self.heap, self.limit, self.failure) = (code, heap, limit, failure)
    }

    init(from reader: inout MessageReader) throws(BrokenMessage) {
        let code = Int32(bitPattern: try reader.word()), heap = min(Int(clamping: try reader.long()), SandboxLimits.mostHeap)
        self.init(code: code, heap: heap, limit: Limit(rawValue: try reader.byte()))
        if try reader.byte() != 0 { failure = try SandboxFailure(from: &reader) }
    }

    func write(to writer: inout MessageWriter) {
        writer.add(UInt32(bitPattern: code))
        writer.add(UInt64(clamping: heap))
        writer.add(limit?.rawValue ?? 0)
        writer.add(UInt8(failure == nil ? 0 : 1))
        failure?.write(to: &writer)
    }
}

/// What went wrong, in the parts that messages are made of.
public struct SandboxFailure: Error, Sendable, Equatable {
    /// The kind of error, one word.
    public var kind: String
    /// What went wrong, in one sentence.
    public var message: String
    /// What to do next.
    public var hint: String?
    /// The script, or another chunk of Lua, that it happened in.
    public var chunk: String?
    /// The line there, from 1.
    public var line: Int?
    /// The character in that line, from 1.
    public var column: Int?
    /// The text of that line.
    public var sourceLine: String?
    /// The functions that were running.
    public var traceback: String?

    /// A failure; parts that are not known stay nil.
    public init(kind: String, message: String, hint: String? = nil) { (self.kind, self.message, self.hint) = (kind, message, hint) }

    // A text of a stranger's process is shown up to this number of bytes.
    private static let longest = 8 << 10

    init(from reader: inout MessageReader) throws(BrokenMessage) {
        func optional() throws(BrokenMessage) -> String? {
            let text = try reader.text(atMost: Self.longest)
            return text.isEmpty ? nil : text
        }
        self.init(kind: try optional() ?? "error", message: try optional() ?? "", hint: try optional())
        chunk = try optional()
        sourceLine = try optional()
        traceback = try optional()
        let line = try reader.word(), column = try reader.word()
        // Under the line a caret is set in that column, and none stands farther out than behind its end.
        let last = (sourceLine?.count ?? Self.longest) + 1
        (self.line, self.column) = (line == 0 ? nil : Int(line), column == 0 ? nil : min(Int(column), last))
    }

    func write(to writer: inout MessageWriter) {
        for text in [kind, message, hint, chunk, sourceLine, traceback] { writer.add(text ?? "") }
        for number in [line, column] { writer.add(UInt32(clamping: number ?? 0)) }
    }
}

extension MessageReader {
    /// A text of which no more than a number of bytes is kept, by whole characters of Unicode: one letter may have any number of marks.
    fileprivate mutating func text(atMost most: Int) throws(BrokenMessage) -> String {
        let text = try text()
        guard text.utf8.count > most else { return text }
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: most)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return String(text.unicodeScalars[..<end])
    }
}

/// What a script asks luca's own process to do, by a permission.
public enum SandboxWish: Sendable, Equatable {
    /// To write a file of this name into the folder that it may write into.
    case write(folder: String, name: String, bytes: [UInt8])
    /// To ask an address of the network.
    case fetch(address: String)
    /// To keep what it recorded, as the rows of a file of transactions.
    case record(rows: String)

    init(from reader: inout MessageReader) throws(BrokenMessage) {
        switch try reader.byte() {
        case 1: self = .write(folder: try reader.text(), name: try reader.text(), bytes: try reader.body())
        case 2: self = .fetch(address: try reader.text())
        case 3: self = .record(rows: try reader.text())
        default: throw BrokenMessage()
        }
    }

    func write(to writer: inout MessageWriter) {
        switch self {
        case .write(let folder, let name, let bytes):
            writer.add(UInt8(1))
            writer.add(folder)
            writer.add(name)
            writer.add(bytes)
        case .fetch(let address):
            writer.add(UInt8(2))
            writer.add(address)
        case .record(let rows):
            writer.add(UInt8(3))
            writer.add(rows)
        }
    }
}

/// What luca's own process answers to a wish.
public struct SandboxAnswer: Message, Equatable {
    /// Why it was not done; nil where it was.
    public var problem: String?
    /// What came of it.
    public var bytes: [UInt8] = []

    /// An answer.
    public init(problem: String? = nil, bytes: [UInt8] = []) { (self.problem, self.bytes) = (problem, bytes) }

    /// Bytes of the longest answer.
    public static let longestPayload = 64 << 20

    /// Reads it to its end.
    public init(from reader: inout MessageReader) throws(BrokenMessage) {
        let problem = try reader.text()
        self.init(problem: problem.isEmpty ? nil : problem, bytes: try reader.body())
    }

    /// Writes it.
    public func write(to writer: inout MessageWriter) {
        writer.add(problem ?? "")
        writer.add(bytes)
    }
}

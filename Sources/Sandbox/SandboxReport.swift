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

    /// Reads it to its end; nil if it is none.
    public init?(from reader: inout MessageReader) {
        switch reader.byte() {
        case 1:
            guard let text = reader.text() else { return nil }
            self = .ready(text)
        case 2:
            guard let chunk = reader.text(), let line = reader.word() else { return nil }
            self = .line(chunk: chunk, line: Int(line))
        case 3:
            guard let end = SandboxEnd(from: &reader) else { return nil }
            self = .ended(end)
        case 4:
            guard let failure = SandboxFailure(from: &reader) else { return nil }
            self = .refused(failure)
        case 5:
            guard let wish = SandboxWish(from: &reader) else { return nil }
            self = .wish(wish)
        default: return nil
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

    init?(from reader: inout MessageReader) {
        guard let code = reader.word(), let heap = reader.number(), let limit = reader.byte(), let hasFailure = reader.byte() else { return nil }
        self.init(code: Int32(truncatingIfNeeded: code), heap: Int(clamping: heap), limit: Limit(rawValue: limit))
        if hasFailure == 0 { return }
        guard let failure = SandboxFailure(from: &reader) else { return nil }
        self.failure = failure
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

    // A text of a stranger's process is shown up to this length.
    private static let longest = 8 << 10

    init?(from reader: inout MessageReader) {
        func optional() -> String?? {
            guard let text = reader.text() else { return nil }
            return .some(text.isEmpty ? nil : String(text.prefix(Self.longest)))
        }
        guard let kind = optional(), let message = optional(), let hint = optional(), let chunk = optional(), let source = optional(), let traceback = optional(),
            let line = reader.word(), let column = reader.word()
        else { return nil }
        self.init(kind: kind ?? "error", message: message ?? "", hint: hint)
        (self.chunk, sourceLine, self.traceback) = (chunk, source, traceback)
        (self.line, self.column) = (line == 0 ? nil : Int(line), column == 0 ? nil : Int(column))
    }

    func write(to writer: inout MessageWriter) {
        for text in [kind, message, hint, chunk, sourceLine, traceback] { writer.add(text ?? "") }
        for number in [line, column] { writer.add(UInt32(clamping: number ?? 0)) }
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

    init?(from reader: inout MessageReader) {
        switch reader.byte() {
        case 1:
            guard let folder = reader.text(), let name = reader.text(), let bytes = reader.bytes() else { return nil }
            self = .write(folder: folder, name: name, bytes: Array(bytes))
        case 2:
            guard let address = reader.text() else { return nil }
            self = .fetch(address: address)
        case 3:
            guard let rows = reader.text() else { return nil }
            self = .record(rows: rows)
        default: return nil
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

    /// Reads it to its end; nil if it is none.
    public init?(from reader: inout MessageReader) {
        guard let problem = reader.text(), let bytes = reader.bytes() else { return nil }
        self.init(problem: problem.isEmpty ? nil : problem, bytes: Array(bytes))
    }

    /// Writes it.
    public func write(to writer: inout MessageWriter) {
        writer.add(problem ?? "")
        writer.add(bytes)
    }
}

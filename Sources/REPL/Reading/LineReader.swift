internal import CLuca
internal import Glibc

/// A source of lines: a terminal or a pipe.
public protocol LineReader: AnyObject {
    /// Waits for the next line.
    func read(prompt: String) -> LineEvent
    /// Keeps an entry of one or several lines in the history.
    func remember(_ entry: String)
}

/// The outcome of waiting for a line.
public enum LineEvent: Equatable, Sendable {
    /// A line without its line end. Text that was pasted or recalled may have several lines.
    case line(String)
    /// A line with bytes that are not UTF-8. They are replaced in this text, so it may be shown but must not run.
    case unreadable(String)
    /// Ctrl-C at the prompt.
    case interrupted
    /// There are no more lines.
    case end
}

/// Reads lines at a terminal, with editing, completion and history by readline.
public final class ReadlineReader: LineReader {
    private let history: InputHistory
    private let completion: CompletionEngine
    private let rest: Rest?

    /// What is done while nobody types: asked before each line how long that must last, in milliseconds, nil for never.
    struct Rest {
        var after: () -> Int32?
        var act: () -> Void
    }

    /// Takes over the terminal. There may be only one such reader at a time.
    init(history: InputHistory, completion: CompletionEngine, rest: Rest? = nil) {
        self.history = history
        self.completion = completion
        self.rest = rest
        luca_editor_start(
            { context, line, start, cursor in
                guard let context, let line else { return }
                let reader = Unmanaged<ReadlineReader>.fromOpaque(context).takeUnretainedValue()
                reader.complete(String(cString: line), start: Int(start), cursor: Int(cursor))
            }, Unmanaged.passUnretained(self).toOpaque())
        showHistory()
    }

    deinit { luca_editor_stop() }

    /// Waits for the next line; before that, new entries of other sessions join the history.
    public func read(prompt: String) -> LineEvent {
        if history.refresh() { showHistory() }
        luca_editor_rest(
            rest?.after() ?? -1, { context in context.map { Unmanaged<ReadlineReader>.fromOpaque($0).takeUnretainedValue().rest?.act() } },
            Unmanaged.passUnretained(self).toOpaque())
        var line: UnsafeMutablePointer<CChar>?
        switch luca_editor_read(prompt, &line) {
        case LUCA_LINE_INTERRUPTED: return .interrupted
        case LUCA_LINE_END: return .end
        default:
            guard let line else { return .end }
            defer { luca_editor_free(line) }
            return String(validatingCString: line).map { .line($0) } ?? .unreadable(String(cString: line))
        }
    }

    /// Adds an entry to the history.
    public func remember(_ entry: String) {
        history.append(entry)
        showHistory()
    }

    /// Gives readline the entries of the history.
    private func showHistory() {
        guard history.isChanged else { return }
        luca_editor_history_clear()
        for entry in history.entries { luca_editor_history_add(entry) }
        history.isChanged = false
    }

    /// Answers readline's question for completions. The word as readline sees it begins at byte `start`, which may differ from where the
    /// completion begins.
    private func complete(_ line: String, start: Int, cursor: Int) {
        let bytes = Array(line.utf8)
        let typed = String(decoding: bytes[..<min(cursor, bytes.count)], as: UTF8.self)
        let before = String(decoding: bytes[..<min(start, cursor, bytes.count)], as: UTF8.self)
        guard let answer = completion.answer(typed) else { return }
        let editorStart = before.count
        for candidate in answer.candidates {
            if editorStart >= answer.start {
                luca_completion_add(String(candidate.dropFirst(editorStart - answer.start)))
            } else {
                luca_completion_add(String(typed.dropFirst(editorStart).prefix(answer.start - editorStart)) + candidate)
            }
        }
        if let append = answer.append?.asciiValue { luca_completion_append(Int32(append)) }
        if answer.isOfFiles { luca_completion_of_files() }
    }
}

/// Reads lines from a pipe or file, each as soon as it has come.
public final class PipeReader: LineReader {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var position = 0
    private var hasEnded = false

    /// A reader of a descriptor; 0 is standard input.
    public init(descriptor: Int32 = 0) { self.descriptor = descriptor }

    /// Waits for the next line.
    public func read(prompt: String) -> LineEvent {
        while true {
            if let newline = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { position = newline + 1 }
                return line(position..<newline)
            }
            if hasEnded {
                guard position < buffer.count else { return .end }
                defer { position = buffer.count }
                return line(position..<buffer.count)
            }
            fill()
        }
    }

    /// Does nothing: a pipe has no history.
    public func remember(_ entry: String) {}

    private func line(_ range: Range<Int>) -> LineEvent {
        var bytes = buffer[range]
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        if let text = String(validating: bytes, as: UTF8.self) { return .line(text) }
        return .unreadable(String(decoding: bytes, as: UTF8.self))
    }

    private func fill() {
        buffer.removeSubrange(..<position)
        position = 0
        let room = 1 << 16
        let held = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: room))
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + held, room) }
        buffer.removeLast(room - max(count, 0))
        if count == 0 || count < 0 && errno != EINTR { hasEnded = true }
    }
}

/// Reads the answer to a question that something asks while it runs: a line without editing or history.
enum AnswerReader {
    /// How long it waits before it looks whether Ctrl-C came just before the waiting, in milliseconds.
    private static let patience: Int32 = 50

    /// Waits for a line on standard input. At a terminal Ctrl-C leaves at once, with the interrupt still to be received.
    static func read() -> LineEvent {
        guard isatty(STDIN_FILENO) == 1 else { return readLine().map { .line($0) } ?? .end }
        var bytes: [UInt8] = []
        while bytes.last != UInt8(ascii: "\n") {
            if luca_interrupt_pending() { return .interrupted }
            var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, patience) > 0 else { continue }
            var byte: UInt8 = 0
            let count = luca_terminal_read(&byte)
            if count == 0 { break }
            if count > 0 { bytes.append(byte) }
        }
        if bytes.isEmpty { return .end }
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return String(validating: bytes, as: UTF8.self).map { .line($0) } ?? .unreadable(String(decoding: bytes, as: UTF8.self))
    }
}

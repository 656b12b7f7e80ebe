internal import CLuca

/// Lines typed at a terminal, with editing, completion and history.
public final class ReadlineReader: LineReader {
    private let history: History
    private let completion: CompletionEngine

    /// Takes over the terminal's line editing; one reader serves the process at a time.
    init(history: History, completion: CompletionEngine) {
        self.history = history
        self.completion = completion
        luca_editor_start(
            { context, line, start, cursor in
                guard let context, let line else { return }
                let reader = Unmanaged<ReadlineReader>.fromOpaque(context).takeUnretainedValue()
                reader.complete(String(cString: line), start: Int(start), cursor: Int(cursor))
            }, Unmanaged.passUnretained(self).toOpaque())
        showHistory()
    }

    deinit { luca_editor_stop() }

    /// The next line, edited; entries of other sessions have joined the history before.
    public func read(prompt: String) -> LineEvent {
        if history.refresh() { showHistory() }
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

    /// Puts an entry into the history at once.
    public func remember(_ entry: String) {
        history.append(entry)
        showHistory()
    }

    /// Hands the list of entries to the editor.
    private func showHistory() {
        guard history.isChanged else { return }
        luca_editor_history_clear()
        for entry in history.entries { luca_editor_history_add(entry) }
        history.isChanged = false
    }

    /// Answers the editor: the word that it means begins at byte `start`, which need not be where ours begins.
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

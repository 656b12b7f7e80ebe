/// Why an entry failed, in the parts that the printer puts on their own lines.
public struct Failure: Error {
    /// One word for what went wrong: `syntax`, `oversold`, `interrupted`; a script can test for it. `help errors` lists them.
    public var kind: String
    /// One sentence.
    public var message: String
    /// What to do next.
    public var hint: String?
    /// The argument at fault, if it is one: `quantity`. In a sentence the caret goes under it.
    public var field: String?
    /// The chunk that the position is in: `prompt`, `line 12`, or the path of a script.
    public var chunk: String?
    /// The line in that chunk, from 1.
    public var line: Int?
    /// The character in that line, from 1.
    public var column: Int?
    /// The text of that line.
    public var sourceLine: String?
    /// The call stack; given only where the error came out of a script file.
    public var traceback: String?

    public init(
        kind: String, message: String, hint: String? = nil, field: String? = nil, chunk: String? = nil, line: Int? = nil,
        column: Int? = nil, sourceLine: String? = nil, traceback: String? = nil
    ) {
        self.kind = kind
        self.message = message
        self.hint = hint
        self.field = field
        self.chunk = chunk
        self.line = line
        self.column = column
        self.sourceLine = sourceLine
        self.traceback = traceback
    }

    /// Ctrl-C, not a mistake.
    public var isInterrupted: Bool { kind == "interrupted" }
    /// The source could not be compiled, so nothing has run.
    public var isSyntax: Bool { kind == "syntax" }

    /// What a Ctrl-C leaves behind.
    public static let interrupted = Failure(kind: "interrupted", message: "interrupted; the book is as it was")

    /// The same without what the entry that failed holds of keys and passwords; where it does, its source is left out too.
    func hidingSecrets(of entry: String) -> Failure {
        guard Secrets.mayBe(in: entry) else { return self }
        var failure = self
        (failure.message, failure.sourceLine, failure.column) = (Secrets.hidden(message, from: entry), nil, nil)
        failure.hint = hint.map { Secrets.hidden($0, from: entry) }
        failure.chunk = chunk.map { Secrets.hidden($0, from: entry) }
        failure.traceback = traceback.map { Secrets.hidden($0, from: entry) }
        return failure
    }
}

public import Frames
import LuaKit

/// The outcome of an entry: a line, or several that belong together.
public enum Evaluation {
    /// It ran: its results, and warnings such as a missing price or rate.
    case values([PrintedResult], warnings: [String] = [])
    /// The Lua source is not complete yet; nothing has run.
    case incomplete
    /// It failed or was interrupted; the book is unchanged.
    case failure(Failure)
    /// It ended the program, with this exit code.
    case exit(Int32)
}

/// A result of an entry, as the shell prints it.
public enum PrintedResult {
    /// Nothing to print, as after a statement.
    case nothing
    /// A text to be printed as it is; may have several lines.
    case text(String)
    /// A chart or a report as text, which is laid out and masked already.
    case laidOut(String)
    /// A table, printed in the current form; its warnings are printed below it.
    case frame(Frame)
}

/// Why an entry failed, in the parts that `FailureText` prints on lines of their own.
public struct Failure: Error {
    /// The kind of error, one word that a script can test for: `syntax`, `oversold`, `interrupted`. `help errors` lists them.
    public var kind: String
    /// What went wrong, in one sentence.
    public var message: String
    /// What to do next.
    public var hint: String?
    /// The argument that is wrong, if it is one: `quantity`. In a sentence the caret stands under it.
    public var field: String?
    /// The name of the Lua chunk with the error: `prompt`, `line 12`, or the path of a script.
    public var chunk: String?
    /// The line in that chunk, from 1.
    public var line: Int?
    /// The character in that line, from 1.
    public var column: Int?
    /// The text of that line.
    public var sourceLine: String?
    /// The call stack, if the error came from a script file.
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

    /// Whether it was stopped by Ctrl-C.
    public var isInterrupted: Bool { kind == "interrupted" }
    /// Whether the source could not be compiled, so that nothing has run.
    public var isSyntax: Bool { kind == "syntax" }

    /// The failure with its line counted from the start of a pipe, where it is in a function of an earlier entry: `line 5`, line 2 of it, is line 6.
    var countedFromStart: Failure {
        guard let chunk, chunk.hasPrefix("line "), let first = Int32(chunk.dropFirst(5)), let line else { return self }
        var failure = self
        (failure.chunk, failure.line) = ("line \(Int(first) + line - 1)", nil)
        return failure
    }

    /// The failure of an entry that was stopped by Ctrl-C.
    public static let interrupted = Failure(kind: "interrupted", message: "interrupted; the book is as it was")

    /// An error of another module as a failure: with its own kind and words if it can be raised in Lua, else of this kind and with this message.
    init(_ error: any Error, otherwise kind: String, message: String? = nil) {
        if let failure = error as? Failure {
            self = failure
            return
        }
        let raisable = error as? any LuaRaisable
        self.init(kind: raisable?.luaKind ?? kind, message: raisable?.message ?? message ?? "\(error)", hint: raisable?.hint, field: raisable?.field)
    }
}

/// How results are shown: the form of tables, and the options of their renderer.
public struct Display: Sendable {
    /// The form of tables.
    public var format = FrameFormat.table
    /// Width, rows, colour and privacy.
    public var options = RenderOptions()
    /// Whether results go to a terminal.
    public var isOnTerminal = false

    /// Plain tables, whole and without colour.
    public init() {}

    /// The same for a file: no colour, no limits of width and rows.
    var forFile: Display {
        var display = self
        display.options.colour = false
        display.isOnTerminal = false
        display.options.width = nil
        display.options.maximumRows = nil
        return display
    }

    /// The text of a frame, with a newline at its end.
    func text(_ frame: Frame) throws(FrameError) -> String {
        let text = try frame.rendered(as: format, options)
        return text.hasSuffix("\n") ? text : text + "\n"
    }
}

/// What came of the lines that a session was given.
public enum FeedResult: Equatable, Sendable {
    /// They ran.
    case done
    /// One of them failed; the book is as it was before that one.
    case failed
    /// One of them was stopped by Ctrl-C.
    case interrupted
    /// The last entry is unfinished; the next line belongs to it.
    case continued
    /// The session is over, with this exit code.
    case leave(Int32)
}

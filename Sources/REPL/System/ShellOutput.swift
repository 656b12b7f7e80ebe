internal import CLuca
internal import Glibc
import LuaKit
import LuaSurface
import Session
internal import Synchronization
import Values

/// Where the shell writes to: results go to one stream, and remarks, warnings and errors to another.
public protocol ShellOutput: AnyObject {
    /// Writes a result, unchanged.
    func write(_ text: String)
    /// Writes a remark, warning or error, unchanged.
    func note(_ text: String)
    /// Shows a result, page by page where it is longer than the screen. Returns why the pager did not show it; then it was written.
    func page(_ text: String, by pager: PagerChoice) -> String?
}

extension ShellOutput {
    /// What is no terminal has no pages.
    public func page(_ text: String, by pager: PagerChoice) -> String? {
        write(text)
        return nil
    }
}

/// Standard output and standard error.
public final class StandardOutput: ShellOutput {
    /// The standard streams of the process.
    public init() {}

    /// Writes to standard output. A failure is told at once, on standard error, and makes `exitCode(for:)` other than 0. That nobody reads any
    /// more, as behind `| head`, is no failure.
    /// Ctrl-C ends the writing of a long text, which a terminal may take minutes for.
    public func write(_ text: String) {
        if !Self.write(text, to: STDOUT_FILENO, isBroken: luca_interrupt_pending), errno != EPIPE { Self.tellFailure(errno) }
    }

    /// Shows a result, page by page where it is longer than the screen of a terminal.
    public func page(_ text: String, by choice: PagerChoice) -> String? {
        let problem: String?
        if let pager = Pager(choice), Pager.isNeeded(for: text) {
            problem = pager.show(text)
            if problem == nil { return nil }
        } else {
            problem = nil
        }
        write(text)
        return problem
    }

    /// Writes to standard error.
    public func note(_ text: String) { Self.write(text, to: STDERR_FILENO) }

    /// Writes a result with text from a book, a file or a script: on a terminal, control characters in it are spelt out.
    public func tell(_ text: String) { write(isatty(STDOUT_FILENO) == 1 ? text.printable : text) }

    /// Writes what is written nowhere else, as `tell` does; whether all of it was taken.
    func delivers(_ text: String) -> Bool { Self.write(isatty(STDOUT_FILENO) == 1 ? text.printable : text, to: STDOUT_FILENO) }

    /// Writes a remark with text from a book, a file or a script: on a terminal, control characters in it are spelt out.
    public func remark(_ text: String) { note(isatty(STDERR_FILENO) == 1 ? text.printable : text) }

    /// Whether something could not be written to standard output.
    private static let hasFailed = Atomic(false)

    /// Tells, the first time, that standard output cannot be written.
    private static func tellFailure(_ code: Int32) {
        if hasFailed.exchange(true, ordering: .relaxed) { return }
        write("error[output]: what is printed cannot be written to its end: \(systemMessage(code))\n", to: STDERR_FILENO)
    }

    /// The exit code of the program: `code`, but 1 in place of 0 if not everything could be written to standard output. Flushes what Lua's own
    /// functions have printed.
    public static func exitCode(for code: Int32) -> Int32 {
        let lost = luca_output_finish()
        if lost != 0 { tellFailure(lost) }
        return code == 0 && hasFailed.load(ordering: .relaxed) ? 1 : code
    }

    /// Bytes that are written before anybody is asked whether to go on.
    private static let part = 16 * 1024

    /// Writes all of `text`, in several writes if need be; false if that fails, as on a full disk. Once `isBroken` says so, the rest is left out.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32, isBroken: () -> Bool = { false }) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count, !isBroken() {
                let count = Glibc.write(descriptor, bytes.baseAddress! + done, min(bytes.count - done, part))
                if count > 0 {
                    done += count
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}

/// The output of a session, whose results can be redirected to a file (`.output FILE`); remarks always go to the screen.
///
/// The file is written under another name. It replaces the one that is there, whole or not at all, when the redirection or the session ends.
final class RedirectableOutput {
    private let screen: any ShellOutput
    private var file: File?
    /// Hides what is not to be seen in a text, wherever it comes from; nil where everything may be.
    var hiding: ((String) -> String)?

    /// The file that results are redirected to.
    private struct File {
        let path: String
        let draft: FileDraft
        let descriptor: Int32
        var hasFailed = false
    }

    init(_ screen: any ShellOutput) { self.screen = screen }

    deinit { _ = closeFile() }

    /// Whether results are redirected to a file.
    var isFile: Bool { file != nil }

    /// Writes a result to the file or the screen.
    func write(_ text: String) { writeLaidOut(hidden(text)) }

    /// A text without what is not to be seen. A long one is gone through line by line, so that Ctrl-C ends it; then the rest is left out.
    func hidden(_ text: String) -> String {
        guard let hiding else { return text }
        if text.utf8.count < 1 << 20 { return hiding(text) }
        var shown = "", rest = text[...]
        while !rest.isEmpty, !luca_interrupt_pending() {
            let most = rest.utf8.index(rest.startIndex, offsetBy: 1 << 16, limitedBy: rest.endIndex) ?? rest.endIndex
            // No figure goes over the end of a line, nor over a blank where a line has no end.
            let following = rest.utf8[most...].prefix(1 << 16)
            let end = following.firstIndex(of: UInt8(ascii: "\n")) ?? following.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
            shown += hiding(String(rest[..<end]))
            rest = rest[end...]
        }
        return shown
    }

    /// Writes a result that hides by itself what is not to be seen.
    func writeLaidOut(_ text: String) {
        guard let descriptor = file?.descriptor else { return screen.write(text) }
        if !StandardOutput.write(text, to: descriptor) { file?.hasFailed = true }
    }

    /// Writes a result to the file, or shows it on the screen, page by page where it is longer. Returns why the pager did not show it.
    func page(_ text: String, by pager: PagerChoice) -> String? {
        guard file == nil else {
            writeLaidOut(text)
            return nil
        }
        return screen.page(text, by: pager)
    }

    /// Writes a remark to the screen.
    func note(_ text: String) { screen.note(hiding?(text) ?? text) }

    /// Redirects results to a new file.
    func redirect(to path: String) throws(Failure) {
        let draft: FileDraft
        do { draft = try FileDraft(of: path, at: path) } catch { throw Self.failure(error, path) }
        let opened = Glibc.open(draft.place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard opened >= 0 else {
            let reason = systemMessage()
            draft.discard()
            throw Failure(kind: "file", message: "\(path) cannot be written: \(reason)")
        }
        let problem = closeFile()
        file = File(path: path, draft: draft, descriptor: opened)
        if let problem { throw problem }
    }

    /// Ends the redirection: results go to the screen again.
    func endRedirection() throws(Failure) {
        if let problem = closeFile() { throw problem }
    }

    /// What went wrong while writing the file, once; the redirection ends with it.
    func takeProblem() -> Failure? { file?.hasFailed == true ? closeFile() : nil }

    /// Puts the file in its place, or removes it if not all of it could be written. Returns what went wrong, or nil.
    private func closeFile() -> Failure? {
        guard let file else { return nil }
        self.file = nil
        let isClosed = Glibc.close(file.descriptor) == 0
        do {
            if file.hasFailed || !isClosed {
                throw Failure(
                    kind: "file", message: "\(file.path) could not be written to its end",
                    hint: "what was there before is there still; results go to the screen again")
            }
            try file.draft.settle()
            try file.draft.publish()
            return nil
        } catch {
            file.draft.discard()
            return Self.failure(error, file.path)
        }
    }

    private static func failure(_ error: any Error, _ path: String) -> Failure {
        if let failure = error as? Failure { return failure }
        let raised = error as? any LuaRaisable
        return Failure(kind: "file", message: raised?.message ?? "\(path) cannot be written: \(error)", hint: raised?.hint)
    }
}

extension String {
    /// The text as it may be printed on a terminal: characters that could move the cursor or hide a part of the text are spelt out, `\27`; line
    /// ends and tabs stay.
    var printable: String { SafeText.safe(self, keepingLines: true) }
}

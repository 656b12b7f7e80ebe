internal import Glibc
import LuaKit
import Scripting

/// Sends results to the screen or, after `.output FILE`, to a file; remarks always go to the screen.
///
/// The file takes the place of one that is there when results go elsewhere or the session ends, whole or not at all.
final class OutputSwitch {
    private let screen: any ShellOutput
    private var file: File?

    /// The file that results go to.
    private struct File {
        let path: String
        let draft: FileDraft
        let descriptor: Int32
        var hasFailed = false
    }

    init(_ screen: any ShellOutput) { self.screen = screen }

    deinit { _ = end() }

    /// Whether results go to a file.
    var isFile: Bool { file != nil }

    func write(_ text: String) {
        guard let descriptor = file?.descriptor else { return screen.write(text) }
        if !StandardOutput.write(text, to: descriptor) { file?.hasFailed = true }
    }

    func note(_ text: String) { screen.note(text) }

    /// Sends results to a new file, which replaces one that is there when it is whole.
    func open(_ path: String) throws(Failure) {
        let draft: FileDraft
        do { draft = try FileDraft(of: path, at: path) } catch { throw Self.failure(error, path) }
        let opened = Glibc.open(draft.place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard opened >= 0 else {
            let reason = systemMessage()
            draft.discard()
            throw Failure(kind: "file", message: "\(path) cannot be written: \(reason)")
        }
        let problem = end()
        file = File(path: path, draft: draft, descriptor: opened)
        if let problem { throw problem }
    }

    /// Sends results to the screen again.
    func close() throws(Failure) {
        if let problem = end() { throw problem }
    }

    /// What went wrong while writing the file since last asked; then results go to the screen again.
    func takeProblem() -> Failure? { file?.hasFailed == true ? end() : nil }

    /// Puts the file in its place, or takes it away where not all of it could be written; what went wrong, if anything did.
    private func end() -> Failure? {
        guard let file else { return nil }
        self.file = nil
        let isClosed = Glibc.close(file.descriptor) == 0
        do {
            if file.hasFailed || !isClosed {
                throw Failure(kind: "file", message: "\(file.path) could not be written to its end", hint: "what was there before is there still; results go to the screen again")
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

/// What the system says of its last error.
func systemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

internal import Glibc

/// Sends results to the screen or, after `.output FILE`, to a file; remarks always go to the screen.
final class OutputSwitch {
    private let screen: any ShellOutput
    private var descriptor: Int32?
    private var path = ""
    private var hasFailed = false

    init(_ screen: any ShellOutput) { self.screen = screen }

    deinit { close() }

    /// Whether results go to a file.
    var isFile: Bool { descriptor != nil }

    func write(_ text: String) {
        guard let descriptor else { return screen.write(text) }
        if !StandardOutput.write(text, to: descriptor) { hasFailed = true }
    }

    func note(_ text: String) { screen.note(text) }

    /// Sends results to a new or emptied file.
    func open(_ path: String) throws(Failure) {
        let opened = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard opened >= 0 else { throw Failure(kind: "file", message: "\(path) cannot be written: \(systemMessage())") }
        close()
        descriptor = opened
        self.path = path
    }

    /// Sends results to the screen again.
    func close() {
        if let descriptor { Glibc.close(descriptor) }
        descriptor = nil
    }

    /// What went wrong while writing the file since last asked; results go to the screen again.
    func takeProblem() -> Failure? {
        guard hasFailed else { return nil }
        hasFailed = false
        close()
        return Failure(kind: "file", message: "\(path) could not be written to its end", hint: "results go to the screen again")
    }
}

/// What the system says of its last error.
func systemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

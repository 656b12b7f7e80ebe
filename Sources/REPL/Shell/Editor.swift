internal import CLuca
internal import Glibc

/// Hands a text to the editor of the user.
enum Editor {
    /// What the user made of `text`.
    ///
    /// - Throws: if there is no editor, or it ends with an error, which is how editors say "discard this".
    static func edit(_ text: String) throws(Failure) -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(kind: "setting", message: ".edit needs a terminal")
        }
        let folder = environment("TMPDIR") ?? P_tmpdir
        var template = Array("\(folder)/luca-XXXXXX.lua".utf8CString)
        let descriptor = mkstemps(&template, 4)
        let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        guard descriptor >= 0 else { throw Failure(kind: "file", message: "no file for the editor: \(systemMessage())") }
        defer { unlink(path) }
        let isWritten = StandardOutput.write(text + "\n", to: descriptor)
        close(descriptor)
        guard isWritten else { throw Failure(kind: "file", message: "no file for the editor: \(systemMessage())") }
        let editor = environment("VISUAL") ?? environment("EDITOR") ?? "vi"
        guard run("\(editor) '\(path)'") else {
            throw Failure(kind: "setting", message: "the editor \(editor) ended with an error, so nothing was run")
        }
        return try FileText.read(path)
    }

    /// Runs a line of the system's shell and waits for it; true if it ended well.
    private static func run(_ command: String) -> Bool {
        // Ctrl-C belongs to the editor while it runs.
        luca_signals_pause()
        defer { luca_signals_resume() }
        return system(command) == 0
    }
}

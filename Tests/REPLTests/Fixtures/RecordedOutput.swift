import REPL

/// Everything a session wrote, in the order a terminal would show it.
final class RecordedOutput: ShellOutput {
    private(set) var all = ""
    private(set) var results = ""
    private(set) var notes = ""

    func write(_ text: String) {
        all += text
        results += text
    }

    func note(_ text: String) {
        all += text
        notes += text
    }

    /// What was written since last asked.
    func take() -> String {
        defer { all = "" }
        return all
    }
}

import Scripting

/// A line on the terminal that tells how far something is, and goes when it is done; silent for the first moment, so that what is short
/// shows none.
final class ProgressLine {
    private var start: ContinuousClock.Instant?
    private var shown = ""

    /// A line for imports, each of whose phases comes to its end by itself.
    static func ofImport() -> ImportProgress {
        let line = ProgressLine()
        return { phase, done, total in
            let percent = total > 0 ? done * 100 / total : 100
            line.show("\(phase.rawValue) \(percent)%", isLast: percent == 100)
            return true
        }
    }

    /// A line for syncs, one after another.
    static func ofSync() -> (SyncStage) -> Void {
        let line = ProgressLine()
        return { line.show("syncing \($0.done) of \($0.total)" + ($0.symbol.isEmpty ? "" : ", \($0.symbol)"), isLast: $0.isLast) }
    }

    private func show(_ text: String, isLast: Bool) {
        if isLast {
            if !shown.isEmpty { StandardOutput().note("\r\u{1B}[K") }
            (start, shown) = (nil, "")
            return
        }
        let begun = start ?? .now
        start = begun
        guard text != shown, ContinuousClock.now - begun > .milliseconds(300) else { return }
        shown = text
        StandardOutput().note("\r\(FailureText.printable(text))\u{1B}[K")
    }
}

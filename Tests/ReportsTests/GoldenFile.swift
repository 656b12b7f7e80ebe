import Foundation
import Testing

/// A text kept beside the tests, as which something has to come out; `LUCA_UPDATE=1` writes it anew.
struct GoldenFile {
    let path: String

    init(_ name: String) {
        path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens/\(name)").path
    }

    /// Compares a text with the one that is kept, and tells the first line that differs.
    func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" { try text.write(toFile: path, atomically: true, encoding: .utf8) }
        let kept = try String(contentsOfFile: path, encoding: .utf8)
        guard kept != text else { return }
        let lines = zip(kept.split(separator: "\n", omittingEmptySubsequences: false), text.split(separator: "\n", omittingEmptySubsequences: false))
        let difference = lines.enumerated().first { $1.0 != $1.1 }.map { "line \($0 + 1): kept \"\($1.0.prefix(300))\", found \"\($1.1.prefix(300))\"" } ?? "one of them goes on"
        Issue.record("\(path) is out of date; LUCA_UPDATE=1 writes it anew: \(difference)", sourceLocation: sourceLocation)
    }
}

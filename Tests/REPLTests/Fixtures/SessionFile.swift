import Foundation
import REPL

/// A recorded session: prompt lines, and below each what was printed. Other lines before the first prompt are remarks.
struct SessionFile {
    let path: String
    let remarks: [String]
    /// What is typed, with its continuation lines, and the output that is expected.
    let entries: [(lines: [String], output: String)]

    init(path: String) throws {
        self.path = path
        var remarks: [String] = []
        var entries: [(lines: [String], output: String)] = []
        var text = try String(contentsOfFile: path, encoding: .utf8)
        if text.hasSuffix("\n") { text.removeLast() }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("luca> ") || line == "luca>" {
                entries.append(([String(line.dropFirst(6))], ""))
            } else if line.hasPrefix("  ... "), entries.last?.output == "" {
                entries[entries.count - 1].lines.append(String(line.dropFirst(6)))
            } else if entries.isEmpty {
                remarks.append(line)
            } else {
                entries[entries.count - 1].output += line + "\n"
            }
        }
        self.remarks = remarks
        self.entries = entries
    }

    /// The file as it would be if what the session prints were right.
    func played(on session: ShellSession, _ output: RecordedOutput) -> String {
        var text = remarks.map { $0 + "\n" }.joined()
        for entry in entries {
            for line in entry.lines {
                text += session.prompt + line + "\n"
                session.feed(line)
            }
            text += output.take()
        }
        return text
    }

    /// The session files of a folder in `Sessions`.
    static func all(in name: String) -> [String] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sessions/\(name)")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".session") }.sorted().map { folder.appending(path: $0).path }
    }
}

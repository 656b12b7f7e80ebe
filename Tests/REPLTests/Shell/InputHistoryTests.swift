import Foundation
import TestSupport
import Testing

@testable import REPL

@Suite("History")
struct InputHistoryTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/deep/history" }

    init() throws { folder = try TemporaryFolder() }

    @Test("Entries last, those of several lines as one, each once where it was last used")
    func lasting() {
        let first = InputHistory(path: path)
        for entry in ["a", "for i = 1, 2 do\n  print('\\n')\nend", "b", "a", "a", "  secret", "", "c\n"] { first.append(entry) }
        let expected = ["for i = 1, 2 do\n  print('\\n')\nend", "b", "a", "c"]
        #expect(first.entries == expected)
        #expect(InputHistory(path: path).entries == expected)
        #expect(first.notice == nil)
    }

    @Test("A line that may hold a key is not kept")
    func keys() {
        let history = InputHistory(path: path)
        for entry in [".key alphavantage SECRET9", "setting('provider_keys', 'alphavantage=SECRET9')", "os.setenv('LUCA_ALPHAVANTAGE_KEY', 'SECRET9')", ".key alphavantage", "a"] {
            history.append(entry)
        }
        #expect(history.entries == [".key alphavantage", "a"])
        #expect(InputHistory(path: path).entries == [".key alphavantage", "a"])
    }

    @Test("Only its owner can read the file, from its first moment")
    func mode() throws {
        let before = umask(0)
        defer { umask(before) }
        InputHistory(path: path).append("a")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("Two sessions see each other's entries, their own last")
    func twoSessions() {
        let left = InputHistory(path: path)
        let right = InputHistory(path: path)
        left.append("left 1")
        right.append("right 1")
        left.append("left 2")
        #expect(left.refresh() || left.entries.contains("right 1"))
        #expect(left.entries == ["right 1", "left 1", "left 2"])
        #expect(right.refresh())
        #expect(right.entries == ["left 1", "left 2", "right 1"])
        #expect(!right.refresh() || right.isChanged)
        #expect(InputHistory(path: path).entries == ["left 1", "right 1", "left 2"])
    }

    @Test("A file that has grown is made short, and a session that was open goes on")
    func limit() throws {
        let open = InputHistory(path: path, limit: 3)
        for number in 1...8 { open.append("entry \(number)") }
        #expect(open.entries == ["entry 6", "entry 7", "entry 8"])
        let later = InputHistory(path: path, limit: 3)
        #expect(later.entries == ["entry 6", "entry 7", "entry 8"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "entry 6\nentry 7\nentry 8\n")
        open.append("entry 9")
        #expect(later.refresh())
        #expect(later.entries == ["entry 7", "entry 8", "entry 9"])
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("A file that cannot be used costs one notice and nothing else")
    func unusable() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let history = InputHistory(path: path)
        #expect(history.notice?.contains(path) == true)
        history.append("a")
        #expect(history.entries == ["a"])
        #expect(!history.refresh())
        #expect(InputHistory(path: "/proc/nothing/history").notice != nil)
    }

    @Test("Without a file entries last as long as the session")
    func inMemory() {
        let history = InputHistory(path: nil)
        history.append("a")
        #expect(history.entries == ["a"])
        #expect(history.notice == nil)
    }

    @Test("Bytes that are no text do no harm")
    func garbage() throws {
        InputHistory(path: path).append("a")
        try Data([0xFF, 0xFE, 0x0A, 0x5C, 0x0A, 0x62]).write(to: URL(filePath: path))
        let history = InputHistory(path: path)
        history.append("c")
        #expect(history.entries.last == "c")
        #expect(history.notice == nil)
    }
}

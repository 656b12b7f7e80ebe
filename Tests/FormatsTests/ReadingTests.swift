import Glibc
import Testing

@testable import Formats

@Suite("Reading a file's bytes")
struct ReadingTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/luca-formats-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer {
            unlink("\(folder)/book.csv")
            rmdir(folder)
        }
        try body(folder)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        close(descriptor)
    }

    @Test("Whole, whatever its size") func whole() throws {
        try inFolder { folder in
            let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try write(bytes, to: "\(folder)/book.csv")
            #expect(try Formats.bytes(ofFile: "\(folder)/book.csv") == bytes)
        }
    }

    @Test("One that is not there, with the nearest that is; a folder") func missing() throws {
        try inFolder { folder in
            try write([], to: "\(folder)/book.csv")
            func issue(_ path: String) -> String? {
                do throws(ImportIssue) { _ = try Formats.bytes(ofFile: path) } catch { return error.description }
                return nil
            }
            #expect(issue("\(folder)/bok.csv") == "bok.csv: there is no such file (did you mean \"\(folder)/book.csv\"?)")
            #expect(issue("\(folder)/zzzzzz") == "zzzzzz: there is no such file")
            #expect(issue(folder)?.hasSuffix("it is a folder") == true)
            #expect(try Formats.bytes(ofFile: "\(folder)/book.csv").isEmpty)
        }
    }
}

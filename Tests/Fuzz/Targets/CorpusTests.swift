import Foundation
import Testing

/// Every input that the fuzzers found worth keeping goes through its reader again.
@Suite("Corpora of the fuzzers")
struct CorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Corpus")

    @Test("Each input is read or refused", arguments: FuzzTarget.all.map(\.name))
    func replay(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let inputs = try FileManager.default.contentsOfDirectory(at: Self.folder.appending(path: name), includingPropertiesForKeys: nil)
        #expect(inputs.count >= 5, "a corpus has something for the fuzzer to begin with")
        for input in inputs {
            let bytes = try Array(Data(contentsOf: input))
            do {
                try bytes.withUnsafeBufferPointer { bytes throws(FuzzFinding) in try target.read(bytes) }
            } catch {
                Issue.record("\(name)/\(input.lastPathComponent): \(error)")
            }
        }
    }

    @Test("Each corpus has its target")
    func corpora() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter { !$0.hasPrefix(".") }
        #expect(folders.sorted() == FuzzTarget.all.map(\.name))
    }

    @Test("A finding is a failure")
    func findings() {
        #expect(throws: FuzzFinding.self) { try require(false, "something") }
    }
}

import Foundation
import Synchronization

@testable import Storage

/// A folder of a test's own. It goes away when the tests have run, not earlier: a book may still be open when nobody names the
/// folder any more.
final class TemporaryFolder: Sendable {
    let path: String

    private static let all = Mutex<[String]>([])
    private static let sweeping: Void = {
        atexit { TemporaryFolder.all.withLock { for path in $0 { try? FileManager.default.removeItem(atPath: path) } } }
    }()

    init() {
        EncryptedBooks.begin
        var template = Array("\(NSTemporaryDirectory())/luca-storage-XXXXXX".utf8CString)
        // Books name the place without the links that lead to it.
        let made = template.withUnsafeMutableBufferPointer { BookFile.absolute(String(cString: mkdtemp($0.baseAddress!))) }
        path = made
        _ = Self.sweeping
        Self.all.withLock { $0.append(made) }
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The names of what is in it.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

    /// The bytes of a file in it.
    func bytes(_ name: String) -> [UInt8] { FileManager.default.contents(atPath: file(name)).map { Array($0) } ?? [] }

    func write(_ name: String, _ bytes: [UInt8]) {
        try! Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }
}

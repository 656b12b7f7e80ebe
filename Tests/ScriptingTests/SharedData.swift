import Foundation
import Testing

/// Data that is no part of the project: beside the checkout, or where `LUCA_SHARED` says.
enum SharedData {
    static var folder: String {
        if let told = ProcessInfo.processInfo.environment["LUCA_SHARED"] { return told }
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        return root.appending(path: "shared").path
    }

    static let absence: Comment = "there is no such file in ../shared, nor where LUCA_SHARED says"

    /// A file of the folder; nil where it is not there.
    static func file(_ name: String) -> String? {
        let path = "\(folder)/\(name)"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// Whether generated books can be made.
    static let canGenerate = file("bench/gen_book.py") != nil && FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// Writes a history and the answer to it into a folder: `book.csv`, `expected.json`.
    static func generate(trades: Int, seed: Int, into folder: String) throws -> [String: Any] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [try #require(file("bench/gen_book.py")), "--trades", "\(trades)", "--seed", "\(seed)", "--formats", "csv", "--out", folder]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: folder + "/expected.json")))
        return try #require(json as? [String: Any])
    }
}

import Foundation

/// Data that is no part of the project: beside the checkout, or where `LUCA_SHARED` says.
public enum SharedData {
    /// Said of a test that is skipped for want of it.
    public static let absence = "there is no such file in ../shared, nor where LUCA_SHARED says"
    /// Said of a test that is skipped for want of generated books.
    public static let generatorAbsence = "there is no bench/gen_book.py in ../shared or LUCA_SHARED, or no python3"

    private static let python = "/usr/bin/python3"

    private static var folder: String {
        if let told = ProcessInfo.processInfo.environment["LUCA_SHARED"] { return told }
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        return root.appending(path: "shared").path
    }

    /// A file of the folder; nil where it is not there.
    public static func file(_ name: String) -> String? {
        let path = "\(folder)/\(name)"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    /// A file of daily or monthly prices.
    public static func prices(_ name: String) -> String? { file("data/prices/\(name)") }

    /// Whether generated books can be made.
    public static let canGenerate = file("bench/gen_book.py") != nil && FileManager.default.isExecutableFile(atPath: python)

    /// Writes a history into a folder as `book.csv`, and gives the answer to it.
    public static func generate(trades: Int, seed: Int, into folder: String) throws -> [String: Any] {
        struct Failed: Error {}
        guard let generator = file("bench/gen_book.py") else { throw Failed() }
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = [generator, "--trades", "\(trades)", "--seed", "\(seed)", "--formats", "csv", "--out", folder]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: folder + "/expected.json")))
        guard let answer = json as? [String: Any] else { throw Failed() }
        return answer
    }
}

/// Archives of one file.
extension SharedData {
    /// Every euro reference rate, as the European Central Bank publishes them.
    public static var euroRates: String? {
        FileManager.default.isExecutableFile(atPath: unzip) ? file("data/ecb/eurofxref-hist.zip") : nil
    }

    private static let unzip = "/usr/bin/python3"

    /// The bytes of the only file in an archive.
    public static func unzipped(_ path: String) throws -> [UInt8] {
        struct Failed: Error {}
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: unzip)
        process.arguments = ["-c", "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); sys.stdout.buffer.write(z.read(z.namelist()[0]))", path]
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed() }
        return Array(bytes)
    }
}

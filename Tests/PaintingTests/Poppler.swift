import Drawing
import Foundation
import Painting
import TestSupport
import Testing

/// The programs of poppler-utils, which read a PDF as other people's programs do.
enum Poppler {
    /// Whether they are installed; tests that need them are skipped otherwise.
    static let isInstalled = ["pdftotext", "pdfinfo", "pdffonts"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
    /// What a skipped test says.
    static let absence: Comment = "poppler-utils is not installed"

    /// The texts of the pages, laid out as they are, with blanks in a row as one.
    static func pages(of pdf: [UInt8]) throws -> [String] {
        let text = try run("pdftotext", ["-layout", "-enc", "UTF-8"], pdf, ["-"])
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.split(separator: " ").joined(separator: " ") }
        return lines.joined(separator: "\n").split(separator: "\u{C}").map(String.init).filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// What the file says of itself.
    static func info(of pdf: [UInt8], _ options: [String] = []) throws -> String { try run("pdfinfo", options, pdf, []) }

    /// Its fonts, a line each below two lines of headings.
    static func fonts(of pdf: [UInt8]) throws -> [String] {
        try run("pdffonts", [], pdf, []).split(separator: "\n").dropFirst(2).map { $0.split(separator: " ").joined(separator: " ") }
    }

    private static func run(_ program: String, _ options: [String], _ pdf: [UInt8], _ more: [String]) throws -> String {
        let folder = try TemporaryFolder(), path = folder.path + "/a.pdf"
        try Data(pdf).write(to: URL(filePath: path))
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = options + [path] + more
        process.environment = ["LANG": "C.UTF-8", "TZ": "UTC"]
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(program) does not read the file")
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Files that tests compare with; `LUCA_UPDATE=1` writes them anew.
enum Golden {
    static let isUpdating = ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1"

    static func path(_ name: String) -> String { URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name)").path }
}

/// The bytes of the file that a request asks for; its warnings must be these.
func drawn(_ request: DrawingRequest, warnings expected: [String] = []) throws -> [UInt8] {
    switch Painter.reply(to: request) {
    case .file(let bytes, let warnings):
        #expect(warnings == expected)
        return bytes
    case .failure(let sentence):
        Issue.record("\(sentence)")
        return []
    }
}

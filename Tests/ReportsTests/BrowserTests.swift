import Foundation
import Frames
import TestSupport
import Testing
import Values
@testable import Reports

/// Pages as a browser shows them; it takes a second or two, so that only `bin/test --slow` looks. `LUCA_PICTURES=FOLDER` keeps the pictures to be looked at.
@Suite("Pages in a browser", .enabled(if: SeededRandom.isSlow, "LUCA_SLOW=1 opens them"))
struct BrowserTests {
    private static let browser = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first { FileManager.default.isExecutableFile(atPath: $0) }
    private static let python = ProcessInfo.processInfo.environment["LUCA_PYTHON"] ?? "/usr/bin/python3"

    private static var isComplete: Bool { browser != nil && [python, "/usr/bin/pdftotext"].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) } }

    /// What `look.py` saw.
    private struct Seen: Decodable {
        struct Size: Decodable {
            /// By how many pixels the page is wider than the window.
            var wider: Double
            /// The colour of its ground.
            var ground: String
            /// The size of the smallest text of its pictures, in pixels.
            var smallest: Double
        }
        var laptop: Size
        var dark: Size
        var phone: Size
        var orders: [[String]]
        var sort: [String?]
        var totals: String
        /// How often the head of the long table is printed.
        var heads: Int
        var errors: [String]
    }

    @Test(
        "On a laptop, a phone and paper, in light and dark, a page shows no error, is no wider than the window, and is sorted by clicks",
        .enabled(if: isComplete, "there is no Chromium, Python or pdftotext: apt-get install chromium python3 poppler-utils"))
    func looks() throws {
        let folder = try TemporaryFolder(), page = folder.path + "/report.html"
        var report = try Sample.report()
        var long = FrameBuilder("lots", [.day("opened_on"), .int("number")])
        for number in 0..<90 { try long.append([.day("2014-12-31"), .int(Int64(number))]) }
        report.sections.append(.init(heading: "Lots", blocks: [.table(long.frame())]))
        let bytes = try report.html(PageOptions(footer: "luca, 2014-12-31", hash: SHA256.hash)).bytes
        try Data(bytes).write(to: URL(fileURLWithPath: page))
        let pictures = ProcessInfo.processInfo.environment["LUCA_PICTURES"] ?? folder.path
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = [URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Browser/look.py").path, Self.browser!, page, pictures]
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let seen = try JSONDecoder().decode(Seen.self, from: data)
        #expect(seen.errors == [])
        #expect(seen.heads > 1, "the head of a table that goes on upon the next sheet is repeated")
        for size in [seen.laptop, seen.dark, seen.phone] { #expect(size.wider <= 0 && size.smallest >= 8) }
        #expect(seen.laptop.ground == "rgb(255, 255, 255)" && seen.dark.ground != seen.laptop.ground)
        #expect(seen.orders[0] == ["1,511.00", "-12.35", "0.00", ""])
        #expect(seen.orders[1] == ["1,511.00", "0.00", "-12.35", ""] && seen.orders[2] == ["-12.35", "0.00", "1,511.00", ""])
        #expect(seen.orders[3] == ["ORCL", "SAP", "VTI", "XYZ"])
        #expect(seen.sort.compactMap { $0 } == ["ascending"] && seen.sort[1] == "ascending" && seen.totals == "total")
    }
}

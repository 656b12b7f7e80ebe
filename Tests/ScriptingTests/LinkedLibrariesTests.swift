import Foundation
import TestSupport
import Testing

@Suite("What the program links", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct LinkedLibrariesTests {
    @Test("Of Foundation it has the essentials alone: the rest would bring 34 MB of data and most of the time of a start")
    func libraries() throws {
        let path = try #require(BuiltProgram.path)
        // The loader lists what it would load, and runs nothing.
        let process = Process(), output = Pipe()
        process.executableURL = URL(filePath: path)
        process.environment = BuiltProgram.environment(home: NSTemporaryDirectory()).merging(["LD_TRACE_LOADED_OBJECTS": "1"]) { $1 }
        process.standardOutput = output
        try process.run()
        let told = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(told.contains("libsqlite3") && told.contains("liblua5.4"), "\(told)")
        for name in ["libFoundation.so", "lib_FoundationICU", "libFoundationInternationalization", "libFoundationNetworking", "libcurl", "libcrypto", "libssl"] {
            #expect(!told.contains(name), "\(name) is linked\n\(told)")
        }
    }
}

import Foundation
import REPL
import Testing

@Suite("Recorded sessions")
struct SessionFileTests {
    @Test("Each prints what it printed when it was recorded; LUCA_UPDATE=1 records anew", arguments: SessionFile.all)
    func session(path: String) throws {
        let file = try SessionFile(path: path)
        let output = RecordedOutput()
        let session = Session(FakeInterpreter(), output: output, display: Display(), isInteractive: true)
        let played = file.played(on: session, output)
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" {
            try played.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try played == String(contentsOfFile: path, encoding: .utf8))
    }

    @Test("There are some")
    func thereAreSome() {
        #expect(SessionFile.all.count >= 5)
    }
}

import Foundation
import Glibc
import HelperPrograms
import LiveView
import TestSupport
import Testing
import ViewWire

@Suite("How luca view ends, and how it does not begin", .timeLimit(.minutes(3)))
struct EndingTests {
    /// A program that serves as luca does, its output, and the address that it printed.
    private func driver() throws -> (process: Process, output: FileHandle, address: TestAddress) {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: HelperProcess.besideThisProgram("ViewDriver"))
        process.arguments = [HelperProcess.besideThisProgram("luca-view")]
        process.environment = BuiltProgram.environment(home: NSTemporaryDirectory())
        process.standardOutput = pipe
        try process.run()
        var line = ""
        while !line.hasSuffix("\n"), let byte = try pipe.fileHandleForReading.read(upToCount: 1) { line += String(decoding: byte, as: UTF8.self) }
        return (process, pipe.fileHandleForReading, try #require(TestAddress(line.trimmingCharacters(in: .newlines)), "\(line)"))
    }

    private func isGone(_ process: Int32) -> Bool { !FileManager.default.fileExists(atPath: "/proc/\(process)") }

    @Test("Stopped, it leaves no process and no listener, whoever is still connected")
    func stops() throws {
        let view = try RunningView { _ in .sentence("a page", status: 200) }
        let process = try view.process(), listener = try view.address.listen()
        #expect(try view.stop() == .stopped)
        #expect(isGone(process))
        #expect(listener.readAll().count < 10)
        #expect(throws: TestConnection.Failed.self) { try view.address.ask() }
    }

    @Test("Ctrl-C, which the system sends to both programs, ends both, with exit code 0")
    func interrupted() throws {
        let (process, output, address) = try driver()
        #expect(try address.ask().text == "a page\n")
        let server = try ProcessTable.listener(port: address.port)
        kill(server, SIGINT)
        #expect(try address.ask().text == "a page\n")
        kill(process.processIdentifier, SIGINT)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        #expect(String(decoding: output.readDataToEndOfFile(), as: UTF8.self) == "ended\n")
        #expect(isGone(server))
    }

    @Test("Killed, luca takes the program that serves with it")
    func killed() throws {
        let (process, _, address) = try driver()
        let server = try ProcessTable.listener(port: address.port), listener = try address.listen()
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try wait(for: "the end of the program that serves") { isGone(server) || (try? ProcessTable.listener(port: address.port)) == nil }
        _ = listener.readAll()
    }

    @Test("Where the program that serves is killed, luca says so")
    func serverKilled() throws {
        let view = try RunningView { _ in .sentence("a page", status: 200) }
        kill(try view.process(), SIGKILL)
        try wait(for: "the end of the server") { view.outcome != nil }
        #expect(
            try view.stop() == .failed(ViewFailure("the program luca-view, which serves pages for luca, has ended by itself (exit code 137): start luca view again")))
    }

    @Test("A port can be named; one that is in use is told")
    func ports() throws {
        let first = try RunningView { _ in .sentence("a page", status: 200) }, port = first.address.port
        #expect(throws: ViewFailure("port \(port) is in use by another program: name another one, or none and the system chooses one")) {
            try RunningView(port: port) { _ in .sentence("another page", status: 200) }
        }
        #expect(try first.address.ask().text == "a page\n")
        #expect(try first.stop() == .stopped)
        // Its last connection ended a moment ago.
        let second = try RunningView(port: port) { _ in .sentence("another page", status: 200) }
        #expect(try second.address.port == port && second.address.ask().text == "another page\n")
    }

    @Test("A program that is missing, that ends at once, that lacks a library, and that says something else are sentences")
    func programs() throws {
        func failure(_ program: String) throws -> String? {
            do { _ = try RunningView(program: program) { _ in .sentence("", status: 200) } } catch let failure as ViewFailure { return failure.message }
            return nil
        }
        #expect(try failure("/nowhere/luca-view") == "the program /nowhere/luca-view, which serves pages for luca, is missing or cannot be started")
        #expect(try failure("/bin/true")?.hasPrefix("the program luca-view, which serves pages for luca, has ended by itself") == true)
        #expect(try failure("/bin/pwd")?.hasPrefix("the program luca-view, which serves pages for luca, has ended by itself") == true)
        let folder = try TemporaryFolder(), script = "\(folder.path)/luca-view"
        try "#!/bin/sh\nexit 127\n".write(toFile: script, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        #expect(try failure(script) == "the program \(script), which serves pages for luca, lacks a library. On Debian: sudo apt-get install libmicrohttpd12")
    }
}

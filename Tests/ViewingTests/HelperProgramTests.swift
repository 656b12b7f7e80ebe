import Foundation
import HelperPrograms
import TestSupport
import Testing

/// Programs that do one job and end, stood in for by small scripts.
@Suite("Programs that answer a request and end")
struct HelperProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Stopped: Error {}

    private func program(_ script: String) throws -> HelperProgram {
        let path = folder.path + "/helper"
        try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return HelperProgram("luca-stub", purpose: "stands in", packages: "libstub1", path: path)
    }

    private func answer(
        _ program: HelperProgram, to request: [UInt8] = [1, 2, 3], atMost most: ([UInt8]) -> Int = { _ in .max }, stopping: @escaping () -> (any Error)? = { nil }
    ) throws -> [UInt8] {
        try program.answer(atMost: most, stopping: stopping) { send in try request.withUnsafeBytes(send) }
    }

    @Test("All of the request comes in, and all of the answer back, however long")
    func exchange() throws {
        let long = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        #expect(try answer(program("f=$(mktemp); cat >$f; cat $f; rm $f"), to: long) == long)
    }

    @Test("What answers before it has read all is heard")
    func early() throws {
        let long = [UInt8](repeating: 7, count: 3_000_000)
        #expect(try answer(program("echo no"), to: long) == Array("no\n".utf8))
    }

    @Test("An answer that goes on longer than its beginning allows is none, however long it would have gone on")
    func endless() throws {
        #expect(try answer(program("printf 12345"), atMost: { _ in 5 }) == Array("12345".utf8))
        // What is allowed may grow as more is known.
        #expect(try answer(program("printf 1; sleep 0.3; printf 2345"), atMost: { $0.count < 3 ? 2 : 5 }) == Array("12345".utf8))
        for (script, most) in [("printf 123456", 5), ("exec yes", 1 << 20)] {
            let stub = try program(script)
            #expect(throws: stub.unreadableAnswer) { try answer(stub, atMost: { _ in most }) }
        }
    }

    @Test("A program that is not there, lacks a library, or ends without an answer is told of, with what to do")
    func failures() throws {
        func failure(_ program: HelperProgram) -> HelperProgram.Failure? {
            do { _ = try answer(program) } catch { return error as? HelperProgram.Failure }
            return nil
        }
        let missing = failure(HelperProgram("luca-stub", purpose: "stands in", packages: "libstub1", path: folder.path + "/none"))
        #expect(missing?.message.contains("luca-stub, which stands in for luca, is not there") == true && missing?.hint?.contains("/none") == true)
        let unlinked = failure(try program("exit 127"))
        #expect(unlinked?.message.contains("a library that it needs is missing") == true && unlinked?.hint == "install it: sudo apt-get install libstub1")
        #expect(failure(try program("exit 1"))?.message.contains("ended before it was done") == true)
        #expect(failure(try program("kill -9 $$"))?.message.contains("ended before it was done") == true)
    }

    @Test("Whoever is stopped waits no longer, and nothing of the program is left")
    func stopped() throws {
        let began = ContinuousClock.now, mark = folder.path + "/mark"
        var looks = 0
        #expect(throws: Stopped.self) {
            let stub = try program("cat >/dev/null; echo $$ >\(mark); exec sleep 60")
            return try answer(
                stub,
                stopping: {
                    looks += 1
                    return looks > 5 ? Stopped() : nil
                })
        }
        #expect(ContinuousClock.now - began < .seconds(20))
        let process = try String(contentsOfFile: mark, encoding: .utf8).filter(\.isNumber)
        #expect(!FileManager.default.fileExists(atPath: "/proc/\(process)"))
    }
}

import Glibc
import TestSupport
import Testing
@testable import Sandbox

@Suite("The process of a script and the one that it ends with", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct RunningSandboxTests {
    @Test("A process whose parent is another than it was told ends at once, and an answer to it raises no signal here")
    func parent() throws {
        let request = SandboxRequest(name: "a.lua", text: "print('ran') while true do end")
        var host = SandboxProcess(request), printed: [UInt8] = []
        host.output = { printed += $0 }
        let sandbox = try Array("no book".utf8).withUnsafeBytes { try RunningSandbox(request, $0, parent: 1) }
        var information = siginfo_t()
        #expect(waitid(P_PID, id_t(sandbox.process), &information, Int32(WEXITED | WNOWAIT)) == 0)
        // Nobody reads any more: a plain write would end this process by SIGPIPE.
        sandbox.answer(SandboxAnswer(bytes: Array(repeating: 0, count: 1 << 20)))
        #expect(!sandbox.isAnswering)
        var watch = SandboxWatch(sandbox, host)
        #expect(watch.watch().ending == .vanished && printed.isEmpty)
    }
}

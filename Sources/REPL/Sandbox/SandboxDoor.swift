import LuaKit
import LuaSurface
import Messages
import Pipes
import Sandbox
import Scripting
import Session

/// The script's side of what luca's own process does for it: a wish goes out, and the answer is waited for.
final class SandboxDoor: @unchecked Sendable {
    private let permissions: SandboxPermissions
    private unowned let runtime: Runtime
    private var answers = MessageStream<SandboxAnswer>()

    /// The door of a process with one thread, for as long as it lives.
    init(_ permissions: SandboxPermissions, _ runtime: Runtime) { (self.permissions, self.runtime) = (permissions, runtime) }

    /// Opens what is allowed to scripts.
    func open() {
        if !permissions.folders.isEmpty { runtime.takeFiles { [self] path, bytes in try write(path, bytes) } }
        if !permissions.hosts.isEmpty { runtime.takeAddresses { [self] address in try ask(.fetch(address: address)) } }
    }

    /// Hands over a wish, and gives what came of it. The time that this takes is not the script's.
    func ask(_ wish: SandboxWish) throws -> [UInt8] {
        let start = ContinuousClock.now
        defer { runtime.lua.prolongTime(by: ContinuousClock.now - start) }
        guard SandboxedScript.report(.wish(wish)) else { throw LuaMisuse("luca's own process does not listen any more", kind: "sandbox") }
        while true {
            if let answer = try answers.next() {
                if let problem = answer.problem { throw LuaMisuse(problem, kind: "sandbox") }
                return answer.bytes
            }
            guard MessagePipe.receive(from: SandboxProcess.Descriptor.answers.rawValue, into: &answers) else {
                throw LuaMisuse("luca's own process gives no answer any more", kind: "sandbox")
            }
        }
    }

    /// Has a file written: in the folder that the path begins with, or without one in the only folder there is.
    private func write(_ path: String, _ bytes: [UInt8]) throws {
        if let folder = permissions.folders.first(where: { path.hasPrefix($0.hasSuffix("/") ? $0 : $0 + "/") }) {
            let name = path.dropFirst(folder.count).drop { $0 == "/" }
            _ = try ask(.write(folder: folder, name: String(name), bytes: bytes))
        } else if !path.contains("/"), permissions.folders.count == 1 {
            _ = try ask(.write(folder: permissions.folders[0], name: path, bytes: bytes))
        } else {
            throw LuaMisuse("\(path) is in none of the folders that the script may write into: \(permissions.folders.joined(separator: ", "))", kind: "sandbox")
        }
    }
}

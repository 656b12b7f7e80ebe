import FetchWire
import Glibc
import LuaKit
import Quotes
public import Sandbox
import Storage
import Values

/// Does for a sandboxed script what it was allowed, in luca's own process. What the script asks is looked at as a stranger's.
public final class SandboxBroker {
    private let permissions: SandboxPermissions
    private let transport: any HTTPTransport
    /// The name of the script, after which a file of drafts is called.
    private let script: String
    /// Bytes that may still be written and asked for.
    private var rest: Int
    private var files = SandboxFiles()
    /// How often it may still ask.
    private var turns = 500
    /// Whether somebody pressed Ctrl-C.
    private let isStopped: () -> Bool

    /// The file with what the script would record; nil where it records nothing.
    public private(set) var drafts: String?

    /// What does what `permissions` allow, for a script of a name, and for no more bytes than it may print.
    public convenience init(_ permissions: SandboxPermissions, script: String, limits: SandboxLimits, isStopped: @escaping () -> Bool) {
        self.init(permissions, script: script, limits: limits, transport: FetchProcess(), isStopped: isStopped)
    }

    init(_ permissions: SandboxPermissions, script: String, limits: SandboxLimits, transport: any HTTPTransport, isStopped: @escaping () -> Bool) {
        (self.permissions, self.script, rest, self.transport, self.isStopped) = (permissions, script, limits.output, transport, isStopped)
    }

    /// Makes sure that the folders which may be written into are there, so that a slip in a path is told before the script runs.
    public func check() throws {
        for folder in permissions.folders {
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw LuaMisuse("write=\(folder): there is no folder of that name to write into", hint: "make it, or name one that is there", kind: "sandbox")
            }
            close(descriptor)
        }
    }

    /// What is done, or why it is not.
    public func fulfil(_ wish: SandboxWish) -> SandboxAnswer {
        turns -= 1
        if turns < 0 { return SandboxAnswer(problem: "the script has asked 500 times, which is as often as it may") }
        do throws(SandboxRefusal) {
            switch wish {
            case .write(let folder, let name, let bytes):
                guard permissions.folders.contains(folder) else { throw SandboxRefusal("writing into \(folder) was not allowed") }
                try take(bytes.count)
                try files.write(bytes, named: name, into: folder)
                return SandboxAnswer()
            case .fetch(let address): return SandboxAnswer(bytes: try fetch(address))
            case .record(let rows):
                guard permissions.records else { throw SandboxRefusal("recording was not allowed") }
                guard drafts == nil else { throw SandboxRefusal("what the script would record is in \(drafts ?? "") by now: a run has one file of drafts") }
                try take(rows.utf8.count)
                drafts = try keep(rows)
                return SandboxAnswer(bytes: Array((drafts ?? "").utf8))
            }
        } catch { return SandboxAnswer(problem: error.sentence) }
    }

    private func take(_ bytes: Int) throws(SandboxRefusal) {
        guard bytes <= rest else { throw SandboxRefusal("that is more than the script may print and write; \(SandboxLimits.Name.output.option) raises the limit") }
        rest -= bytes
    }

    // MARK: Drafts

    /// Writes what a script would record into a file of transactions in the current folder, under a name that nothing has.
    private func keep(_ rows: String) throws(SandboxRefusal) -> String {
        if let place = rows.unicodeScalars.firstIndex(where: { ($0.value < 0x20 && $0 != "\n" && $0 != "\r" && $0 != "\t") || $0.value == 0x7F }) {
            // The first line names the columns.
            let row = rows.unicodeScalars[..<place].count { $0 == "\n" }
            throw SandboxRefusal("what the script would record holds control characters, in its activity \(row); drafts have none")
        }
        let own = script.split(separator: "/").last.map(String.init) ?? "script", stem = own.hasSuffix(".lua") ? String(own.dropLast(4)) : own
        for number in 1...999 {
            let name = number == 1 ? "\(stem)-drafts.csv" : "\(stem)-drafts-\(number).csv"
            let file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if file < 0 && errno == EEXIST { continue }
            guard file >= 0 else { throw SandboxRefusal("\(name) cannot be written: \(String(cString: strerror(errno)))") }
            defer { close(file) }
            guard SandboxFiles.write(Array(rows.utf8), to: file) else {
                let reason = String(cString: strerror(errno))
                unlink(name)
                throw SandboxRefusal("\(name) cannot be written: \(reason)")
            }
            return name
        }
        throw SandboxRefusal("there are 999 files of drafts of \(stem)")
    }

    // MARK: The network

    /// What an address answers. Only its host counts for the permission, and only an encrypted connection is taken, to a machine of the network that is
    /// everybody's. Where the answer leads elsewhere, that is not followed: it would be asked what was not allowed.
    private func fetch(_ address: String) throws(SandboxRefusal) -> [UInt8] {
        let scheme = "https://"
        guard address.hasPrefix(scheme), address.utf8.count < 4096, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) else {
            throw SandboxRefusal("an address that a sandboxed script asks begins with https://, and has letters, digits and signs alone")
        }
        let host = address.dropFirst(scheme.count).prefix { !"/?#".contains($0) }.lowercased()
        guard permissions.hosts.contains(host) else { throw SandboxRefusal("asking \(host) was not allowed") }
        let request = HTTPRequest(url: address, timeout: 20, maximumBytes: min(rest, 32 << 20), redirections: 0, isPublicOnly: true)
        switch transport.send(request, isCancelled: isStopped) {
        case .success(let response):
            if 300..<400 ~= response.status {
                let place = response.header("location").map { " (\(SafeText.safe(String($0.prefix(200)), keepingLines: false)))" } ?? ""
                throw SandboxRefusal("\(host) answered with the status \(response.status), which sends on to another address\(place); a sandboxed script is not sent on")
            }
            guard response.status == 200 else { throw SandboxRefusal("\(host) answered with the status \(response.status)") }
            try take(response.body.count)
            return response.body
        case .failure(let failure): throw SandboxRefusal("\(failure.message)")
        }
    }
}

/// Why something is not done for a sandboxed script, in a sentence.
struct SandboxRefusal: Error {
    let sentence: String
    init(_ sentence: String) { self.sentence = sentence }
}

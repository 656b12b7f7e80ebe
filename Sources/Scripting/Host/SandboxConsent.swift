import Glibc
public import LuaKit
public import Sandbox
import Session
import Storage
import Values

/// Whether a stranger's script may have what it asks for: what was said once is remembered by the script's text, on this machine.
public struct SandboxConsent {
    private let memory: String?

    /// What is remembered in a file; nil remembers nothing.
    public init(memory: String?) { self.memory = memory }

    /// Why a script is not run.
    public struct Refusal: LuaRaisable {
        public var message: String
        public var hint: String?
        public var field: String? { nil }
        public var luaKind: String { "sandbox" }
    }

    /// What a script gets: what it was given, and what it asks for in its head and somebody allows.
    ///
    /// - Parameter ask: asks a person to allow what a text says; nil where nobody can be asked.
    /// - Throws: a refusal, where it asks for what nobody allows.
    public func permissions(of text: String, named name: String, given: SandboxPermissions, ask: (String) throws -> Bool?) throws -> SandboxPermissions {
        let asked: SandboxPermissions
        do { asked = try SandboxPermissions(askedBy: text) } catch { throw Refusal(message: "\(name) asks in its head for what there is not: \(error.message)") }
        var granted = given
        let beyond = asked.beyond(given)
        if beyond.isEmpty { return granted }
        // What is allowed is a folder, and no name that means another one elsewhere.
        var meant = beyond
        meant.folders = beyond.folders.map(Self.place)
        let entry = Self.entry(text, meant)
        if !remembered.contains(entry) {
            let list = meant.sentences.map { "  \(SafeText.safe($0, keepingLines: false))\n" }.joined()
            let question = "\(SafeText.safe(name, keepingLines: false)) asks for more than to read the book:\n\(list)Allow that, now and for this very text later?"
            let options = beyond.words.map { "--allow \(SafeText.shellWord($0))" }.joined(separator: " ")
            switch try ask(question) {
            case true?: remember(entry)
            case false?: throw Refusal(message: "\(name) was not allowed what it asks for, and was not run", hint: nil)
            case nil:
                throw Refusal(
                    message: "\(name) asks for more than to read the book: \(meant.sentences.joined(separator: "; "))",
                    hint: "where you want that: luca run --sandbox \(options) …")
            }
        }
        granted.add(beyond)
        return granted
    }

    /// The place of a folder in the whole tree of files, behind all links.
    private static func place(of folder: String) -> String {
        if let place = realpath(folder, nil) {
            defer { free(place) }
            return String(cString: place)
        }
        guard !folder.hasPrefix("/"), let current = getcwd(nil, 0) else { return folder }
        defer { free(current) }
        return "\(String(cString: current))/\(folder)"
    }

    /// A line that stands for a text and what it was allowed. Another text, or another permission, is asked for anew.
    private static func entry(_ text: String, _ permissions: SandboxPermissions) -> String {
        let words = ([text] + permissions.words).joined(separator: "\0")
        return EntryHash.sha256(Array(words.utf8)).withUnsafeBytes { EntryHash(bytes: $0)?.description ?? "" }
    }

    private var remembered: Set<String> {
        guard let memory, let file = fopen(memory, "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        let count = fread(&bytes, 1, bytes.count, file)
        return Set(String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// What cannot be remembered is asked for again.
    private func remember(_ entry: String) {
        guard let memory else { return }
        FileAccess.makeOwnFolder(memory.prefix(upTo: memory.lastIndex(of: "/") ?? memory.startIndex))
        let file = open(memory, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        defer { close(file) }
        let line = Array("\(entry)\n".utf8)
        _ = write(file, line, line.count)
    }
}

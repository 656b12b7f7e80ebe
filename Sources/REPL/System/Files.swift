internal import Glibc
import Values

/// Reads whole files as text.
enum FileText {
    /// The contents of a file. It must be UTF-8: bytes replaced by others could end up in the book.
    ///
    /// - Parameter most: how many bytes it may have.
    /// - Throws: `file`, `bad_text`.
    static func read(_ path: String, most: Int = .max) throws(Failure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(kind: "file", message: "\(path) cannot be read: \(systemMessage())") }
        defer { close(descriptor) }
        return try text(of: descriptor, path, most)
    }

    /// The text of standard input up to its end.
    ///
    /// - Parameter most: how many bytes it may have.
    /// - Throws: `file`, `bad_text`.
    static func readStandardInput(most: Int = .max) throws(Failure) -> String { try text(of: STDIN_FILENO, "standard input", most) }

    private static func text(of descriptor: Int32, _ name: String, _ most: Int) throws(Failure) -> String {
        guard let bytes = contents(of: descriptor, most: most) else { throw Failure(kind: "file", message: "\(name) cannot be read: \(systemMessage())") }
        if bytes.count > most { throw Failure(kind: "file", message: "\(name) is longer than \(ByteCount.text(most)), which is more than is read of it") }
        return try text(bytes, name)
    }

    private static func text(_ bytes: [UInt8], _ name: String) throws(Failure) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw Failure(
            kind: "bad_text", message: "\(name) holds bytes that are no UTF-8 in line \(SafeText.lineOfBadBytes(in: bytes) ?? 1)",
            hint: "save it as UTF-8; nothing of it was run")
    }

    /// The bytes from the descriptor's position to its end, or until there are more than so many; nil on an error, which `errno` names.
    static func contents(of descriptor: Int32, most: Int = .max) -> [UInt8]? {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes += piece[..<count]
                if bytes.count > most { return bytes }
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                return nil
            }
        }
    }
}

/// The value of an environment variable; nil if it is not set or empty.
func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}

/// Paths as people write them.
enum FilePaths {
    /// The path with the home folder in place of a leading `~`.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = environment("HOME") else { return path }
        return home + path.dropFirst()
    }

    /// Whether there is anything at a path. A link that leads to itself counts, so that opening it can tell what is wrong.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 || errno == ELOOP }
}

/// The user's folders for luca: those of XDG, or `LUCA_HOME` for everything.
public struct Folders: Sendable {
    /// The folder of `init.lua` and of the file of keys.
    public let config: String
    /// The folder of the book that is opened if none is named.
    public let data: String
    /// The folder of the prompt's history.
    public let state: String
    /// The folder of the user's Lua modules, for `require`.
    public var library: String { config + "/lua" }

    /// The folders by the environment; nil if neither `LUCA_HOME`, absolute XDG folders nor `HOME` is set.
    public init?() {
        if let home = environment("LUCA_HOME") {
            config = home
            data = home
            state = home
            return
        }
        guard let config = Self.folder("XDG_CONFIG_HOME", ".config"), let data = Self.folder("XDG_DATA_HOME", ".local/share"),
            let state = Self.folder("XDG_STATE_HOME", ".local/state")
        else { return nil }
        self.config = config
        self.data = data
        self.state = state
    }

    /// The folder that a variable names, else the usual one in the home folder. By the rules of XDG a relative path counts as not set.
    private static func folder(_ variable: String, _ fallback: String) -> String? {
        if let folder = environment(variable), folder.hasPrefix("/") { return folder + "/luca" }
        return environment("HOME").map { "\($0)/\(fallback)/luca" }
    }
}

/// The operating system's message for an error code, by default that of the last call.
func systemMessage(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

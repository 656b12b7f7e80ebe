import CLuca
import FoundationEssentials
import Glibc
import Session
public import Values

extension Runtime {
    /// What a session starts with.
    public struct Configuration {
        /// The day taken for today; nil asks the system's clock at each statement.
        public var today: Day?
        /// Whether scripts are kept from files, processes and writing to the book.
        public var isSandboxed = false
        /// Whether nothing is asked of the network.
        public var isOffline = false
        /// The keys of providers; nil where there is no place for them.
        public var keyFile: ProviderKeys?
        /// What the user chose for this machine; nil where there is no place for it.
        public var machine: MachineSettings?
        /// How numbers and dates are written by the environment.
        public var environmentLocale = LocaleFormat.plain
        /// The version of the program; nil where it is not known.
        public var version: String?
        /// Bytes that Lua may hold; 0 for no limit.
        public var memoryLimit = 0
        /// Tells the time for the journal.
        public var clock: () -> Instant = SystemClock.now
        /// Tells who records, for books that keep it.
        public var userName: () -> String? = SystemUser.name
        /// Where this machine remembers how books ended; nil remembers nothing.
        public var seenFolder: String?
        /// The file that remembers what stranger's scripts were allowed; nil remembers nothing.
        public var sandboxMemory: String?
        /// Where the helpers written in Lua come from; nil for those embedded in the program.
        public var stdlibFolder: String?
        /// The user's folder of Lua modules; nil for none.
        public var libraryFolder: String?
        /// Command-line arguments of a script, for `arg` and `...`.
        public var arguments: [String] = []

        /// A trusted session on the system's clock.
        public init() {}
    }
}

/// The part of luca that is written in Lua, the demo's figures and the manual's chapters: embedded in the program, each file overridable by a folder.
package struct Stdlib {
    /// A folder whose files take the place of the embedded ones; nil for none.
    package let folder: String?

    /// A library with files from a folder, else from the one that `LUCA_STDLIB` names.
    init(folder: String?) {
        self.folder = folder ?? getenv("LUCA_STDLIB").map { String(cString: $0) }
    }

    /// The names of the embedded files.
    package static var names: [String] {
        var names: [String] = []
        while let file = luca_embedded_file(Int32(names.count)) { names.append(String(cString: file.pointee.name)) }
        return names
    }

    /// The names of the embedded files in a folder, such as the reports.
    package static func names(in folder: String) -> [String] { names.filter { $0.hasPrefix(folder + "/") } }

    /// The bytes of a file.
    package func bytes(_ name: String) -> [UInt8]? {
        if let path = path(of: name), let bytes = try? FileAccess(isAllowed: true).read(path) { return bytes }
        var number: Int32 = 0
        while let file = luca_embedded_file(number) {
            if String(cString: file.pointee.name) == name {
                return [UInt8](UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.length))
            }
            number += 1
        }
        return nil
    }

    /// Where a file may lie that takes the place of the embedded one. The manual's folder is beside that of the Lua, in the source as where it is installed.
    private func path(of name: String) -> String? {
        folder.map { name.hasPrefix("docs/") ? "\($0)/../\(name)" : "\($0)/\(name)" }
    }

    /// The text of a file.
    package func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }
}

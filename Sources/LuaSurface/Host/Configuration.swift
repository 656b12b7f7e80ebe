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
        /// Bytes that Lua may hold; 0 for no limit.
        public var memoryLimit = 0
        /// Tells the time for the journal.
        public var clock: () -> Instant = SystemClock.now
        /// Tells who records, for books that keep it.
        public var userName: () -> String? = SystemUser.name
        /// Where this machine remembers how books ended; nil remembers nothing.
        public var seenFolder: String?
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

/// The system's clock: read at the edge of the program, never in its core.
public enum SystemClock {
    /// This moment.
    public static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// The civil date where the user is.
    public static func today() -> Day {
        var time = Glibc.time(nil), local = tm()
        localtime_r(&time, &local)
        // The system hands out dates of its own calendar, which exist.
        return (try? Day(year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))) ?? .epoch
    }
}

/// Who runs the program, as the system knows: read only where a book wants it, since it may ask a directory service.
public enum SystemUser {
    /// The login name of the process's user; its number where the system has no name for it.
    public static func name() -> String? {
        guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "uid \(getuid())" }
        return String(cString: name)
    }
}

/// The part of luca that is written in Lua, and the demo's figures: embedded in the program, each file overridable by a folder.
package struct Stdlib {
    /// A folder whose files take the place of the embedded ones; nil for none.
    let folder: String?

    /// A library with files from a folder, else from the one that `LUCA_STDLIB` names.
    init(folder: String?) {
        self.folder = folder ?? ProcessInfo.processInfo.environment["LUCA_STDLIB"]
    }

    /// The names of the embedded files.
    static var names: [String] {
        var names: [String] = []
        while let file = luca_embedded_file(Int32(names.count)) { names.append(String(cString: file.pointee.name)) }
        return names
    }

    /// The bytes of a file.
    package func bytes(_ name: String) -> [UInt8]? {
        if let folder, let bytes = try? FileAccess(isAllowed: true).read("\(folder)/\(name)") { return bytes }
        var number: Int32 = 0
        while let file = luca_embedded_file(number) {
            if String(cString: file.pointee.name) == name {
                return [UInt8](UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.length))
            }
            number += 1
        }
        return nil
    }

    /// The text of a file.
    package func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }
}

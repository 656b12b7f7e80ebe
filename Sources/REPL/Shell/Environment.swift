internal import Glibc

/// A variable of the environment; empty counts as absent.
func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}

/// Paths as people write them.
enum FilePaths {
    /// The path with `~` and `~/…` put in full.
    static func expanded(_ path: String) -> String {
        guard path == "~" || path.hasPrefix("~/"), let home = environment("HOME") else { return path }
        return home + path.dropFirst()
    }

    /// Makes a folder and those above it, where they are missing; what cannot be made shows when a file in it is opened.
    static func makeFolder(_ path: String) {
        var made = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            made += part + "/"
            if !part.isEmpty { mkdir(made, 0o700) }
        }
    }

    /// Whether there is something at a path. A link that leads back to itself is there too, and whoever opens it tells what it is.
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 || errno == ELOOP }
}

internal import Glibc

/// Names of files, for completion.
enum FileNames {
    /// Paths that begin with `prefix`, folders with a slash behind them, hidden ones only if asked for by their dot.
    ///
    /// A path with a space is left out unless it stands in quotes, since outside of them it would be two words.
    static func beginning(with prefix: String, isQuoted: Bool) -> [String] {
        let slash = prefix.lastIndex(of: "/")
        let folder = slash.map { String(prefix[...$0]) } ?? ""
        let part = slash.map { prefix[prefix.index(after: $0)...] } ?? prefix[...]
        guard let stream = opendir(folder.isEmpty ? "." : FilePaths.expanded(folder)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != "..", name.hasPrefix(part), !name.hasPrefix(".") || part.hasPrefix(".") else { continue }
            guard isQuoted || !name.contains(" ") else { continue }
            names.append(folder + name + (isFolder(folder + name) ? "/" : ""))
        }
        return names.sorted()
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(FilePaths.expanded(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

import Glibc

extension FolderProvider {
    /// A provider that reads the files of a folder on disk.
    public init(folder path: String) {
        self.init { name in try File.read(path + "/" + name) }
    }
}

/// Reading a whole file.
private enum File {
    /// Why the system did not let a file be read.
    struct Problem: Error, CustomStringConvertible {
        let description: String

        init() { description = String(cString: strerror(errno)) }
        init(_ description: String) { self.description = description }
    }

    /// The bytes of a file; nil where there is none of that name.
    static func read(_ path: String) throws -> [UInt8]? {
        // A pipe in the place of the file would be waited for without end.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0 {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw Problem()
        }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) != 0 { throw Problem() }
        if status.st_mode & S_IFMT != S_IFREG { throw Problem("it is no regular file") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw Problem() }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}

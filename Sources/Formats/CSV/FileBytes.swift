import Glibc
import Values

/// Imports and exports files in the formats that luca knows: `plan` reads a file, functions such as `transactionsCSV` write one.
public enum Formats {
    /// Work done and work to do, in bytes; false ends the import.
    public typealias Progress = (_ done: Int, _ total: Int) -> Bool

    /// The bytes of a file, or of a pipe to its end.
    ///
    /// - Throws: `unreadableFile`, with the nearest name in its folder where there is no such file.
    public static func bytes(ofFile path: String) throws(ImportIssue) -> [UInt8] {
        let name = lastPart(ofPath: path)
        guard let file = fopen(path, "rb") else {
            let reason = errno == ENOENT ? "there is no such file" : String(cString: strerror(errno))
            throw ImportIssue(.unreadableFile, file: name, message: reason, hint: errno == ENOENT ? neighbour(of: path) : "")
        }
        defer { fclose(file) }
        var status = stat()
        fstat(fileno(file), &status)
        guard status.st_mode & S_IFMT != S_IFDIR else { throw ImportIssue(.unreadableFile, file: name, message: "it is a folder") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, Int(status.st_size)) + 1)
        let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
        defer { chunk.deallocate() }
        while case let count = fread(chunk.baseAddress, 1, chunk.count, file), count > 0 {
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }
        guard ferror(file) == 0 else { throw ImportIssue(.unreadableFile, file: name, message: "reading it failed: \(String(cString: strerror(errno)))") }
        return bytes
    }

    /// A hint at a file of the same folder whose name is near.
    private static func neighbour(of path: String) -> String {
        let name = lastPart(ofPath: path)
        let folder = path.hasSuffix(name) ? String(path.dropLast(name.count)) : ""
        guard let directory = opendir(folder.isEmpty ? "." : folder) else { return "" }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let found = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !found.hasPrefix(".") { names.append(found) }
        }
        return nearestName(to: name, in: names.sorted()).map { "did you mean \"\(folder)\($0)\"?" } ?? ""
    }
}

/// The last part of a path: `book.csv` of `exports/book.csv`.
func lastPart(ofPath path: String) -> String { String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "") }

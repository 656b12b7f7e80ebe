import Values

/// The files that a book of double-entry is in: the imported one, and those that it includes by their names or by patterns, as seen from the folder of the file that says so.
struct IncludedFiles {
    /// Reads a file that stands beside the imported one; nil where there is none.
    private let neighbour: ((String) throws(ImportIssue) -> [UInt8]?)?
    /// The names of what a folder beside the imported file holds, those of folders with a `/` behind; nil where there is no such folder.
    private let folder: ((String) -> [String]?)?
    /// The names of the folders in which the imported file lies.
    private let home: [String]
    /// The names of those that were read or are being read; that of the imported one is empty.
    private var names: Set<String> = [""]
    /// Sentences on files that are no UTF-8.
    private(set) var remarks: [String] = []

    /// The most files that include one another, one inside the other.
    private static let deepest = 16
    /// The most files of a book.
    private static let mostFiles = 1000

    /// How the names of journals of ledger and hledger end, whatever is in them.
    static let endingsOfJournals = [".journal", ".hledger", ".ledger", ".j"]

    /// The files around an imported one.
    init(_ options: ImportOptions) {
        (neighbour, folder, home) = (options.neighbour, options.folder, options.folders)
        names.insert(options.baseName)
    }

    /// The names of the files that another one includes by a name or a pattern, as seen from the imported one. Of a pattern those are left out that were read already.
    ///
    /// - Parameters:
    ///   - told: how the other file names them.
    ///   - other: the name of the other file.
    /// - Throws: `missingFile` where there is none, `definedTwice`.
    func names(_ told: String, from other: String) throws(ImportIssue) -> [String] {
        let shown = "\"\(MessageText.cut(told))\"", parent = other.lastIndex(of: "/").map { other[...$0] } ?? ""
        if told.hasPrefix("/") || told.hasPrefix("~") {
            throw ImportIssue(.missingFile, text: told, message: "\(shown) is told by its whole path, which is not followed", hint: "name it as seen from this file's folder")
        }
        let name = plain(parent + told)
        guard FilePattern.isOne(told), try neighbour?(name) == nil else {
            if names.contains(name) { throw ImportIssue(.definedTwice, text: told, message: "\(shown) is included twice, or includes itself", hint: "keep one of the two lines") }
            return [name]
        }
        guard let folder else { throw ImportIssue(.missingFile, text: told, message: "the pattern \(shown) is not followed here", hint: "include each file by its name") }
        let found = try FilePattern(told).files(in: String(parent), { folder(self.folder($0)) }).map(plain)
        if found.isEmpty {
            throw ImportIssue(
                .missingFile, text: told, message: "no file matches \(shown)", hint: "it is looked for from the folder of this file: put the files there, or take the line out")
        }
        return found.filter { !names.contains($0) }
    }

    /// A file that another one includes.
    ///
    /// - Parameters:
    ///   - name: its name as seen from the imported one.
    ///   - told: how the other file names it.
    ///   - depth: how many files include the other one, one inside the other.
    /// - Throws: `missingFile`, `binaryFile`, and `outOfRange` where there are too many.
    mutating func read(_ name: String, told: String, depth: Int) throws(ImportIssue) -> [UInt8] {
        let shown = "\"\(MessageText.cut(FilePattern.isOne(told) ? name : told))\""
        if depth >= Self.deepest {
            throw ImportIssue(
                .outOfRange, text: told, message: "files include one another more than \(Self.deepest) deep", hint: "include \(shown) from the first file, or from one nearer to it"
            )
        }
        if names.count > Self.mostFiles { throw ImportIssue(.outOfRange, text: told, message: "there are more than \(Self.mostFiles) files") }
        guard let bytes = try neighbour?(name) else {
            throw ImportIssue(.missingFile, text: told, message: "there is no file \(shown) beside this one", hint: "put it there, or take the line out")
        }
        let encoding = bytes.withUnsafeBufferPointer(TextEncoding.detect)
        if let hint = bytes.withUnsafeBufferPointer({ BinaryFile.hint($0, encoding: encoding) }) {
            throw ImportIssue(.binaryFile, text: told, message: "\(shown) is no text", hint: hint)
        }
        names.insert(name)
        guard let text = bytes.withUnsafeBufferPointer(encoding.transcoded) else { return bytes }
        remarks.append("\(shown) is no UTF-8; it is read as \(encoding.rawValue)")
        return text
    }

    /// The same of a folder, which has a `/` behind; empty for that of the imported file.
    private func folder(_ path: String) -> String {
        let name = plain(path)
        return name.isEmpty ? "" : name + "/"
    }

    /// A path without what leads nowhere, so that a file has one name: `a/../b` is `b`, and so is `../home/b` where the imported file is in a folder called home.
    private func plain(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        var above = parts.prefix { $0 == ".." }.count
        while above > 0, above <= home.count, parts.count > above, parts[above] == home[home.count - above] {
            parts.remove(at: above)
            parts.removeFirst()
            above -= 1
        }
        return parts.joined(separator: "/")
    }
}

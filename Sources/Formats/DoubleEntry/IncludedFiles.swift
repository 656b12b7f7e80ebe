import Values

/// The files that a book of double-entry is in: the imported one, and those that it includes by their names, as seen from the folder of the file that says so.
struct IncludedFiles {
    /// Reads a file that stands beside the imported one; nil where there is none.
    private let neighbour: ((String) -> [UInt8]?)?
    /// The names of those that were read or are being read; that of the imported one is empty.
    private var names: Set<String> = [""]

    /// The most files that include one another, one inside the other.
    private static let deepest = 16
    /// The most files of a book.
    private static let mostFiles = 1000

    init(neighbour: ((String) -> [UInt8]?)?) { self.neighbour = neighbour }

    /// A file that another one includes: its name as seen from the imported one, and its bytes.
    ///
    /// - Parameters:
    ///   - told: how the other file names it.
    ///   - other: the name of the other file.
    ///   - depth: how many files include the other one, one inside the other.
    /// - Throws: `missingFile`, `binaryFile`, `definedTwice`, and `outOfRange` where there are too many.
    mutating func read(_ told: String, from other: String, depth: Int) throws(ImportIssue) -> (name: String, bytes: [UInt8]) {
        let shown = "\"\(MessageText.cut(told))\"", folder = other.lastIndex(of: "/").map { other[...$0] } ?? "", name = String(folder + told.trimmingPrefix("./"))
        if told.contains("*") || told.contains("?") {
            throw ImportIssue(.missingFile, text: told, message: "a pattern of file names, \(shown), is not followed", hint: "include each file by its name")
        }
        if told.hasPrefix("/") || told.hasPrefix("~") {
            throw ImportIssue(.missingFile, text: told, message: "\(shown) is told by its whole path, which is not followed", hint: "name it as seen from this file's folder")
        }
        if names.contains(name) { throw ImportIssue(.definedTwice, text: told, message: "\(shown) is included twice, or includes itself", hint: "keep one of the two lines") }
        if depth >= Self.deepest { throw ImportIssue(.outOfRange, text: told, message: "files include one another more than \(Self.deepest) deep") }
        if names.count >= Self.mostFiles { throw ImportIssue(.outOfRange, text: told, message: "there are more than \(Self.mostFiles) files") }
        guard let bytes = neighbour?(name) else {
            throw ImportIssue(.missingFile, text: told, message: "there is no file \(shown) beside this one", hint: "put it there, or take the line out")
        }
        guard bytes.withUnsafeBufferPointer({ BinaryFile.hint($0, encoding: .utf8) }) == nil else {
            throw ImportIssue(.binaryFile, text: told, message: "\(shown) is no text")
        }
        names.insert(name)
        return (name, bytes)
    }
}

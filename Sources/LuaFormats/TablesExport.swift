import Frames
import Glibc
import LuaKit
import LuaSurface
import SQLite
import Session
import Storage

/// `export("out.db", "sqlite")` and `export("folder", "csv")`: what luca answers, as tables that other programs ask.
extension Runtime {
    /// Writes the tables as a file of SQLite's. Returns its number of bytes, and what is to be known of it.
    func exportDatabase(of book: Book, to path: String) throws -> (bytes: Int, leftOut: [String]) {
        if filing.privacy {
            throw LuaMisuse(
                "export: figures are masked, and a database would hold them as numbers", field: "path",
                hint: "export(\"FOLDER\", \"csv\") writes them masked; .privacy off shows them",
                kind: "privacy")
        }
        return try files.replace(path) { draft in
            let summary: TablesSummary
            do {
                let database = try FrameDatabase(at: draft)
                do {
                    summary = try answerTables(of: book) { try database.write($0.frame, as: $0.table.name) }
                    for frame in try summary.frames(hasNumbers: true) { try database.write(frame, as: frame.name) }
                    try database.finish()
                } catch {
                    database.abandon()
                    throw error
                }
            } catch let error as SQLiteError {
                let hint = error.isFullDisk ? "make room for it, or name a file elsewhere" : "name an ordinary file in a folder that can be written to"
                throw FileAccess.Failure(message: "cannot write \(path): \(error.message)", hint: hint)
            }
            return (Self.size(of: draft), summary.sentences)
        }
    }

    private static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Writes the tables as CSV files in a folder. Returns the number of their bytes, and what is to be known of them.
    func exportTables(of book: Book, to path: String) throws -> (bytes: Int, leftOut: [String]) {
        try files.checkWriting(path)
        var contents: [(name: String, text: String)] = []
        let summary = try answerTables(of: book) { contents.append(("\($0.table.name).csv", try $0.frame.csv(filing))) }
        for frame in try summary.frames(hasNumbers: false) { contents.append(("\(frame.name).csv", try frame.csv(filing))) }
        return (try files.writeFolder(path, contents), summary.sentences)
    }
}

@testable import Quotes

extension FuzzTarget {
    /// Archives: what is unpacked has the size and the check sum that the archive told.
    static let zip = FuzzTarget(name: "zip") { bytes throws(FuzzFinding) in
        let bytes = Array(bytes)
        _ = try? ZippedTable.unpacked(bytes)
        if let unpacked = try? Gzip.unpacked(bytes, longest: 1 << 20) {
            try require(unpacked.count <= 1 << 20, "gzip gave \(unpacked.count) bytes, more than were allowed")
        }
        guard let archive = ZipArchive(bytes) else { return }
        for entry in archive.entries.prefix(8) {
            guard let contents = archive.contents(of: entry) else { continue }
            try require(contents.count == entry.size, "\(entry.name) has \(contents.count) bytes, and the archive says \(entry.size)")
        }
    }
}

/// The one table that an archive holds, as those who publish tables send them.
public enum SoleFile {
    /// The name of the file and its bytes; nil for bytes that are no zip archive.
    ///
    /// An archive that is broken, or that holds no CSV or several, is `malformed`.
    public static func unpacked(_ bytes: [UInt8]) throws(QuoteError) -> (name: String, bytes: [UInt8])? {
        guard bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06]) else { return nil }
        guard let archive = ZipArchive(bytes) else {
            throw QuoteError(.malformed, "the archive is broken or not whole", hint: "fetch it again, or unpack it and import the file in it")
        }
        let tables = archive.entries.filter { $0.name.lowercased().hasSuffix(".csv") && !$0.name.hasPrefix("__MACOSX/") }
        guard let table = tables.first, tables.count == 1 else {
            let found = tables.isEmpty ? "no CSV" : "\(tables.count) CSV files"
            throw QuoteError(.malformed, "the archive has \(found) in it, and one is wanted", hint: "unpack it, and import the file that you mean")
        }
        guard let contents = archive.contents(of: table) else {
            throw QuoteError(.malformed, "\(table.name) in the archive cannot be unpacked", hint: "fetch it again, or unpack it and import the file in it")
        }
        return (table.name, contents)
    }
}

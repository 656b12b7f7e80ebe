import CVault

/// An encrypted file that SQLite has open, and what is asked of it that SQLite does not ask. Good as long as the connection.
public struct EncryptedFile {
    private let file: UnsafeMutableRawPointer

    /// SQLite's file (`sqlite3_file`); nil where it is not encrypted.
    public init?(_ file: UnsafeMutableRawPointer) {
        guard vault_is_encrypted(file) else { return nil }
        self.file = file
    }

    /// The header that counts.
    ///
    /// - Throws: `.unreadableHeader`, and what a header is refused with.
    public func header() throws(VaultError) -> VaultHeader {
        var headers = [UInt8](repeating: 0, count: VaultHeader.sizeOfBoth)
        guard vault_read_headers(file, &headers) == 0 else { throw .unreadableHeader }
        return try Keyring.provedHeader(of: headers)
    }

    /// Whether both headers are the same, as they are unless a crash came between, or somebody altered one.
    public var hasBothHeaders: Bool {
        var headers = [UInt8](repeating: 0, count: VaultHeader.sizeOfBoth)
        return vault_read_headers(file, &headers) == 0 && headers[..<VaultHeader.size] == headers[VaultHeader.size...]
    }

    /// Puts a header in the place of both, the one that counts last, so that one is whole at every moment. Returns whether the disk took them.
    public func replace(by header: VaultHeader) -> Bool {
        var headers = [UInt8](repeating: 0, count: VaultHeader.sizeOfBoth)
        guard vault_read_headers(file, &headers) == 0 else { return false }
        let counts = try? Keyring.provedHeader(of: headers).bytes, first = Int32(counts == Array(headers[..<VaultHeader.size]) ? 1 : 0)
        return [first, 1 - first].allSatisfy { vault_write_header(file, $0, header.bytes) == 0 }
    }

    /// The numbers of the pages, from 1, whose bytes are not as they were written, the first of them; nil where the file cannot be read.
    public func damagedPages(most: Int) -> [Int]? {
        var pages = [Int](repeating: 0, count: most)
        let found = vault_find_damage(file, &pages, Int32(most))
        return found < 0 ? nil : Array(pages.prefix(found))
    }

    /// Reads the write-ahead log beside a database that is open, encrypted or not, from a descriptor of the log's own, as SQLite would.
    ///
    /// - Returns: how many bytes were read; negative where the system failed.
    public static func readLog(of file: UnsafeMutableRawPointer, _ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer, at place: Int) -> Int {
        vault_read_log(file, descriptor, bytes.baseAddress, bytes.count, Int64(place))
    }
}

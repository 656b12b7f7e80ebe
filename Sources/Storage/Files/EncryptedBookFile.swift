import Glibc
import SQLite
import Vault

/// What is asked of the file of an encrypted book, beside what SQLite asks of every file.
extension BookConnection {
    /// The header of a file that was just opened; nil of a plain one. Of an encrypted one it must be had: who takes the file for a plain one writes copies in the clear.
    static func encryption(of database: SQLiteConnection, _ name: String) throws(StorageError) -> VaultHeader? {
        let file: OpenFile
        do throws(SQLiteError) { file = try database.openFile() } catch { throw .system(name, EIO) }
        guard let encrypted = file.withFile({ EncryptedFile($0) }) else { return nil }
        do throws(VaultError) { return try encrypted.header() } catch { throw StorageError(error, of: name) }
    }

    /// The pages of an encrypted file that are not as they were written, the first of them; none of a plain one, which cannot tell.
    func alteredPages(most: Int) throws(StorageError) -> [Int] {
        let file = try openFile()
        guard let encrypted = file.withFile({ EncryptedFile($0) }) else { return [] }
        guard let pages = encrypted.damagedPages(most: most) else { throw .system(BookFile.name(path), EIO) }
        return pages
    }

    /// The header of an encrypted file as it is now; nil of a plain one.
    func currentEncryption() throws(StorageError) -> VaultHeader? {
        let file = try openFile()
        guard let encrypted = file.withFile({ EncryptedFile($0) }) else { return nil }
        do throws(VaultError) { return try encrypted.header() } catch { throw StorageError(error, of: BookFile.name(path)) }
    }

    /// Whether an encrypted file has both its headers; a plain one has none.
    func lacksHeader() throws(StorageError) -> Bool { try openFile().withFile { EncryptedFile($0).map { !$0.hasBothHeaders } ?? false } }

    /// Gives an encrypted file another header, which must be on the disk when this returns.
    func replaceEncryption(by header: VaultHeader) throws(StorageError) {
        let file = try openFile()
        guard let encrypted = file.withFile({ EncryptedFile($0) }), encrypted.replace(by: header) else { throw .system(BookFile.name(path), errno) }
    }
}

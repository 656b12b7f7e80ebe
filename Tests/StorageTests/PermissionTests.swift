import Foundation
import Ledger
import Testing
import Values

@testable import Storage

/// Permissions do not bind the superuser, so these tests open the books as somebody else where they are run as that; else as they are.
@Suite("Files and folders that may only be read, or not at all")
struct PermissionTests {
    private let folder = TemporaryFolder()
    private let user = getuid() == 0 ? "65534" : "0"

    init() throws {
        chmod(folder.path, 0o755)
        let book = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        try Sample.fill(book)
        book.close()
    }

    /// What opening says, after making sure that it left the folder as it was.
    private func open(_ mode: Book.Mode, _ name: String = "family.luca") throws -> [String] {
        let before = folder.names.map { ($0, folder.bytes($0)) }
        let lines = try WriterProcess.run(["open", folder.file(name), mode.rawValue, user])
        #expect(folder.names == before.map(\.0))
        for (name, bytes) in before { #expect(folder.bytes(name) == bytes) }
        return lines
    }

    @Test func aFileThatMayOnlyBeRead() throws {
        chmod(folder.file("family.luca"), 0o444)
        chmod(folder.path, 0o777)
        #expect(
            try open(.readWrite)
                == ["error read_only: family.luca may be read but not written. Change its permissions, or open it read-only."])
        #expect(try open(.readOnly) == ["opened 2", "queried [Storage.QueryValue.integer(2)]"])
    }

    @Test(arguments: [0o000, 0o777])
    func whatIsMadeMayBeReadByItsOwnerOnly(mask: Int) throws {
        let script = """
            umask \(String(mask, radix: 8)); cd '\(folder.path)' && '\(WriterProcess.path)' open new.luca readWrite 0 && \
            '\(WriterProcess.path)' copy new.luca copy.luca
            """
        #expect(try WriterProcess.run(["-c", script], through: "/bin/sh").first == "opened 0")
        for name in ["new.luca", "copy.luca"] { #expect(permissions(name) == 0o600, "\(name)") }
        let book = try Book.open(path: folder.file("new.luca"), clock: Sample.clock)
        try Sample.fill(book)
        for name in ["new.luca", "new.luca-wal", "new.luca-shm"] { #expect(permissions(name) == 0o600, "\(name)") }
        try FileManager.default.createDirectory(atPath: folder.file("backups"), withIntermediateDirectories: false)
        let dated = try book.backup(folder: folder.file("backups"), keep: 1)
        #expect(permissions("backups/\(BookFile.name(dated))") == 0o600)
        _ = try Book.restore(from: folder.file("copy.luca"), to: folder.file("restored.luca"), clock: Sample.clock)
        #expect(permissions("restored.luca") == 0o600)
        book.close()
        _ = try Book.restore(from: folder.file("copy.luca"), to: folder.file("new.luca"), replacing: true, clock: Sample.clock)
        #expect(permissions("new.luca") == 0o600)
    }

    /// Who may do what with a file, as a number.
    private func permissions(_ name: String) -> Int {
        var status = stat()
        return stat(folder.file(name), &status) == 0 ? Int(status.st_mode & 0o777) : -1
    }

    @Test func aJournalThatMayNotBeReadOrWritten() throws {
        chmod(folder.path, 0o777)
        chmod(folder.file("family.luca"), 0o666)
        folder.write("family.luca-wal", Array(repeating: 1, count: 100))
        chmod(folder.file("family.luca-wal"), 0o000)
        #expect(
            try open(.readWrite) == [
                """
                error unreadable: family.luca cannot be opened, because its journal family.luca-wal beside it may not be read: Permission denied. \
                Ask the journal's owner for permission to read it; it may hold entries.
                """
            ])
        chmod(folder.file("family.luca-wal"), 0o444)
        #expect(
            try open(.readWrite) == [
                """
                error read_only: family.luca cannot be written, because its journal family.luca-wal beside it may only be read. \
                Change the journal's permissions, or open the book read-only.
                """
            ])
    }

    @Test func aJournalWhereNothingMayBeWritten() throws {
        let book = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        try book.append(Sample.deposit("1"))
        let (bytes, journal) = (folder.bytes("family.luca"), folder.bytes("family.luca-wal"))
        book.close()
        folder.write("family.luca", bytes)
        folder.write("family.luca-wal", journal)
        chmod(folder.file("family.luca"), 0o644)
        chmod(folder.path, 0o555)
        #expect(try open(.readOnly) == ["opened 3", "queried [Storage.QueryValue.integer(3)]"])
        chmod(folder.path, 0o755)
    }

    @Test(.onPlainBooks) func aJournalOfTheOlderKindWhereNothingMayBeWritten() throws {
        // The head of SQLite's rollback journal, with one page to put back: only who may write the file can do that.
        folder.write("family.luca-journal", [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0, 0, 1] + Array(repeating: 0, count: 5000))
        chmod(folder.file("family.luca"), 0o644)
        chmod(folder.file("family.luca-journal"), 0o644)
        chmod(folder.path, 0o555)
        let said = try open(.readOnly)
        #expect(said.first?.hasPrefix("error read_only: family.luca was left in the middle of its work") == true, "\(said)")
        chmod(folder.path, 0o755)
    }

    @Test func aBookIsOpenedForReadingWhereItMayOnlyBeRead() throws {
        #expect(try Book.openAsPermitted(path: folder.file("family.luca"), clock: Sample.clock).readOnlyReason == nil)
        chmod(folder.file("family.luca"), 0o444)
        let lines = try WriterProcess.run(["permitted", folder.file("family.luca"), user])
        #expect(
            lines == [
                "opened 2", "family.luca may be read but not written.",
                """
                error read_only: family.luca may be read but not written. It is open for reading only, and nothing was recorded. \
                Make it writable and open it again, or copy it to a folder of yours.
                """,
            ])
    }

    @Test func aFolderThatMayOnlyBeRead() throws {
        chmod(folder.file("family.luca"), 0o666)
        chmod(folder.path, 0o555)
        #expect(
            try open(.readWrite)
                == [
                    """
                    error read_only: family.luca cannot be written, because its folder \(folder.path) may only be read: \
                    a book keeps a journal file beside it. Open it read-only, or copy it to a folder of yours.
                    """
                ])
        #expect(try open(.readOnly) == ["opened 2", "queried [Storage.QueryValue.integer(2)]"])
        #expect(
            try open(.readWrite, "new.luca")
                == [
                    """
                    error read_only: new.luca cannot be written, because its folder \(folder.path) may only be read: \
                    a book keeps a journal file beside it. Open it read-only, or copy it to a folder of yours.
                    """
                ])
        chmod(folder.path, 0o755)
    }

    @Test func aFileThatMayNotBeRead() throws {
        chmod(folder.file("family.luca"), 0o000)
        for mode in [Book.Mode.readWrite, .readOnly] {
            #expect(
                try open(mode)
                    == ["error unreadable: family.luca may not be read: Permission denied. Ask its owner for permission to read it."])
        }
        chmod(folder.file("family.luca"), 0o644)
    }

    @Test func aFolderThatMayNotBeEntered() throws {
        chmod(folder.path, 0o600)
        let lines = try WriterProcess.run(["open", folder.file("family.luca"), "readWrite", user])
        chmod(folder.path, 0o755)
        #expect(lines == ["error unreadable: family.luca may not be read: Permission denied. Ask its owner for permission to read it."])
    }

    @Test(.enabled(if: Mounting.isPermitted, "a read-only file system can be mounted only by those who may mount"))
    func aFileSystemThatMayOnlyBeRead() throws {
        let script = """
            mount --bind '\(folder.path)' '\(folder.path)' && mount -o remount,bind,ro '\(folder.path)' &&
            '\(WriterProcess.path)' open '\(folder.file("family.luca"))'
            """
        let write = try WriterProcess.run(["-m", "sh", "-c", "\(script) readWrite 0"], through: Mounting.unshare)
        #expect(
            write == [
                """
                error read_only: family.luca may be read but not written, because its file system may only be read. Have it mounted for writing, \
                or open the book read-only. A disk that met with errors is made one for reading: look after it first.
                """
            ])
        let read = try WriterProcess.run(["-m", "sh", "-c", "\(script) readOnly 0"], through: Mounting.unshare)
        #expect(read == ["opened 2", "queried [Storage.QueryValue.integer(2)]"])
        // As it is after a crash: what was recorded last stands in the journal alone.
        let book = try Book.open(path: folder.file("family.luca"), clock: Sample.clock)
        try book.append(Sample.deposit("1"))
        let files = ["family.luca", "family.luca-wal"].map { ($0, folder.bytes($0)) }
        book.close()
        for (name, bytes) in files { folder.write(name, bytes) }
        let left = try WriterProcess.run(["-m", "sh", "-c", "\(script) readOnly 0"], through: Mounting.unshare)
        #expect(left == ["opened 3", "queried [Storage.QueryValue.integer(3)]"])
    }
}
